// Conversions among types with the same underlying type, funcs, structs, channels, pointers.
package main

import (
	"fmt"
	"strings"
	"time"
)

type Meters float64
type Feet float64
type Names []string
type Set map[string]bool
type Handler func(string) string
type A struct{ X, Y int }
type B struct{ X, Y int }
type Sender chan<- int

func (h Handler) Serve(s string) string { return h(s) + "!" }
func (n Names) Join() string            { return strings.Join(n, "+") }
func (s Set) Has(k string) bool         { return s[k] }
func (m Meters) Feet() Feet             { return Feet(m * 3.28084) }

func plain(s []string) int { return len(s) }

func main() {
	m := Meters(100)
	fmt.Printf("%.2f %T\n", m.Feet(), m.Feet())
	fmt.Println(Meters(Feet(3))+m, float64(m)/3)
	names := Names{"a", "b"}
	fmt.Println(names.Join(), plain(names), Names([]string{"x"}).Join())
	var raw []string = names
	raw[0] = "z"
	fmt.Println(names, len(raw))
	fmt.Println(Set{"k": true}.Has("k"), Set(map[string]bool{}).Has("k"))
	fmt.Println(Handler(strings.ToUpper).Serve("hi"), Handler(func(s string) string { return s + s }).Serve("ab"))
	a := A{1, 2}
	b := B(a)
	pb := (*B)(&a)
	pb.X = 50
	fmt.Println(a, b, *pb)
	fmt.Printf("%T %T\n", b, pb)
	ch := make(chan int, 1)
	s := Sender(ch)
	s <- 3
	fmt.Println(<-ch)
	var r <-chan int = ch
	fmt.Println(len(r), cap(r))
	var st fmt.Stringer = time.Duration(1500) * time.Millisecond
	fmt.Println(st, any(st).(time.Duration).Seconds())
	type ID string
	ids := []ID{"x", "y"}
	strs := make([]string, len(ids))
	for i, id := range ids {
		strs[i] = string(id)
	}
	fmt.Println(strings.Join(strs, ","), ID("p")+ids[0], string(ids[1][0]))
	var e error = (*myErr)(nil)
	fmt.Println(e != nil)
	var f func() = (func())(nil)
	fmt.Println(f == nil, []int(nil) == nil, (*int)(nil) == nil)
	d := time.Duration(2.5 * float64(time.Second))
	fmt.Println(d, int(d.Milliseconds()), time.Duration(90)*time.Second)
}

type myErr struct{}

func (*myErr) Error() string { return "" }
