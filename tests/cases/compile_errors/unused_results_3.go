// Expressions that are computed and not used, outside of main.
package main

import "strings"

func f() int { return 1 }

func g(x int, s []int) {
	int(5) // problem: int(5) (constant 5 of type int) is not used
	func() {} // problem: func() {} (value of type func()) is not used
	x // problem: x (variable of type int) is not used
	strings.ToUpper // problem: strings.ToUpper (value of type func(s string) string) is not used
	f()
}

func main() { g(1, nil) }
