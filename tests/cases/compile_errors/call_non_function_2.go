// Calling what is no function.
package main

import "fmt"

type T struct{ F func() }

func main() {
	n := 5
	t := T{}
	t.F()
	fmt.Println(n(1) + 1) // problem: invalid operation: cannot call n (variable of type int): int is not a function
	var m map[string]int
	m("a") // problem: invalid operation: cannot call m (variable of type map[string]int): map[string]int is not a function
	nil() // problem: invalid operation: cannot call nil: untyped nil is not a function
}
