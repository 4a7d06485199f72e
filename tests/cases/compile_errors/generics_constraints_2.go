// Type arguments that do not satisfy their constraints.
package main

import (
	"cmp"
	"fmt"
)

type Num interface{ ~int | ~float64 }

func Sum[T Num](xs ...T) (t T)       { return }
func Eq[T comparable](a, b T) bool   { return a == b }
func Max[T cmp.Ordered](a, b T) T    { return a }
func Str[T fmt.Stringer](v T) string { return v.String() }

type Set[T comparable] map[T]bool

func main() {
	var s Set[[]int] // problem: []int does not satisfy comparable
	_ = s
	fmt.Println(Sum(1, 2.5), Sum(1, "x"), Max(1, "a")) // problem: in call to Max, mismatched types untyped int and untyped string (cannot infer T) ;; in call to Sum, mismatched types untyped int and untyped string (cannot infer T)
	var f func()
	fmt.Println(Eq(f, f)) // problem: func() does not satisfy comparable
}
