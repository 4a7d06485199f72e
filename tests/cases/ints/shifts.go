// Shifts by the width or more give 0 or the sign; shift counts may be of any integer type.
package main

import "fmt"

func main() {
	one := 1
	fmt.Println(one<<10, one<<63, one<<64, one<<100)
	var i8 int8 = -128
	for _, n := range []uint{0, 1, 6, 7, 8, 100} {
		fmt.Println(n, i8>>n, i8<<n, uint8(i8)>>n, uint8(i8)<<n)
	}
	neg := -1
	fmt.Println(neg>>63, neg>>64, neg>>1000, neg<<63)
	var u uint = 1
	n := 63
	fmt.Println(u<<n, u<<(n+1), u<<n>>n)
	var k uint8 = 200
	fmt.Println(1<<k>>k, uint64(1)<<k, int32(5)>>k)
	var x int32 = 1
	x <<= 31
	fmt.Println(x)
	x >>= 31
	fmt.Println(x)
	x >>= 40
	fmt.Println(x)
	var w int64 = 1 << 40
	fmt.Println(w>>39, w<<23, w<<24, int32(w>>9), int32(w>>10))
	fmt.Println(-5>>1, -5>>2, -8>>2, 5>>1, 5&^1)
	var sh int16 = 3
	fmt.Println(uint16(0xFFFF)<<sh, uint16(0xFFFF)>>sh, int16(-1)<<sh)
	var f float64 = 1 << 3
	fmt.Println(f)
}
