// Texts with newlines keep their lines.
package main

import "fmt"

func main() {
	fmt.Println("x")
	panic("line one\nline two")
}
