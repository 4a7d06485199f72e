// Counting, rotating, reversing and wide arithmetic in math/bits.
package main

import (
	"fmt"
	"math"
	"math/bits"
)

func main() {
	fmt.Println(bits.OnesCount(255), bits.OnesCount8(0xF1), bits.OnesCount64(1<<63|1), bits.LeadingZeros64(1), bits.LeadingZeros8(1), bits.TrailingZeros(8), bits.TrailingZeros32(0), bits.Len(255), bits.Len8(0), bits.Len64(1<<40))
	fmt.Println(bits.RotateLeft8(0x81, 1), bits.RotateLeft32(1, -1), bits.RotateLeft64(1, 65), bits.Reverse8(1), bits.Reverse16(1), bits.ReverseBytes32(0x01020304), bits.Reverse64(1), bits.UintSize)
	s, c := bits.Add64(math.MaxUint64, 1, 0)
	fmt.Println(s, c)
	d, b := bits.Sub64(0, 1, 0)
	fmt.Println(d, b)
	hi, lo := bits.Mul64(1<<63, 6)
	fmt.Println(hi, lo)
	q, r := bits.Div64(1, 0, 3)
	fmt.Println(q, r)
	h32, l32 := bits.Mul32(1<<31, 4)
	fmt.Println(h32, l32, bits.Rem64(1, 5, 7))
	popcount := 0
	for x := uint64(0xFFFF0000FFFF0000); x != 0; x &= x - 1 {
		popcount++
	}
	fmt.Println(popcount, bits.OnesCount64(0xFFFF0000FFFF0000))
	func() {
		defer func() { fmt.Println(recover()) }()
		bits.Div64(5, 0, 3)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		bits.Div64(0, 5, 0)
	}()
}
