// Iterators in iterators: yields in yields, early break, deferred calls inside, labelled continue.
package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

type Tree[T any] struct {
	Left, Right *Tree[T]
	Val         T
}

func (t *Tree[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) { t.push(yield) }
}

func (t *Tree[T]) push(yield func(T) bool) bool {
	if t == nil {
		return true
	}
	return t.Left.push(yield) && yield(t.Val) && t.Right.push(yield)
}

func zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		next, stop := iter.Pull(b)
		defer stop()
		for x := range a {
			y, ok := next()
			if !ok || !yield(x, y) {
				return
			}
		}
	}
}

func loud(name string, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Println("done", name)
		for i := range n {
			if !yield(i) {
				fmt.Println("stopped", name, "at", i)
				return
			}
		}
		fmt.Println("exhausted", name)
	}
}

func find(n int) (res int) {
	defer func() { res *= 10 }()
	for i := range loud("outer", 5) {
		defer fmt.Println("deferred", i)
		for j := range loud("inner", 5) {
			if i*j == n {
				return i + j
			}
			if j > i {
				break
			}
		}
	}
	return -1
}

func main() {
	t := &Tree[int]{&Tree[int]{nil, &Tree[int]{nil, nil, 2}, 1}, &Tree[int]{nil, nil, 9}, 5}
	for v := range t.All() {
		if v == 9 {
			break
		}
		fmt.Print(v, " ")
	}
	fmt.Println(slices.Collect(t.All()))
	fmt.Println(find(2))
	fmt.Println(find(77))
	for a, b := range zip(t.All(), loud("z", 3)) {
		fmt.Println(a, b)
	}
outer:
	for i := range loud("A", 3) {
		for j := range loud("B", 3) {
			switch {
			case j == 1 && i == 0:
				continue outer
			case i == 1:
				break outer
			}
		}
	}
	m := maps.Collect(zip(slices.Values([]string{"x", "y"}), t.All()))
	fmt.Println(m, len(m))
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		for i := range loud("P", 3) {
			if i == 1 {
				panic(fmt.Sprint("at ", i))
			}
		}
	}()
	var nothing func(func() bool)
	defer func() { fmt.Println(recover()) }()
	for range nothing {
	}
}
