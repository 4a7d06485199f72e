// Hash loops that lean on wrap-around of uint32 and uint64.
package main

import "fmt"

func djb2(s string) uint32 {
	h := uint32(5381)
	for i := 0; i < len(s); i++ {
		h = h<<5 + h + uint32(s[i])
	}
	return h
}

func adler(s string) uint32 {
	a, b := uint32(1), uint32(0)
	for _, c := range []byte(s) {
		a = (a + uint32(c)) % 65521
		b = (b + a) % 65521
	}
	return b<<16 | a
}

func java(s string) int32 {
	var h int32
	for _, r := range s {
		h = 31*h + r
	}
	return h
}

type xorshift struct{ s uint64 }

func (x *xorshift) next() uint64 {
	x.s ^= x.s << 13
	x.s ^= x.s >> 7
	x.s ^= x.s << 17
	return x.s
}

func rotl(x uint32, k int) uint32 { return x<<k | x>>(32-k) }

func main() {
	for _, s := range []string{"", "a", "hello world", "The quick brown fox", "日本"} {
		fmt.Println(djb2(s), adler(s), java(s))
	}
	r := xorshift{88172645463325252}
	fmt.Println(r.next(), r.next(), r.next())
	fmt.Println(rotl(0x80000001, 1), rotl(0xDEADBEEF, 16), rotl(1, 31))
	lcg := uint32(1)
	for i := 0; i < 5; i++ {
		lcg = lcg*1664525 + 1013904223
		fmt.Println(lcg, lcg>>16&0x7FFF, int32(lcg)%100)
	}
	var state uint64 = 42
	state += 0x9E3779B97F4A7C15
	z := state
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	fmt.Println(z ^ (z >> 31))
}
