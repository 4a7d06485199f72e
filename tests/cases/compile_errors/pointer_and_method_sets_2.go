// Pointer receivers on values that cannot be addressed; double pointers; bad receivers.
package main

import "time"

type T struct{ n int }

func (t *T) Set(n int) { t.n = n }

type I interface{ Set(int) }
type P2 *T

func (t Undefined) M() {} // problem: undefined: Undefined
func (t time.Time) M() {} // problem: cannot define new methods on non-local type time.Time

func main() {
	T{}.Set(1) // problem: cannot call pointer method Set on T
	m := map[string]T{}
	m["a"].Set(1) // problem: cannot call pointer method Set on T
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
