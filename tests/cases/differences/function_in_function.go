// A named function inside a function is a variable that holds a func literal.
package main

import "fmt"

func main() {
	func inner(n int) int { return n + 1 }
	fmt.Println(inner(4))
}
