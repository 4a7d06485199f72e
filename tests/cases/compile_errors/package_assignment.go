// Assigning to what a package exports.
package main

import (
	"fmt"
	"math"
	"strings"
)

func main() {
	fmt.Println(math.Pi, strings.ToUpper("a"))
	math.Pi = 3 // problem: cannot assign to math.Pi (neither addressable nor a map index expression) ;; use of package math not in selector
	fmt.Println = nil // problem: cannot assign to fmt.Println (neither addressable nor a map index expression) ;; use of package fmt not in selector
}
