// Methods, embedding, defers, gotos and exits, together.
package main

import (
	"fmt"
	"os"
)

type Animal interface {
	Name() string
	Sound() string
}
type Base struct{ name string }

func (b *Base) Name() string     { return b.name }
func (b Base) Hello() string     { return "hello " + b.name }
func (b *Base) Rename(n string)  { b.name = n }

type Dog struct {
	*Base
	age int
}

func (d Dog) Sound() string { return "woof" }

type Cat struct {
	Base
	lives int
}

func (c *Cat) Sound() string { return "meow" }

type Counter int

func (c *Counter) Inc() int { *c++; return int(*c) }
func (c Counter) Get() int  { return int(c) }

type Holder struct {
	Counter
	Animal
	m map[string]int
}

type Matrix [2][2]int

func (m Matrix) T() Matrix { m[0][1], m[1][0] = m[1][0], m[0][1]; return m }
func (m *Matrix) Set(i, j, v int) { m[i][j] = v }

type Op func(int, int) int

func (o Op) Apply(a, b int) int { return o(a, b) }

type Err struct{ code int }

func (e *Err) Error() string { return fmt.Sprint("err ", e.code) }

func mayFail(n int) error {
	var e *Err
	if n > 0 {
		e = &Err{n}
	}
	if n < 0 {
		return nil
	}
	return e
}

func named(a int) (x, y int, err error) {
	defer func() {
		x *= 2
		if r := recover(); r != nil {
			err = fmt.Errorf("r:%v", r)
			y = -1
		}
	}()
	x = a
	y = a + 1
	if a > 5 {
		panic("big")
	}
	return x + 1, y, nil
}

func multi() (int, string) { return 1, "one" }
func take(i int, s string, rest ...any) string { return fmt.Sprint(i, s, len(rest)) }

func variadic(pre string, xs ...int) int {
	for i := range xs {
		xs[i]++
	}
	return len(xs)
}

type Celsius float64
type Weekday int

const (
	Sunday Weekday = iota
	Monday
	Tuesday
)

func (d Weekday) String() string { return [...]string{"Sun", "Mon", "Tue"}[d] }

func gotos(n int) (out []int) {
	i := 0
loop:
	if i >= n {
		goto done
	}
	out = append(out, i)
	i++
	if i%2 == 0 {
		goto loop
	}
	out = append(out, -i)
	goto loop
done:
	return
}

func sw(x int) string {
	s := ""
	switch {
	case x < 0:
		s += "neg"
		fallthrough
	case x == 0:
		s += "zero"
		if x < -5 {
			break
		}
		fallthrough
	case x == 1:
		s += "one"
	default:
		s += "def"
	}
	switch y := x * 2; y {
	case 2, 4:
		s += "!24"
	case 6:
		s += "!6"
	default:
		s += "!d"
	}
	return s
}

func main() {
	d := Dog{&Base{"rex"}, 3}
	c := Cat{Base{"tom"}, 9}
	for _, a := range []Animal{d, &d, &c} {
		fmt.Println(a.Name(), a.Sound())
	}
	d.Rename("max")
	c.Rename("kit")
	fmt.Println(d.Hello(), c.Hello(), d.name, c.name)
	h := Holder{Animal: d, m: map[string]int{}}
	h.Inc()
	h.Inc()
	fmt.Println(h.Get(), h.Counter, h.Name(), h.Sound())
	f := h.Inc
	f()
	fmt.Println(h.Counter.Get())
	get := h.Get
	h.Inc()
	fmt.Println(get(), h.Get())
	var m Matrix
	m.Set(0, 1, 5)
	t := m.T()
	fmt.Println(m, t, m == t, m == Matrix{{0, 5}, {0, 0}})
	fmt.Println(Op(func(a, b int) int { return a - b }).Apply(5, 3))
	e := mayFail(0)
	fmt.Println(e == nil, mayFail(-1) == nil, mayFail(3))
	fmt.Println(named(1))
	fmt.Println(named(9))
	fmt.Println(take(multi()))
	fmt.Println(variadic("x"), variadic("x", 1, 2))
	xs := []int{1, 2, 3}
	fmt.Println(variadic("x", xs...), xs)
	fmt.Println(gotos(5))
	for i := -6; i < 4; i++ {
		fmt.Print(sw(i), " ")
	}
	fmt.Println(Monday, Tuesday, Celsius(36.6))
	arr := [3]int{1, 2, 3}
	brr := arr
	brr[0] = 99
	pa := &arr
	pa[1] = 77
	for i, v := range pa {
		pa[2] = 1000
		fmt.Print(i, v, " ")
	}
	for i, v := range arr {
		arr[2] = 5
		fmt.Print(i, v, " ")
	}
	fmt.Println(arr, brr, len(pa))
	sl := arr[:2]
	sl = append(sl, 42)
	fmt.Println(arr, sl, cap(sl))
	sl = append(sl, 43)
	sl[0] = -1
	fmt.Println(arr, sl)
	type pt struct{ x, y int }
	mm := map[pt]string{{1, 2}: "a"}
	mm[pt{3, 4}] = "b"
	k := pt{1, 2}
	fmt.Println(mm[k], mm[pt{3, 4}], len(mm))
	k.x = 9
	fmt.Println(mm)
	ms := map[string][]int{}
	ms["a"] = append(ms["a"], 1, 2)
	ms["a"][0]++
	mc := map[string]pt{"q": {1, 2}}
	q := mc["q"]
	q.x = 100
	fmt.Println(ms, mc, q)
	mp := map[string]*pt{"z": {5, 6}}
	mp["z"].x++
	fmt.Println(*mp["z"])
	var np *pt
	defer func() {
		fmt.Println("rec:", recover())
		var mi map[string]int
		fmt.Println(mi["x"], len(mi))
		defer func() {
			r := recover()
			fmt.Println(r)
			err, ok := r.(error)
			fmt.Println(ok, err)
			fmt.Println("bye")
			os.Exit(3)
		}()
		mi["a"] = 1
	}()
	fmt.Println(np.x)
}
