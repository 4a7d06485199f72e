// Sieve, factorisation, perfect numbers, Goldbach pairs.
package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

func sieve(n int) []int {
	composite := make([]bool, n+1)
	var primes []int
	for i := 2; i <= n; i++ {
		if composite[i] {
			continue
		}
		primes = append(primes, i)
		for j := i * i; j <= n; j += i {
			composite[j] = true
		}
	}
	return primes
}

func factor(n int) map[int]int {
	out := map[int]int{}
	for p := 2; p*p <= n; p++ {
		for n%p == 0 {
			out[p]++
			n /= p
		}
	}
	if n > 1 {
		out[n]++
	}
	return out
}

func divisors(n int) (out []int) {
	for i := 1; i*i <= n; i++ {
		if n%i == 0 {
			out = append(out, i)
			if i != n/i {
				out = append(out, n/i)
			}
		}
	}
	slices.Sort(out)
	return
}

func goldbach(n int, set map[int]bool) (pairs [][2]int) {
	for a := 2; a <= n/2; a++ {
		if set[a] && set[n-a] {
			pairs = append(pairs, [2]int{a, n - a})
		}
	}
	return
}

func format(f map[int]int) string {
	var parts []string
	for _, p := range slices.Sorted(maps.Keys(f)) {
		if f[p] == 1 {
			parts = append(parts, strconv.Itoa(p))
		} else {
			parts = append(parts, fmt.Sprintf("%d^%d", p, f[p]))
		}
	}
	return strings.Join(parts, " * ")
}

func main() {
	primes := sieve(2000)
	fmt.Println(len(primes), primes[:10], primes[len(primes)-1])
	for _, n := range []int{60, 97, 1024, 360360, 1} {
		fmt.Println(n, "=", format(factor(n)), "|", len(divisors(n)))
	}
	for n := 2; n < 1000; n++ {
		sum := -n
		for _, d := range divisors(n) {
			sum += d
		}
		if sum == n {
			fmt.Println("perfect", n, divisors(n))
		}
	}
	set := map[int]bool{}
	for _, p := range primes {
		set[p] = true
	}
	fmt.Println(goldbach(28, set), len(goldbach(100, set)))
	gaps := map[int]int{}
	for i := 1; i < len(primes); i++ {
		gaps[primes[i]-primes[i-1]]++
	}
	fmt.Println(gaps)
	twins := 0
	for p := range set {
		if set[p+2] {
			twins++
		}
	}
	fmt.Println("twins", twins)
}
