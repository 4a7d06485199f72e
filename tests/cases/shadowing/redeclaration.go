// := reuses variables of the same scope if at least one is new; inner scopes make new ones.
package main

import (
	"errors"
	"fmt"
)

func two() (int, error) { return 1, nil }
func bad() (int, error) { return 2, errors.New("bad") }

func named() (n int, err error) {
	if true {
		n, err := bad()
		_, _ = n, err
	}
	return
}

func named2() (n int, err error) {
	n, err = bad()
	if err != nil {
		err = fmt.Errorf("named2: %w", err)
	}
	return
}

func main() {
	a, err := two()
	p := &err
	b, err := bad()
	fmt.Println(a, b, err, *p == err)
	for i := range 2 {
		a, err := two()
		a += i
		_ = err
		fmt.Print(a, " ")
	}
	fmt.Println(a, err)
	fmt.Println(named())
	fmt.Println(named2())
	x := 1
	f := func() { x, y := 2, 3; _, _ = x, y }
	f()
	fmt.Println(x)
	x, z := 5, 6
	fmt.Println(x, z)
	var s []int
	if s := append(s, 1); len(s) > 0 {
		fmt.Println(s)
	}
	fmt.Println(s == nil)
	_, c := two()
	fmt.Println(c)
	type T struct{ v int }
	{
		type T struct{ w string }
		fmt.Println(T{"inner"})
	}
	fmt.Println(T{1})
	var k, v = 1, "v"
	k, w := 2, v+"w"
	fmt.Println(k, v, w)
	const size = 10
	{
		const size = size * 2
		fmt.Println(size)
	}
	fmt.Println(size)
}
