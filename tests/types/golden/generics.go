// Generic functions and types, constraints, inference.
package main

import (
	"cmp"
	"fmt"
	"slices"
)

type number interface{ ~int | ~float64 }
type stack[T any] struct{ items []T }
type pair[K comparable, V any] struct {
	key K
	val V
}
type tree[T cmp.Ordered] struct {
	left, right *tree[T]
	val         T
}
type bad[T undefined] struct{} // problem: undefined: undefined
type rec[T any] struct{ r rec[T] } // problem: invalid recursive type: rec[T] refers to itself
type mixed interface {
	number
	String() string
}
type myInt int
type set[T comparable] map[T]struct{}

func (s *stack[T]) push(x T)        { s.items = append(s.items, x) }
func (s stack[int]) wrong() int     { return 1 } // problem: cannot use 1 (untyped int constant) as int /* with int declared at 30:15 */ value in return statement
func (s stack) missing()            {} // problem: cannot use generic type stack[T any] without instantiation
func (s stack[A, B]) toomany()      {} // problem: receiver declares 2 type parameters, but receiver base type declares 1
func (p pair[K, V]) get() (K, V)    { return p.key, p.val }
func (p pair[K, V]) swap() pair[V, K] { return pair[V, K]{p.val, p.key} } // problem: V does not satisfy comparable

func sum[T number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return
}
func mapTo[T, U any](xs []T, f func(T) U) []U { return nil }
func keys[M ~map[K]V, K comparable, V any](m M) []K { return nil }
func zero[T any]() (t T)                            { return }
func compare[T any](a, b T) bool                    { return a == b } // problem: invalid operation: a == b (incomparable types in type set)
func less[T comparable](a, b T) bool                { return a < b } // problem: invalid operation: a < b (type parameter T cannot use operator <)
func add[T any](a, b T) T                           { return a + b } // problem: invalid operation: operator + not defined on a (variable of type T constrained by any)
func conv[T, U number](a T) U                       { return U(a) }
func conv2[T any](a T) int                          { return int(a) } // problem: cannot convert a (variable of type T constrained by any) to type int
func nilOf[T any]() T                               { return nil } // problem: cannot use nil as T value in return statement
func one[T number]() T                              { return 1.5 } // problem: cannot use 1.5 (untyped float constant) as T value in return statement
func str[T ~string | ~[]byte](x T) byte             { return x[0] }
func idx[T []int | map[int]int](x T)                { x[0] = 1 } // problem: cannot index x (variable of type T constrained by []int | map[int]int)
func rng[T []int | map[string]int](x T) {
	for range x { // problem: cannot range over x (variable of type T constrained by []int | map[string]int): []int and map[string]int have different underlying types
	}
}
func call[F func(int) | func(string)](f F) { f(1) } // problem: invalid operation: cannot call f (variable of type F constrained by func(int) | func(string)): func(int) and func(string) have different underlying types
func assert[T any](x T)                    { _ = x.(int) } // problem: invalid operation: cannot use type assertion on type parameter value x (variable of type T constrained by any)
func sw[T any](x T) {
	switch x.(type) { // problem: cannot use type switch on type parameter value x (variable of type T constrained by any)
	}
}
func method[T fmt.Stringer](x T) string { return x.String() + x.Foo() } // problem: x.Foo undefined (type T has no field or method Foo)
func cycle[T any](x T)                  { cycle(x) }
func lit[T any]() []T                   { return []T{1, nil} } // problem: cannot use 1 (untyped int constant) as T value in array or slice literal ;; cannot use nil as T value in array or slice literal
func ptr[T any, P interface{ *T; set(int) }](n int) T {
	var t T
	P(&t).set(n)
	return t
}

