// Every numeric conversion between widths, signs and floats.
package main

import (
	"fmt"
	"math"
)

func main() {
	vals := []int64{0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, 2147483647, 2147483648, -2147483649, 1 << 40, -1 << 40, 9223372036854775807, -9223372036854775808}
	for _, v := range vals {
		fmt.Println(v, int8(v), uint8(v), int16(v), uint16(v), int32(v), uint32(v), uint64(v), float32(v), float64(v))
	}
	for _, f := range []float64{0.5, -0.5, 1.99, -1.99, 127.9, 1e9, -1e9, 1e15} {
		fmt.Println(f, int64(f), int32(int64(f)), int8(int64(f)), float32(f))
	}
	type my int16
	type fl float32
	m := my(1000)
	fmt.Println(int8(m), fl(m)/3, float64(fl(m))/3, my(fl(2.9)+fl(m)), uint8(m))
	var u uint64 = math.MaxUint64
	fmt.Println(float64(u), float32(u), int64(u), uint32(u))
	var f32 float32 = 16777217
	fmt.Println(f32, int(f32), float64(f32))
	b := byte('A')
	fmt.Println(string(rune(b)), rune(b), int(b)+1, float64(b)/2)
	fmt.Println(int('9'-'0'), rune(0x41), string([]byte{b, b + 1}))
	x := 3
	fmt.Println(float64(x)/2, x/2, float64(x/2), float32(x)/7, 7/float64(x))
}
