// Every integer type wraps around at its own width.
package main

import "fmt"

func main() {
	var i8 int8 = 127
	var i16 int16 = 32767
	var i32 int32 = 2147483647
	var i64 int64 = 9223372036854775807
	var u8 uint8 = 255
	var u16 uint16 = 65535
	var u32 uint32 = 4294967295
	var u64 uint64 = 18446744073709551615
	i8++
	i16++
	i32++
	i64++
	fmt.Println(i8, i16, i32, i64)
	u8++
	u16++
	u32++
	u64++
	fmt.Println(u8, u16, u32, u64)
	u8--
	u16 -= 2
	u32 -= 3
	u64 -= 4
	fmt.Println(u8, u16, u32, u64)
	i8--
	i16 -= 2
	i32 -= 3
	i64 -= 4
	fmt.Println(i8, i16, i32, i64)
	i8 *= 3
	i32 *= i32
	u16 *= u16
	u64 *= u64
	fmt.Println(i8, i32, u16, u64)
	var h uint32 = 2166136261
	for _, c := range []byte("hello") {
		h ^= uint32(c)
		h *= 16777619
	}
	fmt.Println(h)
	var s int = 1
	for i := 0; i < 70; i++ {
		s = s*31 + i
	}
	fmt.Println(s)
	a, b := int8(100), int8(100)
	fmt.Println(a+b, a*b, a-b-b-b, -a-b)
	p, q := uint8(10), uint8(20)
	fmt.Println(p-q, p*q*q, ^p, -p)
}
