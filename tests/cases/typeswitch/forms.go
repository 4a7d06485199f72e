// Type switches: single and multiple types, nil, default, interfaces, order of cases.
package main

import (
	"errors"
	"fmt"
	"strconv"
)

type myInt int
type S struct{ a int }

func (S) String() string { return "S!" }

func kind(v any) string {
	switch x := v.(type) {
	case nil:
		return "nil"
	case int, int64:
		return fmt.Sprintf("int-ish %v %T", x, x)
	case myInt:
		return fmt.Sprint("myInt ", int(x)+1)
	case float64:
		return fmt.Sprint("float ", x*2)
	case string:
		return "string " + x + strconv.Itoa(len(x))
	case error:
		return "error " + x.Error()
	case fmt.Stringer:
		return "stringer " + x.String()
	case []any:
		return fmt.Sprint("list ", len(x))
	case []int:
		return fmt.Sprint("ints ", x[0])
	case map[string]any:
		return fmt.Sprint("map ", len(x))
	case func() int:
		return fmt.Sprint("func ", x())
	case *int:
		return fmt.Sprint("ptr ", *x)
	case chan int:
		return fmt.Sprint("chan ", cap(x))
	case struct{ X int }:
		return fmt.Sprint("anon ", x.X)
	case [2]string:
		return x[1]
	case rune, byte:
		return fmt.Sprintf("char %v", x)
	default:
		return fmt.Sprintf("other %T", x)
	}
}

func main() {
	n := 5
	for _, v := range []any{nil, 1, int64(2), int32(3), uint8(4), myInt(5), 2.5, float32(1), "s", errors.New("e"), S{}, &S{}, []any{1}, []int{7}, map[string]any{}, func() int { return 9 }, &n, make(chan int, 3), struct{ X int }{8}, [2]string{"a", "b"}, 'x', true, []string{}, struct{}{}} {
		fmt.Println(kind(v))
	}
	var e error
	switch e.(type) {
	case nil:
		fmt.Println("nil error")
	default:
		fmt.Println("wrong")
	}
	switch x := any(n).(type) {
	case interface{ Foo() }:
		x.Foo()
	case int:
		x++
		fmt.Println(x, n)
	}
	switch y := any("q"); z := y.(type) {
	case string:
		fmt.Println(z, y)
	}
loop:
	for i := 0; ; i++ {
		switch any(i).(type) {
		case int:
			if i == 2 {
				break loop
			}
			continue
		}
	}
	switch any(1).(type) {
	}
	switch {
	default:
		switch v := any(e); v.(type) {
		case error:
			fmt.Println("error")
		case any:
			fmt.Println("any")
		default:
			fmt.Println("untyped nil")
		}
	}
}
