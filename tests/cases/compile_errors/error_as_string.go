// Errors are no strings.
package main

import "fmt"

func f() error { return nil }

func main() {
	err := f()
	var s string = err // problem: cannot use err (variable of interface type error) as string value in variable declaration
	s = err.Error // problem: cannot use err.Error (value of type func() string) as string value in assignment
	fmt.Println("failed: "+err, s) // problem: cannot convert "failed: " (untyped string constant) to type interface{Error() string}
	if err == "not found" { // problem: cannot convert "not found" (untyped string constant) to type interface{Error() string}
		return
	}
	if err != nil {
		panic("x: " + err.Error() + err) // problem: invalid operation: "x: " + err.Error() + err (mismatched types string and error)
	}
}
