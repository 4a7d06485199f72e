// A random program of the generator, seed 5009.
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
	F0 bool
	F1 uint8
}

func (t T1) Size() int { return min((id(int(7)) ^ int(0)), (id(int(-10)) >> (id(uint16(7)) & 71))) }
func (t *T1) Change(n int) {
	t.F1 = t.F1
}

type T2 struct {
	T1
	F0 int64
	F1 uint32
	F2 uint32
}

func (t T2) Size() int { return min((id(int(-3)) & int(10)), (id(int(3074457345618258602)) | int(0))) }
func (t *T2) Change(n int) {
	t.F1 = (uint32(toInt(float64(id(float64(1.25))))) | max(id(uint32(100)), uint32(3)))
}

type T3 struct {
	T1
	F0 uint32
	F1 float32
}

func (t T3) Size() int {
	return ((id(int(0)) * int(64)) % ((id(int(0)) >> (id(uint32(4294967295)) & 71)) | 1))
}
func (t *T3) Change(n int) {
	t.F1 = float32((id(uint64(3)) + uint64(100)))
}

func pure5(a4 float64) uint32 {
	v6 := ((id(uint32(10)) * uint32(1)) & (id(uint32(7)) & uint32(10)))
	for i7 := range 4 {
		if !(id(false) && false) {
			continue
		}
		v6 = v6
		_ = i7
	}
	return v6
}

func pure11(a8 uint16, a9 uint32, a10 uint8) uint32 {
	v12 := a9
	for i13 := range 4 {
		if strings.Contains(id("go"), "世界") && (id(int(-3074457345618258602)) >= int(9223372036854775807)) {
			continue
		}
		v12 = v12
		_ = i13
	}
	return v12
}

func scene14() {
	defer caught("scene14")
	v15 := strings.Title(clip(id("a") + "héllo"))
	var v16 float32
	list := []any{T1{F1: uint8(10)}}
	for i, x := range list {
		switch y := x.(type) {
		case string:
			show(i, "string", y != x)
		case float64, bool:
			show(i, "float64, bool", y != x)
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
	show("#17", v15, v16)
}

func scene18() {
	defer caught("scene18")
	v19 := []string{}
	v20 := [2]string{fmt.Sprint(float64(7), "Zz9")}
	v21 := [4]int8{+(id(int8(7)))}
	v19 = append(clipped(v19), fmt.Sprint(float64(2.5e-3), "\xff!"), v20[at(id(int(3074457345618258602)), len(v20))])
	v19 = append(clipped(v19), v20[at(id(int(64)), len(v20))], v20[at(id(int(2)), len(v20))])
	v22 := map[uint32]string{1: "世界", 3: "", 5: "a"}
	v20[1] = clip(v20[1] + part(v22[uint32(100)], (id(int(0))-int(-100))))
	v21 = v21
L23:
	for i24 := range 3 {
		for j25 := range 3 {
			s26 := ((i24 ^ i24) / (j25 | 1))
			switch s26 & 3 {
			case 0:
				break L23
			case 1:
				continue
			case 2:
				break
			default:
				show(i24, j25)
			}
			v21[1] += +(id(int8(100)) << (id(uint16(7)) & 71))
			for i27 := 0; i27 < 3; i27++ {
				n28 := (i27 + 0)
				_ = n28
				v21[2] = (v21[at(n28, len(v21))] % ((id(int8(3)) | int8(-1)) | 1))
				v29 := (n28 &^ n28)
				v30 := [2]int8{(id(int8(-127)) * int8(7))}
				show("#31", v29, v30)
				if strings.Contains(strconv.Itoa(v29), v20[at(v29, len(v20))]) {
					continue L23
				}
				n28++
			}
		}
	}
	f34 := func(a32 int, a33 uint64) string {
		if len(v19) > 0 {
			v19[at(a32, len(v19))] = fmt.Sprint(uint8(64), "Zz9")
		}
		return clip(clip(id("")+"héllo") + clip(id("x y")+"x y"))
	}
	v35 := f34((id(int(100)) >> (id(uint32(0)) & 71)), (id(uint64(3)) - uint64(10)))
	v36 := f34(int(id(int(-9223372036854775807))), (id(uint64(18446744073709551615)) / (id(uint64(10)) | 1)))
	p37 := &v20[1]
	*p37 = v36
	show(*p37)
	v38 := (min(id(int32(0)), int32(1)) &^ int32(id(uint8(7))))
	delete(v22, +(id(uint32(10))))
	show("#39", v22, v35, v36, v38)
	show("#40", v19, v20, v21, v22, v35, v36, v38)
}

func scene41() {
	defer caught("scene41")
	v42 := ((id(int64(10)) ^ int64(3074457345618258602)) + ^(id(int64(1))))
	in, out := make(chan int, 0), make(chan int)
	go func() {
		defer close(in)
		for i := range 6 {
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
	show("#43", v42)
}

func scene44() {
	defer caught("scene44")
	v45 := map[string]string{"a": "Zz9"}
	v46 := ((id(uint32(7)) >> (id(uint32(4294967295)) & 71)) % (pure5(float64(1e21)) | 1))
	list := []any{&T2{F1: v46, F2: v46}}
	for i, x := range list {
		switch y := x.(type) {
		case nil:
			show(i, "nil", y != x)
		case T3:
			show(i, "T3", y != x)
		case *T1:
			show(i, "*T1", y == nil)
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
	show("#47", v45, v46)
}

func scene48() {
	defer caught("scene48")
	v49 := ((id(int64(10)) &^ int64(64)) < int64(id(uint(6148914691236517205))))
	var v50 int64
	var v51 float32
	v52 := map[int]int16{0: int16(3), 2: int16(100)}
	v53 := strconv.Itoa(^(id(int(100))))
	v54 := v51
	v55 := float64((id(int(1)) >> (id(uint(1)) & 71)))
	v56 := ^(^(id(int32(10))))
	v57 := []string{fmt.Sprint(v55, v53)}
	if len(v57) > 0 {
		v57[at(int(len(v52)), len(v57))] = v53
	}
	v51 /= v51
	v50 += v50
L58:
	for i59 := range 3 {
		for j60 := range 3 {
			s61 := i59
			switch s61 & 3 {
			case 0:
				break L58
			case 1:
				continue
			case 2:
				break
			default:
				show(i59, j60)
			}
			var v62 [3]string
			show("#63", v62)
		}
	}
	v57 = append(clipped(v57), v53)
	v50 = v50
	show("#64", v54, v55, v56, v57)
	show("#65", v49, v50, v51, v52, v53, v54, v55, v56, v57)
}

func scene66() {
	defer caught("scene66")
	v67 := -(max(id(int64(9223372036854775807)), int64(1)))
	v68 := (-(id(int32(2))) &^ (id(int32(-1)) / (id(int32(10)) | 1)))
	show(fmt.Sprintf("[%012.10U]", float32(id(uint64(7)))))
	show(fmt.Sprintf("[%0.o]", v68))
	show(fmt.Sprintf("[%05.o]", ^(id(int8(64)))))
	show(fmt.Sprintf("[%+012.2O]", ^(id(int(9223372036854775807)))))
	show("#69", v67, v68)
}

func main() {
	scene14()
	scene18()
	scene41()
	scene44()
	scene48()
	scene66()
}
