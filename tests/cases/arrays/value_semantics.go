// Arrays are values: assignment, passing, ranging and map storage copy them.
package main

import "fmt"

type grid [2][3]int

func change(a [3]int) [3]int   { a[0] = 100; return a }
func changeP(a *[3]int)        { a[0] = 200 }
func (g grid) with(v int) grid { g[0][0] = v; return g }
func (g *grid) set(v int)      { g[1][1] = v }

func main() {
	a := [3]int{1, 2, 3}
	b := a
	b[0] = 9
	fmt.Println(a, b, a == b, a == [3]int{1, 2, 3}, a != b)
	fmt.Println(change(a), a)
	changeP(&a)
	fmt.Println(a, len(a), cap(a))
	s := a[:]
	s[1] = 50
	fmt.Println(a)
	arrs := [][2]int{{1, 2}, {3, 4}}
	for _, x := range arrs {
		x[0] = 99
	}
	fmt.Println(arrs)
	arrs[0][0] = 77
	fmt.Println(arrs)
	m := map[string][2]int{"k": {1, 2}}
	v := m["k"]
	v[0] = 5
	fmt.Println(m, v, m["none"])
	var g grid
	h := g.with(7)
	g.set(8)
	fmt.Println(g, h, g == h, len(g), len(g[0]))
	row := g[1]
	row[2] = 1
	fmt.Println(g, row)
	type holder struct{ a [2]int }
	h1 := holder{[2]int{1, 2}}
	h2 := h1
	h2.a[1] = 20
	fmt.Println(h1, h2, h1 == h2)
	var i any = a
	a[2] = -1
	fmt.Println(i, a, i == a, i == [3]int{200, 50, 3})
	p := &a
	p[0]++
	for i := range p {
		p[i] *= 2
	}
	fmt.Println(*p, len(p))
	c := [2]*int{new(int), new(int)}
	d := c
	*d[0] = 5
	fmt.Println(*c[0], c == d)
	f := func() [2]int { return [2]int{3, 4} }
	fmt.Println(f()[1], len(f()))
}
