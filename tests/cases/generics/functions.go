// Generic functions with inference, explicit instantiation and function values.
package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

type Number interface {
	~int | ~int64 | ~float64
}

func Map[A, B any](xs []A, f func(A) B) []B {
	out := make([]B, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func Filter[S ~[]E, E any](s S, keep func(E) bool) S {
	var out S
	for _, e := range s {
		if keep(e) {
			out = append(out, e)
		}
	}
	return out
}

func Sum[T Number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return
}

func Keys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	ks := make([]K, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}

func Zero[T any]() T    { var z T; return z }
func Ptr[T any](v T) *T { return &v }
func Index[T comparable](xs []T, v T) int {
	for i, x := range xs {
		if x == v {
			return i
		}
	}
	return -1
}
func Reduce[T, A any](xs []T, a A, f func(A, T) A) A {
	for _, x := range xs {
		a = f(a, x)
	}
	return a
}
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

type Money float64
type Names []string

func main() {
	fmt.Println(Map([]int{1, 2, 3}, func(i int) string { return strconv.Itoa(i * i) }), Map([]string{"a"}, strings.ToUpper))
	fmt.Println(Filter(Names{"ann", "bo"}, func(s string) bool { return len(s) > 2 }))
	fmt.Printf("%T\n", Filter(Names{"ann"}, func(string) bool { return true }))
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2), Sum[Money](1, 2.5), Sum[int]())
	fmt.Printf("%T %T\n", Sum(1, 2.5), Sum(Money(1)))
	fmt.Println(Keys(map[string]int{"b": 1, "a": 2}), Keys(map[int]bool{3: true, 1: false}))
	fmt.Println(Zero[int](), Zero[string]() == "", Zero[*int]() == nil, Zero[[2]bool](), Zero[error]() == nil)
	p := Ptr(5)
	*p++
	fmt.Println(*p, *Ptr("s"), Index([]string{"x", "y"}, "y"), Index([]float64{1}, 2))
	f := Sum[float64]
	fmt.Printf("%T %v\n", f, f(1, 2))
	var g func(...int) int = Sum
	fmt.Println(g(4, 5))
	fmt.Println(Reduce([]string{"a", "bb"}, 0, func(n int, s string) int { return n + len(s) }))
	fmt.Println(Must(strconv.Atoi("12")), Must(strconv.ParseBool("true")))
	fmt.Println(Map(Map([]int{1, 2}, func(i int) float64 { return float64(i) / 2 }), func(f float64) string { return fmt.Sprint(f) }))
}
