// Operations a type parameter does not allow; bad declarations.
package main

type N interface{ ~int | ~string }

var v N // problem: cannot use type N outside a type constraint: interface contains type constraints

type S[T any] struct{}

func (s S[T]) M[U any](u U) {}
func (s S[int]) X() int     { return 1 } // problem: cannot use 1 (untyped int constant) as int /* with int declared at 11:11 */ value in return statement

func main() {
	var c comparable // problem: cannot use type comparable outside a type constraint: interface is (or embeds) comparable
	_ = c
	add(1, 2) // problem: undefined: add
	switch any(1).(type) {
	case N: // problem: cannot use type N outside a type constraint: interface contains type constraints
	}
}
