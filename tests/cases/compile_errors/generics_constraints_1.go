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
	fmt.Println(Sum("a", "b"), Sum[string]()) // problem: string does not satisfy Num (string missing in ~int | ~float64)
	fmt.Println(Eq([]int{}, []int{})) // problem: []int does not satisfy comparable
	fmt.Println(Max(1i, 2i), Max(struct{}{}, struct{}{})) // problem: complex128 does not satisfy cmp.Ordered (complex128 missing in ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64 | ~string) ;; struct{} does not satisfy cmp.Ordered (struct{} missing in ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64 | ~string)
	fmt.Println(Str(5)) // problem: int does not satisfy fmt.Stringer (missing method String)
	_ = s // problem: undefined: s
	var f func()
	_ = f
}
