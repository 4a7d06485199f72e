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
	f().n = 1 // problem: cannot assign to f().n (neither addressable nor a map index expression)
	f().Set(2) // problem: cannot call pointer method Set on T
	_ = &f() // problem: invalid operation: cannot take address of f() (value of struct type T)
	_ = &m["a"] // problem: invalid operation: cannot take address of m["a"] (map index expression of struct type T)
	t := T{}
	_ = t
}
