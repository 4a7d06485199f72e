// Bit sets, Gray codes, bit tricks and subset enumeration.
package main

import (
	"fmt"
	"math"
	"math/bits"
)

type BitSet []uint64

func (b *BitSet) Add(i int) {
	for len(*b) <= i/64 {
		*b = append(*b, 0)
	}
	(*b)[i/64] |= 1 << (i % 64)
}
func (b BitSet) Has(i int) bool { return i/64 < len(b) && b[i/64]>>(i%64)&1 == 1 }
func (b BitSet) Len() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return
}
func (b BitSet) All() (out []int) {
	for i, w := range b {
		for w != 0 {
			out = append(out, i*64+bits.TrailingZeros64(w))
			w &= w - 1
		}
	}
	return
}

type Flags uint8

const (
	A Flags = 1 << iota
	B
	C
	All = A | B | C
)

func (f Flags) String() string {
	s := ""
	for i, n := range "ABC" {
		if f&(1<<i) != 0 {
			s += string(n)
		}
	}
	return "{" + s + "}"
}

func gray(n uint) uint { return n ^ n>>1 }

func parity(x uint32) uint32 {
	x ^= x >> 16
	x ^= x >> 8
	x ^= x >> 4
	x ^= x >> 2
	x ^= x >> 1
	return x & 1
}

func main() {
	var b BitSet
	for _, i := range []int{3, 64, 65, 127, 200, 3} {
		b.Add(i)
	}
	fmt.Println(b.All(), b.Len(), b.Has(64), b.Has(66), b.Has(1000), len(b), b[0])
	f := A | C
	fmt.Println(f, f&^A, f^All, ^f&All, f|B == All, Flags(0), All-f)
	f |= B
	f &^= C
	f <<= 1
	fmt.Println(f, uint8(f), f>>3)
	for i := range uint(8) {
		fmt.Printf("%03b ", gray(i))
	}
	fmt.Println()
	fmt.Println(parity(0b1011), parity(0xFFFF), parity(1))
	mask := uint(0b1011)
	for sub := mask; ; sub = (sub - 1) & mask {
		fmt.Printf("%04b ", sub)
		if sub == 0 {
			break
		}
	}
	fmt.Println()
	x := uint32(0x12345678)
	fmt.Println(x>>24|x>>8&0xFF00|x<<8&0xFF0000|x<<24 == bits.ReverseBytes32(x))
	fmt.Printf("%#x %#x %#x %d\n", x&-x, x|x-1, x&(x+1), bits.Len32(x))
	next := func(n uint64) uint64 { return 1 << bits.Len64(n-1) }
	fmt.Println(next(5), next(64), next(65), next(1))
	a, c := 5, 9
	a ^= c
	c ^= a
	a ^= c
	fmt.Println(a, c)
	var hash uint16
	for _, ch := range []byte("bits") {
		hash = bits.RotateLeft16(hash, 5) ^ uint16(ch)
	}
	fmt.Printf("%016b %d\n", hash, int16(hash))
	lo, hi := uint32(math.MaxUint32), uint32(7)
	sum, carry := bits.Add32(lo, hi, 0)
	fmt.Println(sum, carry, uint64(hi)<<32|uint64(lo))
}
