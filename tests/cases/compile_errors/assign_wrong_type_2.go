// Assignments of the wrong type.
package main

import "fmt"

func main() {
	i, s, f, b := 1, "s", 1.5, true
	i = 2.5 // problem: cannot use 2.5 (untyped float constant) as int value in assignment (truncated)
	s = 'c' // problem: cannot use 'c' (untyped rune constant 99) as string value in assignment
	s = nil // problem: cannot use nil as string value in assignment
	f = s // problem: cannot use s (variable of type string) as float64 value in assignment
	b = i // problem: cannot use i (variable of type int) as bool value in assignment
	fmt.Println(i, s, f, b)
}
