// copy moves as many as fit and handles overlap in both directions.
package main

import "fmt"

func main() {
	a := []int{1, 2, 3, 4, 5}
	fmt.Println(copy(a, a[2:]), a)
	b := []int{1, 2, 3, 4, 5}
	fmt.Println(copy(b[1:], b), b)
	fmt.Println(copy(b, []int(nil)), copy([]int(nil), b), copy(b[:2], []int{7, 8, 9}), b)
	buf := make([]byte, 4)
	fmt.Println(copy(buf, "hello"), string(buf), copy(buf[2:], "xyz"), string(buf))
	arr := [3]int{9, 8, 7}
	fmt.Println(copy(arr[1:], arr[:]), arr)
	type row []int
	grid := []row{{1, 2}, {3, 4}}
	shallow := make([]row, 2)
	copy(shallow, grid)
	shallow[0][0] = 100
	shallow[1] = row{5}
	fmt.Println(grid, shallow)
	deep := make([]row, len(grid))
	for i := range grid {
		deep[i] = append(row{}, grid[i]...)
	}
	deep[0][0] = -1
	fmt.Println(grid, deep)
	st := []struct{ n int }{{1}, {2}}
	cp := make([]struct{ n int }, 2)
	copy(cp, st)
	cp[0].n = 50
	fmt.Println(st, cp)
	n := copy(a[3:], []int{0, 0, 0, 0})
	fmt.Println(n, a)
}
