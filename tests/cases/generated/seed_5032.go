// A random program of the generator, seed 5032.
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
	F0 bool
	F1 int64
}

func (t T1) Size() int { return ((id(int(3074457345618258602)) | int(-2)) << 0) }
func (t *T1) Change(n int) {
	t.F1 = t.F1
}

func scene2() {
	defer caught("scene2")
	v3 := map[uint32]string{0: "héllo", 2: "3.5"}
	v4 := []uint8{(id(uint8(64)) * uint8(64))}
	v5 := [1]string{}
	v6 := T1{F0: false, F1: int64(1)}
	v6.F1 = v6.F1
	v6.F1 = max((id(int64(0)) << 7), v6.F1)
L7:
	for i8 := range 3 {
		for j9 := range 3 {
			s10 := i8
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
			v4 = append(clipped(v4), +(id(uint8(0))), max(id(uint8(2)), uint8(10)))
		}
	}
	v6 = v6
	var v11 float64
	show("#12", v11)
	show("#13", v3, v4, v5, v6, v11)
}

func named14(a string) (r string, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	r = a
	v15 := any(((id(float64(100)) * id(float64(1e21))) / (id(float64(1e10)) - id(float64(2.5e-3))))).(float64)
	show("safe", v15)
	if !(id(float64(1e10)) >= float64(100)) {
		return a, errBase
	}
	return a, nil
}

