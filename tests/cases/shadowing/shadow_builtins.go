// Predeclared names, packages and types under other meanings.
package main

import (
	"errors"
	str "strings"

	. "fmt"
)

type error interface{ Error() string }
type string2 = string
type int struct{ v int64 }

func (i int) Plus(o int) int { return int{i.v + o.v} }

var len = func(x []byte) string2 { return "len!" }

func print(a ...any) { Println(append([]any{"my print"}, a...)...) }

const iota = 77
const (
	c0 = iota
	c1
)

func new(n int64) *int { return &int{n} }

func append(xs []any, ys ...any) []any {
	out := make([]any, 0, cap(xs)+cap(ys))
	for _, x := range xs {
		out = out[:cap2(out)+1]
		out[cap2(out)-1] = x
	}
	for _, y := range ys {
		out = out[:cap2(out)+1]
		out[cap2(out)-1] = y
	}
	return out
}

func cap2(x []any) (n2 int64) {
	for range x {
		n2++
	}
	return
}

func main() {
	Println(len(nil), c0, c1, new(4).Plus(*new(5)).v)
	print(1, "a")
	nil := 5
	true := false
	Println(nil, true, !true)
	var err error = errors.New("x")
	Println(err)
	{
		str := str.ToUpper("abc")
		Println(str)
		any := 3
		Println(any)
	}
	type float64 = float32
	var f float64 = 1.0 / 3
	Println(f)
	if x := 1; x > 0 {
		x := x * 10
		if x, y := x+1, x; x > y {
			Println(x, y)
		}
		Println(x)
	}
	var panic = func(v any) { Println("calm", v) }
	panic("not a panic")
	make := func(n int64) string { return Sprint("made ", n) }
	Println(make(3))
	main := "main"
	Println(main)
	switch x := 5; x := any2(x).(type) {
	case int64:
		Println("int64", x)
	default:
		Printf("%T\n", x)
	}
}

func any2(x any) any { return x }
