// sort.Slice and sort.Sort of many ties: the exact order of Go's pattern-defeating quicksort.
package main

import (
	"fmt"
	"slices"
	"sort"
)

type rec struct{ k, id int }
type recs []rec

func (r recs) Len() int           { return len(r) }
func (r recs) Less(i, j int) bool { return r[i].k < r[j].k }
func (r recs) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }

func mk(n, mod, seed int) recs {
	out := make(recs, n)
	x := uint32(seed)
	for i := range out {
		x = x*1664525 + 1013904223
		out[i] = rec{int(x>>16) % mod, i}
	}
	return out
}

func ids(r recs) (out []int) {
	for _, x := range r {
		out = append(out, x.id)
	}
	return
}

func main() {
	for _, n := range []int{5, 12, 13, 20, 50, 60, 130} {
		r := mk(n, 3, n)
		sort.Slice(r, func(i, j int) bool { return r[i].k < r[j].k })
		fmt.Println(n, ids(r))
		r = mk(n, 4, n)
		sort.Sort(r)
		fmt.Println(n, ids(r))
		r = mk(n, 5, n)
		slices.SortFunc(r, func(a, b rec) int { return a.k - b.k })
		fmt.Println(n, ids(r))
		r = mk(n, 5, n)
		sort.Stable(r)
		fmt.Println(n, ids(r))
	}
	same := make(recs, 30)
	for i := range same {
		same[i].id = i
	}
	sort.Slice(same, func(i, j int) bool { return same[i].k < same[j].k })
	fmt.Println(ids(same))
	desc := make(recs, 40)
	for i := range desc {
		desc[i] = rec{(40 - i) / 4, i}
	}
	sort.Slice(desc, func(i, j int) bool { return desc[i].k < desc[j].k })
	fmt.Println(ids(desc))
}
