// A call with two results where one value is wanted.
package main

import (
	"fmt"
	"strconv"
	"strings"
)

func main() {
	n := strconv.Atoi("5") + 1 // problem: multiple-value strconv.Atoi("5") (value of type (int, error)) in single-value context
	fmt.Println(n)
	x := 2 * len(strings.Cut("a", "b")) // problem: invalid operation: too many arguments for len(strings.Cut("a", "b")) (expected 1, found 3)
	fmt.Println(x)
	if strconv.ParseBool("true") { // problem: multiple-value strconv.ParseBool("true") (value of type (bool, error)) in single-value context
	}
	m := map[string]int{}
	m["a"] = strconv.Atoi("1") // problem: assignment mismatch: 1 variable but strconv.Atoi returns 2 values
	s := []int{strconv.Atoi("2")} // problem: multiple-value strconv.Atoi("2") (value of type (int, error)) in single-value context
	fmt.Println(s, m)
}
