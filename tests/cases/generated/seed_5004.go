// A random program of the generator, seed 5004.
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
	F0 uint16
	F1 uint64
}

func (t T1) Size() int { return int(toInt(float64(float64(id(uint16(1)))))) }
func (t *T1) Change(n int) {
	t.F0 = ((id(uint16(7)) + uint16(0)) + (id(uint16(64)) % (id(uint16(3)) | 1)))
}

type T2 struct {
	T1
	F0 uint16
}

func scene3() {
	defer caught("scene3")
	v4 := -(id(float32(0.3333)) * id(float32(3)))
	v5 := uint8(toInt(float64((id(float64(1e10)) / id(float64(3))))))
	show(fmt.Sprintf("[%05E]", (v4 + v4)))
	show(fmt.Sprintf("[%-*.U]", 7, !id(false)))
	show(fmt.Sprintf("[% 12.t]", (id(int8(-127)) * int8(64))))
	show(fmt.Sprintf("[%# 12T]", (id(int16(7)) &^ int16(7))))
	show(fmt.Sprintf("[%+#X]", (id(int8(7)) &^ int8(127))))
	show(fmt.Sprintf("[%-c]", (id(true) || true)))
	show(fmt.Sprintf("[%-1t]", [4]int8{(id(int8(-10)) | int8(1))}))
	show("#6", v4, v5)
}

func scene7() {
	defer caught("scene7")
	v8 := T2{F0: uint16(2)}
	v9 := map[string]int{"a": int(100), "go": int(7)}
	p10 := &v8.F0
	*p10 = -(min(id(uint16(100)), uint16(2)))
	show(*p10)
L11:
	for i12 := range 3 {
		for j13 := range 3 {
			s14 := i12
			switch s14 & 3 {
			case 0:
				continue L11
			case 1:
				continue
			case 2:
				break
			default:
				show(i12, j13)
			}
			v15 := []string{}
			for k16, e17 := range clipped(v15) {
				e17 = clip(e17 + e17)
				_, _ = k16, e17
			}
			show("#18", v15)
		}
	}
	p19 := &v8
	*p19 = v8
	show(*p19)
	v20 := int16((id(uint16(7)) * uint16(10)))
	if v9 != nil {
		v9[string(rune(id(int32(-10))&0x3ff))] = (id(int(64)) << (id(uint8(10)) & 71))
	}
	show("#21", v20)
	show("#22", v8, v9, v20)
}

func scene23() {
	defer caught("scene23")
	v24 := []int{+(id(int(1))), (id(int(0)) + int(2))}
	v25 := [2]int8{}
	v26 := min((id(uint16(7)) + uint16(64)), uint16(len(v24)))
	v27 := ((id(float64(1e21)) + id(float64(100))) + float64(id(int8(7))))
	v28 := map[int]int{1: int(1), 3: int(0), 5: int(64)}
	for i29 := range 5 {
		n30 := (i29 + 0)
		_ = n30
		var v31 [1]string
		func() {
			defer caught("#32")
			v28 = v28
			v33 := any(v27).(string)
			show("safe", v33)
			v25[0] = ((id(int8(7)) ^ int8(7)) << 7)
		}()
		show("#34", v31)
	}
	if v35 := part(fmt.Sprint(false, "go"), item(v24, int(-7))); v35 != clip(strconv.Itoa(id(int(-9223372036854775807)))+part("héllo", id(int(-10)))) {
		func() {
			defer caught("#36")
			defer show("deferred #36", v35)
			defer func() { show("late #36", v35) }()
			v37 := [3]int{}
			v38 := 1 << v37[at(item(v24, int(-100)), len(v37))]
			show("safe", v38)
			v26++
			show("#39", v37)
		}()
	} else {
		v40 := !(id(int(100)) > int(9223372036854775807))
		v24 = append(clipped(v24), v28[int(3074457345618258602)], item(v24, int(-100)))
		show("#41", v40)
	}
	if len(v24) > 0 {
		v24[at(item(v24, int(0)), len(v24))] = item(v24, int(1))
	}
	show("#42", v24, v25, v26, v27, v28)
}

func scene43() {
	defer caught("scene43")
	v44 := map[uint32]string{1: "", 3: "go"}
	v45 := [2]int{(id(int(9223372036854775807)) ^ int(-9223372036854775807))}
	v44 = v44
	for k46, e47 := range v45 {
		for i48 := 6; i48 > 0; i48 -= 2 {
			n49 := (i48 + 0)
			_ = n49
			v50 := (min(id(int32(7)), int32(-2147483647)) >> (+(id(uint16(0))) & 71))
		L51:
			for i52 := range 3 {
				for j53 := range 3 {
					s54 := j53
					switch s54 & 3 {
					case 0:
						break L51
					case 1:
						continue
					case 2:
						break
					default:
						show(i52, j53)
					}
					v55 := v45[at(e47, len(v45))]
					v56 := map[uint32]int16{0: int16(-32767), 2: int16(-10922), 4: int16(-2)}
					show("#57", v55, v56)
				}
			}
			show("#58", v50)
			if float64(id(int8(3))) == (id(float64(1e21)) + id(float64(100))) {
				break
			}
			n49++
		}
		v59 := T1{F1: uint64(3)}
		show("#60", v59)
		_, _ = k46, e47
	}
	show("#61", v44, v45)
}

