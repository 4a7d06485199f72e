// Arguments of the wrong type.
package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

type T struct{}

func add(a, b int) int   { return a + b }
func join(xs []string)   {}
func take(t *T, e error) {}

func main() {
	fmt.Println(strings.Repeat("a", "b"), strings.Contains("a", 'b')) // problem: cannot use "b" (untyped string constant) as int value in argument to strings.Repeat ;; cannot use 'b' (untyped rune constant 98) as string value in argument to strings.Contains
	fmt.Println(strconv.Itoa("5"), strconv.Atoi) // problem: cannot use "5" (untyped string constant) as int value in argument to strconv.Itoa
	fmt.Println(math.Sqrt("4")) // problem: cannot use "4" (untyped string constant) as float64 value in argument to math.Sqrt
	n := 4
	fmt.Println(math.Sqrt(n)) // problem: cannot use n (variable of type int) as float64 value in argument to math.Sqrt
}
