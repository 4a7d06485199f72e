// A random program of the generator, seed 5028.
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
	F0 uint8
	F1 string
}

func (t T1) Size() int {
	return (min(id(int(-9223372036854775807)), int(1)) - (id(int(2)) % (id(int(-3074457345618258602)) | 1)))
}
func (t *T1) Change(n int) {
	t.F0 = min((id(uint8(0)) &^ uint8(0)), (id(uint8(3)) >> (id(uint64(3)) & 71)))
}

func pure4(a2 int16, a3 uint32) float64 {
	v5 := (-(id(float64(0.5))) + -(id(float64(2.5e-3))))
	for i6 := range 4 {
		if strings.Contains(string([]rune(id("Zz9"))), strconv.Itoa(id(int(2)))) {
			continue
		}
		v5 = v5
		_ = i6
	}
	return v5
}

func pure10(a7 float64, a8 uint16, a9 float64) int8 {
	v11 := ((id(int8(1)) << (id(uint8(2)) & 71)) << 8)
	for i12 := range 4 {
		if strings.Contains(string(rune(id(int32(-64))&0x3ff)), part("go", id(int(3)))) {
			continue
		}
		v11 = v11
		_ = i12
	}
	return v11
}

func scene13() {
	defer caught("scene13")
	v14 := float64((id(int32(715827882)) + int32(7)))
	v15 := (min(id(int16(7)), int16(-32767)) & (id(int16(-1)) & int16(-32767)))
	v16 := [2]int8{}
	v17 := (-(id(int32(1))) - int32(id(uint8(64))))
	f20 := func(a18 int64, a19 bool) bool {
		v15--
		return a19
	}
	v21 := f20((id(int64(100)) >> 8), (id(false) && true))
	v22 := []string{string([]rune(id("héllo"))), clip(id("😀") + "Zz9")}
	show("#23", v16, v17, v21, v22)
	show("#24", v14, v15, v16, v17, v21, v22)
}

