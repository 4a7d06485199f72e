// Seeded generators give the same sequences as Go's.
package main

import (
	"fmt"
	"math/rand"
)

type fixed struct{ n int64 }

func (f *fixed) Int63() int64    { f.n += 1 << 40; return f.n & (1<<63 - 1) }
func (f *fixed) Seed(seed int64) { f.n = seed }

func main() {
	for _, seed := range []int64{0, 1, 42, -7, 1 << 40, -1 << 63, 2147483647, 1700000000} {
		r := rand.New(rand.NewSource(seed))
		fmt.Println(seed, r.Int63(), r.Uint32(), r.Uint64(), r.Int31(), r.Int(), r.Int63n(1000), r.Int31n(16), r.Intn(100), r.Intn(1<<40), r.Float64(), r.Float32(), r.NormFloat64(), r.ExpFloat64(), r.Perm(6))
		s := []string{"a", "b", "c", "d", "e", "f", "g"}
		r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		p := make([]byte, 11)
		n, err := r.Read(p)
		fmt.Println(s, p, n, err, r.Intn(3))
		sum := 0.0
		for i := 0; i < 2000; i++ {
			sum += r.NormFloat64() + r.ExpFloat64()
		}
		fmt.Println(sum)
		z := rand.NewZipf(r, 1.5, 2, 100)
		fmt.Println(z.Uint64(), z.Uint64(), z.Uint64(), z.Uint64())
		r.Seed(5)
		fmt.Println(r.Int63())
	}
	r := rand.New(&fixed{3})
	fmt.Println(r.Int63(), r.Uint64(), r.Intn(10), r.Float64())
	for i := 0; i < 100; i++ {
		if n := rand.Intn(5); n < 0 || n > 4 {
			panic("out of range")
		}
		if f := rand.Float64(); f < 0 || f >= 1 {
			panic("out of range")
		}
	}
	fmt.Println(len(rand.Perm(5)))
	for _, f := range []func(){func() { rand.Intn(0) }, func() { rand.Int63n(-1) }, func() { rand.Shuffle(-1, nil) }, func() { rand.Int31n(0) }} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
}
