// Truncation, division by constant zero, assignment to constants.
package main

import (
	"os"
)

const c = 5
const d int = 2.5 // problem: cannot use 2.5 (untyped float constant) as int value in constant declaration (truncated)

func f() int { return 1 }

const e = f() // problem: f() (value of type int) is not constant

var v = 3

const g = v + 1 // problem: v + 1 (value of type int) is not constant

func main() {
	c = 6 // problem: cannot assign to c (neither addressable nor a map index expression)
	x := 5
	_ = x
	const big = 1 << 100
	n := len(os.Args)
	_ = n
}
