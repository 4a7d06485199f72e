// A random program of the generator, seed 5026.
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
	F1 float64
	F2 int64
}

func (t T1) Size() int { return min(int(id(int32(-715827882))), (id(int(10)) & int(2))) }
func (t *T1) Change(n int) {
	t.F0 = ((id(int8(-127)) * int8(42)) * int8(byteAt(id(""), n)))
}

type T2 struct {
	T1
	F0 uint32
	F1 int16
	F2 float64
}

type T3 struct {
	T2
	F0 bool
	F1 int
	F2 float64
}

func (t T3) Size() int { return int(uint32(id(int32(-10)))) }
func (t *T3) Change(n int) {
	t.F0 = strings.Contains(strings.ToUpper(id("\t\n")), strconv.Itoa(n))
}

func pure6(a4 int8, a5 float32) uint8 {
	v7 := (uint8(toInt(float64(id(float64(1e21))))) * -(id(uint8(1))))
	for i8 := range 4 {
		if strings.Contains(strconv.Itoa(id(int(3074457345618258602))), string([]rune(id("héllo")))) {
			continue
		}
		v7 = v7
		_ = i8
	}
	return v7
}

func pure11(a9 uint64, a10 uint8) string {
	v12 := part(clip(id("世界")+"héllo"), (id(int(1)) & int(3074457345618258602)))
	for i13 := range 4 {
		if a10 == a10 {
			continue
		}
		v12 = clip(v12 + clip(v12+v12))
		_ = i13
	}
	return v12
}

func scene14() {
	defer caught("scene14")
	v15 := max((id(int16(10)) - int16(10922)), int16(id(int8(-64))))
	xs := []float64{((id(float64(2.5e-3)) - id(float64(3))) + (id(float64(100)) / id(float64(0.1))))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x float64) bool { return ((id(int8(127)) >= int8(-127)) && (id(int64(0)) < int64(7))) })
	zs := grouped(xs, func(x float64) int8 { return ((id(int8(7)) & int8(100)) ^ (id(int8(100)) % (id(int8(-64)) | 1))) })
	show(ys, len(zs), zs)
	p := pair[string, int8]{string([]rune(part("😀", id(int(-64))))), (max(id(int8(1)), int8(64)) >> ((id(uint8(0)) ^ uint8(64)) & 71))}
	q := p.swap((^(id(int8(7))) << ((id(uint(64)) - uint(18446744073709551615)) & 71)))
	q.set(pure11(uint64(0), uint8(100)))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#16", v15)
}

