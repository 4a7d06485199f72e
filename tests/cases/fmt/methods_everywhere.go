package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

type Level int

func (l Level) String() string { return [...]string{"low", "mid", "high"}[l] }

type Point struct{ X, Y int }

func (p Point) String() string { return fmt.Sprintf("<%d,%d>", p.X, p.Y) }

type PtrOnly struct{ N int }

func (p *PtrOnly) String() string { return fmt.Sprintf("PtrOnly(%d)", p.N) }

type Secret struct {
	Level  Level
	hidden Level
	Pt     Point
	pt     Point
	Any    any
	any    any
	Err    error
	err    error
}

type Gopher struct{ Name string }

func (g Gopher) GoString() string { return "gopher!" + g.Name }

type Custom struct{ v int }

func (c Custom) Format(st fmt.State, verb rune) {
	w, wok := st.Width()
	p, pok := st.Precision()
	fmt.Fprintf(st, "[%c %d %t %d %t", verb, w, wok, p, pok)
	for _, f := range "+-# 0" {
		if st.Flag(int(f)) {
			fmt.Fprintf(st, " %c", f)
		}
	}
	st.Write([]byte(fmt.FormatString(st, verb)))
	fmt.Fprint(st, "]")
}

type Bad struct{}

func (Bad) String() string { panic("no string") }

type BadErr struct{}

func (BadErr) Error() string { panic(errors.New("inner")) }

type NilDeref struct{ p *Point }

func (n *NilDeref) String() string { return n.p.String() }

type BadFmt struct{}

func (BadFmt) Format(fmt.State, rune) { panic(42) }

type Embeds struct {
	Point
	Extra int
}

type EmbedsPtr struct {
	*PtrOnly
	Extra int
}

type MyErr struct{ Code int }

func (e MyErr) Error() string { return fmt.Sprint("code ", e.Code) }

type Both struct{}

func (Both) Error() string  { return "error" }
func (Both) String() string { return "string" }

type WrongSig struct{}

func (WrongSig) String() int { return 1 }

type Bytes []byte
type Name string
type Num float64
type List []int
type Dict map[string]int
type Fn func()
type Tree struct {
	Left, Right *Tree
	Val         int
}
type Key struct {
	A string
	B int
}
type Inner struct{ V any }
type Generic[T any] struct{ V T }
type unexported struct{ A int }
type Iface interface{ String() string }

type Rec struct {
	Self []any
	M    map[string]any
}

