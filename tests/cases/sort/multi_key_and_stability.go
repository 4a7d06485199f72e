// Sorting by several keys, by computed keys, descending, with helpers and custom orders.
package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
)

type Emp struct {
	Name string
	Dept string
	Age  int
	Pay  float64
}
type by func(a, b *Emp) int

func (f by) then(g by) by {
	return func(a, b *Emp) int {
		if c := f(a, b); c != 0 {
			return c
		}
		return g(a, b)
	}
}
func (f by) desc() by { return func(a, b *Emp) int { return -f(a, b) } }

type sorter struct {
	list []Emp
	cmp  by
}

func (s sorter) Len() int           { return len(s.list) }
func (s sorter) Less(i, j int) bool { return s.cmp(&s.list[i], &s.list[j]) < 0 }
func (s sorter) Swap(i, j int)      { s.list[i], s.list[j] = s.list[j], s.list[i] }

func names(es []Emp) (s string) {
	for _, e := range es {
		s += e.Name + " "
	}
	return
}

type version string

func (v version) parts() (out []int) {
	for _, p := range strings.Split(string(v), ".") {
		n, _ := strconv.Atoi(p)
		out = append(out, n)
	}
	return
}

func main() {
	es := []Emp{{"eve", "ops", 30, 10}, {"bob", "dev", 25, 20.5}, {"ann", "dev", 30, 20.5}, {"dan", "ops", 25, 9}, {"cid", "dev", 25, 30}}
	dept := by(func(a, b *Emp) int { return strings.Compare(a.Dept, b.Dept) })
	age := by(func(a, b *Emp) int { return a.Age - b.Age })
	pay := by(func(a, b *Emp) int { return cmp.Compare(a.Pay, b.Pay) })
	for _, order := range []by{dept.then(age), age.then(pay.desc()), pay.desc().then(dept).then(age.desc())} {
		list := slices.Clone(es)
		sort.Stable(sorter{list, order})
		fmt.Println(names(list))
	}
	fmt.Println(names(es))
	sort.SliceStable(es, func(i, j int) bool { return es[i].Age < es[j].Age })
	fmt.Println(names(es))
	vs := []version{"1.10.0", "1.2", "1.2.0", "1.9.9", "0.99", "1.10"}
	slices.SortFunc(vs, func(a, b version) int { return slices.Compare(a.parts(), b.parts()) })
	fmt.Println(vs)
	words := strings.Fields("Banana apple cherry Apple banana date")
	slices.SortStableFunc(words, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	fmt.Println(words)
	rank := map[string]int{"low": 0, "mid": 1, "high": 2}
	levels := []string{"high", "low", "mid", "low", "unknown", "high"}
	sort.SliceStable(levels, func(i, j int) bool { return rank[levels[i]] < rank[levels[j]] })
	fmt.Println(levels)
	idx := []int{0, 1, 2, 3, 4}
	vals := []float64{2.5, -1, 9, 0, 2.5}
	sort.Slice(idx, func(a, b int) bool {
		if vals[idx[a]] != vals[idx[b]] {
			return vals[idx[a]] > vals[idx[b]]
		}
		return idx[a] < idx[b]
	})
	fmt.Println(idx, vals)
	group := map[string][]int{}
	for _, e := range es {
		group[e.Dept] = append(group[e.Dept], e.Age)
	}
	for _, k := range slices.Sorted(maps.Keys(group)) {
		slices.Sort(group[k])
		fmt.Print(k, group[k], " ")
	}
	fmt.Println()
	n, found := slices.BinarySearchFunc(es, 30, func(e Emp, t int) int { return cmp.Compare(e.Age, t) })
	fmt.Println(n, found, sort.Search(len(vals), func(i int) bool { return false }))
	rs := []rune("sorting")
	slices.Sort(rs)
	bs := []byte("bytes")
	slices.SortFunc(bs, func(a, b byte) int { return int(b) - int(a) })
	fmt.Println(string(rs), string(bs))
}
