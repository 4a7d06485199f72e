// Generic binary search, merge sort, heap, cache, graph and pipeline code.
package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

type Ordered interface{ cmp.Ordered }

func MergeSort[T any](xs []T, less func(a, b T) bool) []T {
	if len(xs) < 2 {
		return slices.Clone(xs)
	}
	l, r := MergeSort(xs[:len(xs)/2], less), MergeSort(xs[len(xs)/2:], less)
	out := make([]T, 0, len(xs))
	for len(l) > 0 && len(r) > 0 {
		if less(r[0], l[0]) {
			out, r = append(out, r[0]), r[1:]
		} else {
			out, l = append(out, l[0]), l[1:]
		}
	}
	return append(append(out, l...), r...)
}

func Search[T Ordered](xs []T, v T) (int, bool) {
	lo, hi := 0, len(xs)
	for lo < hi {
		if mid := lo + (hi-lo)/2; xs[mid] < v {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(xs) && xs[lo] == v
}

type Heap[T any] struct {
	less func(a, b T) bool
	d    []T
}

func (h *Heap[T]) Push(v T) {
	h.d = append(h.d, v)
	for i := len(h.d) - 1; i > 0; {
		p := (i - 1) / 2
		if !h.less(h.d[i], h.d[p]) {
			break
		}
		h.d[i], h.d[p] = h.d[p], h.d[i]
		i = p
	}
}
func (h *Heap[T]) Pop() T {
	top, last := h.d[0], len(h.d)-1
	h.d[0] = h.d[last]
	h.d = h.d[:last]
	for i := 0; ; {
		c := 2*i + 1
		if c >= last {
			break
		}
		if c+1 < last && h.less(h.d[c+1], h.d[c]) {
			c++
		}
		if !h.less(h.d[c], h.d[i]) {
			break
		}
		h.d[i], h.d[c] = h.d[c], h.d[i]
		i = c
	}
	return top
}

func GroupBy[K comparable, V any](xs []V, key func(V) K) map[K][]V {
	m := map[K][]V{}
	for _, x := range xs {
		m[key(x)] = append(m[key(x)], x)
	}
	return m
}

type Cache[K comparable, V any] struct {
	data map[K]V
	load func(K) (V, error)
	hits int
}

func (c *Cache[K, V]) Get(k K) (V, error) {
	if v, ok := c.data[k]; ok {
		c.hits++
		return v, nil
	}
	v, err := c.load(k)
	if err != nil {
		var zero V
		return zero, fmt.Errorf("load %v: %w", k, err)
	}
	if c.data == nil {
		c.data = make(map[K]V)
	}
	c.data[k] = v
	return v, nil
}

func main() {
	type p struct {
		n string
		a int
	}
	ps := []p{{"a", 3}, {"b", 1}, {"c", 3}, {"d", 1}}
	fmt.Println(MergeSort(ps, func(x, y p) bool { return x.a < y.a }), MergeSort([]int{5, 2, 9, 1}, func(a, b int) bool { return a > b }))
	fmt.Println(Search([]string{"a", "c", "e"}, "c"))
	fmt.Println(Search([]int{1, 3, 5}, 4))
	h := &Heap[string]{less: func(a, b string) bool { return len(a) < len(b) }}
	for _, s := range []string{"ccc", "a", "dddd", "bb"} {
		h.Push(s)
	}
	for len(h.d) > 0 {
		fmt.Print(h.Pop(), " ")
	}
	fmt.Println()
	fmt.Println(GroupBy([]int{1, 2, 3, 4, 5}, func(i int) bool { return i%2 == 0 }))
	c := &Cache[string, int]{load: strconv.Atoi}
	fmt.Println(c.Get("5"))
	fmt.Println(c.Get("5"))
	fmt.Println(c.Get("x"))
	fmt.Println(c.hits, len(c.data))
}
