// Mutual recursion, Ackermann, towers, permutations, deep recursion.
package main

import "fmt"

func even(n int) bool {
	if n == 0 {
		return true
	}
	return odd(n - 1)
}
func odd(n int) bool { return n != 0 && even(n-1) }

func ack(m, n int) int {
	switch {
	case m == 0:
		return n + 1
	case n == 0:
		return ack(m-1, 1)
	}
	return ack(m-1, ack(m, n-1))
}

func hanoi(n int, a, b, c string, moves *[]string) {
	if n > 0 {
		hanoi(n-1, a, c, b, moves)
		*moves = append(*moves, a+c)
		hanoi(n-1, b, a, c, moves)
	}
}

func perms(xs []int) (out [][]int) {
	var rec func(int)
	rec = func(k int) {
		if k == len(xs) {
			out = append(out, append([]int{}, xs...))
			return
		}
		for i := k; i < len(xs); i++ {
			xs[k], xs[i] = xs[i], xs[k]
			rec(k + 1)
			xs[k], xs[i] = xs[i], xs[k]
		}
	}
	rec(0)
	return
}

func subsets(xs []string) [][]string {
	if len(xs) == 0 {
		return [][]string{{}}
	}
	rest := subsets(xs[1:])
	for _, r := range rest {
		rest = append(rest, append([]string{xs[0]}, r...))
	}
	return rest
}

func depth(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + depth(n-1)
}

func main() {
	fmt.Println(even(10), odd(7), ack(2, 3))
	var moves []string
	hanoi(3, "A", "B", "C", &moves)
	fmt.Println(len(moves), moves)
	fmt.Println(perms([]int{1, 2, 3}))
	fmt.Println(subsets([]string{"a", "b", "c"}))
	fmt.Println(depth(300))
	var collatz func(n, d int) int
	collatz = func(n, d int) int {
		if n == 1 {
			return d
		}
		if n%2 == 0 {
			return collatz(n/2, d+1)
		}
		return collatz(3*n+1, d+1)
	}
	fmt.Println(collatz(27, 0))
	bin := func(n int) (s string) {
		for ; n > 0; n /= 2 {
			s = string(rune('0'+n%2)) + s
		}
		return
	}
	fmt.Println(bin(10), bin(255))
}
