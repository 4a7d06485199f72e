// Declarations with a value of the wrong type.
package main

import "fmt"

func main() {
	var i int = "a" // problem: cannot use "a" (untyped string constant) as int value in variable declaration
	var s string = 5 // problem: cannot use 5 (untyped int constant) as string value in variable declaration
	var f float64 = "x" // problem: cannot use "x" (untyped string constant) as float64 value in variable declaration
	var b bool = 1 // problem: cannot use 1 (untyped int constant) as bool value in variable declaration
	fmt.Println(i, s, f, b)
}
