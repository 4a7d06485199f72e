// Results are set before deferred functions run; multi-value passing.
package main

import (
	"fmt"
	"strconv"
)

type pt struct{ x, y int }

func swap(a, b string) (string, string) { return b, a }
func join(a, b string) string           { return a + "-" + b }
func count(xs ...any) int               { return len(xs) }
func three() (int, string, error)       { return 1, "two", nil }

func named(n int) (x, y int, ok bool) {
	defer func() { x += 100 }()
	if n < 0 {
		return
	}
	x = n
	if n > 10 {
		return y, x, true
	}
	y = x * 2
	return x + 1, y, true
}

func early(n int) (s string) {
	defer func() {
		if s == "" {
			s = "empty"
		}
	}()
	switch {
	case n == 0:
		return
	case n == 1:
		s = "set"
		return
	}
	return "ret"
}

func ptr() (p *pt) {
	defer func() { p.x = 5 }()
	return &pt{1, 2}
}

func val() (p pt) {
	defer func() { p.x = 5 }()
	q := pt{1, 2}
	return q
}

func main() {
	fmt.Println(swap("a", "b"))
	fmt.Println(join(swap("x", "y")))
	fmt.Println(count(three()), count(swap("", "")))
	fmt.Println(named(-1))
	fmt.Println(named(3))
	fmt.Println(named(20))
	fmt.Println(early(0), early(1), early(2))
	fmt.Println(*ptr(), val())
	a, b := swap("1", "2")
	a, b = swap(a, b)
	fmt.Println(a, b)
	_, s, _ := three()
	fmt.Println(s)
	fs := func() (func() int, func(int)) {
		n := 1
		return func() int { return n }, func(v int) { n = v }
	}
	get, set := fs()
	set(9)
	fmt.Println(get())
	v, err := func() (int, error) { return strconv.Atoi("77") }()
	fmt.Println(v, err)
	var i, j = 1, 2
	i, j = func() (int, int) { return j * 10, i * 10 }()
	fmt.Println(i, j)
}
