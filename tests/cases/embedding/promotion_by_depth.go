// Promotion through values, pointers and interfaces; what shadows what; nil on the way.
package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

type Logger struct {
	prefix string
	lines  []string
}

func (l *Logger) Logf(f string, a ...any) { l.lines = append(l.lines, l.prefix+fmt.Sprintf(f, a...)) }
func (l Logger) Count() int               { return len(l.lines) }

type Base struct {
	ID   int
	Name string
}

func (b Base) Describe() string  { return fmt.Sprintf("Base(%d,%s)", b.ID, b.Name) }
func (b *Base) Rename(n string)  { b.Name = n }
func (b Base) String() string    { return "B:" + b.Name }
func (b Base) Self() interface{} { return b }

type Mid struct {
	Base
	Name string
}

func (m Mid) Describe() string { return "Mid+" + m.Base.Describe() }

type Top struct {
	*Mid
	*Logger
	sync.Mutex
	io.Reader
	Extra int
}
type Describer interface{ Describe() string }
type Renamer interface {
	Describer
	Rename(string)
}
type A struct{ X int }
type B struct{ X int }
type C struct {
	A
	B
	Y int
}
type D struct {
	C
	X string
}
type Walker interface{ Walk() string }
type Dog struct{ n string }

func (d Dog) Walk() string { return d.n + " walks" }

type Robo struct {
	Walker
	v int
}

func (r Robo) Walk() string { return "robo " + r.Walker.Walk() }

func main() {
	t := Top{Mid: &Mid{Base{1, "base"}, "mid"}, Logger: &Logger{prefix: "> "}, Reader: strings.NewReader("hello")}
	t.Rename("changed")
	t.Logf("%s %d", t.Name, t.ID)
	t.Lock()
	t.Logf("%v", t.Mid.Base.Name)
	t.Unlock()
	fmt.Println(t.Describe(), t.Count(), t.lines, t.Mid, *t.Mid)
	b, err := io.ReadAll(t)
	fmt.Println(string(b), err)
	var r Renamer = t
	r.Rename("via iface")
	fmt.Println(r.Describe(), r.(Describer) != nil)
	_, ok := any(*t.Mid).(Renamer)
	_, ok2 := any(t.Mid).(Renamer)
	fmt.Println(ok, ok2)
	d := D{C{A{1}, B{2}, 3}, "x"}
	fmt.Println(d.X, d.A.X, d.C.B.X, d.Y, d)
	fmt.Printf("%+v %#v\n", d, d)
	w := Robo{Robo{Dog{"rex"}, 1}, 2}
	fmt.Println(w.Walk(), w.Walker.(Robo).v, w.Walker.(Robo).Walker.(Dog).n)
	f := (*Mid).Rename
	f(t.Mid, "expr")
	g := Mid.Describe
	h := t.Describe
	t.Mid.Base.Name = "later"
	fmt.Println(g(*t.Mid), h())
	k := t.Mid.Base.Rename
	t.Mid = &Mid{}
	k("old one")
	fmt.Println(t.Mid.Describe(), t.ID, t.Self())
	var e Robo
	defer func() {
		fmt.Println("recovered:", recover())
		var tt Top
		defer func() { fmt.Println(recover()) }()
		fmt.Println(tt.Describe())
	}()
	fmt.Println(e.Walk())
}
