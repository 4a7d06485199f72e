// A random program of the generator, seed 5010.
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
	F0 uint32
}

func (t T1) Size() int {
	return (int(toInt(float64(id(float64(2.5e-3))))) ^ -(id(int(3074457345618258602))))
}
func (t *T1) Change(n int) {
	t.F0 = t.F0
}
func (t T1) String() string { return "T1<" + strings.ToLower(strings.Title(id("-12"))) + ">" }

type T2 struct {
	T1
	F0 bool
}

func scene3() {
	defer caught("scene3")
	v4 := (int(id(uint8(100))) >> ((id(uint32(64)) | uint32(10)) & 71))
	v5 := []int8{(id(int8(-2)) & int8(-100)), (id(int8(-1)) & int8(-7))}
	list := []any{&T1{}, error(nil)}
	for i, x := range list {
		switch y := x.(type) {
		case T1:
			show(i, "T1", y != x)
		case sizer:
			show(i, y.Size())
		case []int:
			show(i, len(y))
		case T2:
			show(i, "T2", y != x)
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
	show("#6", v4, v5)
}

func scene7() {
	defer caught("scene7")
	v8 := []uint8{(id(uint8(0)) & uint8(255))}
	v9 := [2]string{strings.ToUpper(id("世界")), string([]rune(id("\xff!")))}
	list := []any{&T2{F0: true}, T1{}, &T2{F0: false}}
	for i, x := range list {
		switch y := x.(type) {
		case []int:
			show(i, len(y))
		case *T2:
			show(i, "*T2", y == nil)
		case sizer:
			show(i, y.Size())
		case *T1:
			show(i, "*T1", y == nil)
		case string:
			show(i, "string", y != x)
		case float64, bool:
			show(i, "float64, bool", y != x)
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
	show("#10", v8, v9)
}

func scene11() {
	defer caught("scene11")
	v12 := ^(id(uint(7)) % (id(uint(18446744073709551615)) | 1))
	var v13 uint16
	v12 /= (uint(id(int32(2147483647))) | 1)
	v12 |= v12
	v13 = v13
	if int32(toInt(float64(id(float64(100))))) > int32(toInt(float64(id(float64(0.1))))) {
		v12 = v12
		v13 |= v13
		v14 := -(float64(id(int64(1))))
		show("#15", v14)
	} else {
		for i16 := 8; i16 > 0; i16 -= 2 {
			n17 := (i16 + 0)
			_ = n17
			v18 := max(max(id(uint32(7)), uint32(10)), (id(uint32(4294967295)) &^ uint32(100)))
			show("#19", v18)
		}
		v20 := float64((id(int(9223372036854775807)) ^ int(2)))
		show("#21", v20)
	}
	f22 := func() float64 {
		f23 := func() bool {
			v13 = v13
			v12 *= v12
		L24:
			for i25 := range 3 {
				for j26 := range 3 {
					s27 := i25
					switch s27 & 3 {
					case 0:
						continue L24
					case 1:
						continue
					case 2:
						break
					default:
						show(i25, j26)
					}
					v13 = v13
				}
			}
			return (int8(id(int8(-10))) != (id(int8(-127)) << (id(uint32(3)) & 71)))
		}
		v28 := f23()
		switch ((id(int(10)) - int(-3074457345618258602)) | (id(int(-100)) & int(1))) & 7 {
		case 0:
			v29 := v28
			v30 := uint16(toInt(float64((id(float64(0.1)) / id(float64(2.5e-3))))))
			show("#31", v29, v30)
			fallthrough
		case 2:
			v28 = v28
		case 4:
			v13--
			var v32 int8
			show("#33", v32)
		default:
			v34 := []float64{float64(id(int16(10922)))}
			show("#35", v34)
		}
		show("#36", v28)
		return float64((id(uint8(64)) ^ uint8(255)))
	}
	v37 := f22()
	v37 -= v37
	v38 := ((id(int64(-3)) + int64(3)) >> ((id(uint64(10)) & uint64(0)) & 71))
	v39 := strconv.Itoa(int(toInt(float64(v37))))
	var v40 T1
	v41 := int8((id(uint32(3)) &^ uint32(10)))
	show("#42", v37, v38, v39, v40, v41)
	show("#43", v12, v13, v37, v38, v39, v40, v41)
}

func named44(a int32) (r string, err error) {
	defer func() {
		r = clip(string([]rune(r)) + string(rune(a&0x3ff)))
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	a <<= ((id(uint8(10)) | uint8(3)) & 71)
	v45 := r[((min(id(int(-1)), int(-1)) * max(id(int(1)), int(3))) & 3)]
	show("safe", v45)
	if (id(uint32(1)) >= uint32(100)) || (id(true) || true) {
		return strconv.Itoa((id(int(7)) >> (id(uint8(1)) & 71))), errBase
	}
	return r, nil
}

func named44Of(r string, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene46() {
	defer caught("scene46")
	show(named44Of(named44(((id(int32(-10)) << (id(uint16(3)) & 71)) | (id(int32(10)) &^ int32(-100))))))
	show(named44Of(named44(((id(int32(0)) | int32(7)) &^ (id(int32(-100)) & int32(-2147483647))))))
	show(named44Of(named44((min(id(int32(1)), int32(715827882)) | (id(int32(2)) & int32(-2147483647))))))
}

func scene47() {
	defer caught("scene47")
	var v48 T1
	v49 := float32(math.Abs((id(float64(0.3333)) + id(float64(1e21)))))
	list := []any{T1{F0: uint32(1)}, (id(int(0)) % (id(int(2)) | 1)), errBase}
	for i, x := range list {
		switch y := x.(type) {
		case T1:
			show(i, "T1", y != x)
		case string:
			show(i, "string", y != x)
		case sizer:
			show(i, y.Size())
		case *T2:
			show(i, "*T2", y == nil)
		case changer:
			y.Change(int(toInt(float64(-(id(float64(7)))))))
			show(i, y.(sizer).Size())
		default:
			show(i, fmt.Sprintf("%T", y))
		}
		_, ok := x.(sizer)
		show(ok)
	}
	show(list[2] == list[2])
	m := map[any]int{list[2]: 1}
	m[list[2]] += 5
	show(len(m))
	show("#50", v48, v49)
}

func scene51() {
	defer caught("scene51")
	v52 := [2]int{}
	xs := []uint32{min(uint32(byteAt(id("\t\n"), int(9223372036854775807))), -(id(uint32(10)))), uint32(toInt(float64((id(float64(1e21)) - id(float64(0.1)))))), ((id(uint32(0)) / (id(uint32(100)) | 1)) &^ -(id(uint32(2))))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x uint32) float64 { return (-(id(float64(0.1))) + (id(float64(0.5)) + id(float64(1e21)))) })
	zs := grouped(xs, func(x uint32) string {
		return clip(string(rune(id(int32(-2147483647))&0x3ff)) + string([]rune(id("Zz9"))))
	})
	show(ys, len(zs), zs)
	p := pair[int, int32]{((id(int(100)) | int(9223372036854775807)) / ((id(int(7)) >> (id(uint64(2)) & 71)) | 1)), int32(uint8(id(int8(100))))}
	q := p.swap((int32(id(int32(3))) + (id(int32(10)) << (id(uint64(0)) & 71))))
	q.set(v52[at(v52[at(id(int(9223372036854775807)), len(v52))], len(v52))])
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#53", v52)
}

func main() {
	scene3()
	scene7()
	scene11()
	scene46()
	scene47()
	scene51()
}
