// Methods on slices, maps, funcs, arrays, chans, strings and nested named types; chaining.
package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

type Path string
type Set map[string]bool
type Line []float64
type Grid [2][2]int
type Pred func(int) bool
type Queue chan int
type ID int
type Users []*User
type User struct {
	ID
	Name string
	Tags Set
}

func (p Path) Join(q ...string) Path {
	return Path(strings.Join(append([]string{string(p)}, q...), "/"))
}
func (p Path) Base() string { return string(p[strings.LastIndexByte(string(p), '/')+1:]) }
func (s Set) Add(ks ...string) Set {
	for _, k := range ks {
		s[k] = true
	}
	return s
}
func (s Set) Union(o Set) Set {
	out := Set{}
	for _, m := range []Set{s, o} {
		for k := range m {
			out[k] = true
		}
	}
	return out
}
func (s Set) Keys() []string              { return slices.Sorted(maps.Keys(s)) }
func (l *Line) Append(v ...float64) *Line { *l = append(*l, v...); return l }
func (l Line) Sum() (t float64) {
	for _, v := range l {
		t += v
	}
	return
}
func (l Line) Scale(k float64) Line {
	for i := range l {
		l[i] *= k
	}
	return l
}
func (g Grid) T() Grid          { g[0][1], g[1][0] = g[1][0], g[0][1]; return g }
func (g *Grid) Set(r, c, v int) { g[r][c] = v }
func (p Pred) Not() Pred        { return func(i int) bool { return !p(i) } }
func (q Queue) Put(v int) bool {
	select {
	case q <- v:
		return true
	default:
		return false
	}
}
func (id ID) String() string { return fmt.Sprintf("#%03d", int(id)) }
func (u Users) Find(name string) *User {
	for _, x := range u {
		if x.Name == name {
			return x
		}
	}
	return nil
}
func (u *User) Rename(n string) *User { u.Name = n; return u }

func main() {
	fmt.Println(Path("a").Join("b", "c.txt"), Path("x/y/z").Base(), Path("none").Base())
	s := Set{}.Add("x", "y").Add("x")
	fmt.Println(s.Keys(), s.Union(Set{"z": true}).Keys(), len(s), Set(nil)["q"], Set(nil).Keys() == nil)
	var l Line
	l.Append(1, 2).Append(3.5)
	alias := l.Scale(2)
	fmt.Println(l, l.Sum(), alias[0], Line{1}.Sum())
	g := Grid{{1, 2}, {3, 4}}
	g.Set(0, 0, 9)
	fmt.Println(g.T(), g, g.T().T() == g)
	even := Pred(func(i int) bool { return i%2 == 0 })
	fmt.Println(even(4), even.Not()(4), even.Not().Not()(4))
	q := make(Queue, 2)
	fmt.Println(q.Put(1), q.Put(2), q.Put(3), len(q), <-q)
	us := Users{{ID: 1, Name: "ann"}, {ID: 22, Name: "bob", Tags: Set{}.Add("t")}}
	us.Find("bob").Rename("rob").Tags.Add("new")
	fmt.Println(us[1].Name, us[1].Tags.Keys(), us.Find("zed") == nil, us[0].ID, us[1])
	fmt.Printf("%v %s %d %+v\n", us[0].ID, us[0].ID, us[0].ID, *us[0])
}
