// Package variables are initialised by dependency, then init functions in order, then main.
package main

import "fmt"

var (
	a = b + 1
	b = f("b", c*2)
	c = f("c", 3)
	d = f("d", 1)
)

var order []string

var e, g = pair()

var table = map[string]func() int{"x": getA}

func getA() int { return a }

func pair() (int, string) { order = append(order, "pair"); return d, fmt.Sprint("g", a) }

func f(name string, v int) int {
	order = append(order, name)
	return v
}

func init() { order = append(order, "init1"); d = 100 }

type T struct{ n int }

var t = newT()

func newT() *T { order = append(order, "newT"); return &T{c} }

func init() { order = append(order, "init2"); t.n++ }

var _ = f("blank", 0)

func main() {
	fmt.Println(a, b, c, d, e, g, t.n, table["x"]())
	fmt.Println(order)
}
