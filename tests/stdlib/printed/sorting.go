// What is sorted, stable or with an order of all elements, and what slices and maps do in place.
package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
)

type P struct {
	K, V int
	N    struct{ X int }
}
type byK []P

func (b byK) Len() int           { return len(b) }
func (b byK) Less(i, j int) bool { return b[i].K < b[j].K }

type byAll struct{ byK }

func (b byAll) Less(i, j int) bool { return before(b.byK[i], b.byK[j]) }

// before leaves no two elements equal: where equal ones go is a matter of the algorithm.
func before(x, y P) bool { return x.K < y.K || x.K == y.K && x.V < y.V }
func (b byK) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

var seed uint32 = 1

func rnd(n int) int { seed = seed*1664525 + 1013904223; return int(seed>>8) % n }
func gen(n, k int, kind int) []P {
	s := make([]P, n)
	for i := range s {
		s[i].V = i
		switch kind {
		case 0:
			s[i].K = rnd(k)
		case 1:
			s[i].K = i / 3
		case 2:
			s[i].K = (n - i) / 2
		case 3:
			s[i].K = i % k
		case 4:
			if i%10 == 0 {
				s[i].K = rnd(k)
			} else {
				s[i].K = i
			}
		case 5:
			s[i].K = min(i, n-i)
		}
	}
	return s
}
func sum(s []P) string {
	h := 0
	for _, p := range s {
		h = (h*31 + p.K*7 + p.V) % 1000003
	}
	return fmt.Sprint(h)
}
func main() {
	for _, n := range []int{0, 1, 2, 5, 12, 13, 30, 49, 50, 51, 100, 333, 1000} {
		for kind := 0; kind < 6; kind++ {
			base := gen(n, 7, kind)
			a := slices.Clone(base)
			sort.Slice(a, func(i, j int) bool { return before(a[i], a[j]) })
			b := slices.Clone(base)
			slices.SortFunc(b, func(x, y P) int { return cmp.Or(x.K-y.K, x.V-y.V) })
			d := slices.Clone(base)
			sort.Sort(byAll{d})
			e := slices.Clone(base)
			sort.Stable(sort.Reverse(byK(e)))
			f := slices.Clone(base)
			slices.SortStableFunc(f, func(x, y P) int { return cmp.Compare(y.K, x.K) })
			g := slices.Clone(base)
			sort.SliceStable(g, func(i, j int) bool { return g[i].K < g[j].K })
			fmt.Println(n, kind, sum(a), sum(b), sum(d), sum(e), sum(f), sum(g), sort.IsSorted(byK(a)), sort.SliceIsSorted(b, func(i, j int) bool { return b[i].K < b[j].K }))
		}
	}
	ps := gen(20, 5, 0)
	p0 := &ps[0]
	sort.Slice(ps, func(i, j int) bool { return before(ps[i], ps[j]) })
	fmt.Println(*p0 == ps[0], p0.V)
	slices.Reverse(ps)
	fmt.Println(*p0 == ps[0])
	fl := []float64{3, math.NaN(), -1, math.Inf(1), 0, math.Copysign(0, -1), math.NaN(), 2, 5, 0, math.Copysign(0, -1), 4}
	sort.Float64s(fl)
	fmt.Println(fl)
	slices.Sort(fl)
	fmt.Println(fl, slices.IsSorted(fl), sort.Float64sAreSorted(fl), slices.Min(fl), slices.Max(fl[2:]))
	ss := []string{"b", "a", "", "é", "z", "B"}
	sort.Sort(sort.Reverse(sort.StringSlice(ss)))
	fmt.Printf("%q %d\n", ss, sort.SearchInts([]int{1, 3, 5}, 4))
	sort.Strings(ss)
	fmt.Println(sort.SearchStrings(ss, "b"), sort.StringsAreSorted(ss))
	i, ok := sort.Find(len(ss), func(i int) int { return strings.Compare("b", ss[i]) })
	fmt.Println(i, ok, sort.Search(10, func(i int) bool { return i*i >= 50 }))
	fmt.Println(slices.BinarySearch(ss, "z"))
	fmt.Println(slices.BinarySearchFunc(ps, 3, func(p P, k int) int { return cmp.Compare(p.K, k) }))
	bs := []byte("hello")
	slices.Sort(bs)
	fmt.Println(string(bs))
	sort.Slice(bs, func(i, j int) bool { return bs[i] > bs[j] })
	fmt.Println(string(bs))
	// edits and capacities
	x := []int{1, 2, 3, 4, 5}
	y := slices.Insert(x, 2, 10, 11)
	fmt.Println(x, y, len(y), cap(y))
	y = slices.Insert(y, len(y), 99)
	fmt.Println(y, cap(y))
	y = slices.Insert(y, 1, y[3:6]...)
	fmt.Println(y, cap(y))
	z := slices.Delete(y, 1, 4)
	fmt.Println(z, y, cap(z))
	z = slices.DeleteFunc(z, func(v int) bool { return v%2 == 0 })
	fmt.Println(z, len(z), cap(z), y)
	r := slices.Replace([]int{1, 2, 3, 4}, 1, 3, 7, 8, 9)
	fmt.Println(r, cap(r))
	r = slices.Replace(r, 0, 3)
	fmt.Println(r, cap(r), r[:5])
	fmt.Println(slices.Compact([]int{1, 1, 2, 2, 2, 3, 1, 1}), slices.CompactFunc([]string{"a", "A", "b"}, strings.EqualFold))
	g := slices.Grow([]int{1}, 10)
	fmt.Println(len(g), cap(g), cap(slices.Clip(g)), cap(slices.Clone(x)), cap(slices.Concat(x, x, x)), slices.Concat[[]int]() == nil, slices.Repeat([]int{1, 2}, 3), cap(slices.Repeat(x, 2)))
	col := slices.Collect(maps.Keys(map[string]int{"a": 1}))
	fmt.Println(col, cap(slices.Collect(slices.Values(x))), slices.Sorted(maps.Values(map[string]int{"a": 3, "b": 1, "c": 2})), slices.AppendSeq([]int{0}, slices.Values(x)))
	for i, v := range slices.Backward(x) {
		fmt.Print(i, v, " ")
	}
	for c := range slices.Chunk(x, 2) {
		fmt.Print(c, cap(c), " ")
	}
	for i, v := range slices.All(x) {
		if i == 2 {
			break
		}
		fmt.Print(i, v, ";")
	}
	fmt.Println(slices.Equal(x, []int{1, 2, 3, 4, 5}), slices.Compare([]int{1, 2}, []int{1, 3}), slices.Compare([]int{1, 2}, []int{1}), slices.Index(ss, "z"), slices.Contains(ss, "q"), slices.IndexFunc(x, func(v int) bool { return v > 2 }), slices.ContainsFunc(x, func(v int) bool { return v > 9 }))
	fmt.Println(slices.MinFunc(ps, func(a, b P) int { return a.K - b.K }), slices.MaxFunc(ps, func(a, b P) int { return a.V - b.V }))
	fmt.Println(cmp.Compare(math.NaN(), 1), cmp.Compare(math.NaN(), math.NaN()), cmp.Less(1, math.NaN()), cmp.Or("", "x", "y"), cmp.Or(0, 0), cmp.Compare("a", "b"))
	m := map[P]int{{K: 1}: 1}
	m2 := maps.Clone(m)
	m2[P{K: 2}] = 2
	fmt.Println(len(m), len(m2), maps.Equal(m, m2), maps.Equal(m, maps.Clone(m)))
	maps.DeleteFunc(m2, func(k P, v int) bool { return v == 1 })
	maps.Copy(m, m2)
	fmt.Println(m, maps.EqualFunc(m, m, func(a, b int) bool { return a == b }), maps.Collect(slices.All([]string{"q"})))
	mm := map[float64]string{}
	maps.Insert(mm, maps.All(map[float64]string{1: "a", math.NaN(): "n"}))
	fmt.Println(len(mm))
	for _, f := range []func(){func() { slices.Min([]int{}) }, func() { slices.Insert(x, 9, 1) }, func() { slices.Delete(x, 2, 1) }, func() { slices.Delete(x, 1, 9) }, func() { slices.Grow(x, -1) }, func() { slices.Repeat(x, -1) }, func() { slices.Chunk(x, 0) }, func() { slices.Replace(x, 3, 2) }, func() { slices.Insert(x, -1, 1) }, func() { sort.Slice(5, nil) }, func() { sort.Slice(nil, nil) }, func() { slices.Delete(x, -1, 2) }, func() { var mn map[string]int; maps.Copy(mn, map[string]int{"a": 1}) }} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
}
