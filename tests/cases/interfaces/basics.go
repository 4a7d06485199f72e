// Satisfaction is implicit; an interface holds a type and a value.
package main

import (
	"fmt"
	"math"
	"sort"
)

type shape interface {
	Area() float64
	Perimeter() float64
}
type named interface {
	shape
	fmt.Stringer
}
type rect struct{ w, h float64 }
type circle struct{ r float64 }
type sq struct{ rect }

func (r rect) Area() float64         { return r.w * r.h }
func (r rect) Perimeter() float64    { return 2 * (r.w + r.h) }
func (r rect) String() string        { return fmt.Sprintf("rect %gx%g", r.w, r.h) }
func (c *circle) Area() float64      { return math.Pi * c.r * c.r }
func (c *circle) Perimeter() float64 { return 2 * math.Pi * c.r }

func total(ss ...shape) (t float64) {
	for _, s := range ss {
		t += s.Area()
	}
	return
}

func main() {
	shapes := []shape{rect{2, 3}, &circle{1}, sq{rect{2, 2}}}
	for _, s := range shapes {
		fmt.Printf("%T %.2f %.2f", s, s.Area(), s.Perimeter())
		if n, ok := s.(named); ok {
			fmt.Print(" ", n)
		}
		fmt.Println()
	}
	fmt.Printf("%.3f\n", total(shapes...))
	sort.Slice(shapes, func(i, j int) bool { return shapes[i].Area() < shapes[j].Area() })
	fmt.Printf("%T %T %T\n", shapes[0], shapes[1], shapes[2])
	var s shape
	fmt.Println(s == nil)
	c := &circle{2}
	s = c
	c.r = 3
	fmt.Printf("%.1f\n", s.Area())
	r := rect{1, 1}
	s = r
	r.w = 100
	fmt.Println(s.Area(), s == shape(rect{1, 1}), s == shape(r))
	_, ok := s.(*circle)
	fmt.Println(ok, s.(rect).w)
	var n named = sq{rect{4, 5}}
	s = n
	fmt.Println(s, n.Area())
	var e interface{} = s
	_, ok = e.(fmt.Stringer)
	fmt.Println(ok)
	m := map[shape]string{rect{1, 2}: "a", c: "b"}
	fmt.Println(m[rect{1, 2}], m[c], m[&circle{3}] == "")
}
