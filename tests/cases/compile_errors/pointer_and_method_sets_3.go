// Pointer receivers on values that cannot be addressed; double pointers; bad receivers.
package main

type T struct{ n int }

func (t *T) Set(n int) { t.n = n }

type I interface{ Set(int) }
type P2 *T

func main() {
	m := map[string]T{}
	m["a"].n = 5 // problem: cannot assign to struct field m["a"].n in map
	(&T{}).Set(1)
	var i I = T{} // problem: cannot use T{} (value of struct type T) as I value in variable declaration: T does not implement I (method Set has pointer receiver)
	_ = i
	var pi *I
	pi.Set(1) // problem: pi.Set undefined (type *I is pointer to interface, not interface)
	pp := &m
	pp["a"] = T{} // problem: cannot index pp (variable of type *map[string]T)
	f := func() T { return T{} }
	_ = f
	t := T{}
	_ = t
}
