// fmt calls String and Error, also in nested values; %#v and %d do not.
package main

import (
	"fmt"
	"strconv"
)

type color int

const (
	red color = iota
	green
)

func (c color) String() string { return [...]string{"red", "green"}[c] }

type ptrS struct{ n int }

func (p *ptrS) String() string { return fmt.Sprintf("ptr(%d)", p.n) }

type bad struct{ code int }

func (b bad) Error() string  { return "bad:" + strconv.Itoa(b.code) }
func (b bad) String() string { return "never" }

type wrap struct {
	C color
	P ptrS
	Q *ptrS
	e error
}
type gos struct{ a int }

func (gos) GoString() string { return "GOS" }

type fmtr struct{}

func (fmtr) Format(f fmt.State, verb rune) {
	w, ok := f.Width()
	p, ok2 := f.Precision()
	fmt.Fprintf(f, "<%c %v %v %v %v %v>", verb, w, ok, p, ok2, f.Flag('+'))
}

func main() {
	fmt.Println(red, green, []color{red, green}, map[color]int{green: 1, red: 2}, [1]color{})
	fmt.Printf("%v %s %d %q %x %#v %T %5v|%-7v|\n", green, green, green, green, green, green, green, red, red)
	p := ptrS{3}
	fmt.Println(p, &p, []ptrS{p}, []*ptrS{}, bad{7})
	fmt.Printf("%v %s %+v %#v %d\n", bad{7}, bad{7}, bad{7}, bad{7}, bad{7})
	w := wrap{C: green, P: p, e: bad{1}}
	fmt.Printf("%v\n%+v\n", w, w)
	var e error = bad{9}
	fmt.Printf("%v|%10s|%q|%d\n", e, e, e, e)
	fmt.Printf("%v %#v %#v\n", gos{1}, gos{1}, []gos{{2}})
	fmt.Printf("%v %+5.2d %s|%x\n", fmtr{}, fmtr{}, fmtr{}, fmtr{})
	fmt.Println(fmtr{}, fmt.Sprint(green, red, 1, 2, "a", green))
	var np *ptrS
	fmt.Printf("%s %v\n", &p, p)
	fmt.Printf("%v\n", np == nil)
	fmt.Println(map[string]any{"c": red, "e": bad{2}})
	fmt.Printf("%s %d\n", []color{red}, []color{red, green})
	fmt.Printf("%6.2v|%t|%v\n", green, green, struct{ c color }{green})
}
