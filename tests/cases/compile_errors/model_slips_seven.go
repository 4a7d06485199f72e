// Wrong type and function names from other languages.
package main

import (
	"errors"
	"fmt"
)

func main() {
	xs := []int{3, 1, 2}
	var f float = 1.5 // problem: undefined: float
	var b boolean = true // problem: undefined: boolean
	var d double // problem: undefined: double
	var st String = "x" // problem: undefined: String
	fmt.Println(f, b, d, st, this, self, typeof(xs)) // problem: undefined: self ;; undefined: this ;; undefined: typeof
	console.log("x") // problem: undefined: console
	System.out.println("y") // problem: undefined: System
	printf("z") // problem: undefined: printf
	raise("err") // problem: undefined: raise
	throw(errors.New("x")) // problem: undefined: throw
	parseInt("5") // problem: undefined: parseInt
	x := list(xs) // problem: undefined: list
	y := dict() // problem: undefined: dict
	sum := sum(xs) // problem: undefined: sum
	fmt.Println(x, y, sum, sorted(xs), abs(-1), Math.max(1, 2), xs.size(1)) // problem: undefined: Math ;; undefined: abs ;; undefined: sorted ;; xs.size undefined (type []int has no field or method size)
}