func scene25() {
	defer caught("scene25")
	v26 := T1{F0: uint8(100), F1: "-12"}
	var v27 int
	list := []any{T1{F0: uint8(0), F1: "\t\n"}}
	for i, x := range list {
		switch y := x.(type) {
		case error:
			show(i, "error", y != x)
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
	show("#28", v26, v27)
}

func scene29() {
	defer caught("scene29")
	var v30 [2]int
	v31 := ((id(uint16(65535)) & uint16(100)) << ((id(uint16(21845)) << (id(uint8(85)) & 71)) & 71))
	var v32 float64
	var v33 T1
	v34 := (+(id(uint64(0))) / (-(id(uint64(64))) | 1))
	switch ((id(int(-1)) | int(3074457345618258602)) - -(id(int(3074457345618258602)))) & 7 {
	case 0:
		var v35 int
		show("#36", v35)
		fallthrough
	case 2:
		v33.F0 <<= (+(id(uint32(7))) & 71)
		v37 := []int8{(id(int8(100)) ^ int8(-3))}
		show("#38", v37)
	case 4:
		v39 := v33.F1
	L40:
		for i41 := range 3 {
			for j42 := range 3 {
				s43 := (j42 + (j42 ^ j42))
				switch s43 & 3 {
				case 0:
					break L40
				case 1:
					continue
				case 2:
					break
				default:
					show(i41, j42)
				}
				v33.F0 = uint8(byteAt(clip(v39+v39), v30[at(id(int(3074457345618258602)), len(v30))]))
			}
		}
		show("#44", v39)
	}
	v31 = v31
	show("#45", v30, v31, v32, v33, v34)
}

func scene46() {
	defer caught("scene46")
	v47 := map[int]int{2: int(100), 4: int(-10)}
	v48 := [2]string{strconv.Itoa(id(int(7))), clip(id("x y") + "")}
	v49 := -(float32(id(uint64(0))))
	v50 := map[int8]int{}
	v51 := (uint64(id(int16(0))) / ((id(uint64(1)) >> (id(uint32(4294967295)) & 71)) | 1))
	v52 := map[string]int{"a": int(0), "go": int(2), "héllo": int(-3074457345618258602)}
	func() {
		defer caught("#53")
		defer show("deferred #53", v52)
		defer func() { show("late #53", v52) }()
		v54 := map[int8]int{0: int(-10), 2: int(3), 4: int(-100)}
		v55 := fmt.Sprint((id(uint8(0)) << (id(uint8(3)) & 71)), clip(id("-12")+"世界"))[(v50[(id(int8(-100))+int8(127))] & 3):]
		show("safe", v55)
		v56 := (int64(id(uint(1))) % (int64(toInt(float64(id(float64(100))))) | 1))
		show("#57", v54, v56)
	}()
	v58 := pure10(float64(0.5), uint16(0), float64(3))
	f60 := func(a59 int8) float64 {
		func() {
			defer caught("#61")
			defer show("deferred #61", v58)
			defer func() { show("late #61", v58) }()
			for k62, e63 := range sorted(v50) {
				v64 := (uint(toInt(float64(id(float64(1.25))))) + -(id(uint(10))))
				v65 := (v64 / (v64 | 1))
				show("#66", v64, v65)
				_, _ = k62, e63
			}
			v67 := v48[at((id(int(9223372036854775807))-int(9223372036854775807)), len(v48))]
			if (id(int16(2)) | int16(10)) != int16(id(int(-100))) {
				panic(v67)
			}
			show("safe", v67)
			v51 += v51
		}()
		return -(float64(math.Ceil(id(float64(0.3333)))))
	}
	v68 := f60(int8(id(int32(-1))))
	for i69 := 2; i69 > 0; i69 -= 2 {
		n70 := (i69 + 0)
		_ = n70
		v50 = v50
		v52 = v52
		v71 := [3]int{(n70 | n70), v52["x y"], (n70 - n70)}
		show("#72", v71)
	}
	v58 &^= v58
	delete(v52, v48[at(id(int(1)), len(v48))])
	v73 := ((id(uint8(0)) ^ uint8(2)) ^ uint8(len(v52)))
	show("#74", v52, v58, v68, v73)
	show("#75", v47, v48, v49, v50, v51, v52, v58, v68, v73)
}

func scene76() {
	defer caught("scene76")
	v77 := min((id(int(3074457345618258602)) << 63), max(id(int(-9223372036854775807)), int(-7)))
	v78 := ((id(uint32(0)) << (id(uint(6148914691236517205)) & 71)) <= (id(uint32(1431655765)) ^ uint32(10)))
	var v79 [3]string
	v80 := ((id(int32(64)) / (id(int32(10)) | 1)) &^ (id(int32(-715827882)) % (id(int32(64)) | 1)))
	v81 := ((id(uint(64)) * uint(2)) & (id(uint(0)) | uint(3)))
	v77 = v77
	v82 := (v80 / (v80 | 1))
	if (id(int64(-1)) % (id(int64(3074457345618258602)) | 1)) <= int64(id(uint64(3))) {
		v83 := map[int]int16{1: int16(10), 3: int16(-10)}
		show("#84", v83)
	} else {
		v85 := -(int64(id(int16(2))))
	L86:
		for i87 := range 3 {
			for j88 := range 3 {
				s89 := v77
				switch s89 & 3 {
				case 0:
					continue L86
				case 1:
					continue
				case 2:
					break
				default:
					show(i87, j88)
				}
				f90 := func() bool {
					for k91, e92 := range v79 {
						v93 := ((id(uint8(3)) / (id(uint8(0)) | 1)) * (id(uint8(2)) % (id(uint8(1)) | 1)))
						v94 := ((id(float64(1.25)) * id(float64(1.25))) - float64(v85))
						show("#95", v93, v94)
						_, _ = k91, e92
					}
					v82 = v80
					return v78
				}
				v96 := f90()
				show("#97", v96)
			}
		}
		show("#98", v85)
	}
	v82 = (v80 >> 8)
	v81 = v81
	v99 := T1{F0: uint8(7)}
	v100 := T1{F0: uint8(64), F1: "\t\n"}
	v101 := map[int]int{2: v77, 4: v77, 6: v77}
	v81 %= (v81 | 1)
	v99 = v100
	show("#102", v81, v82, v99, v100, v101)
	show("#103", v77, v78, v79, v80, v81, v82, v99, v100, v101)
}

func main() {
	scene13()
	scene25()
	scene29()
	scene46()
	scene76()
}
