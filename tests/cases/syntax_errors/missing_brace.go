// A block that is never closed.
package main

import "fmt"

func main() {
	if true {
		fmt.Println("x")
}
 // problem: syntax error: unexpected EOF, expected }