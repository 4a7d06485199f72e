// N queens with backtracking, and knight moves by breadth-first search.
package main

import (
	"fmt"
	"strings"
)

func solve(n int) (count int, first []int) {
	cols := make([]bool, n)
	d1, d2 := make([]bool, 2*n), make([]bool, 2*n)
	pos := make([]int, n)
	var place func(row int)
	place = func(row int) {
		if row == n {
			if count == 0 {
				first = append([]int(nil), pos...)
			}
			count++
			return
		}
		for c := 0; c < n; c++ {
			if cols[c] || d1[row+c] || d2[row-c+n] {
				continue
			}
			cols[c], d1[row+c], d2[row-c+n] = true, true, true
			pos[row] = c
			place(row + 1)
			cols[c], d1[row+c], d2[row-c+n] = false, false, false
		}
	}
	place(0)
	return
}

func board(pos []int) string {
	var sb strings.Builder
	for _, c := range pos {
		for i := range pos {
			if i == c {
				sb.WriteString(" Q")
			} else {
				sb.WriteString(" .")
			}
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

type sq struct{ r, c int }

func knight(n int, from, to sq) int {
	dist := map[sq]int{from: 0}
	queue := []sq{from}
	for len(queue) > 0 {
		cur := queue[0]
		queue = queue[1:]
		if cur == to {
			return dist[cur]
		}
		for _, d := range [...]sq{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}} {
			next := sq{cur.r + d.r, cur.c + d.c}
			if next.r < 0 || next.c < 0 || next.r >= n || next.c >= n {
				continue
			}
			if _, seen := dist[next]; !seen {
				dist[next] = dist[cur] + 1
				queue = append(queue, next)
			}
		}
	}
	return -1
}

func main() {
	for n := 1; n <= 7; n++ {
		count, first := solve(n)
		fmt.Println(n, count, first)
	}
	_, f := solve(6)
	fmt.Print(board(f))
	fmt.Println(knight(8, sq{0, 0}, sq{7, 7}), knight(8, sq{3, 3}, sq{3, 4}), knight(3, sq{0, 0}, sq{1, 1}), knight(5, sq{2, 2}, sq{2, 2}))
}
