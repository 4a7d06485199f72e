// A field that is promoted through an embedded pointer is read after the calls beside it, as one read through a pointer.
package main

import "fmt"

type held struct{ V int }
type boxed struct{ *held }
type outer struct{ boxed }

func (h *held) put(v int) int { old := h.V; h.V = v; return old }
func three(a, b, c any)       { fmt.Println(a, b, c) }
func ints(a, b, c int)        { fmt.Println(a, b, c) }

func main() {
	h := &held{1}
	c := boxed{&held{1}}
	o := outer{boxed{&held{1}}}
	three(h.put(2), h.V, h.put(3))
	three(c.put(2), c.V, c.put(3))
	three(c.put(4), c.held.V, c.put(5))
	three(o.put(2), o.V, o.put(3))
	ints(h.put(2), h.V, h.put(3))
	ints(c.put(2), c.V, c.put(3))
	ints(o.put(2), o.V, o.put(3))
	fmt.Println(h.put(12), h.V, h.put(13))
	fmt.Println(c.put(12), c.V, c.put(13))
	fmt.Println(c.put(14), (*c.held).V, c.put(15))
	x := []any{c.put(1), c.V, c.put(2)}
	y := []int{c.put(1), c.V, c.put(2), h.put(5), h.V, h.put(6)}
	z := [...]int{o.put(1) + o.V + o.put(2)}
	a, b, d := c.put(7), c.V, c.put(8)
	fmt.Println(x, y, z, a, b, d, c.put(20)+c.V*c.put(30))
	m := map[string]int{"a": c.put(40), "b": c.V, "c": c.put(50)}
	fmt.Println(m)
	st := struct{ a, b, c int }{c.put(60), c.V, c.put(70)}
	fmt.Println(st)
	fmt.Println(func() (int, int, int) { return c.put(80), c.V, c.put(90) }())
}
