// Fields and methods of embedded structs are promoted; the outer name wins.
package main

import "fmt"

type base struct {
	ID   int
	Name string
}

func (b base) Describe() string { return fmt.Sprintf("base(%d,%s)", b.ID, b.Name) }
func (b *base) Rename(n string) { b.Name = n }
func (b base) Who() string      { return "base" }

type mid struct {
	base
	Level int
}

func (m mid) Who() string { return "mid/" + m.base.Who() }

type top struct {
	*mid
	Name string
	extra
}
type extra struct{ Level string }

func (extra) Ping() string { return "pong" }

type describer interface{ Describe() string }

func main() {
	m := mid{base{1, "one"}, 5}
	fmt.Println(m.ID, m.Name, m.base.Name, m.Describe(), m.Who())
	m.Rename("uno")
	fmt.Println(m, m.Name)
	t := top{mid: &m, Name: "top"}
	fmt.Println(t.Name, t.mid.Name, t.base.Name, t.ID, t.Who(), t.Ping())
	t.Rename("changed")
	fmt.Println(m.Name, t.Name, t.Describe())
	t.ID = 42
	fmt.Println(m.ID)
	fmt.Println(t.mid.Level, t.extra.Level == "")
	var d describer = t
	fmt.Println(d.Describe())
	d = m
	fmt.Println(d.Describe())
	d = &m
	fmt.Println(d.Describe())
	f := t.Describe
	t.ID = 100
	fmt.Println(f(), t.Describe())
	c := m
	c.ID = 7
	fmt.Println(m.ID, c.ID, m == c)
	fmt.Printf("%v %+v\n", m, m)
	lit := mid{base: base{ID: 3}, Level: 1}
	fmt.Printf("%+v\n", lit)
	var e top
	fmt.Println(e.mid == nil, e.Ping())
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(e.ID)
	}()
}
