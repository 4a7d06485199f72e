// A random program of the generator, seed 5049.
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
	F1 uint8
}

func (t T1) Size() int {
	return ((id(int(9223372036854775807)) + int(64)) + (id(int(2)) &^ int(3074457345618258602)))
}
func (t *T1) Change(n int) {
	t.F0 = (+(id(int32(64))) << 1)
}

func scene2() {
	defer caught("scene2")
	v3 := []uint8{(id(uint8(64)) - uint8(64))}
	v4 := ((id(uint64(1)) << (id(uint16(0)) & 71)) | (id(uint64(0)) * uint64(1)))
	var v5 map[int]int16
	var v6 uint32
	v7 := (uint16(toInt(float64(id(float64(1.25))))) - +(id(uint16(7))))
	v8 := [3]int{(id(int(7)) / (id(int(2)) | 1))}
	if !(id(true) || false) {
		v3 = append(clipped(v3), -(id(uint8(10))), item(v3, int(10)), item(v3, int(0)))
	} else {
		switch min((id(int(2))*int(10)), int(v6)) & 7 {
		case 0:
			delete(v5, v8[at(id(int(100)), len(v8))])
			if v5 != nil {
				v5[(id(int(9223372036854775807)) << 1)] = v5[int(-2)]
			}
			fallthrough
		case 2:
			v6--
			for k9, e10 := range v8 {
				k9 %= (int(v7) | 1)
				_, _ = k9, e10
			}
		default:
			v11 := append(v3, clipped(v3)...)
			show("cap", room(v11), room(v3))
			show("#12", v11)
		}
	}
	if v13 := string([]rune(part("Zz9", id(int(7))))); v13 != strconv.Itoa((id(int(-64)) - int(-9223372036854775807))) {
		v8[1]++
		delete(v5, min(id(int(7)), int(-9223372036854775807)))
	} else {
		v14 := +(id(int8(1)) * int8(0))
		show("#15", v14)
	}
	show("#16", v8)
	show("#17", v3, v4, v5, v6, v7, v8)
}

func scene18() {
	defer caught("scene18")
	v19 := (-(id(float64(1e21))) / (id(float64(7)) + id(float64(2.5e-3))))
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
	buffered := make(chan uint32, 0)
	for n := uint32(0); ; n++ {
		select {
		case buffered <- (n % (n | 1)):
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
	show("#20", v19)
}

func scene21() {
	defer caught("scene21")
	var v22 uint
	xs := []int8{(max(id(int8(127)), int8(-64)) * (id(int8(10)) >> (v22 & 71))), (int8(id(int16(-2))) &^ (id(int8(0)) | int8(-64))), (-(id(int8(-7))) & (id(int8(64)) + int8(2)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x int8) string {
		return fmt.Sprint((id(uint8(100)) % (id(uint8(10)) | 1)), part("Zz9", id(int(-2))))
	})
	zs := grouped(xs, func(x int8) int8 { return x })
	show(ys, len(zs), zs)
	p := pair[int, bool]{min(int(id(uint32(7))), (id(int(3)) &^ int(64))), ((id(int16(100)) ^ int16(3)) > int16(id(uint64(2))))}
	q := p.swap(((id(false) && false) && !id(true)))
	q.set(((id(int(-10)) &^ int(9223372036854775807)) ^ int(id(uint16(64)))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#23", v22)
}

func scene24() {
	defer caught("scene24")
	v25 := []int8{(id(int8(64)) >> (id(uint16(65535)) & 71)), (id(int8(-127)) + int8(42)), (id(int8(127)) - int8(0))}
	v26 := map[uint32]int{}
	show(fmt.Sprintf("[%01q]", float64(math.Abs(id(float64(0.1))))))
	show(fmt.Sprintf("[%#.2e]", float64(id(uint8(3)))))
	show(fmt.Sprintf("[% 1e]", (id(uint(10)) != uint(6148914691236517205))))
	show(fmt.Sprintf("[%# 12.10U]", -(id(float32(1e10)))))
	show(fmt.Sprintf("[%+5.10e]", !id(false)))
	show(fmt.Sprintf("[%-1.2q]", [2]int8{(id(int8(0)) | int8(0)), item(v25, int(9223372036854775807))}))
	show("#27", v25, v26)
}

func scene28() {
	defer caught("scene28")
	v29 := ((id(uint32(0)) % (id(uint32(4294967295)) | 1)) & (id(uint32(10)) ^ uint32(3)))
	v30 := []uint8{}
	list := []any{(id(int8(42)) | int8(-42)), (id(float64(100)) + id(float64(0.1)))}
	for i, x := range list {
		switch y := x.(type) {
		case T1:
			show(i, "T1", y != x)
		case float64, bool:
			show(i, "float64, bool", y != x)
		default:
			show(i, fmt.Sprintf("%T", y))
		}
		_, ok := x.(sizer)
		show(ok)
	}
	show(list[1] == list[1])
	m := map[any]int{list[1]: 1}
	m[list[1]] += 5
	show(len(m))
	show("#31", v29, v30)
}

func scene32() {
	defer caught("scene32")
	v33 := uint16((id(int32(-2147483647)) &^ int32(100)))
	v34 := map[string]int{"a": int(3074457345618258602), "go": int(9223372036854775807), "héllo": int(9223372036854775807)}
	v35 := T1{F0: int32(64)}
	if v34 != nil {
		v34[fmt.Sprint(false, "a")] += (id(int(9223372036854775807)) + int(-2))
	}
	if (id(uint8(100)) == uint8(100)) || (id(uint64(7)) != uint64(64)) {
		v35 = T1{F0: int32(-100), F1: uint8(10)}
	}
	v35 = v35
	if v36 := (int(id(int64(0))) * v34["3.5"]); v36 != ((id(int(-1)) &^ int(1)) * int(byteAt(id("\xff!"), int(100)))) {
		func() {
			defer caught("#37")
			defer show("deferred #37", v34)
			defer func() { show("late #37", v34) }()
			v38 := map[int]int16{}
			v39 := (int64(toInt(float64(id(float64(100))))) &^ int64(id(int32(0)))) / int64(int32(id(int16(1))))
			show("safe", v39)
			v40 := int64(len(v34))
			show("#41", v38, v40)
		}()
	}
	if v34 != nil {
		v34[clip(id("3.5")+"3.5")] = (id(int(2)) / (id(int(1)) | 1))
	}
	var v42 uint8
	v43 := ((id(float32(0.5)) - id(float32(0.5))) / (id(float32(1.25)) + id(float32(0.1))))
	show("#44", v42, v43)
	show("#45", v33, v34, v35, v42, v43)
}

func scene46() {
	defer caught("scene46")
	v47 := []int{(id(int(64)) ^ int(-9223372036854775807)), int(id(uint64(7))), (id(int(1)) - int(9223372036854775807))}
	v48 := ((id(int(1)) | int(0)) + (id(int(7)) & int(3)))
	show(fmt.Sprintf("[%-*.10X]", 7, int32(toInt(float64(id(float64(1e21)))))))
	show(fmt.Sprintf("[%.2U]", (id(int8(7)) &^ int8(-7))))
	show(fmt.Sprintf("[%#.2G]", (id(int32(1)) >> 7)))
	show("#49", v47, v48)
}

func main() {
	scene2()
	scene18()
	scene21()
	scene24()
	scene28()
	scene32()
	scene46()
}
