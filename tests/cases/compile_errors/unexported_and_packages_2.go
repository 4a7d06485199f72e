// Unexported names of packages, packages used as values, assignments to them.
package main

import (
	"math"
	"os"
	"strings"
)

func main() {
	_ = x // problem: undefined: x
	strings.ToUpper = nil // problem: cannot assign to strings.ToUpper (neither addressable nor a map index expression) | use of package strings not in selector
	math.Pi = 3 // problem: cannot assign to math.Pi (neither addressable nor a map index expression) | use of package math not in selector
	fmt.Println(math.PI, strings.Length("x"), time.second, sort.ints([]int{}), os.Exit) // problem: undefined: fmt | undefined: math.PI (but have Pi) | undefined: sort | undefined: strings.Length | undefined: time
	var sb strings.Builder
	_ = sb
	_ = t // problem: undefined: t
}
