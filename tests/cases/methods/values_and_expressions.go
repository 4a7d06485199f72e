// Method values bind their receiver when made; method expressions take it as first argument.
package main

import (
	"fmt"
	"strings"
	"unicode"
)

type num int

func (n num) Add(m num) num  { return n + m }
func (n *num) Inc()          { *n++ }
func (n num) String() string { return fmt.Sprintf("num<%d>", int(n)) }

type adder interface{ Add(num) num }

type shop struct{ prices map[string]float64 }

func (s *shop) total(items ...string) (t float64) {
	for _, i := range items {
		t += s.prices[i]
	}
	return
}

func apply(f func(num) num, xs ...num) (out []num) {
	for _, x := range xs {
		out = append(out, f(x))
	}
	return
}

func main() {
	n := num(10)
	add := n.Add
	inc := n.Inc
	n = 100
	fmt.Println(add(1), n)
	inc()
	inc()
	fmt.Println(n)
	f := num.Add
	fmt.Println(f(3, 4), num.Add(1, 2), (*num).String(&n))
	g := (*num).Inc
	g(&n)
	fmt.Println(n)
	fmt.Printf("%T %T %T\n", add, f, g)
	var a adder = num(5)
	h := a.Add
	a = num(50)
	fmt.Println(h(1), a.Add(1))
	fmt.Println(adder.Add(a, 3))
	fmt.Println(apply(num(7).Add, 1, 2, 3))
	s := &shop{map[string]float64{"a": 1.5, "b": 2}}
	t := s.total
	s.prices["a"] = 10
	s = &shop{}
	fmt.Println(t("a", "b"), s.total("a"))
	fs := []func(num) num{n.Add, num(1).Add, func(m num) num { return -m }}
	for _, f := range fs {
		fmt.Print(f(2), " ")
	}
	fmt.Println()
	table := map[string]func(num, num) num{"add": num.Add}
	fmt.Println(table["add"](20, 22))
	fmt.Println(strings.Map(unicode.ToUpper, "abc"), strings.NewReplacer("a", "b").Replace("aXa"))
	defer n.Inc()
	defer fmt.Println(n.String())
	n = 0
}
