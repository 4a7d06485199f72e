// Type cycles, bad types, uses before declaration, invalid receivers.
package main

type A struct{ b B } // problem: invalid recursive type A
type B struct{ a A }
type C C // problem: invalid recursive type: C refers to itself
type D [2]D // problem: invalid recursive type: D refers to itself
type E interface{ E } // problem: invalid recursive type: E refers to itself
type F struct{ *F }

var y = z
var z = x // problem: undefined: x

var arr = []int{1}

var q chan chan int

func main() {
	local := 1
	_ = local
	_ = F{}
}
