// Keys of every comparable kind, NaN and zeros, and what cannot be a key.
package main

import (
	"fmt"
	"strings"
)

type Key struct {
	a int
	b string
}
type any2 interface{}
type E struct{}

func main() {
	m := map[Key][]int{}
	m[Key{1, "a"}] = append(m[Key{1, "a"}], 1, 2)
	m[Key{1, "a"}][0]++
	fmt.Println(m, len(m[Key{}]))
	ma := map[any]string{1: "int", "1": "str", 1.0: "float", int8(1): "int8", Key{1, "x"}: "key", [2]int{1, 2}: "arr", true: "bool", nil: "nil", 'a': "rune", E{}: "E"}
	fmt.Println(ma[1], ma["1"], ma[1.0], ma[int8(1)], ma[Key{1, "x"}], ma[[2]int{1, 2}], ma[true], ma[nil], ma[int32(97)], ma[E{}], ma[uint(1)] == "", len(ma))
	mi := map[interface{ M() }]int{nil: 3}
	fmt.Println(mi[nil])
	nan := 0.0
	nan /= nan
	mf := map[float64]int{nan: 1}
	mf[nan] = 2
	_, ok := mf[nan]
	fmt.Println(len(mf), ok)
	delete(mf, nan)
	fmt.Println(len(mf))
	clear(mf)
	fmt.Println(len(mf))
	zero := 0.0
	mz := map[float64]string{zero: "pos"}
	mz[-zero] = "neg"
	fmt.Println(len(mz), mz)
	var nm map[string]int
	fmt.Println(nm["x"], len(nm), nm == nil)
	delete(nm, "x")
	for range nm {
	}
	v, ok := nm["q"]
	fmt.Println(v, ok)
	mm := map[string]map[string]int{}
	if mm["a"] == nil {
		mm["a"] = map[string]int{}
	}
	mm["a"]["b"] += 5
	mm["a"]["c"]--
	fmt.Println(mm)
	mp := map[*int]string{}
	x, y := 1, 1
	mp[&x], mp[&y] = "x", "y"
	fmt.Println(len(mp), mp[&x])
	mc := map[chan int]int{make(chan int): 1, make(chan int): 2}
	fmt.Println(len(mc))
	ms := map[string]struct {
		n int
		l []string
	}{"k": {1, nil}}
	t := ms["k"]
	t.n = 5
	t.l = append(t.l, "z")
	ms["k"] = t
	fmt.Printf("%v %+v\n", ms, ms)
	fm := map[string]func(...int) int{"sum": func(x ...int) int {
		s := 0
		for _, v := range x {
			s += v
		}
		return s
	}}
	fmt.Println(fm["sum"](1, 2, 3), fm["none"] == nil)
	arrk := map[[2]string]int{{"a", "b"}: 1, {"c"}: 2}
	fmt.Println(arrk)
	words := strings.Fields("a b a c b a")
	cnt := make(map[string]int, 10)
	for _, w := range words {
		cnt[w]++
	}
	fmt.Println(cnt)
	type pt struct{ X, Y int }
	pm := map[pt]*pt{{1, 2}: {3, 4}}
	for k, v := range pm {
		v.X += k.X
		fmt.Println(k, *v)
	}
	seen := map[int]bool{}
	for i := 0; i < 3; i++ {
		seen[i] = true
	}
	for k := range seen {
		if k < 100 {
			delete(seen, 0)
			delete(seen, 1)
			delete(seen, 2)
		}
	}
	fmt.Println(len(seen), seen)
	fmt.Println(map[bool]int{true: 1, false: 0}, map[int8]string{3: "c", -1: "a"}, map[any]int{"b": 1, 2: 2, "a": 3, 1.5: 4, true: 5, nil: 6})
	fmt.Printf("%v %q %x %#v\n", map[string]bool{"z": true}, map[string]string{"a": "b"}, map[string]int{"ab": 255}, map[string]any{"k": []int{1}, "j": nil})
	m1 := map[string]int{"a": 1}
	m2 := m1
	m2["b"] = 2
	func(m map[string]int) { m["c"] = 3; m = nil }(m1)
	fmt.Println(m1, len(m2))
	var e1, e2 any = Key{1, "a"}, Key{1, "a"}
	fmt.Println(e1 == e2, e1 == any(Key{1, "b"}), e1 != nil, any(1) == any(1.0), any(int8(1)) == any(1))
	func() {
		defer func() { fmt.Println(recover()) }()
		ma[[]int{1}] = "x"
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = ma[func() {}]
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		delete(ma, any(map[int]int{}))
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = ma[struct{ x any }{[]int{}}]
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		mm["zz"]["q"]++
	}()
}
