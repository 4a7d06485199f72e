// Keys of structs, arrays, interfaces and NaN; maps of maps, structs, arrays and functions.
package main

import (
	"fmt"
	"math"
	"sort"
)

type key struct {
	a int
	b string
	c [2]bool
}

type iface interface{ M() int }
type impl1 int
type impl2 struct{ v any }

func (i impl1) M() int  { return int(i) }
func (i *impl2) M() int { return 0 }

func main() {
	m := map[key]int{{1, "x", [2]bool{true}}: 5}
	m[key{1, "x", [2]bool{true, false}}]++
	m[key{a: 2}] += 3
	fmt.Println(len(m), m[key{1, "x", [2]bool{true, false}}], m)
	nan := math.NaN()
	fm := map[float64]string{nan: "a", 0: "z"}
	fm[nan] = "b"
	fm[math.Copysign(0, -1)] = "neg"
	fmt.Println(len(fm), fm[0], fm[nan] == "")
	delete(fm, nan)
	fmt.Println(len(fm))
	clear(fm)
	fmt.Println(len(fm))
	am := map[any]int{1: 1, int8(1): 2, 1.0: 3, "1": 4, [1]int{1}: 5, nil: 6, true: 7, struct{ x int }{1}: 8}
	fmt.Println(am[1], am[int8(1)], am[1.0], am["1"], am[[1]int{1}], am[nil], am[true], am[struct{ x int }{1}], am[int16(1)])
	p1, p2 := &impl2{1}, &impl2{1}
	im := map[iface]string{impl1(1): "one", p1: "p1", p2: "p2"}
	fmt.Println(im[impl1(1)], im[p1], im[p2], len(im))
	mm := map[string]map[string][]int{}
	for _, w := range []string{"ab", "ac", "b"} {
		if mm[w[:1]] == nil {
			mm[w[:1]] = map[string][]int{}
		}
		mm[w[:1]][w] = append(mm[w[:1]][w], len(w), 7)
	}
	fmt.Println(mm, len(mm["zz"]["q"]))
	type st struct {
		n  int
		xs []string
	}
	ms := map[string]st{"a": {1, nil}}
	s := ms["a"]
	s.n = 9
	fmt.Println(ms["a"].n, s.n)
	mp := map[string]*st{"a": {2, nil}}
	mp["a"].n++
	mp["a"].xs = append(mp["a"].xs, "q")
	fmt.Println(*mp["a"])
	marr := map[string][3]int{}
	arr := marr["x"]
	arr[1] = 5
	marr["x"] = arr
	fmt.Println(marr, marr["x"][1], marr["none"])
	var nm map[string]int
	fmt.Println(nm["x"], len(nm), nm == nil)
	delete(nm, "x")
	for range nm {
		fmt.Println("no")
	}
	cnt := map[rune]int{}
	for _, r := range "hello" {
		cnt[r]++
	}
	ks := make([]rune, 0)
	for k := range cnt {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return cnt[ks[i]] > cnt[ks[j]] || cnt[ks[i]] == cnt[ks[j]] && ks[i] < ks[j] })
	fmt.Println(string(ks))
	for k := range map[int]bool{1: true, 2: true, 3: true} {
		cnt[rune(k)] = k
		delete(cnt, rune(k))
	}
	fmt.Println(len(cnt))
	fn := map[string]func(...int) int{"sum": func(xs ...int) (t int) {
		for _, x := range xs {
			t += x
		}
		return
	}, "len": func(xs ...int) int { return len(xs) }}
	fmt.Println(fn["sum"](1, 2, 3), fn["len"]())
	func() {
		defer func() { fmt.Println(recover()) }()
		am[func() {}] = 1
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = am[map[string]int{}]
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(any([]int{1}) == any(1), any(impl2{[]int{1}}) == any(impl2{2}))
		fmt.Println(any(impl2{[]int{1}}) == any(impl2{[]int{1}}))
	}()
	nm["boom"]++
}
