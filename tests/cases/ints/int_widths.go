// Every operator on every width, wrap-around and shifts past the width.
package main

import (
	"fmt"
	"math"
)

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~int | ~uint
}

func ops[T integer](a, b T) {
	fmt.Printf("%T: %v %v %v", a, a+b, a-b, a*b)
	if b != 0 {
		fmt.Printf(" %v %v", a/b, a%b)
	}
	fmt.Printf(" %v %v %v %v %v", a&b, a|b, a^b, a&^b, -a)
	for _, s := range []uint{0, 1, 7, 8, 31, 63, 64, 200} {
		fmt.Printf(" %v/%v", a<<s, a>>s)
	}
	fmt.Println()
}

func try(f func()) {
	defer func() { fmt.Println("->", recover()) }()
	f()
}

type small int8

func main() {
	ops[int8](-128, -1)
	ops[int8](127, 2)
	ops[uint8](255, 3)
	ops[int16](-32768, 3)
	ops[uint16](65535, 65535)
	ops[int32](math.MinInt32, -1)
	ops[uint32](1<<31, 5)
	ops[int64](math.MinInt64, -1)
	ops[uint64](math.MaxUint64, 10)
	ops[int](-7, 2)
	ops[small](100, 100)
	f := 300.7
	fmt.Println(uint8(int(f)), int8(int64(f)), int(-f))
	var z int
	try(func() { fmt.Println(1 / z) })
	try(func() { fmt.Println(1 % z) })
	var neg = -1
	try(func() { fmt.Println(1 << neg) })
	var i8 int8 = 127
	i8++
	fmt.Println(i8)
	i8 -= 1
	i8 *= 3
	i8 <<= 1
	i8 |= 1
	i8 &^= 4
	i8 %= 10
	fmt.Println(i8)
	var u uint = 0
	u--
	fmt.Println(u, u>>63, u == math.MaxUint)
	var r rune = 'z'
	r += 0x7fffffff - 'a'
	fmt.Println(r)
	var b byte = 'a'
	b -= 'b'
	fmt.Println(b, string(rune(b)))
	h := uint32(2166136261)
	for _, c := range []byte("hash me") {
		h ^= uint32(c)
		h *= 16777619
	}
	fmt.Println(h)
	x := uint64(88172645463325252)
	for range 5 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	fmt.Println(x, x%1000, int64(x), int32(x), uint8(x))
}
