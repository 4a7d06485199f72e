// A random program of the generator, seed 5047.
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

type T1 struct {
	F0 uint64
}

func (t T1) Size() int {
	return ((id(int(3)) &^ int(9223372036854775807)) << (-(id(uint32(1431655765))) & 71))
}
func (t *T1) Change(n int) {
	t.F0 = min((id(uint64(18446744073709551615)) % (id(uint64(1)) | 1)), max(id(uint64(1)), uint64(10)))
}

type T2 struct {
	F0 int8
}

func (t T2) Size() int { return int(toInt(float64((id(float64(0.3333)) + id(float64(3)))))) }
func (t *T2) Change(n int) {
	t.F0 = t.F0
}

type T3 struct {
	F0 uint64
	F1 uint16
	F2 uint
}

func (t T3) Size() int { return (-(id(int(3))) % (max(id(int(9223372036854775807)), int(3)) | 1)) }
func (t *T3) Change(n int) {
	t.F2 = t.F2
}

func scene4() {
	defer caught("scene4")
	v5 := (^(id(int32(3))) < (id(int32(2147483647)) | int32(1)))
	in, out := make(chan int8, 0), make(chan int8)
	go func() {
		defer close(in)
		for i := range 1 {
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
	show("#6", v5)
}

func scene7() {
	defer caught("scene7")
	var v8 map[string]int
	v9 := ((id(int32(-2147483647)) * int32(10)) & (id(int32(3)) + int32(0)))
	func() {
		defer caught("#10")
		defer show("deferred #10", v9)
		defer func() { show("late #10", v9) }()
		v9--
		v11 := string([]rune(clip(id("😀") + "世界")))[(v8[strconv.Itoa(id(int(10)))] & 3)]
		show("safe", v11)
		var v12 uint16
		show("#13", v12)
	}()
	v9 >>= 100
	v9 *= v9
	if v8 != nil {
		v8[part("-12", id(int(-64)))] = v8["Zz9"]
	}
	v14 := []int8{(id(int8(-3)) * int8(127)), (id(int8(7)) - int8(-127))}
	if len(v14) > 0 {
		v14[at((id(int(3))*int(100)), len(v14))] = (id(int8(127)) + int8(64))
	}
	show("#15", v14)
	show("#16", v8, v9, v14)
}

func scene17() {
	defer caught("scene17")
	v18 := []float64{(id(float64(1e21)) - id(float64(1e10))), float64(math.Floor(id(float64(100))))}
	v19 := (+(id(int8(-7))) >> (uint(len(v18)) & 71))
	list := []any{T2{F0: v19}, &T3{F1: uint16(21845), F2: uint(3)}}
	for i, x := range list {
		switch y := x.(type) {
		case error:
			show(i, "error", y != x)
		case float64, bool:
			show(i, "float64, bool", y != x)
		case int:
			show(i, "int", y != x)
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
	show("#20", v18, v19)
}

func scene21() {
	defer caught("scene21")
	v22 := T3{F0: uint64(0), F1: uint16(0), F2: uint(0)}
	in, out := make(chan int, 2), make(chan int)
	go func() {
		defer close(in)
		for i := range 1 {
			in <- int(i)
		}
	}()
	done := make(chan bool, 1)
	for range 1 {
		go func() {
			for n := range in {
				_ = n
				out <- ((n + n) / (min(n, n) | 1))
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
	buffered := make(chan int, 2)
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
	show("#23", v22)
}

func named24(a int64) (r string, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	v25 := (min(id(int8(3)), int8(0)) &^ (id(int8(127)) % (id(int8(-64)) | 1)))
	v26 := fmt.Errorf("bad %v: %w", max((id(int(3))&^int(64)), (id(int(0))&int(-3074457345618258602))), errBase)
	if strings.Contains(r, clip(r+r)) {
		panic(v26)
	}
	show("safe", v26)
	if -(id(uint64(64))) >= (id(uint64(3)) ^ uint64(3)) {
		return strings.ToUpper(r), errBase
	}
	show("#27", v25)
	return clip(r + fmt.Sprint(float64(7), r)), nil
}

func named24Of(r string, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene28() {
	defer caught("scene28")
	show(named24Of(named24(((id(int64(-64)) >> (id(uint16(64)) & 71)) | (id(int64(7)) / (id(int64(100)) | 1))))))
	show(named24Of(named24(((id(int64(-100)) | int64(0)) + (id(int64(3)) & int64(3074457345618258602))))))
}

func named29(a uint16) (r string, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	a >>= 0
	v30 := r[((^(id(int(10))) * (id(int(0)) &^ int(7))) & 3):]
	show("safe", v30)
	if (id(float64(0.1)) / id(float64(3))) < -(id(float64(3))) {
		return r, errBase
	}
	return string([]rune(r)), nil
}

func named29Of(r string, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene31() {
	defer caught("scene31")
	show(named29Of(named29(((id(uint16(64)) ^ uint16(100)) & uint16(id(int16(-7)))))))
}

func scene32() {
	defer caught("scene32")
	v33 := int64((id(uint32(2)) | uint32(1431655765)))
	in, out := make(chan int, 0), make(chan int)
	go func() {
		defer close(in)
		for i := range 3 {
			in <- int(i)
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
	var sum int
	count := 0
	for v := range out {
		sum += v
		count++
	}
	v, ok := <-out
	show(sum, count, v, ok)
	buffered := make(chan int, 0)
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
	show("#34", v33)
}

func main() {
	scene4()
	scene7()
	scene17()
	scene21()
	scene28()
	scene31()
	scene32()
}
