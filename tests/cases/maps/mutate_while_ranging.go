// Deleting while ranging is safe; entries deleted before they are reached do not appear.
package main

import (
	"fmt"
	"sort"
)

func main() {
	m := map[int]int{}
	for i := range 100 {
		m[i] = i * i
	}
	for k := range m {
		if k%2 == 1 {
			delete(m, k)
		}
	}
	fmt.Println(len(m), m[4], m[5])
	visited := 0
	for range m {
		visited++
		clear(m)
	}
	fmt.Println(visited, len(m))
	n := map[string]int{"a": 1, "b": 2, "c": 3}
	for k, v := range n {
		n[k] = v * 10
	}
	fmt.Println(n)
	seen := 0
	for k := range n {
		for j := range n {
			if j != k {
				delete(n, j)
			}
		}
		seen++
	}
	fmt.Println(seen, len(n))
	inv := map[int][]string{}
	for k, v := range map[string]int{"x": 1, "y": 2, "z": 1} {
		inv[v] = append(inv[v], k)
	}
	for _, list := range inv {
		sort.Strings(list)
	}
	fmt.Println(inv)
	total := 0
	for _, v := range map[string]int{"p": 5, "q": 6} {
		total += v
	}
	fmt.Println(total)
	type acc struct{ n int }
	ptrs := map[string]*acc{"a": {1}, "b": {2}}
	for _, p := range ptrs {
		p.n *= 100
	}
	fmt.Println(ptrs["a"].n, ptrs["b"].n)
	vals := map[string]acc{"a": {1}}
	for _, v := range vals {
		v.n = 50
	}
	t := vals["a"]
	t.n++
	vals["a"] = t
	fmt.Println(vals)
}
