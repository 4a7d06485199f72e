// A random program of the generator, seed 5036.
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
	F0 int8
}

func (t T1) Size() int {
	return ((id(int(-7)) | int(-2)) - (id(int(-9223372036854775807)) / (id(int(2)) | 1)))
}
func (t *T1) Change(n int) {
	t.F0 = t.F0
}

type T2 struct {
	T1
	F0 float32
}

func (t T2) Size() int {
	return (^(id(int(3074457345618258602))) % ((id(int(-3)) % (id(int(-9223372036854775807)) | 1)) | 1))
}
func (t *T2) Change(n int) {
	t.F0 = (t.F0 - -(id(float32(100))))
}
func (t T2) String() string {
	return "T2<" + string(rune(int32(toInt(float64(id(float64(100)))))&0x3ff)) + ">"
}

type T3 struct {
	T1
	F0 float32
	F1 bool
	F2 uint
}

func pure5(a4 uint32) int64 {
	v6 := int64(toInt(float64(float64(math.Abs(id(float64(0.5)))))))
	for i7 := range 4 {
		if (id(true) || false) || strings.Contains(id("\t\n"), "\xff!") {
			continue
		}
		v6 = v6
		_ = i7
	}
	return v6
}

func pure11(a8 bool, a9 int8, a10 uint8) uint8 {
	v12 := a10
	for i13 := range 4 {
		if a8 {
			continue
		}
		v12 = a10
		_ = i13
	}
	return v12
}

