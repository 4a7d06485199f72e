// A call with two results where one value is wanted.
package main

import (
	"fmt"
	"strings"
)

func pair() (int, bool) { return 1, true }

func main() {
	n := pair() + 1 // problem: multiple-value pair() (value of type (int, bool)) in single-value context
	fmt.Println(n)
	x := 2 * len(strings.Cut("a", "b")) // problem: invalid operation: too many arguments for len(strings.Cut("a", "b")) (expected 1, found 3)
	fmt.Println(x)
	if pair() { // problem: multiple-value pair() (value of type (int, bool)) in single-value context
	}
	m := map[string]int{}
	m["a"] = pair() // problem: assignment mismatch: 1 variable but pair returns 2 values
	s := []int{pair()} // problem: multiple-value pair() (value of type (int, bool)) in single-value context
	fmt.Println(s, m)
}
