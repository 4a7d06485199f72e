// A random program of the generator, seed 5003.
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
	F0 int32
	F1 int16
	F2 int64
}

func (t T1) Size() int { return int(uint(toInt(float64(id(float64(1e21)))))) }
func (t *T1) Change(n int) {
	t.F1 = t.F1
}

func pure4(a2 float32, a3 uint32) uint32 {
	v5 := a3
	for i6 := range 4 {
		if strings.Contains(fmt.Sprint(float64(0.3333), "go"), strings.Title(id(""))) {
			continue
		}
		v5 = a3
		_ = i6
	}
	return v5
}

func pure10(a7 int8, a8 uint8, a9 uint16) float32 {
	v11 := -(-(id(float32(0.3333))))
	for i12 := range 4 {
		if a7 > a7 {
			continue
		}
		v11 = v11
		_ = i12
	}
	return v11
}

func scene13() {
	defer caught("scene13")
	v14 := []int{(id(int(9223372036854775807)) << 7)}
	in, out := make(chan int8, 0), make(chan int8)
	go func() {
		defer close(in)
		for i := range 6 {
			in <- int8(i)
		}
	}()
	done := make(chan bool, 2)
	for range 2 {
		go func() {
			for n := range in {
				_ = n
				out <- n
			}
			done <- true
		}()
	}
	go func() {
		for range 2 {
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
	buffered := make(chan int8, 0)
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
	show("#15", v14)
}

func scene16() {
	defer caught("scene16")
	v17 := T1{F0: int32(-7), F2: int64(9223372036854775807)}
	xs := []uint8{((id(uint8(85)) << (id(uint32(10)) & 71)) >> (max(id(uint64(7)), uint64(2)) & 71))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x uint8) string { return clip(string(rune(id(int32(-2))&0x3ff)) + strconv.Itoa(id(int(2)))) })
	zs := grouped(xs, func(x uint8) int8 { return ((id(int8(10)) &^ int8(100)) - (id(int8(-2)) ^ int8(-7))) })
	show(ys, len(zs), zs)
	p := pair[int, bool]{int(byteAt(strings.TrimSpace(id("😀")), (id(int(-3)) * int(1)))), strings.Contains(fmt.Sprint(false, "Zz9"), fmt.Sprint(true, "😀"))}
	q := p.swap(!(id(false) || false))
	q.set((+(id(int(-10))) &^ (id(int(0)) & int(-9223372036854775807))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#18", v17)
}

func scene19() {
	defer caught("scene19")
	v20 := T1{F1: int16(-1), F2: int64(-3)}
	v21 := ((id(uint64(18446744073709551615)) & uint64(7)) >> ((id(uint(2)) / (id(uint(0)) | 1)) & 71))
	v22 := fmt.Sprint((id(uint8(255)) + uint8(85)), strings.TrimSpace(id("")))
	v23 := [1]string{v22}
	v20.F0 = (int32(id(int8(-127))) | int32(id(uint32(0))))
	var v24 int64
	v23 = [1]string{}
	v25 := v20
	switch v22 {
	case "a":
		v20.F0 &= (^(id(int32(100))) &^ int32(toInt(float64(id(float64(1e21))))))
		v23[0], v23[0] = v22, v23[0]
	case "go":
		v26 := v23
		show("#27", v26)
	case "héllo":
		v20 = v20
	case "x y":
		v22 = v22
	}
	var v28 []int8
	v29 := v25.F2
	v25.F0--
	var v30 T1
	v31 := ((id(uint(64)) * uint(10)) >> ((id(uint16(21845)) % (id(uint16(64)) | 1)) & 71))
	v28 = append(clipped(v28), int8(id(uint8(85))))
	show("#32", v24, v25, v28, v29, v30, v31)
	show("#33", v20, v21, v22, v23, v24, v25, v28, v29, v30, v31)
}

func scene34() {
	defer caught("scene34")
	v35 := -(float64(math.Trunc(id(float64(1e21)))))
	v36 := []uint8{}
	var v37 int64
	v38 := []int{(id(int(3)) | int(0)), min(id(int(3)), int(3074457345618258602))}
	v39 := int32(toInt(float64(-(v35))))
	v37 = v37
	if strings.Contains(part("😀", id(int(100))), strings.ToLower(id(""))) {
		for i40 := 6; i40 > 0; i40 -= 2 {
			n41 := (i40 + 0)
			_ = n41
			if len(v38) > 0 {
				v38[at(n41, len(v38))] = n41
			}
			if +(id(int16(0))) != int16(id(uint64(0))) {
				continue
			}
			n41++
		}
		v38 = v38
	}
	show("#42", v35, v36, v37, v38, v39)
}

func scene43() {
	defer caught("scene43")
	v44 := strconv.Itoa((id(int(-7)) >> (id(uint(100)) & 71)))
	v45 := T1{F0: int32(2), F1: int16(0), F2: int64(-64)}
	v46 := v45.F0
	var v47 []uint8
	for i48 := 4; i48 > 0; i48 -= 2 {
		n49 := (i48 + 0)
		_ = n49
		v50 := map[int]int{}
		show("#51", v50)
	}
	if len(v47) > 0 {
		v47[at(^(id(int(3))), len(v47))] = (id(uint8(0)) + uint8(100))
	}
	show("#52", v44, v45, v46, v47)
}

func scene53() {
	defer caught("scene53")
	v54 := +(min(id(int64(-2)), int64(-64)))
	v55 := [3]string{clip(id("a") + "go")}
	show(fmt.Sprintf("[%0*.10o]", 7, []int8{min(id(int8(1)), int8(-42)), (id(int8(127)) >> 64), int8(id(int8(-7)))}))
	show(fmt.Sprintf("[%+01f]", (id(int(1)) >= int(-3))))
	show(fmt.Sprintf("[% *.b]", 7, (id(int(-64)) &^ int(-100))))
	show(fmt.Sprintf("[%+#5f]", int8(toInt(float64(id(float64(3)))))))
	show(fmt.Sprintf("[%#*e]", 7, (id(float32(1e10)) * id(float32(0.3333)))))
	show(fmt.Sprintf("[%05.2x]", []int8{(id(int8(64)) - int8(0)), int8(id(uint64(3)))}))
	show("#56", v54, v55)
}

func main() {
	scene13()
	scene16()
	scene19()
	scene34()
	scene43()
	scene53()
}
