// Operands of index and pointer expressions on the left are evaluated first, then the right, then assigned.
package main

import (
	"fmt"
	"strings"
)

var trace []string

func t[T any](s string, v T) T { trace = append(trace, s); return v }

func flush() { fmt.Println(strings.Join(trace, " ")); trace = nil }

func two() (int, int) { trace = append(trace, "two"); return 7, 8 }

func main() {
	a := []int{0, 1, 2}
	i := 0
	i, a[i] = 1, 9
	fmt.Println(i, a)
	a[0], a[1], a[2] = a[2], a[0], a[1]
	fmt.Println(a)
	x, y := 1, 2
	x, y = y, x+y
	fmt.Println(x, y)
	t("s1", a)[t("i1", 0)], t("s2", a)[t("i2", 1)] = t("v1", 10), t("v2", 20)
	flush()
	m := map[string]int{}
	m[t("k", "a")] = t("v", 1) + t("w", 2)
	flush()
	t("s", a)[t("j", 2)] += t("v", 5)
	flush()
	t("s1", a)[t("i1", 0)], t("m", m)[t("k", "b")] = two()
	flush()
	fmt.Println(a, m)
	p := &struct{ n, k int }{1, 2}
	q := p
	p, p.n = &struct{ n, k int }{50, 60}, 99
	fmt.Println(*p, *q)
	var arr [3]int
	j := 1
	arr[j], j = j+10, 2
	fmt.Println(arr, j)
	s := []int{1, 2, 3}
	k := 0
	k, s[k] = 2, 100
	fmt.Println(s, k)
	_ = []int{t("e1", 1), t("e2", 2), t("e3", 3)}
	_ = map[string]int{t("k1", "a"): t("v1", 1), t("k2", "b"): t("v2", 2)}
	_ = struct{ a, b int }{b: t("b", 1), a: t("a", 2)}
	flush()
	u, v := t("l", 1), t("r", 2)
	fmt.Println(u, v)
	flush()
	func() {
		defer func() { recover(); flush(); fmt.Println(s) }()
		s[t("ok", 0)], s[t("bad", 9)] = t("v1", 5), t("v2", 6)
	}()
}
