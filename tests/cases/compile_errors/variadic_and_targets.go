// Where ... may stand, and which function types a generic function may be instantiated for.
package main

import "fmt"

func first(xs ...int, last int) int { return last } // problem: can only use ... with final parameter
func both(a, b ...int)              {} // problem: can only use ... with final parameter

type op func(xs ...string, n int) // problem: can only use ... with final parameter

func same[T any](x T) T { return x }

func fits[F func(int) int]() {
	fmt.Println([]F{same}[0](1), F(same)(2), struct{ f F }{f: same}.f(3))
}

func either[F func(int) int | func(string) string]() {
	_ = []F{same} // problem: cannot use generic function same without instantiation
	_ = F(same) // problem: cannot use generic function same without instantiation
}

type box[T any] struct{ v T }

func (b box[T]) into[P *T](p P) { *p = b.v }

func main() {
	fits[func(int) int]()
	either[func(int) int]()
	var s string
	var n int
	box[int]{1}.into(&n)
	box[int]{1}.into(&s) // problem: in call to box[int]{…}.into, P (type *string) does not satisfy *int
	_ = box[string]{"a"}.into[*int] // problem: *int does not satisfy *string (*int missing in *string)
	var o op = 3 // problem: cannot use 3 (untyped int constant) as op value in variable declaration
	fmt.Println(first(1, 2), o)
}
