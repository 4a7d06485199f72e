// Type cycles, bad types, uses before declaration, invalid receivers.
package main

type B struct{ a A } // problem: undefined: A
type F struct{ *F }

var x = y // problem: initialization cycle for x
var y = z
var z = x

const k = len(arr) // problem: len(arr) (value of type int) is not constant

var arr = []int{1}

var m map[[]int]string // problem: invalid map key type []int
var n map[func()]int // problem: invalid map key type func()
var q chan chan int

func main() {
	local := 1
	_ = local
	_ = F{}
}
