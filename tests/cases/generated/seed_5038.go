// A random program of the generator, seed 5038.
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
	F0 string
	F1 uint32
	F2 int32
}

func (t T1) Size() int { return (-(id(int(-64))) * min(id(int(10)), int(3074457345618258602))) }
func (t *T1) Change(n int) {
	t.F0 = fmt.Sprint((id(float64(100)) - id(float64(0.5))), string(rune(id(int32(3))&0x3ff)))
}

type T2 struct {
	F0 int16
	F1 int32
}

func (t T2) Size() int {
	return min((id(int(64)) % (id(int(-9223372036854775807)) | 1)), (id(int(64)) & int(9223372036854775807)))
}
func (t *T2) Change(n int) {
	t.F1 = (min(id(int32(10)), int32(-64)) + t.F1)
}

type T3 struct {
	F0 float32
	F1 uint32
	F2 string
}

func (t T3) Size() int { return int(toInt(float64((id(float64(3)) + id(float64(1e10)))))) }
func (t *T3) Change(n int) {
	t.F1 = uint32((id(int64(2)) ^ int64(3074457345618258602)))
}

func pure5(a4 int16) uint32 {
	v6 := -(id(uint32(0)) | uint32(2))
	for i7 := range 4 {
		if v6 < v6 {
			continue
		}
		v6 = uint32(toInt(float64(-(id(float64(1e10))))))
		_ = i7
	}
	return v6
}

func scene8() {
	defer caught("scene8")
	v9 := (max(id(int16(1)), int16(10922)) ^ (id(int16(1)) | int16(10)))
	var v10 []int8
	v11 := -(id(float64(1e21)) * id(float64(1e10)))
	var v12 string
	if len(v10) > 0 {
		v10[at((id(int(100))<<(id(uint(10))&71)), len(v10))] = (id(int8(10)) + int8(2))
	}
	v13 := max((id(uint(0)) &^ uint(0)), (id(uint(0)) / (id(uint(7)) | 1)))
	v9 *= ((v9 & v9) - v9)
	v10 = append(clipped(v10), item(v10, int(3074457345618258602)), (id(int8(-42)) << 64))
	v14 := append(v10, clipped(v10)...)
	show("cap", room(v14), room(v10))
	for k15, e16 := range clipped(v14) {
		func() {
			defer caught("#17")
			defer show("deferred #17", v13)
			defer func() { show("late #17", v13) }()
			v10 = append(clipped(v10), e16)
			v18 := 1 << e16
			show("safe", v18)
			v9 = (^(v9) ^ int16(e16))
		}()
		_, _ = k15, e16
	}
	v12 = clip(v12 + fmt.Sprint(int(len(v12)), v12))
	v12 = v12
	show("#19", v13, v14)
	show("#20", v9, v10, v11, v12, v13, v14)
}

func scene21() {
	defer caught("scene21")
	v22 := [1]int8{int8(id(int32(0)))}
	v23 := []int8{int8(id(int16(1))), (id(int8(2)) >> (id(uint64(1)) & 71)), (id(int8(127)) & int8(1))}
	v24 := float64(math.Sqrt((id(float64(0.1)) - id(float64(1e21)))))
	v25 := int(len(v23))
	var v26 [1]int
	v27 := ((id(int32(-10)) - int32(3)) &^ int32(len(v23)))
	v23 = v23
	v28 := +(id(uint16(21845)) << 100)
	v29 := T1{F0: "\xff!", F1: uint32(1)}
	for k30, e31 := range v22 {
		v26[0] = int(len(v23))
		_, _ = k30, e31
	}
	if len(v23) > 0 {
		v23[at(v26[at(v25, len(v26))], len(v23))] = item(v23, v25)
	}
	v28 %= (max(v28, v28) | 1)
	show("#32", v27, v28, v29)
	show("#33", v22, v23, v24, v25, v26, v27, v28, v29)
}

