// Slices of one array share its elements until append outgrows the capacity.
package main

import "fmt"

func main() {
	a := []int{1, 2, 3, 4, 5}
	b := a[1:3]
	b[0] = 20
	fmt.Println(a, b, len(b), cap(b))
	b = append(b, 30)
	fmt.Println(a, b)
	c := a[:2]
	c = append(c, 100, 200, 300, 400)
	c[0] = -1
	fmt.Println(a, c, cap(c))
	d := a[1:3:3]
	fmt.Println(len(d), cap(d))
	d = append(d, 7)
	d[0] = 8
	fmt.Println(a, d)
	e := a
	e[4] = 50
	fmt.Println(a[4], &e[0] == &a[0])
	f := append([]int(nil), a...)
	f[0] = 99
	fmt.Println(a[0], f[0])
	x := make([]int, 3, 10)
	y := append(x, 1)
	z := append(x, 2)
	fmt.Println(y, z, len(x), x[:4])
	g := a[2:2]
	fmt.Println(g, len(g), cap(g), g == nil)
	g = append(g, 77)
	fmt.Println(a)
	modify := func(s []int) { s[0] = 1000; s = append(s, 1); s[1] = 2000 }
	h := []int{1, 2}
	modify(h)
	fmt.Println(h)
	h2 := make([]int, 2, 4)
	modify(h2)
	fmt.Println(h2, h2[:3])
	fmt.Println(a[:cap(b[:1])], a[len(a):], a[0:0])
}
