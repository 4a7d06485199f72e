// Too few and too many arguments.
package main

import (
	"fmt"
	"strings"
)

func add(a, b int) int { return a + b }

func vary(s string, xs ...int) int { return len(xs) }

func none() {}

func main() {
	none(1) // problem: too many arguments in call to none have (number) want ()
	fmt.Println(strings.Repeat("a"), strings.ToUpper("a", "b")) // problem: not enough arguments in call to strings.Repeat have (string) want (string, int) ;; too many arguments in call to strings.ToUpper have (string, string) want (string)
	fmt.Println(len(), len("a", "b")) // problem: invalid operation: not enough arguments for len() (expected 1, found 0) ;; invalid operation: too many arguments for len("a", "b") (expected 1, found 2)
}
