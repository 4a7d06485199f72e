// A random program of the generator, seed 5033.
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
	F1 int16
}

func (t T1) Size() int { return int(toInt(float64((id(float64(3)) + id(float64(0.1)))))) }
func (t *T1) Change(n int) {
	t.F1 = (t.F1 + int16(toInt(float64(id(float64(0.1))))))
}

type T2 struct {
	T1
	F0 int8
	F1 int16
}

func (t T2) String() string {
	return "T2<" + fmt.Sprint((id(uint8(0))&^uint8(7)), string([]rune(id("\t\n")))) + ">"
}

type T3 struct {
	T1
	F0 uint64
	F1 uint
}

func pure5(a4 string) int32 {
	v6 := ((id(int32(-3)) | int32(64)) | (id(int32(-1)) | int32(-715827882)))
	for i7 := range 4 {
		if !strings.Contains(a4, a4) {
			continue
		}
		v6 = v6
		_ = i7
	}
	return v6
}

func pure10(a8 uint64, a9 uint8) int32 {
	v11 := pure5("a")
	for i12 := range 4 {
		if strings.Contains(id("😀"), "\t\n") || strings.Contains(id("😀"), "") {
			continue
		}
		v11 = +(pure5(""))
		_ = i12
	}
	return v11
}

func scene13() {
	defer caught("scene13")
	v14 := ((id(float32(1e21)) / id(float32(0.3333))) / float32(math.Ceil(id(float64(100)))))
	v15 := [1]int{(id(int(-1)) % (id(int(1)) | 1))}
	show(fmt.Sprintf("[%+#.2c]", !id(true)))
	show(fmt.Sprintf("[%#*.U]", 7, v15[at(id(int(3074457345618258602)), len(v15))]))
	show(fmt.Sprintf("[%-0e]", T3{F0: uint64(18446744073709551615), F1: uint(0)}))
	show(fmt.Sprintf("[%+1g]", (id(int8(-127)) << 8)))
	show(fmt.Sprintf("[%+5.0o]", (id(int32(2)) << (id(uint32(100)) & 71))))
	show(fmt.Sprintf("[%5q]", int8(byteAt(id("héllo"), int(-2)))))
	show("#16", v14, v15)
}

func scene17() {
	defer caught("scene17")
	var v18 uint32
	v19 := +(id(int16(64)) + int16(1))
	var v20 []uint8
	v21 := uint64(item(v20, int(-7)))
	v22 := ((id(int32(-1)) / (id(int32(715827882)) | 1)) > (id(int32(2147483647)) + int32(-7)))
	for i23 := 0; i23 < 1; i23++ {
		n24 := (i23 + 0)
		_ = n24
		if len(v20) > 0 {
			v20[at(int(len(v20)), len(v20))] = (id(uint8(3)) >> 64)
		}
	}
	if len(v20) > 0 {
		v20[at((id(int(-100))-int(3074457345618258602)), len(v20))] = (id(uint8(64)) / (id(uint8(2)) | 1))
	}
	p25 := &v21
	*p25 = +(v21)
	show(*p25)
	v18 = ((v18 % (v18 | 1)) / ((v18 &^ v18) | 1))
	v20 = v20
	v21++
	show("#26", v18, v19, v20, v21, v22)
}

func scene27() {
	defer caught("scene27")
	v28 := -(float64(id(int64(-7))))
	v29 := T3{F0: uint64(6148914691236517205), F1: uint(3)}
	v30 := (+(id(int32(-3))) | (id(int32(-715827882)) + int32(7)))
	v31 := [2]string{string([]rune(id("\t\n")))}
	v32 := int(toInt(float64(float64(math.Round(v28)))))
	var v33 uint32
	v33 *= (v33 & v33)
	func() {
		defer caught("#34")
		defer show("deferred #34", v32)
		defer func() { show("late #34", v32) }()
		v35 := (max(id(uint16(10)), uint16(7)) ^ (id(uint16(0)) / (id(uint16(0)) | 1)))
		v36 := v31[at((v32&v32), len(v31))][(min(v32, int(toInt(float64(v28)))) & 3):]
		show("safe", v36)
		v33 += min(v33, v33)
		show("#37", v35)
	}()
	v33++
	v29 = v29
	func() {
		defer caught("#38")
		defer show("deferred #38", v31)
		defer func() { show("late #38", v31) }()
		var v39 uint8
		v40 := fmt.Errorf("bad %v: %w", int(toInt(float64(v28))), errBase)
		if (id(uint64(18446744073709551615)) == uint64(18446744073709551615)) && (id(int64(64)) <= int64(-64)) {
			panic(v40)
		}
		show("safe", v40)
		switch strings.Title(fmt.Sprint(v32, "go")) {
		case "a":
			for i41 := 2; i41 > 0; i41 -= 2 {
				n42 := (i41 + 0)
				_ = n42
				for i43 := range 2 {
					n44 := (i43 + 0)
					_ = n44
					v29.F1 = min(v29.F1, -(id(uint(100))))
					v45 := v29
					show("#46", v45)
				}
			}
			v47 := []int8{int8(id(int8(1))), (id(int8(-3)) << 64), (id(int8(3)) % (id(int8(3)) | 1))}
			show("#48", v47)
		}
		show("#49", v39)
	}()
	p50 := &v28
	*p50 = v28
	show(*p50)
	v51 := int16((id(int64(3)) << 64))
	v52 := map[int8]int16{}
	v29 = v29
	show("#53", v33, v51, v52)
	show("#54", v28, v29, v30, v31, v32, v33, v51, v52)
}

func scene55() {
	defer caught("scene55")
	v56 := []string{clip(id("世界") + "😀"), string(rune(id(int32(-10)) & 0x3ff))}
	var v57 uint8
	list := []any{T1{F0: false, F1: int16(32767)}, T1{}}
	for i, x := range list {
		switch y := x.(type) {
		case sizer:
			show(i, y.Size())
		case int:
			show(i, "int", y != x)
		case T1:
			show(i, "T1", y != x)
		case float64, bool:
			show(i, "float64, bool", y != x)
		case error:
			show(i, "error", y != x)
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
	show("#58", v56, v57)
}

func main() {
	scene13()
	scene17()
	scene27()
	scene55()
}
