// Methods of all kinds of types, as values and expressions; visitors; nil receivers in interfaces.
package main

import (
	"fmt"
	"strings"
)

type Animal interface {
	Name() string
	Sound() string
}
type base struct{ name string }

func (b *base) Name() string { return b.name }

type Dog struct {
	*base
	tricks []string
}

func (d Dog) Sound() string { return "woof" }

type Cat struct{ base }

func (c *Cat) Sound() string { return "meow" }

type Loud struct{ Animal }

func (l Loud) Sound() string { return strings.ToUpper(l.Animal.Sound()) + "!" }

type Visitor[R any] interface {
	Num(float64) R
	Bin(op byte, l, r Expr) R
}
type Expr interface{ String() string }
type N float64
type Bn struct {
	op   byte
	l, r Expr
}

func (n N) String() string  { return fmt.Sprintf("%g", float64(n)) }
func (b Bn) String() string { return fmt.Sprintf("(%v %c %v)", b.l, b.op, b.r) }
func accept[R any](e Expr, v Visitor[R]) R {
	switch e := e.(type) {
	case N:
		return v.Num(float64(e))
	case Bn:
		return v.Bin(e.op, e.l, e.r)
	case *Bn:
		return v.Bin(e.op, e.l, e.r)
	default:
		panic(fmt.Sprintf("unexpected %T", e))
	}
}

type eval struct{}

func (eval) Num(f float64) float64 { return f }
func (v eval) Bin(op byte, l, r Expr) float64 {
	a, b := accept[float64](l, v), accept[float64](r, v)
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '/':
		return a / b
	}
	panic("op " + string(op))
}

type depth struct{ n *int }

func (d depth) Num(float64) int           { *d.n++; return 1 }
func (d depth) Bin(_ byte, l, r Expr) int { return 1 + max(accept[int](l, d), accept[int](r, d)) }

type Func func(int) int

func (f Func) Apply(x int) int  { return f(x) }
func (f Func) Then(g Func) Func { return func(x int) int { return g(f(x)) } }

type Applier interface{ Apply(int) int }
type M map[string]int

func (m M) Inc(k string) M { m[k]++; return m }

type Sl []int

func (s *Sl) Add(x ...int) *Sl { *s = append(*s, x...); return s }
func (s Sl) Len() int          { return len(s) }

type Ch chan int

func (c Ch) Send(i int) Ch { c <- i; return c }

type Bool bool

func (b Bool) Not() Bool { return !b }

// asAnimal keeps the compiler from seeing what the interface holds.
func asAnimal(d *Dog) Animal { return map[bool]Animal{true: d}[len(stays) == 0] }

var stays []int

func main() {
	animals := []Animal{Dog{&base{"rex"}, nil}, &Cat{base{"tom"}}, Loud{&Cat{base{"loudtom"}}}, &Loud{Loud{Dog{base: &base{"d"}}}}}
	for _, a := range animals {
		fmt.Printf("%T %s %s\n", a, a.Name(), a.Sound())
		switch x := a.(type) {
		case interface{ Animal() }:
			fmt.Println("no")
		case Dog:
			x.name = "renamed"
			fmt.Println(a.Name())
		case *Cat:
			x.base = base{"new"}
			fmt.Println(a.Name())
		case Loud, *Loud:
			fmt.Printf("%T %v\n", x, x == a)
		}
	}
	e := Bn{'+', N(1), &Bn{'*', N(2.5), Bn{'-', N(4), N(2)}}}
	n := 0
	fmt.Println(e, accept[float64](e, eval{}), accept[int](e, depth{&n}), n)
	dbl := Func(func(x int) int { return x * 2 })
	var ap Applier = dbl.Then(func(x int) int { return x + 1 }).Then(dbl)
	fmt.Println(ap.Apply(5), Func.Apply(dbl, 4), Applier.Apply(ap, 1))
	fmt.Println(M{}.Inc("a").Inc("a").Inc("b"))
	var s Sl
	s.Add(1, 2).Add().Add(3)
	add := s.Add
	add(4)
	ad2 := (*Sl).Add
	ad2(&s, 5)
	fmt.Println(s, s.Len(), Sl.Len(s), (*Sl).Len(&s))
	fmt.Println(<-make(Ch, 2).Send(1).Send(2), Bool(1 > 2).Not())
	fs := map[string]func(Animal) string{"n": Animal.Name, "s": Animal.Sound}
	fmt.Println(fs["n"](animals[0]), fs["s"](animals[2]))
	var nilDog *Dog
	var na Animal = asAnimal(nilDog)
	fmt.Println(na == nil, nilDog == nil)
	defer func() {
		fmt.Println(recover())
		defer func() {
			fmt.Println(recover())
			defer func() { fmt.Println(recover()) }()
			accept[int](nil, depth{&n})
		}()
		var l Loud
		l.Sound()
	}()
	na.Sound()
}
