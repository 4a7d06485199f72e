// A random program of the generator, seed 5005.
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
	F0 int
}

func (t T1) Size() int { return ^(id(int(0)) / (id(int(0)) | 1)) }
func (t *T1) Change(n int) {
	t.F0 = int(toInt(float64((id(float64(3)) - id(float64(0.3333))))))
}

func pure3(a2 uint8) int64 {
	v4 := ^(int64(byteAt(id("世界"), int(64))))
	for i5 := range 4 {
		if (id(int8(64)) + int8(-64)) == (id(int8(0)) * int8(3)) {
			continue
		}
		v4 = (v4 - v4)
		_ = i5
	}
	return v4
}

func scene6() {
	defer caught("scene6")
	v7 := []string{part("Zz9", id(int(3))), part("3.5", id(int(2))), clip(id("\t\n") + "😀")}
	v8 := T1{F0: int(100)}
	show(fmt.Sprintf("[%+#12U]", (id(int(-9223372036854775807)) - int(-9223372036854775807))))
	show(fmt.Sprintf("[%#5.10q]", (id(float64(1e10)) + id(float64(2.5e-3)))))
	show(fmt.Sprintf("[%+12.E]", (id("x y") == "3.5")))
	show(fmt.Sprintf("[%#12.0b]", (id(int32(3)) & int32(0))))
	show(fmt.Sprintf("[% E]", clip(id("x y")+"\t\n")))
	show(fmt.Sprintf("[%# 12.10O]", v7))
	show("#9", v7, v8)
}

func scene10() {
	defer caught("scene10")
	var v11 T1
	v12 := ((id(uint16(65535)) & uint16(1)) & uint16(id(int32(3))))
	list := []any{(id(false) && true), T1{F0: int(9223372036854775807)}, (*int)(nil), T1{F0: int(-9223372036854775807)}}
	for i, x := range list {
		switch y := x.(type) {
		case changer:
			y.Change(v11.F0)
			show(i, y.(sizer).Size())
		case T1:
			show(i, "T1", y != x)
		case []int:
			show(i, len(y))
		case sizer:
			show(i, y.Size())
		default:
			show(i, fmt.Sprintf("%T", y))
		}
		_, ok := x.(sizer)
		show(ok)
	}
	show(list[3] == list[1])
	m := map[any]int{list[3]: 1}
	m[list[1]] += 5
	show(len(m))
	show("#13", v11, v12)
}

func scene14() {
	defer caught("scene14")
	v15 := (uint16(id(uint64(3))) ^ ^(id(uint16(21845))))
	v16 := (uint(id(uint8(255))) &^ (id(uint(7)) & uint(6148914691236517205)))
	show(fmt.Sprintf("[%+05.0x]", float32(id(int(7)))))
	show(fmt.Sprintf("[%5.2v]", min(id(int32(-2147483647)), int32(2))))
	show(fmt.Sprintf("[%#5O]", +(id(int32(-2)))))
	show(fmt.Sprintf("[%# 12.s]", (id(true) && false)))
	show(fmt.Sprintf("[%0G]", int(byteAt(id(""), int(1)))))
	show("#17", v15, v16)
}

func scene18() {
	defer caught("scene18")
	v19 := max(int32(byteAt(id("\xff!"), int(-10))), (id(int32(-10)) + int32(0)))
	v20 := []int{+(id(int(-9223372036854775807))), int(toInt(float64(id(float64(7)))))}
	list := []any{T1{F0: int(-1)}, &T1{F0: int(-100)}}
	for i, x := range list {
		switch y := x.(type) {
		case fmt.Stringer:
			show(i, "fmt.Stringer", y != x)
		case sizer:
			show(i, y.Size())
		case changer:
			y.Change(item(v20, (id(int(9223372036854775807)) + int(1))))
			show(i, y.(sizer).Size())
		default:
			show(i, fmt.Sprintf("%T", y))
		}
		_, ok := x.(sizer)
		show(ok)
	}
	show(list[0] == list[1])
	m := map[any]int{list[0]: 1}
	m[list[1]] += 5
	show(len(m))
	show("#21", v19, v20)
}

func scene22() {
	defer caught("scene22")
	v23 := uint(toInt(float64(-(id(float64(0.1))))))
	xs := []int{min((id(int(-9223372036854775807)) % (id(int(-64)) | 1)), int(toInt(float64(id(float64(1e21)))))), ((id(int(-1)) - int(9223372036854775807)) << ((id(uint64(2)) / (id(uint64(1)) | 1)) & 71)), ((id(int(7)) * int(1)) ^ ^(id(int(9223372036854775807)))), max((id(int(-100)) << (id(uint8(10)) & 71)), int(v23))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x int) string { return clip(string(rune(id(int32(10))&0x3ff)) + clip(id("go")+"héllo")) })
	zs := grouped(xs, func(x int) int8 { return ((id(int8(-2)) - int8(64)) & -(id(int8(-42)))) })
	show(ys, len(zs), zs)
	p := pair[int, int]{((id(int(9223372036854775807)) - int(3074457345618258602)) &^ int(toInt(float64(id(float64(1e10)))))), int((id(uint64(100)) / (id(uint64(0)) | 1)))}
	q := p.swap((max(id(int(-9223372036854775807)), int(3)) >> (uint64(byteAt(id("3.5"), int(3))) & 71)))
	q.set(((id(int(100)) ^ int(-2)) &^ ^(id(int(0)))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#24", v23)
}

func scene25() {
	defer caught("scene25")
	v26 := T1{}
	v27 := []string{fmt.Sprint(int(-3074457345618258602), "3.5"), fmt.Sprint(false, "-12"), string(rune(id(int32(100)) & 0x3ff))}
	list := []any{&T1{F0: int(3074457345618258602)}, T1{F0: int(-3)}}
	for i, x := range list {
		switch y := x.(type) {
		case nil:
			show(i, "nil", y != x)
		case []int:
			show(i, len(y))
		case fmt.Stringer:
			show(i, "fmt.Stringer", y != x)
		default:
			show(i, fmt.Sprintf("%T", y))
		}
		_, ok := x.(sizer)
		show(ok)
	}
	show(list[1] == list[0])
	m := map[any]int{list[1]: 1}
	m[list[0]] += 5
	show(len(m))
	show("#28", v26, v27)
}

func main() {
	scene6()
	scene10()
	scene14()
	scene18()
	scene22()
	scene25()
}
