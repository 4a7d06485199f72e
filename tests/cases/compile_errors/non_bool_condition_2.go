// Conditions that are no bools.
package main

import "fmt"

func main() {
	n := 1
	s := "x"
	var e error
	_ = e
	if n = 2; n { // problem: non-boolean condition in if statement
	}
	if !n { // problem: invalid operation: operator ! not defined on n (variable of type int)
	}
	fmt.Println(n && true, s || false, !s) // problem: invalid operation: n && true (mismatched types int and untyped bool) ;; invalid operation: operator ! not defined on s (variable of type string) ;; invalid operation: s || false (mismatched types string and untyped bool)
	for i := 0; i; i++ { // problem: non-boolean condition in for statement
	}
}
