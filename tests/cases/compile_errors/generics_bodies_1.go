// Operations a type parameter does not allow; bad declarations.
package main

func add[T any](a, b T) T            { return a + b } // problem: invalid operation: operator + not defined on a (variable of type T constrained by any)
func less[T comparable](a, b T) bool { return a < b } // problem: invalid operation: a < b (type parameter T cannot use operator <)
func field[T any](x T) int           { return x.n } // problem: x.n undefined (type T has no field or method n)
func call[T any](x T) string         { return x.String() } // problem: x.String undefined (type T has no field or method String)

type N interface{ ~int | ~string }

type S[T any] struct{}

func (s S[T]) M[U any](u U) {}

func main() {
	_ = c // problem: undefined: c
	add(1, 2)
	switch any(1).(type) {
	}
}
