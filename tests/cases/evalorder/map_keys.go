// Of an entry m[key] = f(), words and strings are read after the call, other keys before it.
package main

import "fmt"

type held struct{ V int }

func (h *held) put(v int) int { old := h.V; h.V = v; return old }

func main() {
	x := 1
	inc := func() int { x++; return x }
	fmt.Println(map[int]int{x: inc()}, x)
	fmt.Println(map[int]int{x: inc(), x + 10: inc() + x}, x)
	s := "a"
	grow := func() string { s += "b"; return s }
	fmt.Println(map[string]string{s: grow()}, map[string]int{s: len(grow())}, s)
	type k struct{ a, b int }
	kk := k{1, 2}
	ch := func() int { kk.a++; return kk.a }
	fmt.Println(map[k]int{kk: ch()}, kk)
	fmt.Println(map[any]any{x: inc()}, map[any]int{kk: ch()})
	m := map[int]int{}
	m[x] = inc()
	fmt.Println(m, x)
	ms := map[string]string{}
	ms[s] = grow()
	mk := map[k]int{}
	mk[kk] = ch()
	ma := map[any]int{}
	ma[x] = inc()
	fmt.Println(ms, mk, ma)
	h := &held{1}
	fmt.Println(map[int]int{h.V: h.put(7)}, map[int]int{h.V: h.put(8), h.put(9): h.V})
	fmt.Println(h.V, map[int]int{1: h.put(20)}, h.V, map[string]int{"a": h.V}, h.put(30))
	y := []any{x, map[string]int{"a": x}, inc(), x}
	fmt.Println(y)
	z, w := map[string]int{"x": x}, inc()
	fmt.Println(z, w)
	fl := 1.5
	fmt.Println(map[float64]float64{fl: func() float64 { fl *= 2; return fl }()}, fl)
	i32 := int32(1)
	fmt.Println(map[int32]int32{i32: func() int32 { i32 *= 2; return i32 }()})
	i8 := int8(1)
	fmt.Println(map[int8]int8{i8: func() int8 { i8 *= 2; return i8 }()})
}
