// Type switches and switches over every kind of value.
package main

import "fmt"

// switches
type K interface{ isK() }
type A struct{ n int }
type B struct{ s string }

func (A) isK()  {}
func (*B) isK() {}

type Err string

func (e Err) Error() string { return string(e) }

func classify(v any) string {
	switch x := v.(type) {
	case nil:
		return "nil"
	case int, int8, int16:
		return fmt.Sprintf("small int %T %v", x, x)
	case uint8:
		return fmt.Sprint("byte ", x+1)
	case func(int) int:
		return fmt.Sprint("func ", x(2))
	case []int:
		return fmt.Sprint("ints ", len(x), cap(x) >= len(x))
	case [2]int:
		return fmt.Sprint("arr ", x[1])
	case map[string]int:
		x["seen"]++
		return fmt.Sprint("map ", x)
	case chan int:
		return fmt.Sprint("chan ", len(x))
	case *int:
		*x++
		return fmt.Sprint("ptr ", *x)
	case struct{ X int }:
		return fmt.Sprint("anon ", x.X)
	case error:
		return "error " + x.Error()
	case fmt.Stringer:
		return "stringer " + x.String()
	case K:
		switch y := x.(type) {
		case A:
			return fmt.Sprint("A ", y.n)
		case *B:
			if y == nil {
				return "nil B"
			}
			return "B " + y.s
		}
	case interface{ Foo() }:
		return "foo"
	case bool, string:
		return fmt.Sprintf("%T:%v", x, x)
	default:
		return fmt.Sprintf("default %T", x)
	}
	return "unreachable"
}

func grade(n int) (g string) {
	switch {
	case n >= 90:
		g = "A"
		if n > 100 {
			break
		}
		g += "+"
	case n >= 80:
		g = "B"
		fallthrough
	case n >= 1000:
		g += "(ft)"
	case n < 0:
		return "neg"
	default:
		g = "F"
	}
	return g + "."
}

func multi(a, b int) string {
	switch a, b := b, a; {
	case a > b:
		return fmt.Sprint("swapped ", a, b)
	}
	switch x := a * 2; x {
	case 2, 4, 6:
		return "even small"
	case b:
		return "equals b"
	case b + 1, func() int { fmt.Print("[called]"); return 10 }():
		return "computed"
	}
	return "none"
}

func main() {
	n := 5
	vals := []any{nil, 1, int8(2), int64(3), byte(255), func(i int) int { return i * 7 }, []int{1}, [2]int{3, 4}, map[string]int{}, make(chan int, 1), &n, struct{ X int }{9}, Err("bad"), A{1}, &A{2}, &B{"b"}, (*B)(nil), true, "s", 1.5, 'r', error(nil), []any{}}
	for _, v := range vals {
		fmt.Println(classify(v))
	}
	for _, g := range []int{95, 101, 85, -1, 10} {
		fmt.Print(grade(g), " ")
	}
	fmt.Println()
	fmt.Println(multi(1, 2), multi(2, 1), multi(9, 18), multi(5, 10), multi(7, 3))
	var e any = 3
	switch e {
	case "3", 3.0:
		fmt.Println("wrong type")
	case 3:
		fmt.Println("int 3")
	}
	switch f := func() bool { return false }; f() {
	case true:
		fmt.Println("t")
	case false:
		fmt.Println("f")
	}
	switch {
	}
	switch x := 5; x {
	default:
		fmt.Println("only default", x)
	}
	var p *int
	switch p {
	case nil:
		fmt.Println("nil ptr")
	case &n:
	}
	switch [2]int{1, 2} {
	case [...]int{1, 2}:
		fmt.Println("array case")
	}
	switch struct{ a, b any }{1, "x"} {
	case struct{ a, b any }{1, "x"}:
		fmt.Println("struct case")
	}
outer:
	for i := 0; ; i++ {
		switch {
		case i%2 == 0:
			continue
		case i > 6:
			break outer
		default:
			switch i {
			case 3:
				break
			default:
				fmt.Print(i, " ")
			}
		}
	}
	fmt.Println()
	switch v := any(n).(type) {
	case interface{ M() }, int:
		_ = v
		fmt.Printf("%T\n", v)
	}
	defer func() {
		r := recover()
		fmt.Println(r)
	}()
	switch any([]int{1}) {
	case any([]int{1}):
	}
}
