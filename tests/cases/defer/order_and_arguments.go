// Deferred calls run last-in first-out; arguments and receivers are evaluated at the defer statement.
package main

import "fmt"

type T struct{ n int }

func (t T) Show()   { fmt.Println("value", t.n) }
func (t *T) ShowP() { fmt.Println("pointer", t.n) }

func trace(s string) string { fmt.Println("enter", s); return s }
func un(s string)           { fmt.Println("leave", s) }

func f() {
	defer un(trace("f"))
	for i := 0; i < 3; i++ {
		defer fmt.Println("loop", i)
	}
	x := 1
	defer fmt.Println("arg", x)
	defer func() { fmt.Println("closure", x) }()
	x = 2
	t := T{1}
	defer t.Show()
	defer t.ShowP()
	t.n = 5
	fn := func() { fmt.Println("first fn") }
	defer fn()
	fn = func() { fmt.Println("second fn") }
	if x == 2 {
		defer fmt.Println("in if")
	}
	s := []int{1}
	defer fmt.Println(s, len(s))
	s[0] = 100
	s = append(s, 2)
	fmt.Println("body end")
}

func g() (n int) {
	defer func() { n *= 2 }()
	defer func() { n += 3 }()
	return 4
}

func h() int {
	n := 1
	defer func() { n = 100 }()
	return n
}

func multi() (a int, err error) {
	defer func() {
		if a > 2 {
			err = fmt.Errorf("too big: %d", a)
			a = -1
		}
	}()
	a = 2
	return a + 1, nil
}

func nested() {
	defer func() {
		defer fmt.Println("inner deferred")
		fmt.Println("outer deferred")
	}()
}

func main() {
	f()
	fmt.Println(g(), h())
	fmt.Println(multi())
	nested()
	func() {
		defer fmt.Println("func literal deferred")
		return
	}()
	for i := range 2 {
		func() {
			defer fmt.Println("per call", i)
		}()
	}
	defer fmt.Println("main last")
	m := map[string]int{"a": 1}
	defer delete(m, "a")
	defer fmt.Println(m, "before delete")
	defer func(v int, m map[string]int) { fmt.Println(v, m) }(m["a"], m)
	m["a"] = 9
}
