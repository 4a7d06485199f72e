// A random program of the generator, seed 5020.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

var errBase = errors.New("base")

// sink keeps slices alive, so that their capacities are those of the heap.
var sink any

func id[T any](v T) T { return v }

func at(i, n int) int {
	if n == 0 {
		return 0
	}
	return ((i % n) + n) % n
}

func item[T any](s []T, i int) (v T) {
	if len(s) > 0 {
		v = s[at(i, len(s))]
	}
	return
}

func byteAt(s string, i int) byte {
	if s == "" {
		return 0
	}
	return s[at(i, len(s))]
}

func toInt(f float64) int {
	if math.IsNaN(f) || math.Abs(f) > 1e15 {
		return -1
	}
	return int(f)
}

func clip(s string) string {
	if len(s) > 24 {
		return s[:24]
	}
	return s
}

func part(s string, i int) string { return s[at(i, len(s)+1):] }

func clipped[T any](s []T) []T {
	if len(s) > 12 {
		return s[:12]
	}
	return s
}

func cut[T any](s []T, i, j int) []T {
	i, j = at(i, len(s)+1), at(j, len(s)+1)
	return s[min(i, j):max(i, j)]
}

func cut3[T any](s []T, i, j int) []T {
	i, j = at(i, len(s)+1), at(j, len(s)+1)
	return s[min(i, j):max(i, j):max(i, j)]
}

func room[T any](s []T) int {
	sink = s
	return cap(s)
}

func sorted[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func show(values ...any) {
	for i, v := range values {
		if i > 0 {
			fmt.Print(" ")
		}
		switch v := v.(type) {
		case string:
			fmt.Printf("%q", v)
		case error:
			fmt.Printf("<%v>", v)
		case int, bool:
			fmt.Print(v)
		case []string, map[string]string, map[int]string:
			fmt.Printf("%q", v)
		default:
			fmt.Printf("%T:%+q", v, fmt.Sprintf("%+v", v))
		}
	}
	fmt.Println()
}

func caught(tag string) {
	if r := recover(); r != nil {
		err, isErr := r.(error)
		if isErr {
			show(tag, "panic", err.Error(), errors.Is(err, errBase))
			return
		}
		show(tag, "panic", r)
	}
}

var _ = []any{math.Pi, strconv.Itoa, strings.ToUpper}

type sizer interface{ Size() int }
type changer interface{ Change(n int) }

type number interface {
	~int | ~int8 | ~uint8 | ~uint32 | ~int64 | ~float64
}

type pair[A comparable, B any] struct {
	First  A
	Second B
}

func (p pair[A, B]) swap(b B) pair[A, B] { p.Second = b; return p }
func (p *pair[A, B]) set(a A)            { p.First = a }

func total[T number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
		t *= 3
	}
	return
}

