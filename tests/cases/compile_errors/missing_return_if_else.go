// if without else at the end of a function with a result.
package main

import "fmt"

func sign(n int) int {
	if n > 0 {
		return 1
	} else if n < 0 {
		return -1
	}
} // problem: missing return

func main() { fmt.Println(sign(3)) }
