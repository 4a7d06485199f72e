// A random program of the generator, seed 5008.
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
	F1 bool
	F2 int16
}

func (t T1) Size() int {
	return ((id(int(100)) >> (id(uint(18446744073709551615)) & 71)) &^ min(id(int(-9223372036854775807)), int(7)))
}
func (t *T1) Change(n int) {
	t.F0 = ((id(int8(0)) % (id(int8(-127)) | 1)) &^ (id(int8(-10)) << (id(uint8(1)) & 71)))
}

func scene2() {
	defer caught("scene2")
	v3 := ((id(uint16(3)) &^ uint16(100)) % ((id(uint16(64)) - uint16(64)) | 1))
	v4 := (+(id(uint(10))) - -(id(uint(64))))
	show(fmt.Sprintf("[%-*.0x]", 7, []int8{(id(int8(-64)) % (id(int8(42)) | 1)), int8(byteAt(id("x y"), int(10)))}))
	show(fmt.Sprintf("[%-0*o]", 7, (id(int8(3)) &^ int8(-64))))
	show("#5", v3, v4)
}

func named6(a int16) (r uint8, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	switch string([]rune(strings.ToUpper(id("\xff!")))) {
	case "a":
	L7:
		for i8 := range 3 {
			for j9 := range 3 {
				s10 := j9
				switch s10 & 3 {
				case 0:
					continue L7
				case 1:
					continue
				case 2:
					break
				default:
					show(i8, j9)
				}
				v11 := T1{F0: int8(-127), F1: true, F2: a}
				switch part(string(rune(id(int32(-2147483647))&0x3ff)), max(id(int(9223372036854775807)), int(-3))) {
				case "a":
					v12 := map[int8]int{0: int(-9223372036854775807), 2: int(2), 4: int(0)}
					v13 := map[string]int16{}
					show("#14", v12, v13)
				case "go":
					v15 := []float64{}
					v16 := map[string]int{"a": int(9223372036854775807)}
					show("#17", v15, v16)
				default:
					v11 = v11
					v11.F0 >>= (uint16(id(int64(-10))) & 71)
				}
				show("#18", v11)
			}
		}
	case "go":
		v19 := []int8{(id(int8(-2)) | int8(-10)), (id(int8(-100)) + int8(2)), int8(toInt(float64(id(float64(3)))))}
		show("#20", v19)
	}
	v21 := strconv.Itoa(min(id(int(-100)), int(-10)))[(^(id(int(0)) << (id(uint(100)) & 71)) & 3):]
	show("safe", v21)
	if (id(uint(1)) & uint(1)) == min(id(uint(18446744073709551615)), uint(64)) {
		return ^(r), errBase
	}
	return r, nil
}

func named6Of(r uint8, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene22() {
	defer caught("scene22")
	show(named6Of(named6(((id(int16(3)) | int16(-32767)) << 63))))
	show(named6Of(named6(((id(int16(-100)) % (id(int16(3)) | 1)) * int16(toInt(float64(id(float64(2.5e-3)))))))))
}

func scene23() {
	defer caught("scene23")
	v24 := [1]int{}
	xs := []float64{((id(float64(0.1)) + id(float64(2.5e-3))) * float64(math.Ceil(id(float64(1.25))))), float64(-(id(int8(3)))), float64(math.Sqrt((id(float64(0.3333)) / id(float64(0.5)))))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x float64) string { return fmt.Sprint((id(int(0)) * int(0)), clip(id("世界")+"3.5")) })
	zs := grouped(xs, func(x float64) string { return part(fmt.Sprint(int(100), "\xff!"), v24[at(id(int(7)), len(v24))]) })
	show(ys, len(zs), zs)
	p := pair[int, int8]{(int(id(int16(-64))) & (id(int(64)) &^ int(9223372036854775807))), ((id(int8(42)) - int8(1)) * (id(int8(127)) / (id(int8(100)) | 1)))}
	q := p.swap(((id(int8(127)) &^ int8(7)) & (id(int8(127)) >> 100)))
	q.set((min(id(int(9223372036854775807)), int(-1)) << ((id(uint(1)) - uint(0)) & 71)))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#25", v24)
}

