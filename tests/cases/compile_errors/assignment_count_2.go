// Assignments of calls with another number of results.
package main

import "fmt"

func two() (int, bool) { return 1, true }

func main() {
	a, b := 1, false
	a, b = two(), 3 // problem: cannot use 3 (untyped int constant) as bool value in multiple assignment ;; multiple-value two() (value of type (int, bool)) in single-value context
	a = two() // problem: assignment mismatch: 1 variable but two returns 2 values
	a, b = 1 // problem: assignment mismatch: 2 variables but 1 value
	a, b, _ = two() // problem: assignment mismatch: 3 variables but two returns 2 values
	fmt.Println(a, b)
}
