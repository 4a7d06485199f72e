// Random numbers: ranges, determinism per seed, permutations, shuffles - never the values.
package main

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"sort"
	"strings"
)

func main() {
	r := rand.New(rand.NewSource(42))
	ok := true
	for range 200 {
		n := r.Intn(10)
		f := r.Float64()
		i := r.Int63n(1 << 40)
		if n < 0 || n >= 10 || f < 0 || f >= 1 || i < 0 || i >= 1<<40 || r.Int31n(7) >= 7 || r.Int() < 0 {
			ok = false
		}
	}
	fmt.Println(ok)
	p := r.Perm(20)
	sorted := append([]int{}, p...)
	sort.Ints(sorted)
	fmt.Println(len(p), sorted[0], sorted[19], slices.Equal(sorted, r.Perm(0)) || sorted[5] == 5)
	xs := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	r.Shuffle(len(xs), func(i, j int) { xs[i], xs[j] = xs[j], xs[i] })
	sum := 0
	for _, x := range xs {
		sum += x
	}
	fmt.Println(sum, len(xs))
	a, b := rand.New(rand.NewSource(7)), rand.New(rand.NewSource(7))
	same := true
	for range 10 {
		same = same && a.Int63() == b.Int63()
	}
	fmt.Println(same)
	c := rand.New(rand.NewSource(1))
	d := rand.New(rand.NewSource(2))
	fmt.Println(c.Int63() != d.Int63() || c.Int63() != d.Int63())
	g := rand.Intn(3)
	fmt.Println(g >= 0 && g < 3, rand.Float32() < 1, rand.Int31() >= 0)
	mean := 0.0
	for range 2000 {
		mean += r.NormFloat64()
	}
	fmt.Println(math.Abs(mean/2000) < 0.3)
	counts := [2]int{}
	for range 1000 {
		counts[r.Intn(2)]++
	}
	fmt.Println(counts[0]+counts[1] == 1000, counts[0] > 300, counts[1] > 300)
	func() {
		defer func() { fmt.Println(recover()) }()
		r.Intn(0)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		rand.Int63n(-1)
	}()
	pick := []string{"a", "b", "c"}[rand.Intn(3)]
	fmt.Println(strings.Contains("abc", pick))
}
