// A random program of the generator, seed 5041.
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
	F2 float32
}

func (t T1) Size() int { return int(uint64(byteAt(id("héllo"), int(7)))) }
func (t *T1) Change(n int) {
	t.F2 = t.F2
}
func (t T1) String() string { return "T1<" + strconv.Itoa(^(id(int(7)))) + ">" }

type T2 struct {
	T1
	F0 int64
	F1 int8
}

type T3 struct {
	F0 int32
	F1 int64
}

func (t T3) Size() int { return ((id(int(-3)) ^ int(-10)) | (id(int(-7)) + int(3))) }
func (t *T3) Change(n int) {
	t.F1 = t.F1
}

func pure5(a4 uint) bool {
	v6 := strings.Contains(strings.ToUpper(id("\t\n")), fmt.Sprint(int(-10), "a"))
	for i7 := range 4 {
		if v6 {
			continue
		}
		v6 = strings.Contains(clip(id("\t\n")+"Zz9"), part("go", id(int(-100))))
		_ = i7
	}
	return v6
}

func pure10(a8 uint32, a9 float32) uint32 {
	v11 := a8
	for i12 := range 4 {
		if !(id(int8(-10)) != int8(-1)) {
			continue
		}
		v11 = (v11 & v11)
		_ = i12
	}
	return v11
}

func scene13() {
	defer caught("scene13")
	var v14 int64
	v15 := (pure5(uint(0)) || pure5(uint(2)))
	var v16 []int
	var v17 uint32
	func() {
		defer caught("#18")
		defer show("deferred #18", v17)
		defer func() { show("late #18", v17) }()
		if len(v16) > 0 {
			v16[at(min(id(int(0)), int(3074457345618258602)), len(v16))] = -(id(int(-3)))
		}
		v19 := v16[((item(v16, int(64)) + item(v16, int(9223372036854775807))) & 3):((id(int(7)) ^ int(0)) & 3)]
		show("safe", v19)
		v16 = v16
	}()
	show("#20", v14, v15, v16, v17)
}

func scene21() {
	defer caught("scene21")
	v22 := [1]int8{^(id(int8(10)))}
	v23 := -(id(int(0)) % (id(int(2)) | 1))
	var v24 uint
	v25 := T2{F0: int64(7)}
	v26 := ((id(int32(-2147483647)) & int32(100)) | +(id(int32(1))))
	var v27 map[string]string
	if (id(uint64(1)) * uint64(1)) >= (id(uint64(7)) & uint64(10)) {
		switch clip(string(rune(v26&0x3ff)) + v27["\xff!"]) {
		case "a":
			v22[0] = ((id(int8(-64)) << (id(uint8(85)) & 71)) << 64)
		case "go":
			v22 = [1]int8{}
		case "héllo":
			if v27["a"] >= part("a", v23) {
				v22[0] = -(id(int8(10)) & int8(-64))
			}
		L28:
			for i29 := range 3 {
				for j30 := range 3 {
					s31 := i29
					switch s31 & 3 {
					case 0:
						continue L28
					case 1:
						continue
					case 2:
						break
					default:
						show(i29, j30)
					}
					v32 := ((id(uint64(10)) * uint64(64)) ^ max(id(uint64(18446744073709551615)), uint64(3)))
					var v33 [1]int
					show("#34", v32, v33)
				}
			}
		case "x y":
			v22[0], v22[0] = -(int8(byteAt(id("Zz9"), v23))), v22[0]
			fallthrough
		default:
			func() {
				defer caught("#35")
				v26 = int32(len(v27))
				v36 := 1 << min(v23, v23)
				show("safe", v36)
				v37 := -(id(int16(0)) &^ int16(32767))
				show("#38", v37)
			}()
			v24 = v24
		}
	}
	p39 := &v25
	*p39 = v25
	show(*p39)
	show("#40", v27)
	show("#41", v22, v23, v24, v25, v26, v27)
}

func scene42() {
	defer caught("scene42")
	v43 := (^(id(int16(7))) - int16(id(int8(127))))
	var v44 [3]int8
	v45 := []uint8{(id(uint8(64)) / (id(uint8(7)) | 1))}
	show(copy(v45, v45), v45)
	for k46, e47 := range clipped(v45) {
		switch k46 & 7 {
		case 2:
			if len(v45) > 0 {
				v45[at(k46, len(v45))] = e47
			}
			if len(v45) > 0 {
				v45[at(int(id(int64(-9223372036854775807))), len(v45))] = e47
			}
		default:
			switch string(rune(-(id(int32(-1))) & 0x3ff)) {
			case "a":
				v48 := (uint(len(v45)) - uint(e47))
				show("#49", v48)
			}
			e47 &^= e47
		}
		k46 = k46
		_, _ = k46, e47
	}
	v50 := int8(len(v45))
	var v51 uint8
	v51 = (v51 >> ((id(uint32(0)) + uint32(1)) & 71))
	v44 = [3]int8{v44[at(id(int(-64)), len(v44))], v50, int8(toInt(float64(id(float64(0.3333)))))}
	show("#52", v50, v51)
	show("#53", v43, v44, v45, v50, v51)
}

