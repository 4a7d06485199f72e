// Dynamic programming: knapsack, coin change, longest increasing subsequence, partitions.
package main

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

type item struct {
	name string
	w, v int
}

func knapsack(items []item, cap int) (int, []string) {
	best := make([][]int, len(items)+1)
	for i := range best {
		best[i] = make([]int, cap+1)
	}
	for i, it := range items {
		for c := range cap + 1 {
			best[i+1][c] = best[i][c]
			if it.w <= c {
				best[i+1][c] = max(best[i+1][c], best[i][c-it.w]+it.v)
			}
		}
	}
	var chosen []string
	for i, c := len(items), cap; i > 0; i-- {
		if best[i][c] != best[i-1][c] {
			chosen = append(chosen, items[i-1].name)
			c -= items[i-1].w
		}
	}
	slices.Reverse(chosen)
	return best[len(items)][cap], chosen
}

func coins(amount int, denoms ...int) (min int, ways int) {
	const inf = math.MaxInt32
	fewest := make([]int, amount+1)
	count := make([]int, amount+1)
	count[0] = 1
	for a := 1; a <= amount; a++ {
		fewest[a] = inf
	}
	for _, d := range denoms {
		for a := d; a <= amount; a++ {
			count[a] += count[a-d]
			if fewest[a-d]+1 < fewest[a] {
				fewest[a] = fewest[a-d] + 1
			}
		}
	}
	if fewest[amount] == inf {
		return -1, 0
	}
	return fewest[amount], count[amount]
}

func lis(xs []int) []int {
	var tails, idx []int
	prev := make([]int, len(xs))
	for i, x := range xs {
		p := sort.SearchInts(tails, x)
		if p == len(tails) {
			tails, idx = append(tails, x), append(idx, i)
		} else {
			tails[p], idx[p] = x, i
		}
		prev[i] = -1
		if p > 0 {
			prev[i] = idx[p-1]
		}
	}
	var out []int
	for i := idx[len(idx)-1]; i >= 0; i = prev[i] {
		out = append([]int{xs[i]}, out...)
	}
	return out
}

func maxSub(xs []int) (best, from, to int) {
	best = math.MinInt
	cur, start := 0, 0
	for i, x := range xs {
		if cur <= 0 {
			cur, start = x, i
		} else {
			cur += x
		}
		if cur > best {
			best, from, to = cur, start, i+1
		}
	}
	return
}

func main() {
	items := []item{{"gold", 4, 40}, {"map", 1, 10}, {"rope", 3, 25}, {"tent", 5, 42}, {"food", 2, 18}}
	for _, c := range []int{0, 5, 8, 100} {
		fmt.Println(knapsack(items, c))
	}
	fmt.Println(coins(11, 1, 2, 5))
	fmt.Println(coins(3, 2))
	fmt.Println(coins(100, 1, 5, 10, 25, 50))
	fmt.Println(lis([]int{10, 9, 2, 5, 3, 7, 101, 18}), lis([]int{3, 3, 3}))
	fmt.Println(maxSub([]int{-2, 1, -3, 4, -1, 2, 1, -5, 4}))
	fmt.Println(maxSub([]int{-3, -1, -2}))
	memo := map[[2]int]int{}
	var paths func(r, c int) int
	paths = func(r, c int) int {
		if r == 0 || c == 0 {
			return 1
		}
		k := [2]int{r, c}
		if v, ok := memo[k]; ok {
			return v
		}
		memo[k] = paths(r-1, c) + paths(r, c-1)
		return memo[k]
	}
	fmt.Println(paths(16, 16), len(memo))
}
