// Promoted methods of values and pointers, fields that hide others, nil interfaces inside structs.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

type Logger interface{ Log(string) }
type Closer interface{ Close() error }
type LogCloser interface {
	Logger
	Closer
}

type base struct{ lines []string }

func (b *base) Log(s string)  { b.lines = append(b.lines, s) }
func (b base) Count() int     { return len(b.lines) }
func (b *base) Close() error  { b.lines = nil; return errors.New("closed twice") }
func (b base) String() string { return strings.Join(b.lines, "|") }

type mid struct {
	*base
	Name string
}

type outer struct {
	mid
	io.Writer
	Count int
}

type shadow struct {
	base
	mid mid
}

func (s shadow) Count() string { return "shadow" }

type up struct{ w *strings.Builder }

func (u up) Write(p []byte) (int, error) { return u.w.WriteString(strings.ToUpper(string(p))) }

func use(l LogCloser) error {
	l.Log("used")
	return l.Close()
}

type A struct{ X, Y int }
type B struct{ X, Z int }
type C struct {
	A
	*B
	W int
}

func (a A) Hello() string  { return fmt.Sprint("A", a.X) }
func (b *B) World() string { b.Z++; return fmt.Sprint("B", b.Z) }

func main() {
	var sb strings.Builder
	o := outer{mid{&base{}, "n"}, up{&sb}, 7}
	o.Log("one")
	o.mid.Log("two")
	o.base.Log("three")
	fmt.Println(o.Count, o.mid.Count(), o.base.Count(), o.Name, o)
	fmt.Fprintf(o, "hello %d", 5)
	fmt.Println(sb.String())
	fmt.Println(use(o), o.mid.Count())
	f := o.Log
	g := (*base).Log
	h := outer.Log
	k := mid.Count
	f("a")
	g(o.base, "b")
	h(o, "c")
	fmt.Println(k(o.mid), o.String())
	var s shadow
	s.Log("x")
	fmt.Println(s.Count(), s.base.Count(), s)
	c := C{A{1, 2}, &B{3, 4}, 5}
	fmt.Println(c.A.X, c.B.X, c.Y, c.Z, c.W, c.Hello(), c.World(), c.World())
	d := c
	d.Z = 100
	d.Y = 50
	fmt.Println(c.Z, c.Y, d.Y)
	fmt.Printf("%v %T\n", c.A, c)
	var lc LogCloser = o
	if _, ok := lc.(fmt.Stringer); ok {
		fmt.Println("stringer")
	}
	_, ok := lc.(interface{ Missing() })
	fmt.Println(ok)
	var e struct {
		Logger
		n int
	}
	defer func() { fmt.Println(recover()) }()
	e.Log("boom")
}
