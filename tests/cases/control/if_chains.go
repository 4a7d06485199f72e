// if with init statements, else-if chains, scope of the init variable.
package main

import (
	"errors"
	"fmt"
	"strconv"
)

func classify(n int) string {
	if n < 0 {
		return "neg"
	} else if n == 0 {
		return "zero"
	} else if m := n % 2; m == 0 {
		return "even"
	} else {
		return fmt.Sprint("odd", m)
	}
}

func lookup(m map[string]int, k string) (int, error) {
	if v, ok := m[k]; !ok {
		return v, errors.New("missing " + k)
	} else if v > 10 {
		return v, fmt.Errorf("%s too big: %d", k, v)
	} else {
		return v, nil
	}
}

func main() {
	for _, n := range []int{-1, 0, 4, 7} {
		fmt.Println(classify(n))
	}
	m := map[string]int{"a": 5, "b": 50}
	fmt.Println(lookup(m, "a"))
	fmt.Println(lookup(m, "b"))
	fmt.Println(lookup(m, "c"))
	x := 1
	if x := 2; x > 1 {
		x++
		fmt.Println(x)
	} else {
		fmt.Println(-x)
	}
	fmt.Println(x)
	if n, err := strconv.Atoi("12x"); err != nil {
		fmt.Println(n, err)
	}
	if f := func() bool { return x == 1 }; f() && !(x > 5) || false {
		fmt.Println("yes")
	}
	if (struct{ a int }{1}) == (struct{ a int }{1}) {
		fmt.Println("equal structs")
	}
	if s := []int{1, 2}; len(s) == 2 && s[1] == 2 {
		fmt.Println(s)
	}
	a, b := 3, 4
	if a, b = b, a; a > b {
		fmt.Println(a, b)
	}
	calls := 0
	t := func(v bool) bool { calls++; return v }
	if t(false) && t(true) || t(true) || t(false) {
		fmt.Println("short", calls)
	}
	{
		x := "block"
		_ = x
	}
	fmt.Println(x)
}
