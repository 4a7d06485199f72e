// json.Marshal of every kind of Go value.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"time"
)

type inner struct {
	A int `json:"a"`
	B string
}
type all struct {
	Name   string         `json:"name"`
	Skip   int            `json:"-"`
	Dash   int            `json:"-,"`
	Omit   string         `json:"omit,omitempty"`
	Zero   int            `json:",omitempty"`
	Str    int            `json:"str,string"`
	Ptr    *int           `json:"ptr"`
	In     inner          `json:"in"`
	PIn    *inner         `json:"pin,omitempty"`
	List   []int          `json:"list"`
	Nil    []string       `json:"nil"`
	Bytes  []byte         `json:"bytes"`
	M      map[string]any `json:"m"`
	Any    any            `json:"any"`
	F      float64        `json:"f"`
	B      bool           `json:"b"`
	R      rune           `json:"r"`
	Arr    [2]bool        `json:"arr"`
	OZ     time.Time      `json:"oz,omitzero"`
	hidden int
}

func show(v any) {
	b, err := json.Marshal(v)
	fmt.Println(string(b), err)
}

func main() {
	show(nil)
	show(true)
	show(-12)
	show(1.0)
	show([]float64{0.1, 1e6, 1e20, 1e21, 1e-6, 1e-7, 123456789.5, -0.0, float64(float32(0.1))})
	show(float32(0.1))
	show("a\"b\\c\n\t\x01é<>&\u2028☺\x7f")
	show("bad\xffutf8")
	show([]string{})
	show([]int(nil))
	show(map[string]int{"z": 1, "a": 2, "é": 3})
	show(map[int]string{10: "ten", 9: "nine", -1: "neg"})
	show(map[string]any{})
	show([3]int{1, 2, 3})
	show([]byte("hello"))
	show([]any{1, "x", nil, true, 2.5, []int{1}, map[string]int{"k": 1}})
	n := 5
	show(all{Name: "n", Skip: 1, Dash: 2, Str: 42, Ptr: &n, In: inner{1, "b"}, List: []int{1}, M: map[string]any{"x": 1}, Any: inner{}, F: 1.5, hidden: 9})
	show(&all{Zero: 3, PIn: &inner{}})
	show(struct {
		X int
		inner
		Y any `json:"y"`
	}{1, inner{2, "bb"}, nil})
	show(time.Duration(5))
	show(struct{ A, b int }{1, 2})
	show(make(chan int))
	show(func() {})
	show(map[bool]int{true: 1})
	show(math.Inf(1))
	show([]any{math.NaN()})
	show(complex(1, 2))
	show(json.Number("12.50"))
	show(json.RawMessage(`{"raw": [1, 2]}`))
	show(int64(math.MaxInt64))
	show(uint64(math.MaxUint64))
}
