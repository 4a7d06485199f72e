// The order of package variables and init, and predeclared names that mean something else.
package main

import (
	"fmt"
	"os"
	"strings"
)

var (
	a                   = b + 1
	b                   = f()
	c, d                = two()
	e                   = func() int { fmt.Println("init e"); return d }()
	_                   = sideEffect("blank")
	table               = map[string]func(int) int{"dbl": dbl, "neg": func(i int) int { return -i }}
	arr                 = [...]string{3: "three", 1: "one"}
	matrix              = [][]float64{{1}, {2, 3}, {}}
	s                   = T{x: len(arr), y: &T{}}
	ptr                 = &s
	iface  fmt.Stringer = s
)

type T struct {
	x int
	y *T
}

func (t T) String() string    { return fmt.Sprintf("T%d", t.x) }
func f() int                  { fmt.Println("f"); return 10 }
func two() (int, int)         { fmt.Println("two", a); return a, 2 }
func sideEffect(s string) int { fmt.Println("side", s); return 0 }
func dbl(i int) int           { return i * 2 }
func init()                   { fmt.Println("init1", a, b, c, d, e); a = 100 }
func init()                   { fmt.Println("init2", a) }

const (
	A, B = iota, "s" + string(rune('0'+iota))
	C, D
)

type Weekday uint

const (
	Sun Weekday = iota
	Mon
	Tue
)

var names = [...]string{Sun: "Sunday", Tue: "Tuesday"}

func (d Weekday) String() string {
	if n := names[d]; n != "" {
		return n
	}
	return fmt.Sprintf("Weekday(%d)", uint(d))
}

type shadow struct{ len int }

func main() {
	fmt.Println(a, b, c, d, e, table["dbl"](4), table["neg"](4), len(arr), arr, matrix, s, *ptr, iface)
	fmt.Println(A, C, D == "s1", Sun, Mon, Tue, []Weekday{2, 1}, map[Weekday]int{Tue: 1, Sun: 2})
	fmt.Printf("%d %v %s %x %q %+v %#v %T\n", Mon, Mon, Mon, Tue, Tue, Tue, Tue, Tue)
	x := 1
	if x := x + 1; x > 1 {
		x := x * 10
		x++
		fmt.Println(x)
	} else if y := x; y > 0 {
		fmt.Println(x, y)
	}
	fmt.Println(x)
	len := func(s string) int { return -1 }
	fmt.Println(len("abc"), shadow{5}.len)
	{
		true := false
		nil := 3
		fmt.Println(true, nil)
		type int string
		var v int = "shadowed int"
		fmt.Printf("%v %T\n", v, v)
		string := func(i float64) float64 { return i * 2 }
		fmt.Println(string(2))
	}
	var err error
	if _, err := fmt.Sscan("x", &x); err != nil {
		fmt.Println("inner", err)
	}
	fmt.Println(err)
	fmt2 := fmt.Sprint
	fmt.Println(fmt2("a", 1, 2, "b"), strings.Count("a.b.c", "."))
	func() {
		defer func() {
			if r := recover(); r != nil {
				fmt.Println("rec", r)
			}
		}()
		fmt.Println(Weekday(7))
		_ = names[Weekday(x+5)]
	}()
	os.Stdout.WriteString("direct\n")
	fmt.Fprint(os.Stdout, "x", 1, true, "y", "z", 2.5, '\n')
	println := fmt.Println
	println("shadow println")
	type Local struct{ Weekday }
	fmt.Println(Local{Tue}, Local{Mon}.String())
	fmt.Printf("%v %+v %T\n", Local{Sun}, &Local{Sun}, Local{})
	goto done
done:
	for i := range 2 {
		defer func() { fmt.Print("defer ", i, "\n") }()
	}
}
