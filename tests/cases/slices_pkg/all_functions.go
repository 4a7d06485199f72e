// The functions of package slices.
package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

func main() {
	s := []int{3, 1, 4, 1, 5, 9, 2, 6}
	fmt.Println(slices.Contains(s, 4), slices.Index(s, 1), slices.Index(s, 7), slices.IndexFunc(s, func(x int) bool { return x > 4 }), slices.ContainsFunc(s, func(x int) bool { return x > 10 }))
	fmt.Println(slices.Max(s), slices.Min(s), len(s))
	t := slices.Clone(s)
	slices.Sort(t)
	fmt.Println(t, s, slices.IsSorted(t), slices.IsSorted(s))
	fmt.Println(slices.BinarySearch(t, 4))
	fmt.Println(slices.BinarySearch(t, 7))
	fmt.Println(slices.BinarySearchFunc([]string{"a", "bb", "cccc"}, 2, func(e string, n int) int { return len(e) - n }))
	slices.Reverse(t)
	fmt.Println(t, slices.Compact(slices.Clone(t)))
	fmt.Println(slices.Equal(s, t), slices.Equal([]int{}, nil), slices.Compare([]int{1, 2}, []int{1, 3}), slices.Compare([]int{1}, []int{1, 0}))
	fmt.Println(slices.Insert([]int{1, 2, 3}, 1, 9, 8), slices.Delete([]int{0, 1, 2, 3, 4}, 1, 3), slices.Replace([]int{0, 1, 2, 3}, 1, 3, 7, 7, 7))
	fmt.Println(slices.DeleteFunc([]int{1, 2, 3, 4}, func(x int) bool { return x%2 == 0 }), slices.Concat([]int{1}, nil, []int{2, 3}), slices.Repeat([]string{"a", "b"}, 2))
	fmt.Println(slices.CompactFunc([]string{"a", "A", "b"}, strings.EqualFold), slices.MaxFunc([]string{"a", "ccc", "bb"}, func(a, b string) int { return cmp.Compare(len(a), len(b)) }))
	type p struct {
		n string
		a int
	}
	ps := []p{{"x", 2}, {"y", 1}, {"z", 2}}
	slices.SortStableFunc(ps, func(a, b p) int { return cmp.Compare(a.a, b.a) })
	fmt.Println(ps)
	slices.SortFunc(ps, func(a, b p) int { return cmp.Or(-cmp.Compare(a.a, b.a), strings.Compare(b.n, a.n)) })
	fmt.Println(ps, slices.IsSortedFunc(ps, func(a, b p) int { return b.a - a.a }))
	for c := range slices.Chunk([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Print(c, cap(c), " ")
	}
	for i, v := range slices.Backward([]string{"a", "b"}) {
		fmt.Print(i, v, " ")
	}
	for i, v := range slices.All([]string{"c"}) {
		fmt.Print(i, v, " ")
	}
	fmt.Println(slices.Collect(slices.Values([]int{7, 8})), slices.Sorted(slices.Values(s)), slices.AppendSeq([]int{0}, slices.Values([]int{1})))
	fmt.Println(slices.SortedFunc(slices.Values(s), func(a, b int) int { return b - a }), slices.EqualFunc([]int{1}, []string{"1"}, func(i int, s string) bool { return strconv.Itoa(i) == s }))
	d := []int{1, 2, 3, 4}
	e := slices.Delete(d, 0, 2)
	fmt.Println(d, e, cap(slices.Clip(e)))
	fs := []float64{math.NaN(), 1, math.Inf(-1)}
	slices.Sort(fs)
	fmt.Println(fs, slices.Contains(fs, math.NaN()), slices.Max([]float64{1, math.NaN()}))
	func() {
		defer func() { fmt.Println(recover()) }()
		slices.Max([]int{})
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		slices.Insert([]int{1}, 5, 1)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		slices.Delete([]int{1, 2}, 1, 5)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		for range slices.Chunk([]int{1}, 0) {
		}
	}()
}
