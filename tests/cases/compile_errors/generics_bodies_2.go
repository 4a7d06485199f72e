// Operations a type parameter does not allow; bad declarations.
package main

func conv[T any](x T) int         { return int(x) } // problem: cannot convert x (variable of type T constrained by any) to type int
func zero[T any]() T              { return nil } // problem: cannot use nil as T value in return statement
func lit[T ~int | ~string](x T) T { return 5 } // problem: cannot use 5 (untyped int constant) as T value in return statement
func index[T any](x T)            { _ = x[0] } // problem: cannot index x (variable of type T constrained by any)

type N interface{ ~int | ~string }

type S[T any] struct{}

func (s S[T]) M[U any](u U) {}

func main() {
	_ = c // problem: undefined: c
	add(1, 2) // problem: undefined: add
	switch any(1).(type) {
	}
}
