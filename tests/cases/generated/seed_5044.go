// A random program of the generator, seed 5044.
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
	F1 int32
	F2 uint16
}

func (t T1) Size() int {
	return ((id(int(3074457345618258602)) + int(-3074457345618258602)) | (id(int(64)) + int(3)))
}
func (t *T1) Change(n int) {
	t.F1 = max((id(int32(-100)) + int32(-1)), (id(int32(1)) << (id(uint8(7)) & 71)))
}

func pure5(a2 float32, a3 uint8, a4 uint16) float64 {
	v6 := float64((id(int16(1)) ^ int16(-7)))
	for i7 := range 4 {
		if (a4 < a4) || (id(false) && false) {
			continue
		}
		v6 = v6
		_ = i7
	}
	return v6
}

func pure10(a8 uint64, a9 float64) int {
	v11 := int((id(int(-3)) % (id(int(-64)) | 1)))
	for i12 := range 4 {
		if strings.Contains(id(""), "") || (id("go") < "") {
			continue
		}
		v11 = v11
		_ = i12
	}
	return v11
}

func scene13() {
	defer caught("scene13")
	v14 := ^(id(int64(10)) / (id(int64(-9223372036854775807)) | 1))
	xs := []float64{(float64(id(uint32(1431655765))) / (id(float64(2.5e-3)) / id(float64(3))))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x float64) string {
		return strconv.Itoa((id(int(-9223372036854775807)) << (id(uint16(21845)) & 71)))
	})
	zs := grouped(xs, func(x float64) bool { return strings.Contains(fmt.Sprint(int(-100), "x y"), clip(id("Zz9")+"\xff!")) })
	show(ys, len(zs), zs)
	p := pair[int, string]{pure10(uint64(10), float64(0.5)), clip(string(rune(id(int32(715827882))&0x3ff)) + string([]rune(id("Zz9"))))}
	q := p.swap(fmt.Sprint(uint8(id(uint32(1431655765))), part("-12", id(int(0)))))
	q.set(((id(int(-1)) | int(-64)) - -(id(int(1)))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#15", v14)
}

func scene16() {
	defer caught("scene16")
	var v17 uint64
	in, out := make(chan int, 3), make(chan int)
	go func() {
		defer close(in)
		for i := range 5 {
			in <- int(i)
		}
	}()
	done := make(chan bool, 1)
	for range 1 {
		go func() {
			for n := range in {
				_ = n
				out <- n
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
	var sum int
	count := 0
	for v := range out {
		sum += v
		count++
	}
	v, ok := <-out
	show(sum, count, v, ok)
	buffered := make(chan int, 3)
	for n := int(0); ; n++ {
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
	show("#18", v17)
}

func scene19() {
	defer caught("scene19")
	v20 := [2]string{clip(id("x y") + "go"), fmt.Sprint(float64(0.3333), "Zz9")}
	xs := []uint8{((id(uint8(100)) / (id(uint8(64)) | 1)) / (+(id(uint8(100))) | 1))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x uint8) float64 {
		return (pure5(float32(7), x, uint16(10)) - float64(math.Round(id(float64(100)))))
	})
	zs := grouped(xs, func(x uint8) int8 { return ((id(int8(127)) % (id(int8(42)) | 1)) * min(id(int8(-7)), int8(-2))) })
	show(ys, len(zs), zs)
	p := pair[int, int32]{pure10(uint64(64), float64(3)), int32(byteAt(strings.Title(id("")), min(id(int(-100)), int(2))))}
	q := p.swap(int32(byteAt(clip(id("3.5")+"Zz9"), pure10(uint64(3), float64(1e10)))))
	q.set((+(id(int(9223372036854775807))) - min(id(int(-100)), int(-1))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#21", v20)
}

func scene22() {
	defer caught("scene22")
	var v23 int16
	v24 := ((id(uint16(0)) - uint16(64)) * (id(uint16(0)) / (id(uint16(65535)) | 1)))
	var v25 uint
	v26 := map[uint32]int16{2: v23, 4: v23, 6: v23}
	v27 := v23
	v28 := v27
	v29 := T1{F0: v25, F1: int32(0), F2: v24}
	v30 := ((id(uint32(64)) % (id(uint32(0)) | 1)) >> 100)
	v31 := (max(id(int64(100)), int64(100)) % ((id(int64(3)) & int64(0)) | 1))
	p32 := &v31
	*p32 = v31
	show(*p32)
	v33 := map[uint32]string{2: "a"}
	show("#34", v27, v28, v29, v30, v31, v33)
	show("#35", v23, v24, v25, v26, v27, v28, v29, v30, v31, v33)
}

func scene36() {
	defer caught("scene36")
	v37 := ((id(int64(0)) &^ int64(3074457345618258602)) * (id(int64(2)) & int64(3074457345618258602)))
	in, out := make(chan uint32, 3), make(chan uint32)
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
				out <- n
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
	buffered := make(chan uint32, 3)
	for n := uint32(0); ; n++ {
		select {
		case buffered <- ^(n):
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
	show("#38", v37)
}

func scene39() {
	defer caught("scene39")
	v40 := []float64{(id(float64(7)) - id(float64(0.1)))}
	in, out := make(chan int8, 1), make(chan int8)
	go func() {
		defer close(in)
		for i := range 3 {
			in <- int8(i)
		}
	}()
	done := make(chan bool, 1)
	for range 1 {
		go func() {
			for n := range in {
				_ = n
				out <- n
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
	var sum int8
	count := 0
	for v := range out {
		sum += v
		count++
	}
	v, ok := <-out
	show(sum, count, v, ok)
	buffered := make(chan int8, 1)
	for n := int8(0); ; n++ {
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
	show("#41", v40)
}

func named42(a int64) (r string, err error) {
	defer func() {
		r = strconv.Itoa((id(int(100)) << 64))
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	r = clip(r + r)
	v43 := fmt.Errorf("bad %v: %w", pure10(uint64(7), float64(7)), errBase)
	if (id(int32(10)) << (id(uint32(0)) & 71)) == (id(int32(715827882)) + int32(2)) {
		panic(v43)
	}
	show("safe", v43)
	if !id(true) || (id(float64(0.5)) == float64(1e10)) {
		return r, errBase
	}
	return r, nil
}

func named42Of(r string, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene44() {
	defer caught("scene44")
	show(named42Of(named42(((id(int64(-10)) - int64(2)) * min(id(int64(-9223372036854775807)), int64(7))))))
}

func main() {
	scene13()
	scene16()
	scene19()
	scene22()
	scene36()
	scene39()
	scene44()
}
