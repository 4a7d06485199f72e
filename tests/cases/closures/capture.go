// Closures share variables, keep them alive, and see later changes.
package main

import (
	"fmt"
	"strings"
)

func counter() (inc, dec func() int) {
	n := 0
	inc = func() int { n++; return n }
	dec = func() int { n--; return n }
	return
}

func compose(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

func curry(a int) func(int) func(int) int {
	return func(b int) func(int) int {
		return func(c int) int { return a*100 + b*10 + c }
	}
}

func main() {
	inc, dec := counter()
	inc2, _ := counter()
	fmt.Println(inc(), inc(), dec(), inc2())
	x := 1
	f := func() int { return x }
	x = 2
	fmt.Println(f())
	g := func() { x *= 10 }
	g()
	fmt.Println(x, f())
	fmt.Println(compose(func(x int) int { return x + 1 }, func(x int) int { return x * x })(3), compose()(7))
	fmt.Println(curry(1)(2)(3))
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	var fact func(int) int
	fact = func(n int) int {
		if n <= 1 {
			return 1
		}
		return n * fact(n-1)
	}
	fmt.Println(fact(10))
	gen := func() func() int {
		a, b := 0, 1
		return func() int {
			defer func() { a, b = b, a+b }()
			return a
		}
	}()
	for range 8 {
		fmt.Print(gen(), " ")
	}
	fmt.Println()
	fmt.Println(func(a, b int) int { return a - b }(10, 3))
	acc := map[string]func(float64) float64{}
	for name, k := range map[string]float64{"double": 2, "half": 0.5} {
		acc[name] = func(v float64) float64 { return v * k }
	}
	fmt.Println(acc["double"](4), acc["half"](4))
	s := []int{1, 2, 3}
	app := func(v int) { s = append(s, v) }
	app(4)
	app(5)
	fmt.Println(s)
	func() {
		x := 100
		x++
		fmt.Println(x)
	}()
	fmt.Println(x)
	type handler func(string) string
	chain := func(h handler, ms ...func(handler) handler) handler {
		for i := len(ms) - 1; i >= 0; i-- {
			h = ms[i](h)
		}
		return h
	}
	wrap := func(tag string) func(handler) handler {
		return func(next handler) handler {
			return func(s string) string { return "<" + tag + ">" + next(s) + "</" + tag + ">" }
		}
	}
	fmt.Println(chain(strings.ToUpper, wrap("a"), wrap("b"))("hi"))
}
