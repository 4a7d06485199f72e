// The limits in package math, and what lies one past them.
package main

import (
	"fmt"
	"math"
)

func main() {
	fmt.Println(math.MaxInt8, math.MinInt8, math.MaxUint8)
	fmt.Println(math.MaxInt16, math.MinInt16, math.MaxUint16)
	fmt.Println(math.MaxInt32, math.MinInt32, math.MaxUint32)
	fmt.Println(math.MaxInt64, math.MinInt64, uint64(math.MaxUint64))
	fmt.Println(math.MaxInt == math.MaxInt64, uint(math.MaxUint))
	big := math.MaxInt64
	big++
	fmt.Println(big, big == math.MinInt64, big-1)
	m := math.MinInt64
	fmt.Println(-m, m*-1, m/-1+0, m-1)
	fmt.Println(min(3, 1, 2), max(3, 1, 2), min(2.5, 1), max("a", "b"))
	best := math.MinInt
	for _, v := range []int{-5, -3, -9} {
		best = max(best, v)
	}
	fmt.Println(best)
	mid := func(a, b int) int { return int(uint(a+b) >> 1) }
	fmt.Println(mid(math.MaxInt, math.MaxInt-2))
	fmt.Println(math.MaxInt32+1, int32(-2147483648))
	var u32 uint32 = math.MaxUint32
	fmt.Println(u32+1, int32(u32), int64(u32)+1)
}
