// Function calls happen left to right; receivers and arguments before the call.
package main

import (
	"fmt"
	"strings"
)

var trace []string

func t[T any](s string, v T) T { trace = append(trace, s); return v }

func flush() { fmt.Println(strings.Join(trace, " ")); trace = nil }

type obj struct{ name string }

func (o obj) m(args ...int) obj { trace = append(trace, "m:"+o.name); return obj{o.name + "'"} }

func get(n string) obj { trace = append(trace, "get:"+n); return obj{n} }

func f(a, b, c int) int { trace = append(trace, "f"); return a + b + c }

func multi() (int, int, int) { trace = append(trace, "multi"); return 1, 2, 3 }

func fn(s string) func(int) int {
	trace = append(trace, "fn"+s)
	return func(x int) int { trace = append(trace, "call"+s); return x }
}

func main() {
	fmt.Println(f(t("1", 1), t("2", 2), t("3", 3)))
	flush()
	fmt.Println(t("a", 1) + t("b", 2)*t("c", 3) - t("d", 4))
	flush()
	get("x").m(t("arg", 1)).m(t("arg2", 2))
	flush()
	fmt.Println(f(multi()))
	flush()
	fmt.Println(fn("A")(t("x", 1)) + fn("B")(t("y", 2)))
	flush()
	fmt.Println(t("l", false) && t("r", true), t("l2", true) || t("r2", true))
	flush()
	fmt.Println(f(f(t("i", 1), t("j", 1), t("k", 1)), t("l", 2), f(0, t("m", 0), 0)))
	flush()
	_ = t("s", []int{1, 2, 3})[t("lo", 0):t("hi", 2)]
	flush()
	ch := make(chan int, 1)
	t("ch", ch) <- t("val", 5)
	flush()
	defer t("deferfn", func(int) { flush() })(t("deferarg", 1))
	flush()
	switch t("tag", 2) {
	case t("c1", 1), t("c2", 2), t("c3", 3):
	}
	flush()
	for i := t("init", 0); i < t("cond", 2); i += t("post", 1) {
	}
	flush()
	for range t("range", []int{1, 2}) {
	}
	flush()
	x := 1
	inc := func() int { x++; return x }
	arr := []int{inc(), inc(), inc()}
	fmt.Println(arr, x)
	return
}
