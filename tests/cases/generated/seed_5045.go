// A random program of the generator, seed 5045.
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
	F0 float64
}

func (t T1) Size() int { return (-(id(int(9223372036854775807))) &^ (id(int(0)) - int(-10))) }
func (t *T1) Change(n int) {
	t.F0 = ((id(float64(0.5)) * id(float64(0.3333))) + (id(float64(1e10)) * id(float64(1e10))))
}
func (t T1) String() string { return "T1<" + string(rune((id(int32(2))%(id(int32(7))|1))&0x3ff)) + ">" }

func pure4(a2 string, a3 int) string {
	v5 := strings.ToLower(a2)
	for i6 := range 4 {
		if +(id(int64(100))) >= (id(int64(-64)) & int64(-1)) {
			continue
		}
		v5 = a2
		_ = i6
	}
	return v5
}

func pure8(a7 int16) int8 {
	v9 := (int8(toInt(float64(id(float64(0.5))))) - (id(int8(3)) - int8(0)))
	for i10 := range 4 {
		if v9 == v9 {
			continue
		}
		v9 = v9
		_ = i10
	}
	return v9
}

func scene11() {
	defer caught("scene11")
	var v12 []int
	var v13 []int8
	list := []any{error(nil)}
	for i, x := range list {
		switch y := x.(type) {
		case error:
			show(i, "error", y != x)
		case nil:
			show(i, "nil", y != x)
		case []int:
			show(i, len(y))
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
	show("#14", v12, v13)
}

func scene15() {
	defer caught("scene15")
	v16 := map[int]int{0: int(3), 2: int(1), 4: int(10)}
	xs := []int8{min((id(int8(-127)) &^ int8(10)), pure8(int16(1))), (int8(len(v16)) | (id(int8(-42)) ^ int8(-2)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x int8) int { return v16[(id(int(7)) - int(-10))] })
	zs := grouped(xs, func(x int8) bool { return (uint64(byteAt(id("Zz9"), int(-7))) >= uint64(len(v16))) })
	show(ys, len(zs), zs)
	p := pair[int, int32]{v16[+(id(int(1)))], int32(uint32(byteAt(id("\xff!"), int(2))))}
	q := p.swap(min(int32(id(int(100))), (id(int32(-3)) &^ int32(1))))
	q.set(int((id(uint32(4294967295)) & uint32(2))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#17", v16)
}

func named18(a int16) (r string, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	v19 := []uint8{}
	v20 := fmt.Errorf("bad %v: %w", (int(id(int8(-100))) + (id(int(-100)) & int(3))), errBase)
	if (id(uint16(7)) + uint16(7)) == (id(uint16(1)) << 64) {
		panic(v20)
	}
	show("safe", v20)
	if (id(int64(10)) & int64(2)) == (id(int64(0)) / (id(int64(-7)) | 1)) {
		return r, errBase
	}
	show("#21", v19)
	return r, nil
}

func named18Of(r string, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene22() {
	defer caught("scene22")
	show(named18Of(named18(((id(int16(-2)) &^ int16(-7)) << ((id(uint32(0)) ^ uint32(64)) & 71)))))
}

func scene23() {
	defer caught("scene23")
	v24 := []uint8{uint8(id(uint16(3)))}
	v25 := int(len(v24))
	v26 := [2]int{(v25 % (v25 | 1)), (v25 &^ v25)}
	v27 := map[uint32]string{0: "x y", 2: "世界"}
	v28 := []int{(v25 + v25)}
	v29 := -(int16(len(v24)))
	v26 = v26
	v26[1] *= v25
	v29 -= v29
	v30 := v29
	v25 |= int(byteAt(clip(id("\t\n")+"3.5"), v25))
	show("#31", v29, v30)
	show("#32", v24, v25, v26, v27, v28, v29, v30)
}

func scene33() {
	defer caught("scene33")
	v34 := (float32(id(int8(-127))) * float32(math.Sqrt(id(float64(7)))))
	v35 := map[int8]string{1: "go"}
	list := []any{(id(int(-9223372036854775807)) &^ int(-1)), (id(float64(0.3333)) * id(float64(2.5e-3))), (*int)(nil)}
	for i, x := range list {
		switch y := x.(type) {
		case sizer:
			show(i, y.Size())
		case changer:
			y.Change((int(len(v35)) % (+(id(int(7))) | 1)))
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
	show("#36", v34, v35)
}

func scene37() {
	defer caught("scene37")
	v38 := ((id(uint16(2)) | uint16(0)) * uint16(id(int32(-7))))
	var v39 uint
	v40 := []uint8{(id(uint8(85)) << (id(uint32(64)) & 71)), (id(uint8(255)) | uint8(3))}
	if len(v40) > 0 {
		v40[at(^(id(int(64))), len(v40))] = (id(uint8(85)) &^ uint8(3))
	}
	v38 = v38
L41:
	for i42 := range 3 {
		for j43 := range 3 {
			s44 := i42
			switch s44 & 3 {
			case 0:
				continue L41
			case 1:
				continue
			case 2:
				break
			default:
				show(i42, j43)
			}
			if len(v40) > 0 {
				v40[at((id(int(9223372036854775807))&^int(7)), len(v40))] = (id(uint8(100)) & uint8(0))
			}
		}
	}
	v38 &= v38
	show("#45", v38, v39, v40)
}

func named46(a uint) (r uint8, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	for i47 := 6; i47 > 0; i47 -= 2 {
		n48 := (i47 + 0)
		_ = n48
		v49 := +(int64(id(int16(64))))
		switch n48 & 7 {
		case 1:
			a += a
			v50 := ((id(int32(1)) | int32(64)) ^ max(id(int32(0)), int32(10)))
			show("#51", v50)
		case 3:
			a = (a + (a * a))
		}
		show("#52", v49)
	}
	v53 := any(int(byteAt(clip(id("\t\n")+"héllo"), int(id(int32(3)))))).(int8)
	show("safe", v53)
	if !(id(int8(-100)) >= int8(42)) {
		return r, errBase
	}
	return min(r, r), nil
}

func named46Of(r uint8, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene54() {
	defer caught("scene54")
	show(named46Of(named46(((id(uint(10)) & uint(0)) * +(id(uint(100)))))))
	show(named46Of(named46(uint((id(int(0)) * int(0))))))
	show(named46Of(named46(((id(uint(10)) | uint(18446744073709551615)) | (id(uint(64)) % (id(uint(6148914691236517205)) | 1))))))
}

func main() {
	scene11()
	scene15()
	scene22()
	scene23()
	scene33()
	scene37()
	scene54()
}
