// Function types, comparisons with nil, returning and storing functions.
package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

type pred func(int) bool
type mapper[A, B any] func(A) B

func filter(xs []int, ps ...pred) (out []int) {
next:
	for _, x := range xs {
		for _, p := range ps {
			if !p(x) {
				continue next
			}
		}
		out = append(out, x)
	}
	return
}

func (p pred) not() pred       { return func(x int) bool { return !p(x) } }
func (p pred) and(q pred) pred { return func(x int) bool { return p(x) && q(x) } }

func apply[A, B any](xs []A, f mapper[A, B]) []B {
	out := make([]B, len(xs))
	for i, x := range xs {
		out[i] = f(x)
	}
	return out
}

func reduce[A, B any](xs []A, init B, f func(B, A) B) B {
	for _, x := range xs {
		init = f(init, x)
	}
	return init
}

func even(x int) bool { return x%2 == 0 }

func divmod(a, b int) (q, r int) { return a / b, a % b }
func show(q, r int) string       { return fmt.Sprint(q, ":", r) }

func main() {
	xs := []int{1, 2, 3, 4, 5, 6, 7, 8}
	big := pred(func(x int) bool { return x > 4 })
	fmt.Println(filter(xs, even), filter(xs, even, big), filter(xs, big.not()), filter(xs, pred(even).and(big)), filter(xs))
	fmt.Println(apply(xs[:3], func(x int) string { return strings.Repeat("*", x) }))
	fmt.Println(reduce(xs, 0, func(a, x int) int { return a + x }), reduce(xs, "", func(a string, x int) string { return a + strconv.Itoa(x) }))
	var f func()
	fmt.Println(f == nil)
	fmt.Println(show(divmod(17, 5)))
	g := divmod
	q, r := g(9, 4)
	fmt.Println(q, r)
	fmt.Printf("%T %T %T\n", even, big, g)
	var memo func(func(int) int) func(int) int = func(f func(int) int) func(int) int {
		cache := map[int]int{}
		return func(n int) int {
			if v, ok := cache[n]; ok {
				return v
			}
			cache[n] = f(n)
			return cache[n]
		}
	}
	calls := 0
	sq := memo(func(n int) int { calls++; return n * n })
	fmt.Println(sq(4), sq(4), sq(5), calls)
	ops := [...]struct {
		name string
		fn   func(float64, float64) float64
	}{{"pow", math.Pow}, {"max", math.Max}, {"sub", func(a, b float64) float64 { return a - b }}}
	for _, o := range ops {
		fmt.Print(o.name, " ", o.fn(2, 3), "; ")
	}
	fmt.Println()
}
