// Method values and expressions of every kind of type, bound when they are taken.
package main

import (
	"fmt"
	"strings"
)

type C struct{ n int }

func (c C) Val() int     { return c.n }
func (c *C) Inc() int    { c.n++; return c.n }
func (c C) With(n int) C { c.n = n; return c }

type F func(string) string

func (f F) Then(g F) F { return func(s string) string { return g(f(s)) } }

type I interface{ Val() int }
type W struct {
	I
	*C
}

func (w W) Val() int { return w.I.Val()*100 + w.C.Val() }

type Ch chan int

func (c Ch) Put(v int) Ch { c <- v; return c }

type Num float64

func (n Num) String() string { return fmt.Sprintf("<%.1f>", float64(n)) }

type Fn func(*C) int
type Op int

const (
	Plus Op = iota
	Times
)

var ops = [...]func(a, b int) int{
	Plus:  func(a, b int) int { return a + b },
	Times: func(a, b int) int { return a * b },
}

func apply(fs map[string]Fn, c *C, names ...string) {
	for _, n := range names {
		if f, ok := fs[n]; ok {
			fmt.Print(n, "=", f(c), " ")
		} else {
			fmt.Print(n, " missing ")
		}
	}
	fmt.Println()
}

func main() {
	up, ex := F(strings.ToUpper), F(func(s string) string { return s + "!" })
	fmt.Println(up.Then(ex).Then(strings.TrimSpace)(" hi "), F.Then(up, ex)("a"))
	c := &C{2}
	w := W{I: C{7}, C: c}
	f := w.Val
	c.n = 3
	w.I = C{8}
	fmt.Println(f(), w.Val(), w.Inc(), w.With(1).n, w.C.Val(), I.Val(w), W.Inc(w))
	g := I.Val
	fmt.Println(g(C{4}), g(&C{5}))
	var i I = *c
	h := i.Val
	i = C{1000}
	fmt.Println(h(), i.Val())
	ch := make(Ch, 3)
	ch.Put(1).Put(2)
	fmt.Println(len(ch), <-ch, Num(2.55), []Num{1, 2}, map[string]Num{"a": 1}, &[]Num{3}, struct{ N Num }{4})
	apply(map[string]Fn{"inc": (*C).Inc, "val": (*C).Val, "sq": func(c *C) int { return c.n * c.n }}, c, "inc", "val", "sq", "no")
	fmt.Println(ops[Plus](3, 4), ops[Times](3, 4), len(ops))
	var nilC *C
	bound := nilC.Inc
	func() {
		defer func() { fmt.Println(recover()) }()
		bound()
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = nilC.Val
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var ni I
		_ = ni.Val
	}()
	fmt.Printf("%T %T %T %T\n", C.Val, (*C).Inc, c.With, I.Val)
	type node struct {
		op   func(int, int) int
		l, r any
	}
	var eval func(any) int
	eval = func(x any) int {
		switch x := x.(type) {
		case int:
			return x
		case node:
			return x.op(eval(x.l), eval(x.r))
		case *node:
			return -eval(*x)
		}
		panic(fmt.Sprintf("bad %T", x))
	}
	fmt.Println(eval(node{ops[Plus], 1, &node{ops[Times], 2, 3}}))
	defer func() { fmt.Println(recover()) }()
	eval(node{ops[Plus], 1, "x"})
}
