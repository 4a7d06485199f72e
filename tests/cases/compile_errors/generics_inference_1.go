// Type arguments that cannot be inferred, and wrong numbers of them.
package main

import "fmt"

func New[T any]() T                         { var t T; return t }
func Map[A, B any](xs []A, f func(A) B) []B { return nil }
func Pair[A, B any](a A, b B)               {}

type Box[T any] struct{ v T }

func plain(x int) {}

func main() {
	x := New() // problem: in call to New, cannot infer T
	_ = x
	fmt.Println(Map([]int{1}, nil)) // problem: in call to Map, cannot infer B
	Pair[int, string, bool](1, "a") // problem: got 3 type arguments but want 2
	Pair[string](1, 2) // problem: cannot use 1 (untyped int constant) as string value in argument to Pair[string]
	_, _ = b, c // problem: undefined: b ;; undefined: c
	_ = d // problem: undefined: d
	_ = f // problem: undefined: f
	_ = e // problem: undefined: e
}
