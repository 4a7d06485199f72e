// A random program of the generator, seed 5043.
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
	F0 uint64
	F1 int
}

func (t T1) Size() int { return (t.F1 &^ +(id(int(7)))) }
func (t *T1) Change(n int) {
	t.F1 = n
}
func (t T1) String() string {
	return "T1<" + string(rune(max(id(int32(0)), int32(-2147483647))&0x3ff)) + ">"
}

type T2 struct {
	F0 uint64
}

func (t T2) Size() int { return (^(id(int(2))) - min(id(int(1)), int(9223372036854775807))) }
func (t *T2) Change(n int) {
	t.F0 = min(uint64(toInt(float64(id(float64(0.5))))), (id(uint64(64)) * uint64(1)))
}
func (t T2) String() string {
	return "T2<" + string(rune((id(int32(-2147483647))>>(id(uint32(10))&71))&0x3ff)) + ">"
}

func pure4(a3 float64) uint64 {
	v5 := uint64(byteAt(part("-12", id(int(9223372036854775807))), (id(int(7)) - int(-9223372036854775807))))
	for i6 := range 4 {
		if !(id(false) && true) {
			continue
		}
		v5 = +(v5 * v5)
		_ = i6
	}
	return v5
}

func scene7() {
	defer caught("scene7")
	var v8 int16
	v9 := ((id(uint64(64)) >= uint64(10)) || (id(uint8(1)) == uint8(7)))
	show(fmt.Sprintf("[%-05.10v]", float64(id(int8(7)))))
	show(fmt.Sprintf("[%+05.10s]", -(id(int32(2)))))
	show(fmt.Sprintf("[%+#5G]", clip(id("-12")+"世界")))
	show(fmt.Sprintf("[%# 1.b]", clip(id("x y")+"世界")))
	show(fmt.Sprintf("[%+c]", +(id(int32(100)))))
	show(fmt.Sprintf("[%+1.10g]", map[uint32]int16{1: v8}))
	show(fmt.Sprintf("[%5.0e]", [1]int8{}))
	show("#10", v8, v9)
}

func scene11() {
	defer caught("scene11")
	v12 := []string{}
	xs := []int8{((id(int8(127)) >> (id(uint32(1)) & 71)) >> ((id(uint16(65535)) ^ uint16(0)) & 71))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x int8) int {
		return ((id(int(-9223372036854775807)) / (id(int(3)) | 1)) &^ (id(int(-3074457345618258602)) % (id(int(-100)) | 1)))
	})
	zs := grouped(xs, func(x int8) int8 { return x })
	show(ys, len(zs), zs)
	p := pair[string, int]{string([]rune(strconv.Itoa(id(int(-7))))), (int(toInt(float64(id(float64(3))))) &^ (id(int(-1)) % (id(int(2)) | 1)))}
	q := p.swap(+(id(int(-9223372036854775807)) ^ int(0)))
	q.set(strconv.Itoa((id(int(-100)) * int(1))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#13", v12)
}

func scene14() {
	defer caught("scene14")
	v15 := (int8(byteAt(id("héllo"), int(0))) & (id(int8(10)) / (id(int8(-127)) | 1)))
	v16 := ((id(int16(100)) << (id(uint64(10)) & 71)) * (id(int16(10922)) + int16(1)))
	v16 = v16
	v17 := []float64{float64(math.Floor(id(float64(1.25)))), (id(float64(7)) + id(float64(3))), (id(float64(1e21)) + id(float64(7)))}
	var v18 map[int8]int
	v17 = append(clipped(v17), clipped(v17)...)
	v15 |= max(v15, (v15 >> 100))
	if strings.Contains(part("世界", id(int(-100))), fmt.Sprint(false, "Zz9")) {
		var v19 []int
		show("#20", v19)
	} else {
		v18 = v18
		v21 := (int32(len(v18)) > (id(int32(2147483647)) ^ int32(-2147483647)))
		show("#22", v21)
	}
	if v18 != nil {
		v18[(v15 / (v15 | 1))] = (id(int(-9223372036854775807)) / (id(int(64)) | 1))
	}
	show("#23", v17, v18)
	show("#24", v15, v16, v17, v18)
}

func scene25() {
	defer caught("scene25")
	v26 := []string{fmt.Sprint(uint8(100), "3.5"), string([]rune(id("3.5")))}
	var v27 float64
	v28 := T2{}
	v29 := v28
	func() {
		defer caught("#30")
		v31 := clip(part("héllo", id(int(10))) + item(v26, int(9223372036854775807)))
		v32 := fmt.Errorf("bad %v: %w", (^(id(int(10))) << 63), errBase)
		if -(id(int64(3074457345618258602))) < max(id(int64(-7)), int64(10)) {
			panic(v32)
		}
		show("safe", v32)
		v33 := v28
		show("#34", v31, v33)
	}()
	if (id(int(-9223372036854775807)) &^ int(9223372036854775807)) >= (id(int(-9223372036854775807)) - int(0)) {
		v35 := append(v26, clipped(v26)...)
		show("cap", room(v35), room(v26))
		v28.F0 = (pure4(v27) << (pure4(v27) & 71))
		for i36 := 0; i36 < 1; i36++ {
			n37 := (i36 + 0)
			_ = n37
			for k38, e39 := range clipped(v35) {
				f40 := func() int {
					v41 := map[uint32]int{2: k38, 4: k38, 6: k38}
					show("#42", v41)
					return k38
				}
				v43 := f40()
				v44 := f40()
				for k45, e46 := range clipped(v26) {
					v26 = append(clipped(v26), e46, e46)
					for i47, i47x := 0, 9; i47 < i47x && i47 < 3; i47, i47x = i47+1, i47x-2 {
						n48 := (i47 + 0)
						_ = n48
						k45 >>= ((id(uint16(65535)) & uint16(21845)) & 71)
						v49 := []int{}
						k45++
						show("#50", v49)
					}
					_, _ = k45, e46
				}
				show("#51", v43, v44)
				_, _ = k38, e39
			}
			if !(id(true) && true) {
				continue
			}
			n37++
		}
		show("#52", v35)
	}
	func() {
		defer caught("#53")
		defer show("deferred #53", v27)
		defer func() { show("late #53", v27) }()
		if len(v26) > 0 {
			v26[at(int(toInt(float64(v27))), len(v26))] = item(v26, int(2))
		}
		v54 := item(v26, (id(int(-10)) & int(-2)))[((min(id(int(10)), int(-10)) ^ (id(int(-1)) % (id(int(2)) | 1))) & 3):]
		show("safe", v54)
		if len(v26) > 0 {
			v26[at(int(len(v26)), len(v26))] = clip(id("😀") + "go")
		}
	}()
	show("#55", v26, v27, v28, v29)
}

func main() {
	scene7()
	scene11()
	scene14()
	scene25()
}
