// Expressions that are computed and not used, outside of main.
package main

func f() int { return 1 }

func g(x int, s []int) {
	x + 1 // problem: x + 1 (value of type int) is not used
	x == 2 // problem: x == 2 (untyped bool value) is not used
	"text" // problem: "text" (untyped string constant) is not used
	s[0] // problem: s[0] (variable of type int) is not used
	f()
}

func main() { g(1, nil) }