func scene17() {
	defer caught("scene17")
	var v18 uint32
	v19 := -(id(float64(7)) - id(float64(1e10)))
	v20 := (^(id(int8(1))) & (id(int8(-127)) / (id(int8(2)) | 1)))
	v19 /= v19
	switch int(+(id(int32(-7)))) & 7 {
	case 1:
		v21 := (-(id(uint(3))) - uint(byteAt(id("Zz9"), int(3074457345618258602))))
		v19 = (v19 * v19)
		show("#22", v21)
	case 3:
		v23 := float32(math.Sqrt(v19))
		for i24, i24x := 0, 9; i24 < i24x && i24 < 5; i24, i24x = i24+1, i24x-2 {
			n25 := (i24 + 0)
			_ = n25
			func() {
				defer caught("#26")
				defer show("deferred #26", v19)
				defer func() { show("late #26", v19) }()
				v27 := map[int]string{2: "\t\n", 4: "\xff!", 6: "\t\n"}
				v28 := pure11(uint64(100), uint8(0))[(n25 & 3)]
				show("safe", v28)
				var v29 uint8
				show("#30", v27, v29)
			}()
			for i31 := 0; i31 < 3; i31++ {
				n32 := (i31 + 0)
				_ = n32
				switch clip(part("", n25) + string([]rune(id("😀")))) {
				case "a":
					v33 := [4]string{clip(id("\xff!") + "x y"), string(rune(id(int32(-2)) & 0x3ff)), strconv.Itoa(n25)}
					show("#34", v33)
				case "go":
					v35 := map[uint32]int16{1: int16(32767), 3: int16(10)}
					show("#36", v35)
				}
			}
		}
		show("#37", v23)
	case 5:
		v20 = v20
		p38 := &v18
		*p38 = (v18 + min(v18, v18))
		show(*p38)
	case 7:
		v20 |= (v20 << 0)
		v19 -= (v19 / v19)
	}
	func() {
		defer caught("#39")
		defer show("deferred #39", v19)
		defer func() { show("late #39", v19) }()
		switch ((id(int(7)) % (id(int(1)) | 1)) << (uint32(id(int32(-2))) & 71)) & 7 {
		case 0:
			for i40 := 10; i40 > 0; i40 -= 2 {
				n41 := (i40 + 0)
				_ = n41
				f44 := func(a42 uint, a43 int64) string {
					var v45 T2
					show("#46", v45)
					return clip(fmt.Sprint(true, "a") + clip(id("")+"a"))
				}
				v47 := f44((id(uint(7)) >> (id(uint64(3)) & 71)), (id(int64(10)) >> 1))
				show("#48", v47)
			}
			v49 := map[string]string{"a": "-12"}
			show("#50", v49)
		default:
			v51 := +(id(uint8(10)) / (id(uint8(0)) | 1))
			v52 := clip(clip(id("😀")+"Zz9") + clip(id("\xff!")+"\t\n"))
			show("#53", v51, v52)
		}
		v54 := pure11(uint64(6148914691236517205), uint8(100))[(int(v18) & 3)]
		show("safe", v54)
		v19 = v19
	}()
	if int(id(uint16(65535))) < (id(int(7)) ^ int(-9223372036854775807)) {
		v18 /= (v18 | 1)
		v55 := []int{(id(int(9223372036854775807)) / (id(int(-64)) | 1)), (id(int(10)) << (id(uint8(10)) & 71))}
		v55 = append(clipped(v55), max(id(int(-3074457345618258602)), int(2)), int(id(uint8(85))), (id(int(64)) << (v18 & 71)))
		show("#56", v55)
	}
	v20 = v20
	func() {
		defer caught("#57")
		defer show("deferred #57", v19)
		defer func() { show("late #57", v19) }()
		v58 := int16((id(int64(2)) &^ int64(-3)))
		v59 := fmt.Errorf("bad %v: %w", int(byteAt(pure11(uint64(3), uint8(3)), (id(int(100))&int(0)))), errBase)
		if strings.Contains(strconv.Itoa(id(int(3))), part("-12", id(int(64)))) {
			panic(v59)
		}
		show("safe", v59)
		f61 := func(a60 int16) string {
			v62 := T1{F0: v20, F1: v19, F2: int64(7)}
			show("#63", v62)
			return pure11(uint64(3), uint8(3))
		}
		v64 := f61(v58)
		v65 := f61(v58)
		show("#66", v58, v64, v65)
	}()
	switch int((id(int64(7)) &^ int64(-9223372036854775807))) & 7 {
	case 2:
		v67 := [3]int8{v20}
		show("#68", v67)
	case 4:
		v69 := []string{pure11(uint64(0), uint8(255))}
		show("#70", v69)
	}
	show("#71", v20)
	show("#72", v18, v19, v20)
}

func scene73() {
	defer caught("scene73")
	v74 := map[uint32]int{}
	var v75 []string
	list := []any{&T2{F1: int16(0), F2: float64(1.25)}, T3{F0: false, F1: int(-9223372036854775807), F2: float64(100)}, T1{F0: int8(127), F1: float64(7), F2: int64(9223372036854775807)}}
	for i, x := range list {
		switch y := x.(type) {
		case T2:
			show(i, "T2", y != x)
		case *T1:
			show(i, "*T1", y == nil)
		case T1:
			show(i, "T1", y != x)
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
	show("#76", v74, v75)
}

func main() {
	scene14()
	scene17()
	scene73()
}
