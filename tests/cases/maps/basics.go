// Literals, lookup with and without ok, delete, length, zero values, printing sorted.
package main

import (
	"fmt"
	"sort"
)

func main() {
	m := map[string]int{"one": 1, "two": 2}
	v, ok := m["three"]
	fmt.Println(m["one"], v, ok, len(m))
	m["three"] = 3
	delete(m, "one")
	delete(m, "none")
	fmt.Println(m, len(m))
	if v, ok := m["two"]; ok {
		fmt.Println("found", v)
	}
	_, ok = m["one"]
	fmt.Println(ok)
	var n map[string]int
	fmt.Println(n == nil, n["x"], len(n), n)
	delete(n, "x")
	for range n {
		fmt.Println("never")
	}
	a := m
	a["shared"] = 9
	fmt.Println(m["shared"], len(m))
	m["count"]++
	m["count"] += 5
	fmt.Println(m["count"])
	nested := map[string]map[string]int{"a": {"x": 1}}
	fmt.Println(nested["a"]["x"], nested["b"]["y"], nested["b"] == nil)
	if nested["b"] == nil {
		nested["b"] = map[string]int{}
	}
	nested["b"]["y"]++
	fmt.Println(nested)
	lists := map[string][]int{}
	lists["p"] = append(lists["p"], 1, 2)
	lists["q"] = append(lists["q"], 3)
	fmt.Println(lists)
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fmt.Print(k, "=", m[k], " ")
	}
	fmt.Println()
	clear(m)
	fmt.Println(m, len(m), m == nil)
	fmt.Printf("%v %d %#v %T\n", map[int]string{3: "c", 1: "a"}, map[string]int{"z": 1, "a": 2}, map[string]bool{"k": true}, nested)
	big := make(map[int]int, 100)
	for i := range 1000 {
		big[i%10] += i
	}
	fmt.Println(big)
}
