// The functions of package maps, and cmp.
package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

func main() {
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	fmt.Println(slices.Sorted(maps.Keys(m)), slices.Sorted(maps.Values(m)), len(slices.Collect(maps.Keys(m))))
	c := maps.Clone(m)
	delete(c, "a")
	fmt.Println(m, c, maps.Equal(m, c))
	maps.Copy(c, map[string]int{"z": 26, "b": 20})
	fmt.Println(c)
	maps.DeleteFunc(c, func(k string, v int) bool { return v > 10 })
	fmt.Println(c)
	fmt.Println(maps.EqualFunc(map[int]string{1: "A"}, map[int]string{1: "a"}, strings.EqualFold))
	d := maps.Collect(maps.All(m))
	d["new"] = 1
	fmt.Println(len(m), len(d))
	maps.Insert(d, maps.All(map[string]int{"x": 9}))
	fmt.Println(d)
	inv := make(map[int]string)
	for k, v := range maps.All(m) {
		inv[v] = k
	}
	fmt.Println(inv)
	var n map[string]int
	fmt.Println(maps.Clone(n) == nil, slices.Collect(maps.Keys(n)) == nil, len(maps.Collect(maps.All(n))))
	fmt.Println(cmp.Compare(1, 2), cmp.Compare("b", "a"), cmp.Less(1.5, 2.5), cmp.Compare(math.NaN(), 1), cmp.Compare(math.NaN(), math.NaN()), cmp.Or(0, 3, 5), cmp.Or("", "default"), cmp.Or[int]())
	total := 0
	for v := range maps.Values(m) {
		total += v
	}
	fmt.Println(total)
	keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Compare(m[b], m[a]) })
	fmt.Println(keys)
}
