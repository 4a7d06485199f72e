// Depth-first and breadth-first search through a maze of runes, flood fill and islands.
package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

var maze = []string{
	"#########",
	"#S..#...#",
	"#.#.#.#.#",
	"#.#...#.#",
	"#.###.#E#",
	"#.....#.#",
	"#########",
}

type Pos struct{ R, C int }

func (p Pos) Add(q Pos) Pos { return Pos{p.R + q.R, p.C + q.C} }

var dirs = map[rune]Pos{'U': {-1, 0}, 'R': {0, 1}, 'D': {1, 0}, 'L': {0, -1}}

const order = "URDL"

func find(grid []string, ch byte) Pos {
	for r, row := range grid {
		if c := strings.IndexByte(row, ch); c >= 0 {
			return Pos{r, c}
		}
	}
	return Pos{-1, -1}
}

func bfs(grid []string, from, to Pos) (string, int) {
	prev := map[Pos]rune{}
	seen := map[Pos]bool{from: true}
	queue := []Pos{from}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if p == to {
			var path []rune
			for p != from {
				d := prev[p]
				path = append(path, d)
				p = Pos{p.R - dirs[d].R, p.C - dirs[d].C}
			}
			slices.Reverse(path)
			return string(path), len(seen)
		}
		for _, d := range order {
			q := p.Add(dirs[d])
			if grid[q.R][q.C] != '#' && !seen[q] {
				seen[q] = true
				prev[q] = d
				queue = append(queue, q)
			}
		}
	}
	return "", len(seen)
}

func draw(grid []string, from Pos, path string) string {
	b := make([][]byte, len(grid))
	for i := range grid {
		b[i] = []byte(grid[i])
	}
	p := from
	for _, d := range path[:len(path)-1] {
		p = p.Add(dirs[d])
		b[p.R][p.C] = '*'
	}
	return string(bytes.Join(b, []byte("\n")))
}

func islands(grid []string) (count int, sizes []int) {
	seen := make([][]bool, len(grid))
	for i := range seen {
		seen[i] = make([]bool, len(grid[i]))
	}
	var fill func(r, c int) int
	fill = func(r, c int) int {
		if r < 0 || c < 0 || r >= len(grid) || c >= len(grid[r]) || seen[r][c] || grid[r][c] != 'x' {
			return 0
		}
		seen[r][c] = true
		return 1 + fill(r+1, c) + fill(r-1, c) + fill(r, c+1) + fill(r, c-1)
	}
	for r := range grid {
		for c := range grid[r] {
			if n := fill(r, c); n > 0 {
				count++
				sizes = append(sizes, n)
			}
		}
	}
	return
}

func main() {
	s, e := find(maze, 'S'), find(maze, 'E')
	path, visited := bfs(maze, s, e)
	fmt.Println(s, e, path, len(path), visited)
	fmt.Println(draw(maze, s, path))
	fmt.Println(bfs(maze, s, Pos{5, 7}))
	fmt.Println(bfs(maze, Pos{1, 1}, Pos{1, 1}))
	fmt.Println(islands([]string{"xx..x", "x..xx", "..x..", "xxx.x"}))
	fmt.Println(find(maze, '?'))
}
