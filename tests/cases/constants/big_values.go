// Constant arithmetic beyond 64 bits, rounded only at the end.
package main

import (
	"fmt"
	"math"
)

func main() {
	const (
		c1 = 1 << 62
		c2 = c1 * 4 / 8
		c3 = 1<<200 - 1
		c4 = c3 % 1000007
	)
	fmt.Println(c2, c4, c3>>190)
	const googol = 1e100
	fmt.Println(googol, googol/1e98, int64(googol/1e85))
	const f = 100 * 99 * 98 * 97 * 96 * 95 * 94 * 93 * 92 * 91
	fmt.Println(f/(10*9*8*7*6*5*4*3*2), float64(f))
	const tiny = 1e-400
	fmt.Println(tiny*1e400, float64(tiny*1e399))
	const pi2 = math.Pi * math.Pi
	fmt.Println(pi2, float32(pi2), pi2*1000)
	const q = 0.1 * 3
	fmt.Println(q == 0.3, q)
	v := 0.1
	fmt.Println(v*3 == 0.3, v*3)
	const h = 0x1p-2
	fmt.Println(h, 0x1.8p1, 0x.8p0, 1_0.2_5, 1e+2, .5, 5.)
	const minInt = -1 << 63
	fmt.Println(minInt, minInt+1, -(minInt + 1))
	const maxU = 1<<64 - 1
	fmt.Println(uint64(maxU), maxU/3, maxU>>1)
	fmt.Println(1/3.0+1/3.0+1/3.0 == 1, 7.0/2*2)
	const cplx = (1 + 2i) * (3 - 1i)
	fmt.Println(cplx, real(cplx), imag(cplx))
}
