// Arrays of arrays, pointers to arrays, slicing arrays, ranging by index and value.
package main

import (
	"fmt"
	"strings"
)

type board [3][3]rune

func (b *board) play(r, c int, p rune) bool {
	if b[r][c] != 0 {
		return false
	}
	b[r][c] = p
	return true
}

func (b board) winner() rune {
	lines := [8][3][2]int{{{0, 0}, {0, 1}, {0, 2}}, {{1, 0}, {1, 1}, {1, 2}}, {{2, 0}, {2, 1}, {2, 2}}, {{0, 0}, {1, 0}, {2, 0}}, {{0, 1}, {1, 1}, {2, 1}}, {{0, 2}, {1, 2}, {2, 2}}, {{0, 0}, {1, 1}, {2, 2}}, {{0, 2}, {1, 1}, {2, 0}}}
	for _, l := range lines {
		a, x, y := b[l[0][0]][l[0][1]], b[l[1][0]][l[1][1]], b[l[2][0]][l[2][1]]
		if a != 0 && a == x && a == y {
			return a
		}
	}
	return 0
}

func (b board) String() string {
	var out [3]string
	for i, row := range b {
		for _, c := range row {
			if c == 0 {
				c = '.'
			}
			out[i] += string(c)
		}
	}
	return strings.Join(out[:], "/")
}

func rotate(m [3][3]int) (out [3][3]int) {
	for r, row := range m {
		for c, v := range row {
			out[c][2-r] = v
		}
	}
	return
}

func fill(p *[4]int, v int) {
	for i := range p {
		p[i] = v * i
	}
}

func main() {
	var b board
	fmt.Println(b.play(0, 0, 'X'), b.play(0, 0, 'O'), b.play(1, 1, 'X'), b, string(b.winner()) == "\x00")
	c := b
	c.play(2, 2, 'X')
	fmt.Println(c, string(c.winner()), b, b == c)
	m := [3][3]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	fmt.Println(rotate(m), rotate(rotate(rotate(rotate(m)))) == m, m[1][2], len(m[0]))
	var a [4]int
	fill(&a, 3)
	p := &a
	q := p
	q[0] = 50
	s := p[1:3]
	s[0] = -1
	fmt.Println(a, *p, s, len(p), cap(s), p == q, *p == a)
	for i, v := range p {
		if i < 3 {
			p[i+1] += v
		}
	}
	fmt.Println(a)
	grid := [2][]int{{1}, {2, 3}}
	g2 := grid
	g2[0][0] = 100
	g2[1] = append(g2[1], 4)
	fmt.Println(grid, g2)
	seen := map[[2]string]int{}
	for _, w := range [][2]string{{"a", "b"}, {"b", "a"}, {"a", "b"}} {
		seen[w]++
	}
	fmt.Println(seen, len(seen))
	ptrs := [...]*int{&a[0], nil, &a[1]}
	*ptrs[2] = 7
	fmt.Println(a[1], ptrs[1] == nil, len(ptrs))
	var z [2]struct {
		n int
		s []string
	}
	z[1].s = append(z[1].s, "x")
	fmt.Printf("%v %+v %T\n", z, z, z)
	x, y := [2]int{1, 2}, [2]int{1, 2}
	x[0], y[1] = y[1], x[0]
	fmt.Println(x, y, x == y)
}
