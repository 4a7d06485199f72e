// Package variables that depend on functions, methods, constants and each other.
package main

import "fmt"

var log []string

func note(s string, v int) int { log = append(log, s); return v }

var (
	z = note("z", y+1)
	y = note("y", f())
	x = note("x", 10)
)

func f() int { return g() + x }
func g() int { return len(table) }

var table = map[string]func() int{
	"a": func() int { return lazy },
	"b": func() int { return 0 },
}
var lazy = note("lazy", 4)
var p, q = pair()
var _ = note("blank", 1)
var t = T{note("t", 1)}.get()
var arr = [...]int{note("arr0", 1), note("arr1", later)}
var later = note("later", 6)
var fn = T.get

type T struct{ n int }

func (t T) get() int { return t.n + hidden }

var hidden = note("hidden", 100)

func pair() (int, string) { return note("pair", z), "q" }

func init() { log = append(log, "init1"); x++ }
func init() { log = append(log, fmt.Sprint("init2 x=", x)) }

var last = func() int { return note("last", arr[1]+int(state)) }()

type State int

const (
	_ State = iota + offset
	Open
)
const offset = 3

var state = Open

func init() { log = append(log, "init3") }

func main() {
	for i, s := range log {
		fmt.Print(i, ":", s, " ")
	}
	fmt.Println()
	fmt.Println(x, y, z, p, q, t, arr, later, hidden, last, state, table["a"](), fn(T{1}))
}
