// Maps of funcs, structs, slices; method-like dispatch tables.
package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

type op func(a, b float64) (float64, error)
type emp struct {
	Name string
	Pay  float64
}

func main() {
	ops := map[string]op{
		"+": func(a, b float64) (float64, error) { return a + b, nil },
		"/": func(a, b float64) (float64, error) {
			if b == 0 {
				return 0, fmt.Errorf("division of %v by zero", a)
			}
			return a / b, nil
		},
	}
	for _, e := range []struct {
		op   string
		a, b float64
	}{{"+", 1, 2}, {"/", 1, 4}, {"/", 1, 0}, {"^", 1, 1}} {
		f, ok := ops[e.op]
		if !ok {
			fmt.Println("unknown", e.op)
			continue
		}
		v, err := f(e.a, e.b)
		fmt.Println(e.op, v, err)
	}
	fmt.Println(ops["nope"] == nil, len(ops))
	staff := map[string][]emp{}
	for _, line := range []string{"dev:ann:10", "ops:bob:7", "dev:cid:12.5"} {
		p := strings.Split(line, ":")
		pay, _ := strconv.ParseFloat(p[2], 64)
		staff[p[0]] = append(staff[p[0]], emp{p[1], pay})
	}
	fmt.Println(staff)
	for _, dept := range slices.Sorted(maps.Keys(staff)) {
		total := 0.0
		for _, e := range staff[dept] {
			total += e.Pay
		}
		fmt.Printf("%-5s %d %6.2f\n", dept, len(staff[dept]), total)
	}
	set := map[string]struct{}{}
	for _, w := range strings.Fields("a b a c b a") {
		set[w] = struct{}{}
	}
	_, has := set["a"]
	fmt.Println(len(set), has, set)
	memo := map[int]int{}
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		if v, ok := memo[n]; ok {
			return v
		}
		memo[n] = fib(n-1) + fib(n-2)
		return memo[n]
	}
	fmt.Println(fib(80), len(memo))
}
