// Named results, panics on top of panics, arguments and receivers of deferred calls, os.Exit in one.
package main

import (
	"errors"
	"fmt"
	"os"
)

type myErr struct{ code int }

func (e *myErr) Error() string { return fmt.Sprintf("code %d", e.code) }

func named(n int) (r int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("wrapped: %w", p.(error))
			r += 1000
		}
	}()
	defer func() { r *= 2 }()
	r = n
	if n > 5 {
		panic(&myErr{n})
	}
	return r + 1, nil
}

func repanic() (s string) {
	defer func() { s = fmt.Sprint("outer got ", recover()) }()
	defer func() {
		p := recover()
		defer func() { panic(fmt.Sprint("third after ", recover())) }()
		panic(fmt.Sprint("second after ", p))
	}()
	panic("first")
}

func loop() {
	for i := range 3 {
		defer func(n int) { fmt.Print("d", n, i, " ") }(i * i)
	}
	x := 1
	defer fmt.Println("x is", x)
	x = 2
	p := &x
	defer func() { fmt.Print("p ", *p, " ") }()
	*p = 3
}

type res struct{ name string }

func open(n string) *res          { fmt.Println("open", n); return &res{n} }
func (r *res) Close()             { fmt.Println("close", r.name) }
func (r *res) with(s string) *res { fmt.Println("with", s); r.name += s; return r }

func chain() {
	r := open("f")
	defer r.with("1").with("2").Close()
	r = open("g")
	fmt.Println("body", r.name)
}

func nilFunc() {
	defer func() { fmt.Println("nil func:", recover()) }()
	var f func()
	defer f()
	fmt.Println("still runs")
}

func notDirect() {
	defer func() {
		defer func() { fmt.Println("end", recover()) }()
		func() { fmt.Println("not direct:", recover()) }()
	}()
	panic("deep")
}

func overwritten() (n int) {
	defer func() { recover(); n = 9 }()
	defer func() { n = 8; panic("b") }()
	return 1
}

func main() {
	for _, n := range []int{1, 7} {
		r, err := named(n)
		var me *myErr
		fmt.Println(r, err, errors.As(err, &me), me)
	}
	fmt.Println(repanic())
	loop()
	chain()
	nilFunc()
	func() {
		defer func() { fmt.Println("main", recover()) }()
		notDirect()
	}()
	fmt.Println(overwritten())
	defer fmt.Println("never")
	defer os.Exit(3)
	panic("lost")
}