func scene26() {
	defer caught("scene26")
	v27 := []uint8{}
	xs := []uint8{(item(v27, int(-9223372036854775807)) - (id(uint8(2)) << 100)), ((id(uint8(10)) + uint8(10)) & (id(uint8(10)) << (id(uint32(10)) & 71)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x uint8) string {
		return fmt.Sprint((id(int(-3074457345618258602)) | int(3074457345618258602)), string([]rune(id("😀"))))
	})
	zs := grouped(xs, func(x uint8) bool { return strings.Contains(strconv.Itoa(id(int(3))), string([]rune(id("Zz9")))) })
	show(ys, len(zs), zs)
	p := pair[string, uint64]{fmt.Sprint(-(id(float64(1e10))), clip(id("-12")+"\t\n")), ((id(uint64(64)) + uint64(0)) - max(id(uint64(0)), uint64(7)))}
	q := p.swap(((id(uint64(6148914691236517205)) &^ uint64(3)) >> (+(id(uint(0))) & 71)))
	q.set(fmt.Sprint(float64(math.Round(id(float64(7)))), string(rune(id(int32(2))&0x3ff))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#28", v27)
}

func scene29() {
	defer caught("scene29")
	v30 := float32((id(uint16(0)) >> (id(uint8(2)) & 71)))
	v31 := (int16(toInt(float64(id(float64(3))))) + min(id(int16(-2)), int16(100)))
	list := []any{T1{F0: int8(-1), F1: false}, float64(math.Sqrt(id(float64(3))))}
	for i, x := range list {
		switch y := x.(type) {
		case string:
			show(i, "string", y != x)
		case nil:
			show(i, "nil", y != x)
		case *T1:
			show(i, "*T1", y == nil)
		case int:
			show(i, "int", y != x)
		default:
			show(i, fmt.Sprintf("%T", y))
		}
		_, ok := x.(sizer)
		show(ok)
	}
	show(list[1] == list[1])
	m := map[any]int{list[1]: 1}
	m[list[1]] += 5
	show(len(m))
	show("#32", v30, v31)
}

func scene33() {
	defer caught("scene33")
	v34 := uint64(-(id(uint32(7))))
	v35 := []string{fmt.Sprint(float64(1e21), "a")}
	list := []any{&T1{F0: int8(-7), F1: true, F2: int16(100)}}
	for i, x := range list {
		switch y := x.(type) {
		case *T1:
			show(i, "*T1", y == nil)
		case int:
			show(i, "int", y != x)
		case fmt.Stringer:
			show(i, "fmt.Stringer", y != x)
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
	show("#36", v34, v35)
}

func scene37() {
	defer caught("scene37")
	v38 := map[int8]string{1: "a"}
	xs := []uint8{uint8(len(v38)), uint8(toInt(float64(float64(id(uint8(64)))))), uint8((id(int8(-1)) + int8(127))), (max(id(uint8(255)), uint8(64)) + (id(uint8(10)) | uint8(0)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x uint8) int { return +(id(int(1)) % (id(int(-3)) | 1)) })
	zs := grouped(xs, func(x uint8) bool { return ((id(uint32(1)) >> 0) < min(id(uint32(10)), uint32(100))) })
	show(ys, len(zs), zs)
	p := pair[string, string]{part(fmt.Sprint(uint8(3), "a"), min(id(int(100)), int(7))), part(strings.Title(id("Zz9")), int(len(v38)))}
	q := p.swap(clip(string(rune(id(int32(1))&0x3ff)) + v38[int8(-2)]))
	q.set(fmt.Sprint((id(int(100)) | int(64)), fmt.Sprint(false, "go")))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#39", v38)
}

func main() {
	scene2()
	scene22()
	scene23()
	scene26()
	scene29()
	scene33()
	scene37()
}
