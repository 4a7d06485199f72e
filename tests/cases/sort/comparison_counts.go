// How often Less is called on sorted, reversed and tied inputs.
package main

import (
	"fmt"
	"slices"
	"sort"
)

func main() {
	for _, n := range []int{2, 10, 12, 13, 100, 1000} {
		asc, desc, same := make([]int, n), make([]int, n), make([]int, n)
		for i := range n {
			asc[i], desc[i] = i, n-i
		}
		for _, s := range [][]int{asc, desc, same} {
			calls := 0
			sort.Slice(s, func(i, j int) bool { calls++; return s[i] < s[j] })
			fmt.Print(calls, " ")
			calls = 0
			slices.SortStableFunc(s, func(a, b int) int { calls++; return a - b })
			fmt.Print(calls, " ")
		}
		fmt.Println(n, sort.IntsAreSorted(desc))
	}
	calls := 0
	i := sort.Search(1000, func(i int) bool { calls++; return i >= 777 })
	fmt.Println(i, calls)
	trace := []string{}
	s := []int{3, 1, 2}
	sort.Slice(s, func(i, j int) bool {
		trace = append(trace, fmt.Sprint(i, ",", j))
		return s[i] < s[j]
	})
	fmt.Println(s, trace)
}
