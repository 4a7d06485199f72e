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
	x := 5
	_ = x
	const big = 1 << 100
	var neg [-1]int // problem: invalid array length -1 (untyped int constant)
	n := len(os.Args)
	var dyn [n]int // problem: invalid array length n
	_ = n
	fmt.Println(arr, neg, dyn, &c, 5&^1.5) // problem: invalid operation: cannot take address of c (untyped int constant 5) ;; invalid operation: operator &^ not defined on 5 (untyped float constant) ;; undefined: arr
}
