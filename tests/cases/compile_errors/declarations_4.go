// Type cycles, bad types, uses before declaration, invalid receivers.
package main

type B struct{ a A } // problem: undefined: A
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

func main(a int) {} // problem: func main must have no arguments and no return values ;; main redeclared in this block
