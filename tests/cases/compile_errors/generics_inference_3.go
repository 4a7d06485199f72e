// Type arguments that cannot be inferred, and wrong numbers of them.
package main

func New[T any]() T                         { var t T; return t }
func Map[A, B any](xs []A, f func(A) B) []B { return nil }
func Pair[A, B any](a A, b B)               {}

type Box[T any] struct{ v T }

func plain(x int) {}

func main() {
	_ = x // problem: undefined: x
	_, _ = b, c // problem: undefined: b ;; undefined: c
	_ = d // problem: undefined: d
	f := Map // problem: cannot use generic function Map without instantiation
	_ = f
	Map[int, string]([]string{}, nil) // problem: cannot use []string{} (value of type []string) as []int value in argument to Map[int, string]
	var e int[string] // problem: invalid operation: int[string] (int is not a generic type)
	_ = e
}
