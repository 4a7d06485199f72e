// Duplicate cases, keys, fields, methods and declarations.
package main

type T struct {
	A int
}

func (T) M() {}

func f() {}

type I interface {
	X()
}

func main() {
	switch 1 {
	case 1:
	}
	switch "a" {
	}
	var v any
	switch v.(type) {
	case int:
	}
	_ = []int{0: 1, 0: 2} // problem: duplicate index 0 in array or slice literal
	_ = T{A: 1, A: 2} // problem: duplicate field name A in struct literal
	switch {
	default:
	default: // problem: multiple defaults (first at 29:2)
	}
}
