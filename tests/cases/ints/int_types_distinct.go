// Mixed widths need conversions; conversions truncate and sign-extend.
package main

import "fmt"

func main() {
	var a int8 = -1
	var b uint8 = uint8(a)
	var c uint16 = uint16(a)
	var d uint32 = uint32(uint8(a))
	var e int64 = int64(a)
	fmt.Println(a, b, c, d, e, uint64(a))
	x := 300
	fmt.Println(int8(x), uint8(x), int16(x), uint8(-x), int8(-x))
	y := 70000
	fmt.Println(int16(y), uint16(y), int16(-y), uint16(-y))
	z := int64(5_000_000_000)
	fmt.Println(int32(z), uint32(z), int32(-z), uint32(-z))
	u := uint64(1<<63 + 5)
	fmt.Println(int64(u), int(u), uint32(u), int8(u))
	var r rune = 0x1F600
	fmt.Println(byte(r), int16(r), uint16(r))
	v8, w8 := int8(-128), uint8(200)
	fmt.Println(int64(int32(z))+1, uint8(v8), int8(w8))
	sum := int64(0)
	for i, w := range []int32{1 << 30, 1 << 30, 1 << 30} {
		sum += int64(w) * int64(i+1)
	}
	fmt.Println(sum, int32(sum))
	var up uintptr = 10
	fmt.Printf("%T %d\n", up, up)
	fmt.Printf("%T %T %T\n", byte(1), rune(1), uint(1))
}
