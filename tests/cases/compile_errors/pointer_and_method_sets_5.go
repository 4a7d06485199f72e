// Pointer receivers on values that cannot be addressed; double pointers; bad receivers.
package main

type T struct{ n int }

func (t *T) Set(n int) { t.n = n }

type I interface{ Set(int) }
type P2 *T

func main() {
	m := map[string]T{}
	(&T{}).Set(1)
	_ = i // problem: undefined: i
	var pi *I
	_ = pi
	pp := &m
	_ = pp
	f := func() T { return T{} }
	_ = f
	t := T{}
	(&t).n.x = 1 // problem: (&t).n.x undefined (type int has no field or method x)
	*t = T{} // problem: invalid operation: cannot indirect t (variable of struct type T)
	t.Set = nil // problem: cannot assign to t.Set (neither addressable nor a map index expression)
}