func named14Of(r string, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene16() {
	defer caught("scene16")
	show(named14Of(named14(fmt.Sprint((id(float64(1e21)) - id(float64(3))), strings.TrimSpace(id("😀"))))))
}

func named17(a uint32) (r string, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	var v18 uint8
	v19 := fmt.Errorf("bad %v: %w", int((id(int64(-9223372036854775807)) * int64(-100))), errBase)
	if !id(false) || (id(int8(-10)) == int8(-3)) {
		panic(v19)
	}
	show("safe", v19)
	if !(id(int8(1)) == int8(3)) {
		return r, errBase
	}
	show("#20", v18)
	return r, nil
}

func named17Of(r string, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene21() {
	defer caught("scene21")
	show(named17Of(named17(((id(uint32(0)) % (id(uint32(1431655765)) | 1)) >> ((id(uint(2)) + uint(3)) & 71)))))
}

func named22(a uint16) (r uint8, err error) {
	defer func() {
		r = (max(r, r) &^ (r >> 64))
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
L23:
	for i24 := range 3 {
		for j25 := range 3 {
			s26 := j25
			switch s26 & 3 {
			case 0:
				continue L23
			case 1:
				continue
			case 2:
				break
			default:
				show(i24, j25)
			}
		L27:
			for i28 := range 3 {
				for j29 := range 3 {
					s30 := i28
					switch s30 & 3 {
					case 0:
						break L27
					case 1:
						continue
					case 2:
						break
					default:
						show(i28, j29)
					}
					v31 := []uint8{}
					show("#32", v31)
				}
			}
		}
	}
	v33 := fmt.Errorf("bad %v: %w", int(toInt(float64(float64(math.Sqrt(id(float64(2.5e-3))))))), errBase)
	if strings.Contains(fmt.Sprint(float64(100), "go"), fmt.Sprint(false, "-12")) {
		panic(v33)
	}
	show("safe", v33)
	if !(id(true) || true) {
		return r, errBase
	}
	return r, nil
}

func named22Of(r uint8, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene34() {
	defer caught("scene34")
	show(named22Of(named22((-(id(uint16(65535))) << 7))))
	show(named22Of(named22(((id(uint16(10)) * uint16(64)) / (uint16(id(uint64(1))) | 1)))))
}

func scene35() {
	defer caught("scene35")
	v36 := (int64(byteAt(id(""), int(100))) & min(id(int64(3)), int64(-9223372036854775807)))
	v37 := T1{F1: v36}
	v38 := int((id(uint64(2)) & uint64(64)))
	p39 := &v38
	*p39 = max(int(id(uint(3))), v38)
	show(*p39)
	f41 := func(a40 string) bool {
		v42 := ((id(uint(6148914691236517205)) / (id(uint(1)) | 1)) &^ uint(id(uint16(100))))
		for k43, e44 := range clip(a40) {
			var v45 map[string]int16
			func() {
				defer caught("#46")
				defer show("deferred #46", k43)
				defer func() { show("late #46", k43) }()
				if v45 != nil {
					v45[a40] += v45[a40]
				}
				v47 := a40[(v38 & 3)]
				show("safe", v47)
				v38 >>= ((id(uint16(3)) & uint16(100)) & 71)
			}()
			show("#48", v45)
			_, _ = k43, e44
		}
		show("#49", v42)
		return ((v38 * v38) != v38)
	}
	v50 := f41(clip(id("Zz9") + "\t\n"))
	v51 := f41(clip(id("\t\n") + "Zz9"))
	v52 := []string{}
	if len(v52) > 0 {
		v52[at(v38, len(v52))] = strings.ToLower(id("\xff!"))
	}
	show(copy(v52, v52), v52)
	v53 := map[int]string{2: "go", 4: "a"}
L54:
	for i55 := range 3 {
		for j56 := range 3 {
			s57 := v38
			switch s57 & 3 {
			case 0:
				break L54
			case 1:
				continue
			case 2:
				break
			default:
				show(i55, j56)
			}
			v58 := uint((id(int32(-100)) | int32(100)))
			p59 := &v58
			*p59 = v58
			show(*p59)
			show("#60", v58)
		}
	}
	v61 := ^(min(id(uint(0)), uint(18446744073709551615)))
	f64 := func(a62 float32, a63 uint64) int {
		v65 := v37
		show("#66", v65)
		return (int(byteAt(id("a"), v38)) & (v38 + v38))
	}
	v67 := f64((id(float32(0.3333)) / id(float32(1e21))), (id(uint64(0)) << 100))
	v68 := f64((id(float32(7)) * id(float32(100))), (id(uint64(6148914691236517205)) | uint64(7)))
	v52 = append(clipped(v52), item(v52, v38), strings.ToUpper(id("-12")), fmt.Sprint(float64(1.25), "go"))
	if v53 != nil {
		v53[v38] = item(v52, v68)
	}
	f70 := func(a69 uint8) string {
		switch clip(strings.Title(id("世界")) + fmt.Sprint(a69, "Zz9")) {
		case "a":
			v52 = append(clipped(v52), clipped(v52)...)
			if len(v52) > 0 {
				v52[at(^(v38), len(v52))] = part("-12", v38)
			}
		case "go":
			v71 := [3]int8{int8(toInt(float64(id(float64(3))))), (id(int8(0)) >> (id(uint64(3)) & 71)), -(id(int8(3)))}
			v72 := append(v52, string([]rune(id("a"))), v53[v68])
			show("cap", room(v72), room(v52))
			show("#73", v71, v72)
		case "héllo":
			var v74 int64
			show("#75", v74)
		}
		return v53[v38]
	}
	v76 := f70((id(uint8(0)) + uint8(10)))
	v77 := f70(min(id(uint8(100)), uint8(100)))
	show("#78", v50, v51, v52, v53, v61, v67, v68, v76, v77)
	show("#79", v36, v37, v38, v50, v51, v52, v53, v61, v67, v68, v76, v77)
}

func scene80() {
	defer caught("scene80")
	v81 := T1{F0: false}
	xs := []uint32{(uint32(id(uint16(2))) * (id(uint32(1431655765)) ^ uint32(10)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x uint32) bool { return (v81.F0 || strings.Contains(id("😀"), "\t\n")) })
	zs := grouped(xs, func(x uint32) int8 { return max(min(id(int8(-127)), int8(-3)), max(id(int8(7)), int8(2))) })
	show(ys, len(zs), zs)
	p := pair[string, float64]{clip(part("x y", id(int(1))) + clip(id("a")+"")), ((id(float64(1.25)) / id(float64(0.1))) / (id(float64(0.3333)) / id(float64(1e21))))}
	q := p.swap((float64(id(int16(64))) + -(id(float64(2.5e-3)))))
	q.set(strconv.Itoa(max(id(int(64)), int(-100))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#82", v81)
}

func main() {
	scene2()
	scene16()
	scene21()
	scene34()
	scene35()
	scene80()
}
