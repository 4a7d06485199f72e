// Cases of interfaces, functions, channels, anonymous structs and several types.
package main

import (
	"errors"
	"fmt"
	"io"
)

type Shape interface {
	Area() float64
}
type Named interface{ Name() string }
type Sq struct{ s float64 }
type Circ struct{ r float64 }

func (s Sq) Area() float64    { return s.s * s.s }
func (c *Circ) Area() float64 { return 3 * c.r * c.r }
func (c *Circ) Name() string  { return "circle" }

type E1 struct{ msg string }

func (e E1) Error() string        { return e.msg }
func (e E1) Is(target error) bool { return target == io.EOF }

type fn func(int) int

func classify(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case int, int8:
		return fmt.Sprintf("%T(%v)", v, v)
	case uint8:
		return fmt.Sprint("byte ", v+1)
	case error:
		return "error " + v.Error()
	case interface {
		Shape
		Named
	}:
		return v.Name() + fmt.Sprint(v.Area())
	case Shape:
		return fmt.Sprint("shape ", v.Area())
	case func(int) int:
		return fmt.Sprint("func ", v(2))
	case fn:
		return fmt.Sprint("fn ", v(2))
	case []any:
		s := ""
		for _, e := range v {
			s += classify(e) + ","
		}
		return "[" + s + "]"
	case map[string]any:
		return fmt.Sprint("map ", len(v))
	case *int:
		return fmt.Sprint("ptr ", v == nil)
	case chan int, <-chan int:
		return fmt.Sprintf("chan %T", v)
	case struct{ X int }:
		return fmt.Sprint("anon ", v.X)
	case [2]string:
		return v[1]
	case string:
		switch {
		case v == "":
			return "empty"
		case len(v) > 3:
			return "long"
		}
		fallthroughless := "str"
		return fallthroughless
	default:
		return fmt.Sprintf("? %T", v)
	}
}

func sw(n int) (out string) {
	switch n {
	case 1:
		out += "1"
		fallthrough
	case 2:
		out += "2"
		if n == 1 {
			break
		}
		fallthrough
	default:
		out += "d"
	case 3, 4:
		out += "34"
	}
	switch x := n * 2; {
	case x > 5:
		out += ">"
	case x > 3:
		out += "="
	}
	switch f := func() int { out += "!"; return n }; f() {
	case func() int { out += "a"; return 9 }(), 2:
	case 5:
	}
	return
}

func main() {
	var np *int
	var ns Shape
	for _, x := range []any{nil, 1, int8(2), byte(255), errors.New("e"), E1{"x"}, Sq{2}, &Circ{1}, Circ{1}, func(i int) int { return i },
		fn(func(i int) int { return i * i }), []any{1, "a", nil, []any{}}, map[string]any{"a": 1}, np, make(chan int), (<-chan int)(nil),
		struct{ X int }{4}, [2]string{"a", "b"}, "", "abcd", "ab", 2.5, ns, error(nil), struct{}{}, int64(1), 'x'} {
		fmt.Println(classify(x))
	}
	for i := range 6 {
		fmt.Print(sw(i), " ")
	}
	fmt.Println()
	fmt.Println(errors.Is(E1{"q"}, io.EOF), errors.Is(fmt.Errorf("a %w b %w", io.ErrUnexpectedEOF, E1{"z"}), io.EOF))
	var sh Shape = Sq{3}
	if sq, ok := sh.(Sq); ok {
		sq.s = 100
		fmt.Println(sh.Area(), sq.Area())
	}
	switch sh := sh.(type) {
	case interface{ Perimeter() float64 }:
		fmt.Println(sh.Perimeter())
	case Named:
		fmt.Println("named")
	}
	defer func() {
		fmt.Println(recover())
		var e error
		defer func() { fmt.Println(recover()) }()
		_ = e.(E1)
	}()
	_ = sh.(Named)
}