func scene34() {
	defer caught("scene34")
	v35 := int(toInt(float64(float64(id(int16(1))))))
	var v36 [3]string
	v37 := []int8{(id(int8(3)) * int8(-7))}
	v38 := T1{F0: "héllo", F1: uint32(1), F2: int32(100)}
	v37 = append(clipped(v37), int8(len(v37)), item(v37, v35))
	for k39, e40 := range v36 {
		v41 := (+(id(int8(10))) & (id(int8(1)) - int8(10)))
		v38.F2 = (int32(id(uint8(1))) / ((id(int32(-100)) & int32(-7)) | 1))
		show("#42", v41)
		_, _ = k39, e40
	}
	show("#43", v35, v36, v37, v38)
}

func scene44() {
	defer caught("scene44")
	v45 := [4]int{(id(int(-9223372036854775807)) &^ int(100)), (id(int(-3074457345618258602)) << (id(uint(7)) & 71)), max(id(int(-7)), int(-1)), (id(int(3074457345618258602)) + int(9223372036854775807))}
	v46 := T2{F1: int32(1)}
	var v47 map[int8]string
	var v48 string
	for i49, i49x := 0, 9; i49 < i49x && i49 < 5; i49, i49x = i49+1, i49x-2 {
		n50 := (i49 + 0)
		_ = n50
		v51 := []string{v48}
		var v52 int16
		show(copy(v51, v51), v51)
		show("#53", v51, v52)
	}
L54:
	for i55 := range 3 {
		for j56 := range 3 {
			s57 := i55
			switch s57 & 3 {
			case 0:
				continue L54
			case 1:
				continue
			case 2:
				break
			default:
				show(i55, j56)
			}
			v58 := string(rune((id(int32(2)) / (id(int32(715827882)) | 1)) & 0x3ff))
			v59 := int64(len(v47))
			show("#60", v58, v59)
		}
	}
	for i61 := range 1 {
		n62 := (i61 + 0)
		_ = n62
		v45[1] = n62
	}
	show("#63", v48)
	show("#64", v45, v46, v47, v48)
}

func named65(a uint) (r int, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	v66 := T1{F0: "a"}
	v67 := part(string(rune(id(int32(1))&0x3ff)), ^(r))[(r & 3):]
	show("safe", v67)
	if !(id("3.5") == "a") {
		return r, errBase
	}
	show("#68", v66)
	return (r + r), nil
}

func named65Of(r int, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene69() {
	defer caught("scene69")
	show(named65Of(named65((+(id(uint(18446744073709551615))) - uint(toInt(float64(id(float64(1e21)))))))))
}

func named70(a float64) (r string, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	p71 := &a
	*p71 = a
	show(*p71)
	v72 := fmt.Errorf("bad %v: %w", ((id(int(-9223372036854775807)) >> (id(uint64(0)) & 71)) / (min(id(int(0)), int(-3)) | 1)), errBase)
	if strings.Contains(r, r) {
		panic(v72)
	}
	show("safe", v72)
	if !!id(true) {
		return fmt.Sprint((id(int(9223372036854775807)) - int(0)), strings.ToUpper(r)), errBase
	}
	return r, nil
}

func named70Of(r string, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene73() {
	defer caught("scene73")
	show(named70Of(named70(float64(math.Abs(float64(math.Trunc(id(float64(100)))))))))
}

func scene74() {
	defer caught("scene74")
	v75 := (uint8(toInt(float64(id(float64(0.5))))) >> (+(id(uint64(64))) & 71))
	xs := []uint32{uint32(toInt(float64(float64(v75)))), max(pure5(int16(-1)), max(id(uint32(1431655765)), uint32(0)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x uint32) float64 { return -(id(float64(1e21)) - id(float64(1e21))) })
	zs := grouped(xs, func(x uint32) bool {
		return ((id(int64(-9223372036854775807)) &^ int64(-9223372036854775807)) <= max(id(int64(100)), int64(64)))
	})
	show(ys, len(zs), zs)
	p := pair[string, int32]{string([]rune(part("-12", id(int(64))))), ((id(int32(2)) * int32(715827882)) ^ (id(int32(-2147483647)) >> 8))}
	q := p.swap(((id(int32(7)) / (id(int32(-2147483647)) | 1)) % (int32(toInt(float64(id(float64(0.5))))) | 1)))
	q.set(strconv.Itoa((id(int(10)) - int(2))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#76", v75)
}

func main() {
	scene8()
	scene21()
	scene34()
	scene44()
	scene69()
	scene73()
	scene74()
}
