// Constant indices out of range and wrong index types.
package main

import "fmt"

func main() {
	a := [3]int{1, 2, 3}
	_ = a
	s := []int{1}
	m := map[string]int{}
	_ = m
	n := 5
	_ = n
	_ = [2]int{1, 2, 3} // problem: index 2 is out of bounds (>= 2)
	_ = [...]int{5: 1}[6] // problem: invalid argument: index 6 out of bounds [0:6]
	f := 1.5
	fmt.Println(s[f]) // problem: invalid argument: index f (variable of type float64) must be integer
	var p *[]int
	fmt.Println(p[0]) // problem: cannot index p (variable of type *[]int)
}
