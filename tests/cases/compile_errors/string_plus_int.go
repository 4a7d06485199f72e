// The most frequent slip: adding a number to a string.
package main

import "fmt"

func main() {
	n := 5
	s := "count: " + n // problem: invalid operation: "count: " + n (mismatched types untyped string and int)
	t := "n=" + 5 // problem: invalid operation: "n=" + 5 (mismatched types untyped string and untyped int)
	u := 'a' + "b" // problem: invalid operation: 'a' + "b" (mismatched types untyped rune and untyped string)
	fmt.Println(s, t, u, n+"x") // problem: invalid operation: n + "x" (mismatched types int and untyped string)
}