func main() {
	sum(1, 2)
	sum(1, 2.5)
	sum(1, "a") // problem: in call to sum, mismatched types untyped int and untyped string (cannot infer T)
	sum("a") // problem: string does not satisfy number (string missing in ~int | ~float64)
	sum[string]() // problem: string does not satisfy number (string missing in ~int | ~float64)
	sum[int](1.5) // problem: cannot use 1.5 (untyped float constant) as int value in argument to sum[int] (truncated)
	sum[int, int]() // problem: got 2 type arguments but want 1
	sum() // problem: in call to sum, cannot infer T
	zero() // problem: in call to zero, cannot infer T
	_ = zero[int]() + "a" // problem: invalid operation: zero[int]() + "a" (mismatched types int and untyped string)
	mapTo([]int{1}, func(s string) string { return s }) // problem: in call to mapTo, type func(s string) string of func(s string) string {…} does not match inferred type func(int) U for func(T) U
	mapTo([]int{1}, fmt.Sprint) // problem: in call to mapTo, type func(a ...any) string of fmt.Sprint does not match inferred type func(int) U for func(T) U
	_ = mapTo([]int{1}, func(n int) string { return "" }) + 1 // problem: invalid operation: mapTo([]int{…}, func(n int) string {…}) + 1 (mismatched types []string and untyped int)
	mapTo([]int{1}) // problem: not enough arguments in call to mapTo have ([]int) want ([]T, func(T) U)
	mapTo(1, 2) // problem: in call to mapTo, cannot infer T
	keys(map[string]int{})
	keys([]int{}) // problem: in call to keys, M (type []int) does not satisfy ~map[K]V
	_ = keys[map[string]int, int] // problem: M (type map[string]int) does not satisfy ~map[K]V
	compare(1, "a") // problem: in call to compare, mismatched types untyped int and untyped string (cannot infer T)
	compare([]int{}, []int{})
	less(func() {}, nil) // problem: func() does not satisfy comparable
	conv[int](1.5) // problem: in call to conv[int], cannot infer U
	_ = conv[int, string] // problem: string does not satisfy number (string missing in ~int | ~float64)
	ptr[int](1) // problem: *int does not satisfy interface{set(int); *int} (missing method set)
	ptr[myInt](1) // problem: *myInt does not satisfy interface{set(int); *myInt} (missing method set)
	var s stack // problem: cannot use generic type stack[T any] without instantiation ;; declared and not used: s
	var t stack[int, string] // problem: declared and not used: t ;; too many type arguments for type stack: have 2, want 1
	var u stack[int]
	u.push("a") // problem: cannot use "a" (untyped string constant) as int value in argument to u.push
	u.pop() // problem: u.pop undefined (type stack[int] has no field or method pop)
	var p pair[[]int, int] // problem: []int does not satisfy comparable ;; declared and not used: p
	var q = pair{1, 2} // problem: cannot use generic type pair[K comparable, V any] without instantiation ;; declared and not used: q
	var r = pair[string, int]{"a", "b"} // problem: cannot use "b" (untyped string constant) as int value in struct literal
	_, _ = r.get()
	r.swap().key = "x" // problem: cannot assign to r.swap().key (neither addressable nor a map index expression)
	var n number // problem: cannot use type number outside a type constraint: interface contains type constraints ;; declared and not used: n
	var x int[string] // problem: declared and not used: x ;; invalid operation: int[string] (int is not a generic type)
	var y tree[any] // problem: any does not satisfy cmp.Ordered ;; declared and not used: y
	var z set[func()] // problem: declared and not used: z ;; func() does not satisfy comparable
	var f func(int) int = sum // problem: declared and not used: f ;; type func(int) int of f does not match func(xs ...T) (t T) (cannot infer T)
	var g func(...int) int = sum // problem: declared and not used: g
	var h = sum // problem: cannot use generic function sum without instantiation ;; declared and not used: h
	var i func(...float64) float64 = sum[int] // problem: cannot use sum[int] (value of type func(xs ...int) (t int)) as func(...float64) float64 value in variable declaration ;; declared and not used: i
	slices.Sort([]any{1}) // problem: any does not satisfy cmp.Ordered
	slices.SortFunc([]int{1}, func(a, b string) int { return 0 }) // problem: in call to slices.SortFunc, S (type []int) does not satisfy ~[]E
	slices.Contains([]int{1}, "a") // problem: cannot use "a" (untyped string constant) as int value in argument to slices.Contains
	slices.Max(5) // problem: in call to slices.Max, cannot infer E
	_ = slices.Index([]string{"a"}, 1) // problem: cannot use 1 (untyped int constant) as string value in argument to slices.Index
	_ = cmp.Compare(1, "a") // problem: in call to cmp.Compare, mismatched types untyped int and untyped string (cannot infer T)
	_ = cmp.Compare(1i, 2i) // problem: complex128 does not satisfy cmp.Ordered (complex128 missing in ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64 | ~string)
	_ = stack[int]{items: []string{"a"}} // problem: cannot use []string{…} (value of type []string) as []int value in struct literal
	_ = stack[T]{} // problem: undefined: T
	main[int]() // problem: cannot index main (value of type func())
}
