// Conway's game on a torus: blinker, glider and counts.
package main

import (
	"fmt"
	"strings"
)

type Grid [][]bool

func parse(s string) Grid {
	var g Grid
	for _, line := range strings.Split(strings.TrimSpace(s), "\n") {
		row := make([]bool, len(line))
		for i, c := range line {
			row[i] = c == '#'
		}
		g = append(g, row)
	}
	return g
}

func (g Grid) alive(r, c int) bool {
	h, w := len(g), len(g[0])
	return g[(r%h+h)%h][(c%w+w)%w]
}

func (g Grid) neighbours(r, c int) (n int) {
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			if (dr != 0 || dc != 0) && g.alive(r+dr, c+dc) {
				n++
			}
		}
	}
	return
}

func (g Grid) Step() Grid {
	next := make(Grid, len(g))
	for r := range g {
		next[r] = make([]bool, len(g[r]))
		for c := range g[r] {
			switch n := g.neighbours(r, c); {
			case n == 3, n == 2 && g[r][c]:
				next[r][c] = true
			}
		}
	}
	return next
}

func (g Grid) Count() (n int) {
	for _, row := range g {
		for _, v := range row {
			if v {
				n++
			}
		}
	}
	return
}

func (g Grid) String() string {
	var sb strings.Builder
	for _, row := range g {
		for _, v := range row {
			sb.WriteByte(map[bool]byte{true: '#', false: '.'}[v])
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

func main() {
	g := parse(`
.#......
..#.....
###.....
........
........
........`)
	for i := range 5 {
		if i%4 == 0 {
			fmt.Printf("generation %d, %d alive\n%v", i, g.Count(), g)
		}
		g = g.Step()
	}
	seen := map[string]int{}
	for i := 0; ; i++ {
		k := g.String()
		if at, ok := seen[k]; ok {
			fmt.Println("cycle of", i-at)
			break
		}
		seen[k] = i
		g = g.Step()
	}
	b := parse("...\n###\n...")
	fmt.Println(b.Step().Count(), b.neighbours(0, 0))
}
