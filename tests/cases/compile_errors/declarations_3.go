// Type cycles, bad types, uses before declaration, invalid receivers.
package main

import "fmt"

type B struct{ a A } // problem: undefined: A
type F struct{ *F }

var y = z
var z = x // problem: undefined: x

var arr = []int{1}

var q chan chan int
var u [len(q)]int // problem: array length len(q) (value of type int) must be constant

func main() {
	fmt.Println(local) // problem: undefined: local
	local := 1
	_ = local
	type T struct{ T } // problem: invalid recursive type: T refers to itself
	_ = F{}
}

func init() int { return 1 } // problem: func init must have no arguments and no return values
