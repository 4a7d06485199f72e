// The default types of constants in interfaces, variadics, maps, shifts and comparisons.
package main

import (
	"fmt"
	"time"
)

func main() {
	show := func(vs ...any) {
		for _, v := range vs {
			fmt.Printf("%T=%v ", v, v)
		}
		fmt.Println()
	}
	show(1, 1.0, 'a', "s", true, 1i, nil, 1<<3, 1<<3.0, 2/3, 2/3.0, 'a'+1, 'a'*1.0, 1e3, 10/4*4.0)
	const big = 1 << 40
	const k = 5.0
	show(big, k, k/2, big/3, int8(k), float32(k))
	var f float64 = 7 / 2
	var g float64 = 7 / 2.0
	var i8 int8 = 'a'
	var r rune = 97.0
	var u uint8 = 2 * 100
	show(f, g, i8, r, u, u+55, -i8, r+'b')
	n := 3
	show(1<<n, 1.0*float64(n), n*2.0, n/2*2.0, uint8(1)<<n, int64(1)<<n)
	var sh int64 = 1 << n
	var w = uint16(1)<<15 | 1
	show(sh, w, w<<1, w>>1)
	x := []any{1, 2.5, 'x'}
	m := map[any]bool{1: true, 1.5: true, 'x': true, "x": true}
	show(m[1], m[1.0], m[int32(120)], m[120], m["x"], x[0] == 1, x[0] == 1.0, x[2] == 'x', x[2] == 120)
	var a any = 3
	show(a == 3, a == 3.0, a == int64(3), a == n, a != nil)
	d := 2 * time.Second
	show(d, d/4, d*3, time.Duration(n)*time.Millisecond, d > 1e9, float64(d)/1e9, d.Seconds()*2)
	type celsius float64
	var c celsius = 36.6
	show(c, c*2, c > 30, celsius(n)+c, -c)
	var p *int
	var e error
	show(p == nil, e == nil, any(p) == nil, any(e) == nil)
	show(len("abc")*1.0, cap([4]int{}), real(2+3i), imag(2+3i), complex(1, 2), min(1, 2.5), max('a', 98))
	show(string(rune('a'+1)), []byte("a")[0], "a"[0], []rune("é")[0], "x"+"y" == "xy")
	var arr [k]int
	show(len(arr), arr)
	switch y := 2.0 * 3; y {
	case 6:
		show("six", y)
	}
	func(v float32, o ...uint16) { show(v, o) }(1/4.0, 1, 'b')
}
