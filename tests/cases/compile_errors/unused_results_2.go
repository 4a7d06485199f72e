// Expressions that are computed and not used, outside of main.
package main

func f() int { return 1 }

func g(x int, s []int) {
	-x // problem: -x (value of type int) is not used
	f // problem: f (value of type func() int) is not used
	append(s, 1) // problem: append(s, 1) (value of type []int) is not used
	len(s) // problem: len(s) (value of type int) is not used
	f()
}

func main() { g(1, nil) }
