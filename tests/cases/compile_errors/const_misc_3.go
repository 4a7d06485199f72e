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
	var j int = 10 / 4.0 // problem: cannot use 10 / 4.0 (untyped float constant 2.5) as int value in variable declaration (truncated)
	fmt.Println(i, j, int(3.7), []int{1.5}, 1.5<<2) // problem: cannot convert 3.7 (untyped float constant) to type int ;; cannot use 1.5 (untyped float constant) as int value in array or slice literal (truncated) ;; invalid operation: shifted operand 1.5 (untyped float constant) must be integer ;; undefined: i
	const big = 1 << 100
	fmt.Println(big) // problem: cannot use big (untyped int constant 1267650600228229401496703205376) as int value in argument to fmt.Println (overflows)
	var arr [2.5]int // problem: array length 2.5 (untyped float constant) must be integer
	_ = arr
	n := len(os.Args)
	_ = n
}
