// A random program of the generator, seed 5025.
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
	F0 uint32
}

func (t T1) Size() int {
	return ((id(int(1)) >> (id(uint(64)) & 71)) + (id(int(10)) % (id(int(10)) | 1)))
}
func (t *T1) Change(n int) {
	t.F0 = (t.F0 - (id(uint32(7)) & uint32(4294967295)))
}

type T2 struct {
	F0 float64
}

func (t T2) Size() int { return ^(id(int(1)) | int(3)) }
func (t *T2) Change(n int) {
	t.F0 = -(float64(math.Floor(id(float64(7)))))
}

func pure4(a3 int64) string {
	v5 := fmt.Sprint((id(float64(0.3333)) * id(float64(2.5e-3))), clip(id("3.5")+"😀"))
	for i6 := range 4 {
		if strings.Contains(v5, v5) && (id(false) && false) {
			continue
		}
		v5 = v5
		_ = i6
	}
	return v5
}

func scene7() {
	defer caught("scene7")
	v8 := ((id(uint(2)) ^ uint(10)) / ((id(uint(100)) * uint(10)) | 1))
	v9 := (min(id(int(64)), int(-9223372036854775807)) &^ ^(id(int(3))))
	list := []any{fmt.Sprint(v9, "😀"), (*int)(nil), T1{F0: uint32(100)}}
	for i, x := range list {
		switch y := x.(type) {
		case nil:
			show(i, "nil", y != x)
		case sizer:
			show(i, y.Size())
		case *T2:
			show(i, "*T2", y == nil)
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
	show("#10", v8, v9)
}

func scene11() {
	defer caught("scene11")
	var v12 string
	xs := []int8{(max(id(int8(127)), int8(-7)) << ((id(uint16(64)) | uint16(0)) & 71)), int8(len(v12)), min(int8(toInt(float64(id(float64(0.3333))))), (id(int8(42)) & int8(2)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x int8) int {
		return ((id(int(3074457345618258602)) ^ int(64)) / (int(id(int(9223372036854775807))) | 1))
	})
	zs := grouped(xs, func(x int8) bool { return ((id(int16(10)) * int16(0)) <= (id(int16(10)) ^ int16(3))) })
	show(ys, len(zs), zs)
	p := pair[int, uint]{int(byteAt(clip(v12+v12), (id(int(-10)) &^ int(64)))), ^(id(uint(0)) &^ uint(6148914691236517205))}
	q := p.swap(((id(uint(18446744073709551615)) | uint(3)) | min(id(uint(64)), uint(10))))
	q.set(min((id(int(3074457345618258602)) - int(-64)), (id(int(10)) - int(0))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#13", v12)
}

func scene14() {
	defer caught("scene14")
	v15 := map[uint32]int{0: int(100), 2: int(-10), 4: int(2)}
	v16 := map[string]int16{"a": int16(2)}
	show(fmt.Sprintf("[%+5.0q]", T1{F0: uint32(3)}))
	show(fmt.Sprintf("[%+#12.0s]", T2{F0: float64(3)}))
	show(fmt.Sprintf("[%+012.v]", (id(uint64(1)) - uint64(3))))
	show(fmt.Sprintf("[%#1.U]", int32(len(v15))))
	show(fmt.Sprintf("[%*G]", 7, (id(uint(7)) + uint(3))))
	show(fmt.Sprintf("[%-0*.10E]", 7, strings.Contains(id("-12"), "-12")))
	show("#17", v15, v16)
}

func scene18() {
	defer caught("scene18")
	v19 := [1]int8{}
	v20 := T1{}
	list := []any{&T2{F0: float64(0.3333)}}
	for i, x := range list {
		switch y := x.(type) {
		case changer:
			y.Change(int(toInt(float64(float64(id(int64(7)))))))
			show(i, y.(sizer).Size())
		case fmt.Stringer:
			show(i, "fmt.Stringer", y != x)
		case string:
			show(i, "string", y != x)
		case T2:
			show(i, "T2", y != x)
		case sizer:
			show(i, y.Size())
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
	show("#21", v19, v20)
}

func scene22() {
	defer caught("scene22")
	v23 := T1{F0: uint32(7)}
	in, out := make(chan int8, 0), make(chan int8)
	go func() {
		defer close(in)
		for i := range 4 {
			in <- int8(i)
		}
	}()
	done := make(chan bool, 2)
	for range 2 {
		go func() {
			for n := range in {
				_ = n
				out <- (n & n)
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
	show("#24", v23)
}

func main() {
	scene7()
	scene11()
	scene14()
	scene18()
	scene22()
}
