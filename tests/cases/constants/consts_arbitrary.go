// Constants of arbitrary precision, groups with iota, untyped operands.
package main

import (
	"fmt"
	"math"
)

const (
	Huge  = 1 << 200
	Small = Huge >> 198
	Third = 1.0 / 3
	Big   = Huge * Huge / (Huge - 1)
	Mask  = ^uint32(0)
	F     = 1e400 / 1e398
	C     = 2i * 2i
	R     = 'a' + 1
	S     = "héllo"
	L     = len(S)
	Cond  = L > 5 && R == 'b'
)

type Bits uint8

const (
	A Bits = 1 << iota
	B
	_
	D
	E = iota * 1.5
	G
)

const (
	_  = iota
	KB = 1 << (10 * iota)
	MB
	GB
)

const (
	a, b = iota, -iota * iota
	c, d
	_, _
	e, f
)

type Duration int64

const Sec Duration = 1e9

func main() {
	fmt.Println(Small, Third*3 == 1, Mask, F, C, R, string(rune(R)), L, Cond)
	fmt.Println(Big == Huge+1, Huge/(1<<199))
	fmt.Printf("%T %T %T %T %T %v\n", Third, R, C, E, A, D)
	fmt.Println(A, B, D, E, G, KB, MB, GB, a, b, c, d, e, f)
	fmt.Println(5/2, 5.0/2, 5/2.0, 5%3, -5/2, -5%3, 7.0/2*2, 1/2*3.0)
	var x uint8 = 255
	var y = x + 1
	var i8 int8 = -128
	fmt.Println(y, -i8, i8-1, i8/-1, ^x, x<<1, x>>9, int16(x)<<8, i8>>10, uint64(1)<<63)
	fmt.Println(math.MaxUint64/3, uint64(math.MaxUint64), math.MinInt64, math.MaxInt64+1.0)
	fmt.Println(3*Sec+Sec/2, Sec*2)
	var f32 float32 = 0.1
	fmt.Println(f32, float64(f32), f32*f32, 0.1+0.2, float32(16777216.0)+1)
	const big = 1<<62 + 1
	fmt.Println(float64(big) == big-1, int64(float64(big)), big%10)
	var s uint = 33
	var w int64 = 1 << s
	var u = 1.0 << 3
	fmt.Println(w, u, 1<<s == 1<<33, uint32(1)<<s)
	fmt.Println('x'-'a', "a"+"b" < "ab"+"c", 07, 0o17, 0b1011, 0x_ff, 1_000, 0x1p-2, 'ÿ', '\x41', '\u00e9', "\u00e9\xff"[1])
	fmt.Println(min(1, 2.5, 'a'), max(3, 2), min("b", "a"), real(C), imag(3+4i), complex(1, 2)*complex(0, 1))
	const t = float32(1) / 3
	fmt.Println(t, float64(t), t*3)
	fmt.Println(math.Pi, float32(math.Pi), math.E*1e10, 1e21, 1e20, 123456789.0, 1e-5, 0.0001)
}
