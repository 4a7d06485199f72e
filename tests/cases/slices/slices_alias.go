// Aliasing, three-index slices, overlapping copies, growth, arrays of arrays, conversions to arrays.
package main

import "fmt"

type grid [3][4]int

func (g grid) set(r, c, v int) grid   { g[r][c] = v; return g }
func (g *grid) put(r, c, v int) *grid { g[r][c] = v; return g }

func grow(s []int, n int) (caps []int) {
	last := -1
	for i := range n {
		s = append(s, i)
		if cap(s) != last {
			last = cap(s)
			caps = append(caps, last)
		}
	}
	return
}

var keep any

func main() {
	a := []int{0, 1, 2, 3, 4, 5, 6, 7}
	b := a[2:4]
	c := a[2:4:5]
	b = append(b, 100)
	c = append(c, 200)
	fmt.Println(a, b, c, len(c), cap(c))
	c = append(c, 300)
	c[0] = -1
	fmt.Println(a[2], c, cap(a[3:]), cap(a[:3:3]))
	n := copy(a[1:], a)
	fmt.Println(n, a)
	n = copy(a, a[2:])
	fmt.Println(n, a)
	a = append(a[:1], a[3:]...)
	fmt.Println(a, len(a), cap(a))
	a = append(a[:2], append([]int{9, 9}, a[2:]...)...)
	fmt.Println(a)
	x := [5]int{1, 2, 3, 4, 5}
	y := x
	s := x[:]
	s[0] = 50
	p := &x
	p[1] = 60
	for i, v := range x {
		x[4] = 99
		if i == 4 {
			fmt.Println("copy", v)
		}
	}
	for i, v := range p {
		p[4] = 77
		if i == 4 {
			fmt.Println("pointer", v)
		}
	}
	fmt.Println(x, y, x == y, len(p), s[4])
	var g grid
	h := g.set(1, 2, 5)
	g.put(0, 0, 1).put(2, 3, 9)
	fmt.Println(g, h, g == h)
	for _, row := range g {
		row[0] = 1000
	}
	rows := g[:]
	rows[1][1] = 42
	fmt.Println(g, len(g), len(g[0]))
	keep = s
	fmt.Println(grow(nil, 2000))
	fmt.Println(grow(make([]int, 5, 5), 30))
	var strs []string
	strs = append(strs, "a", "b", "c")
	keep = strs
	fmt.Println(cap(strs), cap(append([]byte(nil), make([]byte, 33)...)), cap(append([]int32{1, 2}, 3, 4, 5)))
	q := [...]string{2: "c", 0: "a", 4: "e"}
	fmt.Printf("%q %d\n", q, len(q))
	z := []int{5: 1, 2, 1: 7}
	fmt.Println(z, len(z))
	arr := [4]int(z)
	ptr := (*[2]int)(z)
	ptr[0] = 11
	fmt.Println(arr, z[0], *ptr)
	m := make([][]int, 3)
	for i := range m {
		m[i] = make([]int, i+1)
		for j := range m[i] {
			m[i][j] = i * j
		}
	}
	m[0], m[2] = m[2], m[0]
	fmt.Println(m)
	clear(m[0])
	fmt.Println(m, min(len(m), 2))
	var e []int
	fmt.Println(e == nil, e[:] == nil, e[0:0:0] == nil, len(e[:0]), append(e, e...) == nil, []int{} == nil)
	i := 0
	i, a[i] = 1, 55
	fmt.Println(i, a[0], a[1])
	defer func() {
		fmt.Println(recover())
		defer func() { fmt.Println(recover()) }()
		_ = [8]int(z)
	}()
	j := 9
	fmt.Println(a[j:])
}
