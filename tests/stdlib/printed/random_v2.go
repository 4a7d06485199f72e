// Seeded generators of version 2 give the same sequences as Go's.
package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

type one struct{}

func (one) Uint64() uint64 { return 1 << 60 }

func main() {
	for _, r := range []*rand.Rand{rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(0, 0)), rand.New(rand.NewChaCha8([32]byte{1, 2, 3})), rand.New(rand.NewChaCha8([32]byte([]byte("chacha8 seed of thirty-two bytes"))))} {
		fmt.Println(r.Int64(), r.Uint32(), r.Uint64(), r.Int32(), r.Int(), r.Uint(), r.Int64N(1000), r.Uint64N(7), r.Int32N(16), r.Uint32N(99), r.IntN(100), r.UintN(5), r.IntN(1<<40), r.Float64(), r.Float32(), r.NormFloat64(), r.ExpFloat64(), r.Perm(6))
		s := []string{"a", "b", "c", "d", "e", "f", "g"}
		r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		h := uint64(0)
		for i := 0; i < 300; i++ {
			h = h*31 + r.Uint64()
		}
		z := rand.NewZipf(r, 1.5, 2, 100)
		fmt.Println(s, h, z.Uint64(), z.Uint64())
	}
	c := rand.NewChaCha8([32]byte{9})
	p := make([]byte, 13)
	c.Read(p)
	fmt.Println(p, c.Uint64())
	fmt.Println(rand.New(one{}).IntN(10), rand.N(10) < 10, rand.N(time.Second) < time.Second)
	for _, f := range []func(){func() { rand.IntN(0) }, func() { rand.Int64N(-1) }, func() { rand.N(0) }, func() { rand.Uint64N(0) }} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
}
