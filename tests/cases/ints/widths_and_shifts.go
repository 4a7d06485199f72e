// Arithmetic, conversions and shifts of every width, and generators of random numbers that wrap around.
package main

import "fmt"

type Ints interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~int | ~uint
}

func ops[T Ints](a, b T, s uint) {
	fmt.Printf("%T: %v %v %v %v %v %v %v ", a, a+b, a-b, a*b, a&b, a|b, a^b, a&^b)
	if b != 0 {
		fmt.Print(a/b, " ", a%b, " ")
	}
	fmt.Println(a<<s, a>>s, -a, ^a, a < b, a<<(s+60))
}
func conv[A, B Ints](a A) B { return B(a) }

func main() {
	ops[int8](-128, -1, 1)
	ops[int8](127, 3, 7)
	ops[uint8](200, 100, 4)
	ops[int16](-32768, 7, 9)
	ops[uint16](65535, 65535, 15)
	ops[int32](-1<<31, -1, 31)
	ops[uint32](1<<31, 3, 31)
	ops[int64](-1<<63, -1, 63)
	ops[int64](1<<62, 1<<62, 2)
	ops[uint64](1<<64-1, 1<<64-1, 63)
	ops[int](-7, 2, 3)
	ops[int](7, -2, 3)
	ops[uint](0, 1, 0)
	fmt.Println(conv[int, int8](300), conv[int8, uint8](-1), conv[int8, uint64](-1), conv[uint64, int32](1<<63|5), conv[int64, uint16](-65537))
	f := 3.99
	nf := -3.99
	fmt.Println(int(f), int(nf), uint8(f), int64(1e18), uint64(1e19), float32(1<<24+1), float64(1<<53+1))
	var i64 int64 = 1<<53 + 1
	var u64 uint64 = 1<<64 - 1
	fmt.Println(float64(i64), float32(i64), float64(u64), float32(u64))
	fmt.Println(string(rune(65)), string(rune(-1)), string(rune(0x10ffff+1)), []byte(string(rune(0xd800))))
	var x uint8 = 255
	x += 2
	x <<= 7
	x |= 1
	x &^= 0x80
	fmt.Println(x)
	x--
	x--
	fmt.Println(x)
	var y int8 = -128
	y /= -1
	fmt.Println(y, -y, y*y)
	var sh int = 64
	fmt.Println(1<<sh, -1>>sh, uint32(1)<<sh, int8(1)<<6, 1<<sh>>sh)
	var sh8 uint8 = 200
	fmt.Println(int64(-5)>>sh8, uint64(5)>>sh8)
	var w int64 = 1 << sh8
	var ff float64 = 1 << 3
	fmt.Println(w, ff)
	for i := uint8(250); i >= 250; i++ {
		fmt.Print(i, " ")
	}
	for i := int8(125); i > 0; i++ {
		fmt.Print(i, " ")
	}
	fmt.Println()
	h := uint32(2166136261)
	for _, c := range []byte("hash me") {
		h ^= uint32(c)
		h *= 16777619
	}
	fmt.Println(h, int32(h), h>>16^h&0xffff)
	var seed uint64 = 42
	for range 3 {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		fmt.Print(seed, " ", int64(seed), " ", seed%100, " ")
	}
	fmt.Println()
	lcg := int32(12345)
	for range 3 {
		lcg = lcg*1103515245 + 12345
		fmt.Print(lcg, " ", lcg>>16&0x7fff, " ")
	}
	fmt.Println()
	var f32 float32 = 16777216
	f32++
	fmt.Println(f32, f32 == 16777216, float32(0.1)*3, float32(1)/3, float32(1e38)*f32, -f32*1e38)
	c := complex64(complex(1, 2))
	c *= c
	fmt.Println(c, real(c), -c, c == complex(-3, 4), 1/c, complex(1, 0)/complex64(complex(f32-f32, 0)))
}
