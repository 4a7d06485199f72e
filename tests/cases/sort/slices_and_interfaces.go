// sort.Ints, Strings, Slice, SliceStable, Sort, Reverse, Search.
package main

import (
	"cmp"
	"fmt"
	"math"
	"sort"
	"strings"
)

type person struct {
	name string
	age  int
}
type byAge []person

func (b byAge) Len() int           { return len(b) }
func (b byAge) Less(i, j int) bool { return b[i].age < b[j].age }
func (b byAge) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func main() {
	xs := []int{3, 1, 2}
	sort.Ints(xs)
	ss := []string{"b", "A", "a", "é", ""}
	sort.Strings(ss)
	fs := []float64{2.5, math.NaN(), -1, math.Inf(-1)}
	sort.Float64s(fs)
	fmt.Printf("%v %q %v\n", xs, ss, fs)
	ps := []person{{"a", 30}, {"b", 20}, {"c", 30}, {"d", 10}}
	sort.Sort(byAge(ps))
	fmt.Println(ps)
	sort.Sort(sort.Reverse(byAge(ps)))
	fmt.Println(ps[0].age, ps[3])
	sort.SliceStable(ps, func(i, j int) bool { return ps[i].name < ps[j].name })
	fmt.Println(ps)
	sort.Slice(ps, func(i, j int) bool {
		if ps[i].age != ps[j].age {
			return ps[i].age > ps[j].age
		}
		return ps[i].name > ps[j].name
	})
	fmt.Println(ps)
	fmt.Println(sort.IntsAreSorted(xs), sort.StringsAreSorted([]string{"b", "a"}), sort.SliceIsSorted(ps, func(i, j int) bool { return ps[i].age > ps[j].age }), sort.IsSorted(byAge(ps)))
	fmt.Println(sort.SearchInts(xs, 2), sort.SearchInts(xs, 10), sort.SearchStrings(ss, "a"), sort.Search(100, func(i int) bool { return i*i >= 50 }))
	i, found := sort.Find(3, func(i int) int { return cmp.Compare(2, xs[i]) })
	fmt.Println(i, found)
	sort.Sort(sort.Reverse(sort.IntSlice(xs)))
	sort.Sort(sort.Reverse(sort.StringSlice(ss)))
	fmt.Printf("%v %q\n", xs, ss)
	m := map[string]int{"x": 3, "y": 1, "z": 3}
	keys := make([]string, 0)
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if m[keys[i]] == m[keys[j]] {
			return keys[i] < keys[j]
		}
		return m[keys[i]] > m[keys[j]]
	})
	fmt.Println(keys)
	words := strings.Fields("the quick brown fox jumps over the lazy dog")
	sort.SliceStable(words, func(i, j int) bool { return len(words[i]) < len(words[j]) })
	fmt.Println(words)
}
