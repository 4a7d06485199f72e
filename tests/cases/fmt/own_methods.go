// String, Error, GoString and Format of values, pointers, fields and elements, with panics in them.
package main

import (
	"fmt"
	"strings"
)

type V struct{ x, y int }

func (v V) String() string { return fmt.Sprintf("<%d,%d>", v.x, v.y) }

type PV struct{ n int }

func (p *PV) String() string { return fmt.Sprintf("PV%d", p.n) }

type E struct{ c int }

func (e E) Error() string  { return fmt.Sprint("E", e.c) }
func (e E) String() string { return "never" }

type G struct{ s string }

func (g G) GoString() string { return "G(" + g.s + ")" }

type Fm int

func (f Fm) Format(st fmt.State, c rune) {
	w, _ := st.Width()
	fmt.Fprintf(st, "%s[%c]%s", strings.Repeat("<", w), c, fmt.FormatString(st, c))
}

type Bad struct{}

func (Bad) String() string { panic("bad stringer") }

type BadE struct{}

func (BadE) Error() string { var m map[string]int; m["x"] = 1; return "" }

type NilOK struct{}

func (n *NilOK) String() string {
	if n == nil {
		return "nil-ok"
	}
	return "ok"
}

type Rec struct{ next *Rec }

func (r Rec) String() string {
	if r.next == nil {
		return "end"
	}
	return "r>" + r.next.String()
}

type Wrap struct {
	V
	name string
}
type WrapP struct {
	*PV
	k V
}
type hidden struct {
	v  V
	pv *PV
	e  error
	s  fmt.Stringer
}
type Exp struct {
	V  V
	PV *PV
	E  error
	S  fmt.Stringer
	L  []V
	M  map[V]V
}
type MyInt int

func (m MyInt) String() string { return fmt.Sprintf("MyInt(%d)", int(m)) }

type MyS string

func (m MyS) String() string { return "MyS:" + string(m) }

type MySl []MyInt
type MyB []byte

func (b MyB) String() string { return fmt.Sprintf("MyB%d", len(b)) }

type Fn func()

func (Fn) String() string { return "fn!" }

func main() {
	v := V{1, 2}
	pv := &PV{3}
	fmt.Println(v, &v, pv, *pv, []V{v}, []*PV{}, map[V]string{v: "x"}, [1]V{v}, struct{ V V }{v})
	fmt.Printf("%v %s %d %+v %#v %q %x %T\n", v, v, v, v, v, v, v, v)
	fmt.Printf("%v %s %d %#v\n", &v, &v, &v, &v)
	fmt.Printf("%v %s %+v\n", *pv, *pv, *pv)
	fmt.Println(E{1}, &E{2}, []error{E{3}}, []E{{4}}, map[string]E{"k": {5}})
	fmt.Printf("%v %s %d %x %q %#v\n", E{1}, E{1}, E{1}, E{1}, E{1}, E{1})
	fmt.Printf("%v %+v %#v %s\n", G{"a"}, G{"a"}, G{"a"}, G{"a"})
	fmt.Printf("%#v %#v %#v\n", []G{{"a"}}, struct{ G G }{G{"b"}}, map[string]*G{})
	fmt.Printf("%v|%+5.2d|%#x|%-08s|% q\n", Fm(1), Fm(2), Fm(3), Fm(4), Fm(5))
	fmt.Println(Fm(1), []Fm{1, 2})
	fmt.Printf("%v %s|%d\n", Bad{}, Bad{}, Bad{})
	fmt.Println(Bad{}, BadE{}, []Bad{{}})
	fmt.Printf("%v %+v %s\n", BadE{}, BadE{}, struct{ B Bad }{})
	var n *NilOK
	var np *PV
	var nv *V
	fmt.Println(n, np == nil, nv)
	fmt.Printf("%v %s %d %+v\n", n, n, n, n)
	fmt.Printf("%v %s %v %s\n", np, np, nv, nv)
	fmt.Println(Rec{&Rec{&Rec{}}}, &Rec{})
	w := Wrap{v, "nm"}
	fmt.Println(w, &w, []Wrap{w})
	fmt.Printf("%v %+v %#v %d\n", w, w, w, w)
	fmt.Println(WrapP{pv, v}.String(), WrapP{pv, v})
	h := hidden{v, nil, E{9}, v}
	fmt.Printf("%v %+v %#v\n", h, h, h)
	x := Exp{v, nil, E{7}, v, []V{v}, map[V]V{v: v}}
	fmt.Printf("%v\n%+v\n%#v\n%d\n", x, x, x, x)
	fmt.Println(MyInt(5), []MyInt{1}, MySl{2}, map[MyInt]MyS{1: "a"}, MyS("q"), MyB("abc"), []MyB{MyB("z")})
	fmt.Printf("%v %d %s %x %q %5v|%-12v|%+v %#v\n", MyInt(5), MyInt(5), MyInt(5), MyInt(5), MyInt(65), MyInt(5), MyInt(5), MyInt(5), MyInt(5))
	fmt.Printf("%v %s %q %x %d %#v %T\n", MyS("q"), MyS("q"), MyS("q"), MyS("q"), MyS("q"), MyS("q"), MyS("q"))
	fmt.Printf("%v %s %x %d %#v\n", MyB("q"), MyB("q"), MyB("q"), MyB("q"), MyB("q"))
	fmt.Println(Fn(nil), fmt.Sprint(Fn(nil)))
	var s fmt.Stringer = v
	var e error = E{1}
	fmt.Printf("%v %v %T %T %s\n", s, e, s, e, []any{s, e, nil})
	fmt.Println(fmt.Sprint("a", v, "b", 1, 2, e, "c"), fmt.Sprintln("x", v), fmt.Errorf("w %w %v", e, s))
	fmt.Printf("%s %v\n", []fmt.Stringer{v, MyInt(1), nil}, map[string]fmt.Stringer{"a": MyS("z")})
	fmt.Printf("%10s|%-10s|%.3s|%010s\n", v, v, v, MyS("x"))
}