func named54(a int32) (r int, err error) {
	defer func() {
		r = (r - r)
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	a >>= ((id(uint8(255)) >> 63) & 71)
	v55 := any((r - r)).(float64)
	show("safe", v55)
	if !!id(true) {
		return r, errBase
	}
	return r, nil
}

func named54Of(r int, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene56() {
	defer caught("scene56")
	show(named54Of(named54((^(id(int32(-10))) | (id(int32(10)) << (id(uint8(2)) & 71))))))
	show(named54Of(named54((int32(toInt(float64(id(float64(1e10))))) * (id(int32(-1)) | int32(2147483647))))))
	show(named54Of(named54(((id(int32(-2147483647)) | int32(3)) &^ (id(int32(0)) ^ int32(1))))))
}

func named57(a int) (r uint8, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	v58 := (uint16(id(int64(3074457345618258602))) << 8)
	v59 := fmt.Errorf("bad %v: %w", a, errBase)
	if pure5(uint(64)) {
		panic(v59)
	}
	show("safe", v59)
	if !pure5(uint(64)) {
		return r, errBase
	}
	show("#60", v58)
	return (uint8(id(uint64(3))) - (r % (r | 1))), nil
}

func named57Of(r uint8, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene61() {
	defer caught("scene61")
	show(named57Of(named57(int(toInt(float64((id(float64(2.5e-3)) - id(float64(1e10)))))))))
	show(named57Of(named57(((id(int(-2)) - int(-9223372036854775807)) &^ int(id(uint(0)))))))
	show(named57Of(named57((int(id(int16(32767))) << 100))))
}

func scene62() {
	defer caught("scene62")
	var v63 T3
	v64 := T1{F0: false, F1: int16(10), F2: float32(1e10)}
	v65 := []int8{(id(int8(-2)) / (id(int8(3)) | 1)), (id(int8(1)) & int8(-7)), ^(id(int8(-64)))}
	v66 := v63
	v67 := []string{string(rune(id(int32(10)) & 0x3ff)), clip(id("世界") + "go"), part("-12", id(int(3)))}
	v68 := (min(id(int8(10)), int8(42)) + ^(id(int8(-64))))
	show("#69", v68)
	show("#70", v63, v64, v65, v66, v67, v68)
}

func scene71() {
	defer caught("scene71")
	v72 := float64(max(id(uint64(10)), uint64(3)))
	v73 := [4]int{int(id(int(64)))}
	v74 := ((id(int16(-2)) - int16(-32767)) - (id(int16(-32767)) - int16(32767)))
	v75 := map[int8]int16{2: v74}
	var v76 []float64
	v77 := append(v76, clipped(v76)...)
	show("cap", room(v77), room(v76))
	v78 := [3]int{(id(int(3)) << 7)}
	v79 := [1]string{string([]rune(id("世界")))}
	v80 := ((id(float32(0.3333)) + id(float32(1e21))) + (id(float32(1e21)) + id(float32(100))))
	v78 = v78
	v81 := [4]string{}
	var v82 uint32
	switch (v73[at(id(int(3074457345618258602)), len(v73))] | (id(int(3)) << (id(uint8(0)) & 71))) & 7 {
	case 2:
		if int32(id(int(-1))) < (id(int32(100)) << (id(uint(6148914691236517205)) & 71)) {
			v76 = append(clipped(v76), v72, v72, float64(math.Ceil(v72)))
			v79[0] = clip(v79[0] + strconv.Itoa((id(int(1)) % (id(int(1)) | 1))))
			if v75 != nil {
				v75[(id(int8(7)) / (id(int8(2)) | 1))] = v74
			}
		}
	case 4:
		v76 = append(clipped(v76), float64(id(uint16(2))), float64(math.Floor(v72)))
	case 6:
		v83 := append(v77, clipped(v76)...)
		show("cap", room(v83), room(v77))
		show("#84", v83)
	}
	v77 = append(clipped(v77), clipped(v77)...)
	delete(v75, (id(int8(-10)) >> (v82 & 71)))
	show("#85", v77, v78, v79, v80, v81, v82)
	show("#86", v72, v73, v74, v75, v76, v77, v78, v79, v80, v81, v82)
}

func main() {
	scene13()
	scene21()
	scene42()
	scene56()
	scene61()
	scene62()
	scene71()
}
