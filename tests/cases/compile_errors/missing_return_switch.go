// A switch without default.
package main

import "fmt"

func name(n int) string {
	switch n {
	case 1:
		return "one"
	case 2:
		return "two"
	}
} // problem: missing return

func main() { fmt.Println(name(1)) }
