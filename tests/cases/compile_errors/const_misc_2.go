// Truncation, division by constant zero, assignment to constants.
package main

import (
	"fmt"
	"os"
)

const c = 5

func f() int { return 1 }

var v = 3

func main() {
	c++ // problem: cannot assign to c (neither addressable nor a map index expression)
	fmt.Println(1/0, 1%0, 1.0/0) // problem: invalid operation: division by zero
	x := 5
	fmt.Println(x/0, x%0, d, e, g) // problem: invalid operation: division by zero ;; undefined: d ;; undefined: e ;; undefined: g
	var i int = 2.5 // problem: cannot use 2.5 (untyped float constant) as int value in variable declaration (truncated)
	_ = i
	const big = 1 << 100
	n := len(os.Args)
	_ = n
}
