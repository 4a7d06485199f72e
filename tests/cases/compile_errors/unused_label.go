// A label nobody uses.
package main

import "fmt"

func f() {
again: // problem: label again defined and not used
	fmt.Println("x")
}

func main() { f() }
