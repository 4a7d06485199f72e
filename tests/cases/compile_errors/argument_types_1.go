// Arguments of the wrong type.
package main

import (
	"fmt"
)

type T struct{}

func add(a, b int) int   { return a + b }
func join(xs []string)   {}
func take(t *T, e error) {}

func main() {
	fmt.Println(add("1", 2), add(1, 2.5)) // problem: cannot use "1" (untyped string constant) as int value in argument to add ;; cannot use 2.5 (untyped float constant) as int value in argument to add (truncated)
	join([]int{1}) // problem: cannot use []int{…} (value of type []int) as []string value in argument to join
	take(T{}, nil) // problem: cannot use T{} (value of struct type T) as *T value in argument to take
	take(nil, "err") // problem: cannot use "err" (constant of type string) as error value in argument to take: string does not implement error (missing method Error)
	n := 4
	_ = n
}
