// A random program of the generator, seed 5016.
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
	F0 uint
	F1 int8
	F2 int64
}

func (t T1) Size() int { return (int(id(int(0))) % ((id(int(-3074457345618258602)) >> 0) | 1)) }
func (t *T1) Change(n int) {
	t.F2 = ((id(int64(0)) % (id(int64(-64)) | 1)) | int64(id(int64(3))))
}

type T2 struct {
	T1
	F0 int
	F1 uint64
}

func (t T2) String() string { return "T2<" + string([]rune(part("a", id(int(10))))) + ">" }

type T3 struct {
	F0 uint32
	F1 float64
	F2 float32
}

func (t T3) Size() int { return ((id(int(7)) / (id(int(-64)) | 1)) ^ (id(int(0)) | int(-1))) }
func (t *T3) Change(n int) {
	t.F2 = -(float32(id(uint8(0))))
}

func pure5(a4 int32) int32 {
	v6 := a4
	for i7 := range 4 {
		if strings.Contains(fmt.Sprint(uint8(0), "-12"), clip(id("世界")+"😀")) {
			continue
		}
		v6 = v6
		_ = i7
	}
	return v6
}

func scene8() {
	defer caught("scene8")
	v9 := []float64{float64(math.Sqrt(id(float64(0.1))))}
	xs := []uint8{^(id(uint8(85)) % (id(uint8(1)) | 1)), ((id(uint8(7)) &^ uint8(255)) - (id(uint8(2)) | uint8(85)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x uint8) float64 {
		return (float64(math.Ceil(id(float64(3)))) + (id(float64(1.25)) - id(float64(1e10))))
	})
	zs := grouped(xs, func(x uint8) int8 { return ((id(int8(3)) >> 1) % ((id(int8(-7)) - int8(127)) | 1)) })
	show(ys, len(zs), zs)
	p := pair[string, int64]{part(string(rune(id(int32(-7))&0x3ff)), (id(int(2)) + int(-1))), ((id(int64(-64)) << (id(uint64(7)) & 71)) / ((id(int64(-2)) - int64(-3074457345618258602)) | 1))}
	q := p.swap(int64(int(byteAt(id("\xff!"), int(0)))))
	q.set(clip(clip(id("Zz9")+"go") + part("", id(int(3)))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#10", v9)
}

func scene11() {
	defer caught("scene11")
	v12 := uint64((id(int8(0)) & int8(-100)))
	var v13 int
	show(fmt.Sprintf("[%-1.2X]", v12))
	show(fmt.Sprintf("[%+1.0G]", v13))
	show("#14", v12, v13)
}

func scene15() {
	defer caught("scene15")
	v16 := [1]int8{(id(int8(-3)) | int8(-127))}
	var v17 T1
	v18 := int8(byteAt(string([]rune(id("\xff!"))), (id(int(-64)) >> (id(uint8(64)) & 71))))
	v19 := clip(string([]rune(id("\t\n"))) + string([]rune(id(""))))
	v17.F0--
	v20 := v17
	func() {
		defer caught("#21")
		defer show("deferred #21", v18)
		defer func() { show("late #21", v18) }()
		var v22 int32
		v23 := fmt.Errorf("bad %v: %w", ((id(int(0)) >> (id(uint64(18446744073709551615)) & 71)) &^ (id(int(3)) &^ int(-100))), errBase)
		if v18 < max(v18, v18) {
			panic(v23)
		}
		show("safe", v23)
		v24 := map[string]string{}
		show("#25", v22, v24)
	}()
	v26 := map[uint32]int{2: int(2), 4: int(-7)}
	v18, v20.F1 = (v18 - v18), v18
	v20.F1++
	v27 := []float64{float64(math.Trunc(id(float64(0.5)))), (id(float64(1.25)) / id(float64(1e21)))}
	if v28 := v19; v28 != v19 {
		show(copy(v27, v27), v27)
	} else {
		v29 := append(v27, (id(float64(1e10)) / id(float64(1.25))), (id(float64(0.5)) * id(float64(1e10))), item(v27, int(7)))
		show("cap", room(v29), room(v27))
		show("#30", v29)
	}
	for i31 := 0; i31 < 1; i31++ {
		n32 := (i31 + 0)
		_ = n32
		switch v19 {
		case "a":
			v33 := append(v27, (id(float64(0.3333)) - id(float64(0.3333))), (id(float64(7)) - id(float64(0.1))), item(v27, n32))
			show("cap", room(v33), room(v27))
			show("#34", v33)
		}
		if !(id(uint8(3)) > uint8(64)) {
			continue
		}
		n32++
	}
	show("#35", v20, v26, v27)
	show("#36", v16, v17, v18, v19, v20, v26, v27)
}

func named37(a string) (r int, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	v38 := a
	v39 := a[((r << ((id(uint16(2)) >> (id(uint32(0)) & 71)) & 71)) & 3):]
	show("safe", v39)
	if -(id(uint16(1))) == max(id(uint16(2)), uint16(100)) {
		return (r + r), errBase
	}
	show("#40", v38)
	return r, nil
}

func named37Of(r int, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene41() {
	defer caught("scene41")
	show(named37Of(named37(strconv.Itoa((id(int(0)) >> (id(uint16(3)) & 71))))))
}

func scene42() {
	defer caught("scene42")
	var v43 T2
	v44 := ((id(float32(2.5e-3)) + id(float32(1.25))) * float32(id(int64(-1))))
	v45 := ((id(int16(-3)) % (id(int16(0)) | 1)) << (min(id(uint8(100)), uint8(255)) & 71))
	v45 = v45
	for i46 := range 5 {
		n47 := (i46 + 0)
		_ = n47
		v48 := [2]int{}
		var v49 uint
	L50:
		for i51 := range 3 {
			for j52 := range 3 {
				s53 := j52
				switch s53 & 3 {
				case 0:
					break L50
				case 1:
					continue
				case 2:
					break
				default:
					show(i51, j52)
				}
				func() {
					defer caught("#54")
					defer show("deferred #54", v48)
					defer func() { show("late #54", v48) }()
					f55 := func() int8 {
						v56 := ^(id(int32(1)) | int32(100))
						show("#57", v56)
						return ((id(int8(100)) ^ int8(-127)) << ((id(uint8(3)) & uint8(7)) & 71))
					}
					v58 := f55()
					v59 := f55()
					v60 := fmt.Errorf("bad %v: %w", n47, errBase)
					if uint(id(uint16(100))) < (v49 & v49) {
						panic(v60)
					}
					show("safe", v60)
					v43.F0 ^= n47
					show("#61", v58, v59)
				}()
			}
		}
		show("#62", v48, v49)
	}
	v43.F0 /= ((id(int(-9223372036854775807)) & int(100)) | 1)
	var v63 float64
	v43.F1 = ((id(uint64(0)) & uint64(6148914691236517205)) * v43.F1)
	v64 := v44
	show("#65", v63, v64)
	show("#66", v43, v44, v45, v63, v64)
}

func scene67() {
	defer caught("scene67")
	v68 := map[string]int{"a": int(10), "go": int(64), "héllo": int(100)}
	in, out := make(chan uint32, 0), make(chan uint32)
	go func() {
		defer close(in)
		for i := range 4 {
			in <- uint32(i)
		}
	}()
	done := make(chan bool, 1)
	for range 1 {
		go func() {
			for n := range in {
				_ = n
				out <- (n / (n | 1))
			}
			done <- true
		}()
	}
	go func() {
		for range 1 {
			<-done
		}
		close(out)
	}()
	var sum uint32
	count := 0
	for v := range out {
		sum += v
		count++
	}
	v, ok := <-out
	show(sum, count, v, ok)
	buffered := make(chan uint32, 0)
	for n := uint32(0); ; n++ {
		select {
		case buffered <- n:
			continue
		default:
		}
		break
	}
	show(len(buffered), cap(buffered))
	close(buffered)
	for v := range buffered {
		show(v)
	}
	show("#69", v68)
}

func main() {
	scene8()
	scene11()
	scene15()
	scene41()
	scene42()
	scene67()
}
