// Structs are values: assignment copies, == compares field by field.
package main

import "fmt"

type point struct{ X, Y int }
type line struct {
	a, b point
	tag  string
	arr  [2]int
}

func move(p point) point { p.X += 10; return p }
func moveP(p *point)     { p.X += 100 }

func main() {
	p := point{1, 2}
	q := p
	q.X = 9
	fmt.Println(p, q, p == q, p == point{1, 2}, p != q)
	fmt.Println(move(p), p)
	moveP(&p)
	fmt.Println(p)
	l := line{a: p, tag: "t"}
	m := l
	m.a.X = 0
	m.arr[1] = 5
	fmt.Println(l, m, l == m)
	m = l
	fmt.Println(l == m)
	s := []point{p, q}
	s[0].X = 7
	fmt.Println(p, s)
	r := &s[0]
	r.Y = 70
	fmt.Println(s)
	s = append(s, point{})
	r.Y = 71
	fmt.Println(s[0], r.Y)
	mp := map[string]point{"a": {1, 1}}
	v := mp["a"]
	v.X = 5
	fmt.Println(mp, v, mp["zz"])
	mp["a"] = v
	fmt.Println(mp["a"].X)
	var i any = p
	p.X = -1
	fmt.Println(i, i == any(point{101, 2}), p)
	f := func() point { return point{3, 4} }
	fmt.Println(f().X, point{5, 6}.Y, (&point{7, 8}).X)
	pp := &p
	cp := *pp
	cp.Y = 55
	fmt.Println(p, cp, pp.Y)
	ch := make(chan point, 1)
	ch <- cp
	cp.X = 1000
	fmt.Println(<-ch)
	a, b := struct{ n int }{1}, struct{ n int }{1}
	fmt.Println(a == b)
	type empty struct{}
	fmt.Println(empty{} == empty{}, empty{})
}
