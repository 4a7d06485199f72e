// Assignments of calls with another number of results.
package main

import "fmt"

func two() (int, error) { return 1, nil }

func main() {
	a, b := 1, error(nil)
	a, b = two(), 3 // problem: cannot use 3 (constant of type int) as error value in multiple assignment: int does not implement error (missing method Error) | multiple-value two() (value of type (int, error)) in single-value context
	a = two() // problem: assignment mismatch: 1 variable but two returns 2 values
	a, b = 1 // problem: assignment mismatch: 2 variables but 1 value
	a, b, _ = two() // problem: assignment mismatch: 3 variables but two returns 2 values
	fmt.Println(a, b)
}
