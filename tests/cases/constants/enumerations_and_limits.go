// iota in all its forms, untyped arithmetic, and values at the limits of their types.
package main

import (
	"fmt"
	"math"
	"time"
)

type ByteSize float64

const (
	_           = iota
	KB ByteSize = 1 << (10 * iota)
	MB
	GB
	TB
)

func (b ByteSize) String() string {
	switch {
	case b >= GB:
		return fmt.Sprintf("%.2fGB", b/GB)
	case b >= MB:
		return fmt.Sprintf("%.2fMB", b/MB)
	}
	return fmt.Sprintf("%.2fB", b)
}

type Flags uint8

const (
	A Flags = 1 << iota
	B
	_
	D
	Mask = A | D
	None = 0
)
const (
	a, b = iota, iota * 10
	c, d
	_, _
	e, f
)
const (
	x0 = "s"
	x1
	x2 = iota
	x3
	x4 float32 = iota / 2
	x5
	x6 = iota / 2.0
)
const huge = 1 << 100
const (
	third  = 1.0 / 3
	hugeF  = huge * third
	maxU   = ^uint32(0)
	minI   = -1 << 63
	r      = 'a' + 1
	rs     = string(rune(r))
	cplx   = 2i * 2i
	isBig  = huge > 1e30
	length = len("héllo")
	dur    = 2*time.Hour + 30*time.Minute
)

func main() {
	fmt.Println(KB, MB*3, GB*1.5, TB)
	fmt.Println(A, B, D, Mask, None, ^A, A&^Mask, A^Mask)
	fmt.Println(a, b, c, d, e, f)
	fmt.Println(x0, x1, x2, x3, x4, x5, x6)
	fmt.Printf("%T %T %T %T %T %T\n", x4, x6, r, Mask, None, cplx)
	fmt.Println(huge>>98, hugeF, maxU, minI, r, rs, cplx, isBig, length, dur)
	fmt.Println(math.MaxInt64, uint64(math.MaxUint64), math.Pi, float32(math.Pi), math.MaxFloat64, math.SmallestNonzeroFloat64)
	var i8 int8 = math.MaxInt8
	i8++
	fmt.Println(i8, -i8, i8-1, i8/-1, i8%-1, i8*i8)
	var u uint = 0
	u--
	fmt.Println(u, u>>63, u<<64, u<<63)
	var sh uint = 70
	fmt.Println(1<<sh == 0, int32(1)<<30, int8(-128)>>10, uint8(255)>>sh, -5>>1, -5/2, -5%3, 5%-3)
	var f64 = 1e100
	fmt.Println(float32(f64), int64(float32(16777217)), 0.1+0.2, float32(0.1)+float32(0.2))
	var z float64
	fmt.Println(1/z, -1/z, z/z, math.Copysign(0, -1), 1/math.Copysign(z, -1))
	fmt.Println(7.0/2, 7/2, 7/2.0, 7/2*1.0, 1/3+1/3.0)
	fmt.Println(5&^3, 6^3, ^6, 6|9, 12&10, 1<<3|1, 3*-2)
	const k = 5
	var w int64 = k << 40
	var arr [k * 2]string
	fmt.Println(w, len(arr), cap(arr[:3:4]))
	fmt.Println('x', "\u00e9\x41\101\n"[0:3], `raw\n`, 0b101, 0o17, 0x1p-2, 1_000_000, 0x_ff, 017)
	fmt.Println(uint8(k)*50, int16(k)*1000, k*10000.0, len([k]int{}), real(cplx), imag(3i))
	fmt.Println(time.Duration(1.5*float64(time.Second)), time.Second*k, time.Duration(k))
	fmt.Println(min(3, 1.5, 'a'), max("a", "b"), min(2.5, k), max(k, 3))
}
