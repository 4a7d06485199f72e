// A random program of the generator, seed 5039.
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
}

func (t T1) Size() int {
	return (max(id(int(9223372036854775807)), int(9223372036854775807)) << (uint16(toInt(float64(id(float64(1e21))))) & 71))
}
func (t *T1) Change(n int) {
	t.F0 = t.F0
}

func pure3(a2 int64) uint8 {
	v4 := uint8((id(int8(127)) & int8(-3)))
	for i5 := range 4 {
		if -(id(uint32(4294967295))) != (id(uint32(3)) + uint32(2)) {
			continue
		}
		v4 = v4
		_ = i5
	}
	return v4
}

func pure7(a6 int32) int {
	v8 := ((id(int(-9223372036854775807)) << (id(uint32(1431655765)) & 71)) | (id(int(-3074457345618258602)) << 63))
	for i9 := range 4 {
		if (id(float64(0.5)) - id(float64(1e10))) >= float64(id(int64(0))) {
			continue
		}
		v8 = v8
		_ = i9
	}
	return v8
}

func scene10() {
	defer caught("scene10")
	v11 := uint64(max(id(int32(-715827882)), int32(64)))
	var v12 []int8
	v13 := map[int]int16{}
	v14 := [1]string{}
	if len(v12) > 0 {
		v12[at((id(int(10))-int(-9223372036854775807)), len(v12))] = item(v12, int(-1))
	}
L15:
	for i16 := range 3 {
		for j17 := range 3 {
			s18 := pure7(int32(64))
			switch s18 & 3 {
			case 0:
				break L15
			case 1:
				continue
			case 2:
				break
			default:
				show(i16, j17)
			}
			func() {
				defer caught("#19")
				v20 := append(v12, (id(int8(-3)) - int8(-127)))
				show("cap", room(v20), room(v12))
				v21 := any(-(id(float64(2.5e-3)) * id(float64(1.25)))).(int8)
				show("safe", v21)
				v22 := []string{part("😀", id(int(-1))), v14[at(id(int(9223372036854775807)), len(v14))]}
				show("#23", v20, v22)
			}()
		}
	}
L24:
	for i25 := range 3 {
		for j26 := range 3 {
			s27 := j26
			switch s27 & 3 {
			case 0:
				continue L24
			case 1:
				continue
			case 2:
				break
			default:
				show(i25, j26)
			}
			f30 := func(a28 uint32, a29 int) int8 {
				if len(v12) > 0 {
					v12[at(int(byteAt(id("a"), a29)), len(v12))] = (id(int8(0)) + int8(2))
				}
				for i31 := 0; i31 < 2; i31++ {
					n32 := (i31 + 0)
					_ = n32
					v12 = append(clipped(v12), clipped(v12)...)
					v33 := append(v12, (id(int8(7)) - int8(100)), max(id(int8(0)), int8(42)), int8(id(uint16(100))))
					show("cap", room(v33), room(v12))
					show("#34", v33)
				}
				return (int8(byteAt(id("😀"), a29)) >> (a28 & 71))
			}
			v35 := f30(min(id(uint32(1431655765)), uint32(7)), -(id(int(9223372036854775807))))
			show("#36", v35)
		}
	}
	show("#37", v11, v12, v13, v14)
}

func scene38() {
	defer caught("scene38")
	v39 := ((id(int64(7)) * int64(3)) / ((id(int64(1)) << (id(uint64(6148914691236517205)) & 71)) | 1))
	in, out := make(chan uint32, 2), make(chan uint32)
	go func() {
		defer close(in)
		for i := range 5 {
			in <- uint32(i)
		}
	}()
	done := make(chan bool, 3)
	for range 3 {
		go func() {
			for n := range in {
				_ = n
				out <- n
			}
			done <- true
		}()
	}
	go func() {
		for range 3 {
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
	buffered := make(chan uint32, 2)
	for n := uint32(0); ; n++ {
		select {
		case buffered <- (n * n):
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
	show("#40", v39)
}

func scene41() {
	defer caught("scene41")
	v42 := int32(toInt(float64(float64(id(uint64(6148914691236517205))))))
	xs := []int8{((id(int8(64)) &^ int8(127)) + int8(byteAt(id("Zz9"), int(100)))), ((id(int8(2)) / (id(int8(42)) | 1)) / ((id(int8(64)) &^ int8(-42)) | 1)), int8(toInt(float64(float64(math.Round(id(float64(100)))))))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x int8) int { return -(id(int(-100)) + int(-100)) })
	zs := grouped(xs, func(x int8) string { return strings.TrimSpace(fmt.Sprint(float64(2.5e-3), "\xff!")) })
	show(ys, len(zs), zs)
	p := pair[int, int32]{pure7(v42), v42}
	q := p.swap(v42)
	q.set(-(pure7(v42)))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#43", v42)
}

func scene44() {
	defer caught("scene44")
	v45 := clip(strconv.Itoa(id(int(10))) + clip(id("a")+"Zz9"))
	v46 := T1{F0: v45}
	show(fmt.Sprintf("[%-12.2d]", float32(id(int64(10)))))
	show(fmt.Sprintf("[% 12.0E]", !id(false)))
	show(fmt.Sprintf("[% 5d]", v46))
	show(fmt.Sprintf("[%0*.0E]", 7, (id(int(3074457345618258602)) ^ int(2))))
	show(fmt.Sprintf("[% .0b]", (id(int(-64)) << 31)))
	show(fmt.Sprintf("[%+#*.v]", 7, min(id(uint64(7)), uint64(0))))
	show(fmt.Sprintf("[%0.10E]", (id(uint64(1)) ^ uint64(10))))
	show("#47", v45, v46)
}

func scene48() {
	defer caught("scene48")
	v49 := []int8{}
	var v50 []uint8
	var v51 int
	v52 := [3]string{strconv.Itoa(v51), string([]rune(id("😀")))}
	v53 := T1{F0: "😀"}
	for k54, e55 := range clipped(v50) {
		for i56 := 0; i56 < 5; i56++ {
			n57 := (i56 + 0)
			_ = n57
			if v58 := ((id(uint16(65535)) + uint16(1)) &^ (id(uint16(65535)) &^ uint16(65535))); v58 != (min(id(uint16(64)), uint16(21845)) ^ (id(uint16(10)) &^ uint16(21845))) {
				e55 = e55
			}
			if len(v50) > 0 {
				v50[at(v51, len(v50))] = e55
			}
			if (id(int64(-9223372036854775807)) >> 0) == (id(int64(-3)) - int64(0)) {
				continue
			}
			n57++
		}
		v53 = v53
		_, _ = k54, e55
	}
	v53.F0 = fmt.Sprint(v51, clip(id("世界")+"3.5"))
	show("#59", v49, v50, v51, v52, v53)
}

func scene60() {
	defer caught("scene60")
	v61 := int(toInt(float64((id(float64(0.1)) - id(float64(1e21))))))
	var v62 uint64
	v61 = v61
	show("#63", v61, v62)
}

func main() {
	scene10()
	scene38()
	scene41()
	scene44()
	scene48()
	scene60()
}
