// Constant indices out of range and wrong index types.
package main

import "fmt"

func main() {
	a := [3]int{1, 2, 3}
	fmt.Println(a[3], a[-1], a[1.5], a["x"]) // problem: 1.5 (untyped float constant) truncated to int ;; cannot convert "x" (untyped string constant) to type int ;; invalid argument: index -1 (constant of type int) must not be negative ;; invalid argument: index 3 out of bounds [0:3]
	s := []int{1}
	fmt.Println(s[-1], s["a"], s[1.0], s[2:1], a[2:5], "abc"[5], "abc"[1:9]) // problem: cannot convert "a" (untyped string constant) to type int ;; invalid argument: index -1 (constant of type int) must not be negative ;; invalid argument: index 5 out of bounds [0:3] ;; invalid argument: index 5 out of bounds [0:4] ;; invalid argument: index 9 out of bounds [0:4] ;; invalid slice indices: 1 < 2
	m := map[string]int{}
	fmt.Println(m[1], m[nil]) // problem: cannot use 1 (untyped int constant) as string value in map index ;; cannot use nil as string value in map index
	n := 5
	fmt.Println(n[0], n[1:2]) // problem: cannot index n (variable of type int) ;; cannot slice n (variable of type int)
	f := 1.5
	_ = f
	var p *[]int
	_ = p
}
