// Names that hide types.
package main

import "fmt"

func main() {
	string := "x"
	var s string = "y" // problem: string (local variable) is not a type
	_ = s
	int := 2
	x := int(3.0) // problem: invalid operation: cannot call int (variable of type int): int is not a function
	_ = x
	error := "e"
	fmt.Println(string, error, func() error { return nil }()) // problem: error (local variable) is not a type
}