func scene14() {
	defer caught("scene14")
	v15 := ((id(uint(100)) ^ uint(3)) + (id(uint(0)) &^ uint(7)))
	v16 := ((id(float64(3)) / id(float64(100))) * float64(id(int64(-9223372036854775807))))
	list := []any{T2{F0: float32(0.3333)}, T2{F0: float32(1e21)}}
	for i, x := range list {
		switch y := x.(type) {
		case nil:
			show(i, "nil", y != x)
		case *T3:
			show(i, "*T3", y == nil)
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
	show("#17", v15, v16)
}

func scene18() {
	defer caught("scene18")
	v19 := pure5(uint32(64))
	xs := []uint8{(min(id(uint8(64)), uint8(85)) << 100), pure11(true, int8(1), uint8(0)), uint8((id(uint(18446744073709551615)) | uint(10)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x uint8) bool { return (max(id(int8(-1)), int8(0)) < (id(int8(-64)) ^ int8(0))) })
	zs := grouped(xs, func(x uint8) int8 {
		return ((id(int8(64)) << (id(uint32(1)) & 71)) >> ((id(uint64(0)) & uint64(2)) & 71))
	})
	show(ys, len(zs), zs)
	p := pair[int, uint16]{((id(int(9223372036854775807)) ^ int(100)) | (id(int(-10)) + int(64))), max(uint16(id(int32(-100))), (id(uint16(10)) << (id(uint8(1)) & 71)))}
	q := p.swap(uint16(toInt(float64(float64(id(uint64(3)))))))
	q.set(((id(int(7)) &^ int(100)) * (id(int(2)) | int(-100))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#20", v19)
}

func scene21() {
	defer caught("scene21")
	v22 := [1]string{}
	v23 := (float64(id(uint(10))) * (id(float64(3)) * id(float64(0.5))))
	show(fmt.Sprintf("[% 5.q]", float64(math.Abs(v23))))
	show(fmt.Sprintf("[%012.e]", uint64(toInt(float64(v23)))))
	show(fmt.Sprintf("[%-01g]", pure5(uint32(64))))
	show(fmt.Sprintf("[%# *.10g]", 7, v23))
	show(fmt.Sprintf("[% .0o]", (id(int32(1)) + int32(100))))
	show("#24", v22, v23)
}

func scene25() {
	defer caught("scene25")
	v26 := map[int]string{2: "x y", 4: "a"}
	v27 := float64(math.Sqrt(float64(math.Trunc(id(float64(2.5e-3))))))
	list := []any{T3{F0: float32(1e10), F1: false, F2: uint(0)}, T1{F0: int8(100)}}
	for i, x := range list {
		switch y := x.(type) {
		case fmt.Stringer:
			show(i, "fmt.Stringer", y != x)
		case error:
			show(i, "error", y != x)
		case float64, bool:
			show(i, "float64, bool", y != x)
		case string:
			show(i, "string", y != x)
		case T3:
			show(i, "T3", y != x)
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

func scene29() {
	defer caught("scene29")
	v30 := [3]int{(id(int(9223372036854775807)) << (id(uint(0)) & 71)), int(id(int8(-127))), ^(id(int(100)))}
	var v31 []string
	v32 := []int{}
	var v33 uint32
	v31 = append(clipped(v31), clipped(v31)...)
	v34 := map[int8]int16{2: int16(3), 4: int16(32767), 6: int16(-10)}
	if (id(uint64(10)) - uint64(3)) != (id(uint64(2)) << (id(uint16(10)) & 71)) {
		v35 := ^(+(id(int32(2147483647))))
		for i36, i36x := 0, 9; i36 < i36x && i36 < 5; i36, i36x = i36+1, i36x-2 {
			n37 := (i36 + 0)
			_ = n37
			v38 := T1{F0: int8(-3)}
			if len(v32) > 0 {
				v32[at(n37, len(v32))] = n37
			}
			show("#39", v38)
			if !!id(true) {
				continue
			}
			n37++
		}
		v40 := v32
		show("#41", v35, v40)
	}
	v42 := T3{F1: true}
	v42.F2--
	v42.F0 += (float32(id(int16(-2))) * float32(id(uint8(64))))
	if v43 := ((id(uint16(0)) << 64) - (id(uint16(0)) &^ uint16(100))); v43 != ((id(uint16(2)) - uint16(0)) * uint16(byteAt(id("héllo"), int(1)))) {
		if len(v31) > 0 {
			v31[at(v30[at(id(int(100)), len(v30))], len(v31))] = part("3.5", id(int(-9223372036854775807)))
		}
	} else {
		if v42.F1 {
			switch int(int32(v43)) & 7 {
			case 0:
				var v44 bool
				show("#45", v44)
			case 2:
				v42 = T3{F0: float32(7), F1: true}
			default:
				var v46 []uint8
				show("#47", v46)
			}
		}
	}
	v31 = append(clipped(v31), part("3.5", id(int(-100))))
	if len(v31) > 0 {
		v31[at((id(int(1))&^int(10)), len(v31))] = fmt.Sprint(uint8(2), "3.5")
	}
	v48 := v34[(id(int8(10)) * int8(7))]
	show("#49", v34, v42, v48)
	show("#50", v30, v31, v32, v33, v34, v42, v48)
}

func named51(a float64) (r string, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	r = clip(r + r)
	v52 := clip(r + r)[((int(toInt(float64(a))) | (id(int(7)) - int(3074457345618258602))) & 3):]
	show("safe", v52)
	if strings.Contains(strings.TrimSpace(r), r) {
		return r, errBase
	}
	return r, nil
}

func named51Of(r string, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene53() {
	defer caught("scene53")
	show(named51Of(named51(((id(float64(1e21)) / id(float64(0.1))) - (id(float64(0.3333)) / id(float64(0.5)))))))
	show(named51Of(named51(float64(math.Floor((id(float64(0.5)) * id(float64(0.3333))))))))
}

func scene54() {
	defer caught("scene54")
	v55 := map[uint32]int16{1: int16(100)}
	v56 := []int{(id(int(100)) | int(3)), int(toInt(float64(id(float64(0.1)))))}
	show(fmt.Sprintf("[%-5.0f]", string(rune(id(int32(-3))&0x3ff))))
	show(fmt.Sprintf("[%#*G]", 7, string(rune(id(int32(10))&0x3ff))))
	show(fmt.Sprintf("[%# *.U]", 7, (id(int8(2)) / (id(int8(100)) | 1))))
	show(fmt.Sprintf("[%# 5x]", (id(int32(100)) % (id(int32(1)) | 1))))
	show(fmt.Sprintf("[%+*.2s]", 7, float64(id(int64(1)))))
	show(fmt.Sprintf("[%+0.10O]", (id(int32(-2)) & int32(10))))
	show("#57", v55, v56)
}

func main() {
	scene14()
	scene18()
	scene21()
	scene25()
	scene29()
	scene53()
	scene54()
}
