// One variable twice on the left side: assignments happen from left to right, so the last one stays.
package main

import "fmt"

type box struct{ n int }

func main() {
	a, b := 1, 2
	a, a = b, a
	fmt.Println(a, b)
	a, a = 10, 20
	fmt.Println(a)
	s, t := "x", "y"
	s, s = t+"1", s+"2"
	fmt.Println(s, t)
	f, g := 0.5, 1.5
	g, g = f, g
	fmt.Println(f, g)
	xs := []int{1, 2, 3}
	i := 0
	xs[i], xs[i] = xs[1], xs[2]
	fmt.Println(xs)
	i, i = i+1, i+5
	fmt.Println(i)
	m := map[string]int{}
	m["k"], m["k"] = 1, 2
	fmt.Println(m)
	p := &box{1}
	p.n, p.n = 5, p.n+1
	fmt.Println(p.n)
	q := &a
	a, *q = 100, 200
	fmt.Println(a)
	*q, a = 300, 400
	fmt.Println(a)
	_, a = a, 7
	a, _ = 8, a
	fmt.Println(a)
	x, y := 1, 2
	x, y, x = y, x, x+y
	fmt.Println(x, y)
	func() (int, int) { return 3, 4 }()
	x, x = func() (int, int) { return 3, 4 }()
	fmt.Println(x)
	for a, a = range []int{7, 8, 9} {
	}
	fmt.Println(a)
}
