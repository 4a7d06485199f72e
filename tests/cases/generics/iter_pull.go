// Pulled iterators, adapters of sequences, loops that go on after they were left.
package main

import (
	"fmt"
	"iter"
)

func count(n int) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		defer fmt.Println("cleanup")
		for i := 0; i < n; i++ {
			if !yield(i, fmt.Sprintf("v%d", i*i)) {
				return
			}
		}
	}
}

func filter[K, V any](s iter.Seq2[K, V], keep func(K, V) bool) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		s(func(k K, v V) bool {
			if keep(k, v) {
				return yield(k, v)
			}
			return true
		})
	}
}

func take[T any](s iter.Seq[T], n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		if n <= 0 {
			return
		}
		i := 0
		for v := range s {
			if i++; !yield(v) || i == n {
				return
			}
		}
	}
}

func keys[K, V any](s iter.Seq2[K, V]) iter.Seq[K] {
	return func(yield func(K) bool) {
		for k := range s {
			if !yield(k) {
				return
			}
		}
	}
}

func bad(yield func(int) bool) {
	yield(1)
	yield(2)
}

func panicky(yield func(int) bool) {
	yield(7)
	panic("inside")
}

func main() {
	next, stop := iter.Pull2(count(3))
	fmt.Println(next())
	fmt.Println(next())
	stop()
	fmt.Println(next())
	for k, v := range filter(count(9), func(k int, _ string) bool { return k%3 == 0 }) {
		fmt.Println(k, v)
	}
	for k := range take(keys(count(100)), 4) {
		fmt.Print(k, ",")
	}
	fmt.Println()
	func() {
		defer func() { fmt.Println("r:", recover()) }()
		for i := range bad {
			fmt.Println(i)
			break
		}
	}()
	n2, s2 := iter.Pull(iter.Seq[int](panicky))
	fmt.Println(n2())
	func() {
		defer func() { fmt.Println("pulled:", recover()) }()
		n2()
	}()
	fmt.Println(n2())
	s2()
	var saved func(int) bool
	for i := range func(yield func(int) bool) { saved = yield; yield(1) } {
		fmt.Println("once", i)
	}
	defer func() { fmt.Println("late:", recover()) }()
	saved(3)
}