func scene62() {
	defer caught("scene62")
	v63 := ((id(uint32(10)) << (id(uint8(100)) & 71)) % (uint32(id(int8(2))) | 1))
	xs := []uint8{((id(uint8(0)) / (id(uint8(3)) | 1)) &^ -(id(uint8(0)))), ((id(uint8(64)) * uint8(10)) + (id(uint8(7)) & uint8(64))), min((id(uint8(10)) &^ uint8(255)), (id(uint8(0)) &^ uint8(3))), ((id(uint8(3)) / (id(uint8(0)) | 1)) * max(id(uint8(85)), uint8(1)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x uint8) string { return string([]rune(part("x y", id(int(7))))) })
	zs := grouped(xs, func(x uint8) string {
		return fmt.Sprint((id(float64(1e10)) - id(float64(3))), part("\t\n", id(int(7))))
	})
	show(ys, len(zs), zs)
	p := pair[int, uint16]{min((id(int(-3)) % (id(int(-9223372036854775807)) | 1)), (id(int(-9223372036854775807)) + int(-9223372036854775807))), min((id(uint16(100)) * uint16(100)), +(id(uint16(10))))}
	q := p.swap(((id(uint16(0)) - uint16(1)) & (id(uint16(2)) - uint16(0))))
	q.set((max(id(int(-2)), int(1)) ^ (id(int(1)) & int(10))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#64", v63)
}

func scene65() {
	defer caught("scene65")
	v66 := map[uint32]string{2: "go", 4: "Zz9"}
	v67 := ((id(uint8(3)) & uint8(64)) + (id(uint8(10)) | uint8(64)))
	v68 := T2{F0: uint16(100)}
	if v66 != nil {
		v66[uint32(len(v66))] = strconv.Itoa(id(int(-100)))
	}
	v68.F0--
	func() {
		defer caught("#69")
		defer show("deferred #69", v66)
		defer func() { show("late #69", v66) }()
		delete(v66, (id(uint32(4294967295)) | uint32(2)))
		v70 := fmt.Errorf("bad %v: %w", (int(id(int(3074457345618258602))) % ((id(int(-64)) / (id(int(7)) | 1)) | 1)), errBase)
		if (id(false) && false) || (v67 >= v67) {
			panic(v70)
		}
		show("safe", v70)
		for k71, e72 := range sorted(v66) {
			v73 := ((id(float64(3)) - id(float64(0.1))) - float64(id(uint64(1))))
			show("#74", v73)
			_, _ = k71, e72
		}
	}()
	var v75 string
	p76 := &v68.F0
	*p76 = ((id(uint16(3)) % (id(uint16(1)) | 1)) + min(id(uint16(3)), uint16(21845)))
	show(*p76)
	v77 := v68
L78:
	for i79 := range 3 {
		for j80 := range 3 {
			s81 := j80
			switch s81 & 3 {
			case 0:
				continue L78
			case 1:
				continue
			case 2:
				break
			default:
				show(i79, j80)
			}
			func() {
				defer caught("#82")
				if v66 != nil {
					v66[(id(uint32(3)) << (id(uint16(0)) & 71))] = v75
				}
				v83 := ((id(int32(64)) & int32(2)) &^ int32(id(uint(6148914691236517205)))) / ((id(int32(10)) << 1) &^ int32(toInt(float64(id(float64(0.1))))))
				show("safe", v83)
				v75 = clip(v75 + v75)
			}()
			for k84, e85 := range clip(v75) {
				e85 %= (e85 | 1)
				_, _ = k84, e85
			}
		}
	}
	if !(id(true) && false) {
		for i86 := 0; i86 < 1; i86++ {
			n87 := (i86 + 0)
			_ = n87
			v88 := []int8{(id(int8(10)) ^ int8(0)), (id(int8(-127)) ^ int8(2))}
			show("#89", v88)
		}
	}
	v90 := T1{F0: uint16(7), F1: uint64(10)}
	v66 = v66
	switch v75 {
	case "a":
		v91 := []string{v75, clip(v75 + v75)}
		v77.F0 >>= 64
		show("#92", v91)
	case "go":
		v93 := ((id(int(0)) * int(9223372036854775807)) % ((id(int(64)) &^ int(2)) | 1))
		show("#94", v93)
	case "héllo":
		v67++
		func() {
			defer caught("#95")
			v96 := [4]int{int(byteAt(v75, int(-7))), (id(int(3)) >> (id(uint32(7)) & 71))}
			v97 := fmt.Errorf("bad %v: %w", v96[at(int(id(uint64(2))), len(v96))], errBase)
			if (id(int16(-32767)) | int16(10)) >= (id(int16(10922)) - int16(100)) {
				panic(v97)
			}
			show("safe", v97)
			if v66 != nil {
				v66[(id(uint32(4294967295)) >> 63)] = fmt.Sprint(v67, v75)
			}
			show("#98", v96)
		}()
	}
	show("#99", v75, v77, v90)
	show("#100", v66, v67, v68, v75, v77, v90)
}

func main() {
	scene3()
	scene7()
	scene23()
	scene43()
	scene62()
	scene65()
}
