// Left and right sides of different length.
package main

import "fmt"

func two() (int, bool) { return 1, true }
func none()            {}

func main() {
	a, b := 1 // problem: assignment mismatch: 2 variables but 1 value
	c, d, e := two() // problem: assignment mismatch: 3 variables but two returns 2 values
	f := two() // problem: assignment mismatch: 1 variable but two returns 2 values
	g, h := 1, 2, 3 // problem: assignment mismatch: 2 variables but 3 values
	fmt.Println(a, b, c, d, e, f, g, h)
}
