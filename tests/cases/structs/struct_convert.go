// Conversions that ignore tags, anonymous structs, copies of nested values, comparison.
package main

import "fmt"

type A struct {
	X int    `json:"x"`
	Y string `a:"b"`
}
type B struct {
	X int
	Y string
}
type Inner struct{ A }
type P struct{ p *P }
type Grid [2][3]int
type Point struct{ X, Y int }
type Line struct{ From, To Point }
type Poly []Point
type Opt struct {
	Name string
	f    func()
}

func (a A) Show() string  { return fmt.Sprint("A", a.X, a.Y) }
func (b *B) Show() string { return fmt.Sprint("B", b.X, b.Y) }

func anon() struct {
	N    int
	Tags []string
} {
	return struct {
		N    int
		Tags []string
	}{3, []string{"q"}}
}

func main() {
	a := A{1, "s"}
	b := B(a)
	pb := (*B)(&a)
	pb.X = 50
	fmt.Println(b.Show(), pb.Show(), a.Show(), A(b) == A{1, "s"})
	c := struct {
		X int
		Y string
	}{7, "anon"}
	a = A(c)
	b = c
	fmt.Println(a, b, b == c)
	r := anon()
	r.Tags = append(r.Tags, "z")
	fmt.Printf("%v %+v %#v %T\n", r, r, r, r)
	g := Grid{{1, 2}, {3}}
	h := g
	h[0][2]++
	g2 := [2][3]int(h)
	fmt.Println(g == h, g2 == h, len(g), len(g[1]), g, h)
	pg := &g
	for i := range pg {
		for j := range pg[i] {
			pg[i][j] *= 2
		}
	}
	fmt.Println(g, pg[1][0])
	l := Line{Point{1, 2}, Point{Y: 5}}
	m := l
	m.From.X = 100
	pt := &m.To
	pt.Y++
	fmt.Println(l, m, l == m, l.From == Point{1, 2})
	ps := Poly{{1, 2}, {3, 4}}
	for i := range ps {
		ps[i].X, ps[i].Y = ps[i].Y, ps[i].X
	}
	for _, p := range ps {
		p.X = 0
	}
	qs := []*Point{{1, 1}, {2, 2}}
	for _, q := range qs {
		q.X *= 10
	}
	mp := map[Point]*Line{{1, 2}: {To: Point{9, 9}}}
	mp[Point{1, 2}].To.X--
	fmt.Println(ps, *qs[0], *qs[1], *mp[Point{1, 2}], mp[Point{}] == nil)
	var x, y any = Point{1, 2}, Point{1, 2}
	fmt.Println(x == y, x == any(&ps[0]), x.(Point) == Point{1, 2}, x == any(struct{ X, Y int }{1, 2}))
	arr := [...]struct {
		k string
		v []int
	}{{"a", nil}, {k: "b", v: []int{1}}, 4: {"c", []int{}}}
	fmt.Println(len(arr), arr[4].v == nil, arr[0].v == nil, arr[2])
	type e struct{}
	fmt.Println(e{} == e{}, [0]int{} == [0]int{}, struct{}{} == struct{}{})
	cyc := &P{}
	cyc.p = cyc
	fmt.Println(cyc.p.p.p == cyc, *cyc == *cyc.p)
	in := Inner{A{1, "in"}}
	fmt.Println(in.Show(), in.X, in.A.Y, in)
	fmt.Printf("%v %+v %#v\n", in, &in, in)
	defer func() { fmt.Println(recover()) }()
	o1, o2 := any(Opt{"a", nil}), any(Opt{"a", nil})
	fmt.Println(o1 == o2)
}