func main() {
	for _, f := range []string{"%v", "%+v", "%#v", "%s", "%d", "%q", "%x", "%T"} {
		fmt.Printf(f+"\n", Level(1))
		fmt.Printf(f+"\n", Point{1, 2})
		fmt.Printf(f+"\n", &Point{1, 2})
		fmt.Printf(f+"\n", PtrOnly{3})
		fmt.Printf(f+"\n", &PtrOnly{3})
		fmt.Printf(f+"\n", []Point{{1, 2}})
		fmt.Printf(f+"\n", map[Level]Point{2: {1, 2}, 0: {3, 4}})
		fmt.Printf(f+"\n", Secret{1, 2, Point{1, 2}, Point{3, 4}, Level(1), Level(2), MyErr{1}, MyErr{2}})
		fmt.Printf(f+"\n", Gopher{"g"})
		fmt.Printf(f+"\n", []Gopher{{"g"}})
		fmt.Printf(f+"\n", Custom{1})
		fmt.Printf(f+"\n", Embeds{Point{1, 2}, 3})
		fmt.Printf(f+"\n", MyErr{3})
		fmt.Printf(f+"\n", Both{})
		fmt.Printf(f+"\n", WrongSig{})
		fmt.Printf(f+"\n", Bytes("hi"))
		fmt.Printf(f+"\n", Name("n"))
		fmt.Printf(f+"\n", Num(1.5))
		fmt.Printf(f+"\n", List{1, 2})
		fmt.Printf(f+"\n", Dict{"b": 1, "a": 2})
		fmt.Printf(f+"\n", [3]byte{1, 2, 3})
		fmt.Printf(f+"\n", [2]bool{true})
		fmt.Printf(f+"\n", Generic[int]{4})
		fmt.Printf(f+"\n", Generic[Point]{Point{5, 6}})
		fmt.Printf(f+"\n", Generic[[]Name]{})
		fmt.Printf(f+"\n", map[Key]int{{"b", 1}: 1, {"a", 2}: 2, {"a", 1}: 3})
		fmt.Printf(f+"\n", Inner{Inner{nil}})
		fmt.Printf(f+"\n", struct {
			A int `json:"a"`
			b string
		}{1, "x"})
		fmt.Printf(f+"\n", []any{nil, 1, "a", []any{2.5}, map[string]any{"k": nil}})
		fmt.Printf(f+"\n", []error{MyErr{1}, nil})
		fmt.Printf(f+"\n", []Iface{Level(0), nil})
		fmt.Printf(f+"\n", (*Point)(nil))
		fmt.Printf(f+"\n", (*PtrOnly)(nil))
		fmt.Printf(f+"\n", Fn(nil))
		fmt.Printf(f+"\n", Tree{Val: 1})
		fmt.Printf(f+"\n", &Tree{Val: 1})
		fmt.Printf(f+"\n", &[]int{1})
		fmt.Printf(f+"\n", &map[string]int{"a": 1})
		fmt.Printf(f+"\n", &[2]Point{})
		fmt.Printf(f+"\n", unexported{1})
		fmt.Printf(f+"\n", []unexported{{1}})
		fmt.Printf(f+"\n", time.Second)
		fmt.Printf(f+"\n", []time.Duration{time.Second, 1500 * time.Millisecond})
		fmt.Printf(f+"\n", errors.New("e"))
		fmt.Printf(f+"\n", fmt.Errorf("w: %w", MyErr{4}).Error())
		fmt.Printf(f+"\n", complex(1, -2))
		fmt.Printf(f+"\n", complex64(complex(0.1, 2)))
		fmt.Printf(f+"\n", float32(0.1))
		fmt.Printf(f+"\n", uint8(65))
		fmt.Printf(f+"\n", [][]string{{"a"}, nil, {}})
		fmt.Printf(f+"\n", map[float64]string{2.5: "x", -1: "y"})
		fmt.Printf(f+"\n", map[bool]int{true: 1, false: 0})
		fmt.Printf(f+"\n", map[[2]int]string{{2, 1}: "b", {1, 9}: "a"})
		fmt.Printf(f+"\n", map[any]int{"b": 1, 2: 2, "a": 3, 1: 4, 1.5: 5, true: 6})
	}
	fmt.Printf("%v %+s\n", EmbedsPtr{&PtrOnly{1}, 3}, &EmbedsPtr{&PtrOnly{2}, 4})
	fmt.Printf("%v|%s|%d\n", Bad{}, Bad{}, Bad{})
	fmt.Printf("%v|%v\n", BadErr{}, []any{BadErr{}, 1})
	fmt.Printf("%v|%v\n", &NilDeref{}, (*NilDeref)(nil))
	fmt.Printf("%v|%5.2d\n", BadFmt{}, BadFmt{})
	fmt.Printf("%v\n", Level(9))
	fmt.Printf("%+08.3v|%-#6x|% d|%c\n", Custom{1}, Custom{1}, Custom{1}, Custom{1})
	fmt.Printf("%6v|%-6v|%06d|%6.1v|\n", Level(1), Level(1), Level(1), Level(1))
	fmt.Printf("%6v|%-8v|%08.3f\n", []Level{0, 1}, Point{1, 2}, []float64{1, 2})
	fmt.Printf("%+d %+v %x %X %o %#o\n", Point{1, -2}, []int{1}, Point{10, 11}, []int{10}, []int{8}, []int{8})
	fmt.Printf("%s %v %d\n", []byte("x"), Bytes("y"), Bytes("z"))
	fmt.Printf("%x %X %q %s\n", Bytes("hi"), []byte("hi"), Bytes("hi"), [2]byte{65, 66})
	fmt.Printf("%s %q\n", Name("x"), []Name{"y"})
	fmt.Println(Level(1), Point{1, 2}, &Point{3, 4}, PtrOnly{1}, &PtrOnly{2}, MyErr{1}, []error{MyErr{2}})
	fmt.Print(Level(1), Level(2), "a", Name("b"), Name("c"), 1, 2, "\n")
	fmt.Println(fmt.Sprint(nil, []any(nil), map[string]any(nil), (*int)(nil), error(nil)))
	var e error
	var it Iface
	var fn func(int) string
	var ch chan int
	fmt.Println(e, it, fn == nil, ch, []any{e, it})
	fmt.Printf("%v %+v %#v %T|%v %T|%T %T\n", e, e, e, e, it, it, fn, ch)
	fmt.Printf("%d %s\n", &[]int{1, 2}, &[]string{"a"})
	type local struct{ A, B any }
	fmt.Printf("%v %+v %#v %T\n", local{1, "x"}, local{nil, 2.5}, local{[]int{1}, Point{1, 2}}, local{})
	fmt.Fprintf(os.Stdout, "%s|%v|%d\n", strings.Repeat("ab", 2), []string{}, []int(nil))
	var buf bytes.Buffer
	fmt.Fprintln(&buf, "to buffer", 1, Level(2))
	fmt.Fprintf(&buf, "%05d|%v\n", 42, Point{5, 6})
	fmt.Fprint(&buf, 1, 2, "x", 3)
	fmt.Println(buf.String())
	fmt.Printf("%w %w\n", errors.New("x"), 3)
	fmt.Println(fmt.Errorf("%w|%v|%w", MyErr{1}, MyErr{2}, Both{}))
	wrapped := fmt.Errorf("ctx: %w", &MyErr{7})
	var me *MyErr
	fmt.Println(errors.As(wrapped, &me), me.Code, errors.Unwrap(wrapped) == error(me))
	fmt.Printf("%v %v\n", struct{}{}, [0]int{})
	fmt.Printf("%#v %#v %#v\n", struct{}{}, [0]int{}, struct{ P *int }{})
	fmt.Printf("%#v %#v %#v %#v\n", 1.0, 1e6, 1e21, float32(2.5))
	fmt.Printf("%#v %#v %#v\n", 'x', "q\"`", []rune("ab"))
	fmt.Printf("%#v %#v %#v\n", map[string]bool{"x": true}, []interface{}{1, "a", nil}, [2]string{"a"})
	fmt.Printf("%#v %#v\n", Name("n"), []Name{"m"})
	fmt.Printf("%#v %#v %#v\n", uint8(1), []uint8{1}, uintptr(16))
	fmt.Printf("%#v\n", time.Duration(5))
	fmt.Printf("%v %s\n", []any{Bad{}, Level(1)}, map[string]any{"e": MyErr{1}})
	fmt.Printf("%t %t\n", 1, "x")
	fmt.Printf("%!|%-|%+z\n", 1)
}
