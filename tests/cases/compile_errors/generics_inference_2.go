// Type arguments that cannot be inferred, and wrong numbers of them.
package main

func New[T any]() T                         { var t T; return t }
func Map[A, B any](xs []A, f func(A) B) []B { return nil }
func Pair[A, B any](a A, b B)               {}

type Box[T any] struct{ v T }

func plain(x int) {}

func main() {
	_ = x // problem: undefined: x
	var b Box // problem: cannot use generic type Box[T any] without instantiation
	var c Box[int, string] // problem: too many type arguments for type Box: have 2, want 1
	_, _ = b, c
	plain[int](5) // problem: cannot index plain (value of type func(x int))
	d := Box{v: 1} // problem: cannot use generic type Box[T any] without instantiation
	_ = d
	_ = f // problem: undefined: f
	_ = e // problem: undefined: e
}
