// A map literal is run as a whole in its turn, one entry after the other.
package main

import "fmt"

type held struct{ V int }

func (h *held) put(v int) int { old := h.V; h.V = v; return old }

var g = &held{}

func id(v int) int { return v }

func main() {
	h := &held{1}
	x := 1
	inc := func() int { x++; return x }
	m := map[string]int{"a": h.put(40), "b": h.V, "c": h.put(50)}
	fmt.Println(m)
	n := map[int]int{h.V: 1, h.put(3): 2, h.V + 100: 3}
	fmt.Println(n)
	o := map[string]int{"a": inc(), "b": x, "c": inc(), "d": x}
	fmt.Println(o)
	p := map[int]string{x: "x", inc(): "inc", x + 50: "y"}
	fmt.Println(p)
	q := map[string][]int{"a": {inc(), x, inc()}, "b": {x, inc()}}
	fmt.Println(q)
	fmt.Println([]map[string]int{{"a": x, "b": inc()}, {"c": x}})
	s := []struct{ a, b int }{{x, inc()}, {inc(), x}}
	fmt.Println(s)
	t := [2][2]int{{x, inc()}, {inc(), x}}
	fmt.Println(t)
	u := []*held{{x}, {inc()}, {x}}
	fmt.Println(u[0].V, u[1].V, u[2].V)
	var e any = map[string]any{"x": x, "y": inc(), "z": []any{x, inc(), x}}
	fmt.Println(e)
	fmt.Println(map[string]int{"one": id(1), "x": x, "two": inc()}, x)
}
