// container/ring: circular lists, made, linked and taken apart.
package main

import (
	"container/ring"
	"fmt"
)

func show(r *ring.Ring) {
	r.Do(func(v any) { fmt.Print(v, " ") })
	fmt.Println("|", r.Len())
}

func main() {
	r := ring.New(5)
	for i := 0; i < r.Len(); i++ {
		r.Value = i
		r = r.Next()
	}
	show(r)
	show(r.Move(2))
	show(r.Move(-1))
	show(r.Prev())
	rem := r.Unlink(2)
	show(r)
	show(rem)
	s := ring.New(2)
	s.Value, s.Next().Value = "x", "y"
	ret := r.Link(s)
	show(r)
	fmt.Println(ret.Value)
	show(r.Unlink(0))
	show(r.Link(r.Move(2)))
	show(r)
	var z ring.Ring
	z.Value = "z"
	show(&z)
	fmt.Println(z.Next() == &z, z.Prev().Value, ring.New(0) == nil, ring.New(-1) == nil)
	var n *ring.Ring
	show(n)
	show(z.Unlink(7))
	show(z.Move(3))
	w := ring.New(3)
	show(w.Unlink(7))
	show(w)
	defer func() { fmt.Println(recover()) }()
	n.Next()
}
