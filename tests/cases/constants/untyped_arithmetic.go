// Untyped constants are exact; they take a type only when used.
package main

import (
	"fmt"
	"math"
	"time"
)

func main() {
	const huge = 1 << 100
	const third = 1.0 / 3
	fmt.Println(huge>>98, huge/(1<<97), third*3 == 1)
	const big = 12345678901234567890123456789
	fmt.Println(big%1000, big/1e20 > 1)
	var f float64 = huge
	fmt.Println(f, float32(huge))
	const a = 5 / 2
	const b = 5 / 2.0
	const c = 5.0 / 2
	fmt.Println(a, b, c, 5%3, -5%3, -5/2)
	var x int = 5.0
	var y float64 = 'a'
	var r rune = 65.0
	fmt.Println(x, y, r, 'a'+1, 'a'*1.0)
	fmt.Printf("%T %T %T %T %T\n", 1, 1.0, 'a', 1i, "s")
	fmt.Printf("%T %T %T %T\n", 'a'+1, 1+1.0, 'a'+1.0, 2*3i)
	var d time.Duration = 2 * time.Second
	fmt.Println(d, 1.5*2 == 3, 10*time.Millisecond)
	const e = 1e3
	var n int = e
	var s = 1 << 3.0
	fmt.Println(n, s, 1<<10-1)
	const k = 7
	var u8 uint8 = k * 36
	fmt.Println(u8, k/2*2.0, k/2.0*2)
	const m = -1
	fmt.Println(uint8(m&0xFF), m<<3, m>>1, ^0)
	fmt.Println(0.1+0.2 == 0.3, math.Pi*1e10, len("héllo")*2)
}
