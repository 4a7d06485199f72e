// Pointer receivers on values that cannot be addressed; double pointers; bad receivers.
package main

type T struct{ n int }

func (t *T) Set(n int) { t.n = n }

type I interface{ Set(int) }
type P2 *T

func (p P2) M()      {} // problem: invalid receiver type P2 (pointer or interface type)
func (i I) M()       {} // problem: invalid receiver type I (pointer or interface type)
func (x int) M()     {} // problem: cannot define new methods on non-local type int
func (s []int) Sum() {} // problem: invalid receiver type []int

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
	_ = t
}
