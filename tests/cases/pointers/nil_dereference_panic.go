// Using a nil pointer panics with the memory-address error, which is a runtime error.
package main

import "fmt"

type T struct {
	n int
	p *T
}

func (t *T) Nil() bool { return t == nil }
func (t *T) N() int    { return t.n }
func (t T) V() int     { return 1 }

func try(name string, f func()) {
	defer func() {
		r := recover()
		_, rt := r.(interface{ RuntimeError() })
		fmt.Println(name, r, rt)
	}()
	f()
}

func main() {
	var p *int
	var t *T
	var arr *[3]int
	try("read", func() { fmt.Println(*p) })
	try("write", func() { *p = 1 })
	try("field", func() { fmt.Println(t.n) })
	try("method ok", func() { fmt.Println(t.Nil()) })
	try("method", func() { fmt.Println(t.N()) })
	try("value method", func() { fmt.Println(t.V()) })
	try("chain", func() { fmt.Println((&T{}).p.n) })
	try("array", func() { fmt.Println(arr[1]) })
	try("array len", func() { fmt.Println(len(arr)) })
	try("range", func() {
		for i := range arr {
			fmt.Print(i)
		}
		fmt.Println()
	})
	try("func", func() { var f func(); f() })
	try("iface", func() { var e error; fmt.Println(e.Error()) })
	try("map", func() { var m map[string]*T; fmt.Println(m["x"].n) })
	try("copy", func() { x := *t; fmt.Println(x) })
	fmt.Println(t.p)
}
