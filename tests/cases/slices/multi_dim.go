// Slices of slices: rows may alias, differ in length, and be swapped.
package main

import "fmt"

func main() {
	rows, cols := 3, 4
	grid := make([][]int, rows)
	for i := range grid {
		grid[i] = make([]int, cols)
		for j := range grid[i] {
			grid[i][j] = i * j
		}
	}
	fmt.Println(grid, len(grid), len(grid[0]))
	flat := make([]int, 6)
	view := [][]int{flat[0:3], flat[3:6]}
	view[1][0] = 7
	flat[1] = 5
	fmt.Println(view, flat)
	same := make([][]int, 2)
	row := []int{1, 2}
	for i := range same {
		same[i] = row
	}
	same[0][0] = 9
	fmt.Println(same)
	jag := [][]string{{"a"}, {}, {"b", "c"}}
	jag[1] = append(jag[1], "x", "y")
	jag[0], jag[2] = jag[2], jag[0]
	fmt.Println(jag, len(jag[1]))
	t := make([][]int, cols)
	for j := range t {
		for i := range grid {
			t[j] = append(t[j], grid[i][j])
		}
	}
	fmt.Println(t)
	sum := 0
	for _, r := range grid {
		for _, v := range r {
			sum += v
		}
	}
	fmt.Println(sum)
	tri := [][]int{}
	for i := 0; i < 5; i++ {
		r := make([]int, i+1)
		r[0], r[i] = 1, 1
		for j := 1; j < i; j++ {
			r[j] = tri[i-1][j-1] + tri[i-1][j]
		}
		tri = append(tri, r)
	}
	fmt.Println(tri)
	cube := [2][2][]int{{{1}, {2}}, {{3}, {4, 5}}}
	cube[1][1][0]++
	fmt.Println(cube, len(cube[1][1]))
}