func mapped[A, B any](xs []A, f func(A) B) []B {
	out := []B{}
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func grouped[K comparable, V any](xs []V, key func(V) K) map[K][]V {
	m := map[K][]V{}
	for _, x := range xs {
		m[key(x)] = append(m[key(x)], x)
	}
	return m
}

type T1 struct {
	F0 int64
	F1 uint64
	F2 float64
}

func (t T1) Size() int {
	return ((id(int(-64)) &^ int(3)) / (max(id(int(9223372036854775807)), int(3)) | 1))
}
func (t *T1) Change(n int) {
	t.F2 = float64(uint32(id(int8(-100))))
}

type T2 struct {
	F0 int64
	F1 string
	F2 float64
}

func (t T2) Size() int { return int(toInt(float64(-(id(float64(2.5e-3)))))) }
func (t *T2) Change(n int) {
	t.F0 = int64(toInt(float64(t.F2)))
}
func (t T2) String() string { return "T2<" + string([]rune(fmt.Sprint(uint8(255), "-12"))) + ">" }

func pure4(a3 int16) int32 {
	v5 := ((id(int32(2147483647)) / (id(int32(1)) | 1)) & int32(id(uint64(7))))
	for i6 := range 4 {
		if strings.Contains(id("\xff!"), "\xff!") || strings.Contains(id("😀"), "Zz9") {
			continue
		}
		v5 = v5
		_ = i6
	}
	return v5
}

func scene7() {
	defer caught("scene7")
	v8 := [1]int{}
	v9 := [4]string{string([]rune(id("héllo")))}
	v10 := [2]int8{min(id(int8(-100)), int8(2))}
	v11 := ((id(int16(7)) & int16(2)) >> 100)
	v12 := T2{F0: int64(-10), F1: "\t\n", F2: float64(2.5e-3)}
	v8[0]++
	p13 := &v12.F2
	*p13 = (-(id(float64(2.5e-3))) * (id(float64(1.25)) * id(float64(0.1))))
	show(*p13)
	v14 := []int{(id(int(3074457345618258602)) | int(3074457345618258602))}
	v15 := T2{F0: int64(10), F1: "-12", F2: float64(2.5e-3)}
	switch strconv.Itoa(min(id(int(9223372036854775807)), int(3074457345618258602))) {
	case "a":
		v16 := cut(v14, v8[at(id(int(-64)), len(v8))], (id(int(0)) &^ int(-1)))
		show("#17", v16)
		fallthrough
	default:
		v18 := append(v14, v8[at(id(int(100)), len(v8))])
		show("cap", room(v18), room(v14))
		v15.F1 = clip(part("go", id(int(0))) + clip(id("世界")+"\t\n"))
		show("#19", v18)
	}
	var v20 int
	v14 = append(clipped(v14), clipped(v14)...)
	if len(v14) > 0 {
		v14[at(int(toInt(float64(id(float64(2.5e-3))))), len(v14))] = v20
	}
	show("#21", v10, v11, v12, v14, v15, v20)
	show("#22", v8, v9, v10, v11, v12, v14, v15, v20)
}

func scene23() {
	defer caught("scene23")
	v24 := [4]int{(id(int(-10)) * int(3074457345618258602)), +(id(int(3074457345618258602)))}
	var v25 []string
	show(fmt.Sprintf("[%-*.s]", 7, (id(float64(1e10)) / id(float64(1e10)))))
	show(fmt.Sprintf("[%0.10d]", []int{(id(int(1)) + int(-64)), +(id(int(-9223372036854775807))), (id(int(-9223372036854775807)) * int(7))}))
	show(fmt.Sprintf("[%+1.0E]", (id(int16(7)) / (id(int16(-100)) | 1))))
	show(fmt.Sprintf("[%+01d]", (id(true) && false)))
	show(fmt.Sprintf("[%-012G]", ^(id(int16(-3)))))
	show(fmt.Sprintf("[%5.0G]", -(id(float64(2.5e-3)))))
	show(fmt.Sprintf("[%-01.10x]", (id(int32(-100)) + int32(-2147483647))))
	show("#26", v24, v25)
}

func scene27() {
	defer caught("scene27")
	v28 := map[int]int{}
	xs := []uint32{((id(uint32(2)) << 100) | max(id(uint32(2)), uint32(4294967295)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x uint32) string { return strconv.Itoa(v28[int(64)]) })
	zs := grouped(xs, func(x uint32) int8 { return int8(len(v28)) })
	show(ys, len(zs), zs)
	p := pair[string, float64]{strings.ToUpper(fmt.Sprint(float64(3), "Zz9")), -(float64(math.Abs(id(float64(1.25)))))}
	q := p.swap(-(float64(math.Floor(id(float64(1.25))))))
	q.set(clip(strconv.Itoa(id(int(64))) + string(rune(id(int32(7))&0x3ff))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#29", v28)
}

func scene30() {
	defer caught("scene30")
	v31 := []int{int(byteAt(id("go"), int(9223372036854775807))), (id(int(64)) << (id(uint(18446744073709551615)) & 71))}
	v32 := ((id(int8(2)) << 1) / (int8(id(uint64(0))) | 1))
	list := []any{nil}
	for i, x := range list {
		switch y := x.(type) {
		case float64, bool:
			show(i, "float64, bool", y != x)
		default:
			show(i, fmt.Sprintf("%T", y))
		}
		_, ok := x.(sizer)
		show(ok)
	}
	show(list[0] == list[0])
	m := map[any]int{list[0]: 1}
	m[list[0]] += 5
	show(len(m))
	show("#33", v31, v32)
}

func scene34() {
	defer caught("scene34")
	v35 := (int8(toInt(float64(id(float64(2.5e-3))))) >> (^(id(uint8(85))) & 71))
	xs := []float64{-(float64(math.Floor(id(float64(7)))))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x float64) int { return int(toInt(float64(float64(math.Trunc(x))))) })
	zs := grouped(xs, func(x float64) string { return clip(strconv.Itoa(id(int(7))) + string([]rune(id("x y")))) })
	show(ys, len(zs), zs)
	p := pair[string, int16]{string([]rune(string(rune(id(int32(64)) & 0x3ff)))), ((id(int16(100)) % (id(int16(-10922)) | 1)) &^ (id(int16(-100)) - int16(32767)))}
	q := p.swap(int16(byteAt(fmt.Sprint(int(-2), "x y"), (id(int(100)) / (id(int(0)) | 1)))))
	q.set(clip(string(rune(id(int32(64))&0x3ff)) + fmt.Sprint(int(-1), "go")))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#36", v35)
}

func scene37() {
	defer caught("scene37")
	var v38 []string
	v39 := []uint8{^(id(uint8(2)))}
	v40 := ((id(int32(715827882)) &^ int32(-715827882)) & pure4(int16(-32767)))
	v41 := -(float32(id(uint64(3))))
	v42 := append(v38, strconv.Itoa(id(int(3))))
	show("cap", room(v42), room(v38))
	v38 = append(clipped(v38), item(v38, int(-64)))
	f45 := func(a43 string, a44 int) int8 {
		if len(v38) > 0 {
			v38[at(a44, len(v38))] = a43
		}
		if len(v42) > 0 {
			v42[at((a44/(a44|1)), len(v42))] = a43
		}
		if len(v39) > 0 {
			v39[at(a44, len(v39))] = (id(uint8(3)) | uint8(1))
		}
		return ((id(int8(127)) | int8(7)) << (item(v39, a44) & 71))
	}
	v46 := f45(string(rune(v40&0x3ff)), (id(int(0)) ^ int(-100)))
	if len(v38) > 0 {
		v38[at((id(int(-2))<<(id(uint(0))&71)), len(v38))] = item(v42, int(-100))
	}
	switch string(rune(pure4(int16(10922)) & 0x3ff)) {
	case "a":
		if len(v39) > 0 {
			v39[at(int(len(v42)), len(v39))] = uint8(id(int64(2)))
		}
	default:
		v46++
	}
	show("#47", v42, v46)
	show("#48", v38, v39, v40, v41, v42, v46)
}

func main() {
	scene7()
	scene23()
	scene27()
	scene30()
	scene34()
	scene37()
}
