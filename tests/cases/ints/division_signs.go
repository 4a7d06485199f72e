// Division truncates toward zero and the remainder takes the sign of the dividend.
package main

import "fmt"

func main() {
	pairs := [][2]int{{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {1, 3}, {-1, 3}, {0, -5}, {6, 3}, {-6, 3}}
	for _, p := range pairs {
		a, b := p[0], p[1]
		fmt.Printf("%d/%d=%d %d%%%d=%d check=%v\n", a, b, a/b, a, b, a%b, a == (a/b)*b+a%b)
	}
	var a int8 = -128
	var b int8 = -1
	fmt.Println(a/b, a%b, -a)
	var m int64 = -9223372036854775808
	n := int64(-1)
	fmt.Println(m/n, m%n, -m)
	x := 17
	x /= -5
	y := 17
	y %= -5
	fmt.Println(x, y)
	var u uint = 7
	fmt.Println(u/2, u%4, (u-8)>>60)
	floorMod := func(a, b int) int { return ((a % b) + b) % b }
	fmt.Println(floorMod(-7, 3), floorMod(7, 3), floorMod(-3, 3))
	fmt.Println(-7>>1, -7/2, -1>>10, -1/1024)
}
