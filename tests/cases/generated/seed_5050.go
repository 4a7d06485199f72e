// A random program of the generator, seed 5050.
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
	F0 string
}

func (t T1) Size() int { return int(-(id(uint(6148914691236517205)))) }
func (t *T1) Change(n int) {
	t.F0 = fmt.Sprint(n, strings.Title(id("😀")))
}
func (t T1) String() string {
	return "T1<" + part(strconv.Itoa(id(int(-7))), (id(int(10))*int(0))) + ">"
}

type T2 struct {
	T1
	F0 float32
}

func (t T2) String() string { return "T2<" + strings.ToUpper(fmt.Sprint(true, "\xff!")) + ">" }

type T3 struct {
	F0 string
	F1 string
}

func (t T3) Size() int {
	return (max(id(int(-3074457345618258602)), int(0)) / ((id(int(2)) - int(-10)) | 1))
}
func (t *T3) Change(n int) {
	t.F1 = clip(part("Zz9", n) + string(rune(id(int32(715827882))&0x3ff)))
}
func (t T3) String() string {
	return "T3<" + fmt.Sprint((id(int(3074457345618258602))&^int(-9223372036854775807)), clip(id("3.5")+"Zz9")) + ">"
}

func pure7(a4 int, a5 int, a6 uint16) uint8 {
	v8 := (max(id(uint8(7)), uint8(1)) << ((id(uint8(100)) * uint8(100)) & 71))
	for i9 := range 4 {
		if min(id(int8(1)), int8(64)) == (id(int8(1)) * int8(2)) {
			continue
		}
		v8 = v8
		_ = i9
	}
	return v8
}

func scene10() {
	defer caught("scene10")
	v11 := map[uint32]int16{2: int16(0), 4: int16(-32767)}
	v12 := (v11[uint32(100)] >> ((id(uint16(2)) / (id(uint16(1)) | 1)) & 71))
	var v13 uint16
	v14 := v12
	for k15, e16 := range sorted(v11) {
		v17 := ((id(int32(2147483647)) | int32(10)) & max(id(int32(-10)), int32(64)))
		show("#18", v17)
		_, _ = k15, e16
	}
	if !strings.Contains(id(""), "世界") {
		var v19 float32
		show("#20", v19)
	} else {
		for i21 := range 3 {
			n22 := (i21 + 0)
			_ = n22
			var v23 float32
			v12 &= int16(len(v11))
			func() {
				defer caught("#24")
				v25 := strings.Contains(string([]rune(id("a"))), string([]rune(id("-12"))))
				v26 := ((n22 % (n22 | 1)) &^ n22) % int(byteAt(string([]rune(id("\xff!"))), (n22&n22)))
				show("safe", v26)
				if strings.Contains(clip(id("Zz9")+"héllo"), strconv.Itoa(n22)) {
					v27 := [4]int8{(id(int8(127)) / (id(int8(-3)) | 1)), int8(id(uint64(100)))}
					var v28 []uint8
					switch n22 & 7 {
					case 1:
						v29 := ((id(uint32(4294967295)) >> (id(uint8(2)) & 71)) << 100)
						show("#30", v29)
					}
					show("#31", v27, v28)
				} else {
					for k32, e33 := range sorted(v11) {
						v34 := map[string]int16{}
						delete(v11, e33)
						show("#35", v34)
						_, _ = k32, e33
					}
				}
				show("#36", v25)
			}()
			show("#37", v23)
		}
		p38 := &v12
		*p38 = (v14 + (v14 % (v14 | 1)))
		show(*p38)
	}
	show("#39", v14)
	show("#40", v11, v12, v13, v14)
}

func scene41() {
	defer caught("scene41")
	v42 := max(uint32(toInt(float64(id(float64(3))))), uint32(toInt(float64(id(float64(0.5))))))
	v43 := min((id(uint16(1)) % (id(uint16(100)) | 1)), (id(uint16(0)) % (id(uint16(7)) | 1)))
	show(fmt.Sprintf("[%-0T]", map[string]string{}))
	show(fmt.Sprintf("[% *.0U]", 7, (id(int8(7)) | int8(7))))
	show(fmt.Sprintf("[%12g]", (id(float64(1.25)) + id(float64(0.5)))))
	show(fmt.Sprintf("[% 1E]", int32(byteAt(id("Zz9"), int(10)))))
	show(fmt.Sprintf("[%#1.2o]", (id(int32(7)) - int32(-2))))
	show(fmt.Sprintf("[%# 5.10O]", float32(math.Floor(id(float64(0.1))))))
	show("#44", v42, v43)
}

func scene45() {
	defer caught("scene45")
	var v46 int64
	var v47 map[uint32]int
	v48 := ((id(uint8(1)) > uint8(85)) && (id(true) && true))
	v47 = v47
	v46 *= int64((id(uint8(2)) - uint8(1)))
	f50 := func(a49 uint) int {
		delete(v47, (id(uint32(1431655765)) + uint32(64)))
		v51 := []float64{(id(float64(7)) / id(float64(2.5e-3)))}
	L52:
		for i53 := range 3 {
			for j54 := range 3 {
				s55 := j54
				switch s55 & 3 {
				case 0:
					continue L52
				case 1:
					continue
				case 2:
					break
				default:
					show(i53, j54)
				}
				for i56, i56x := 0, 9; i56 < i56x && i56 < 4; i56, i56x = i56+1, i56x-2 {
					n57 := (i56 + 0)
					_ = n57
					if len(v51) > 0 {
						v51[at(n57, len(v51))] = item(v51, n57)
					}
					switch string([]rune(part("a", n57))) {
					case "a":
						var v58 uint64
						v47 = v47
						show("#59", v58)
					case "go":
						v51 = append(clipped(v51), (id(float64(1e21)) - id(float64(100))), float64(math.Floor(id(float64(0.3333)))), float64(id(int8(10))))
					case "héllo":
						var v60 []int8
						v61 := ((id(int16(-100)) / (id(int16(-10922)) | 1)) + -(id(int16(3))))
						show("#62", v60, v61)
					case "x y":
						v46 %= (v46 | 1)
					default:
						v63 := []uint8{}
						v51 = append(clipped(v51), clipped(v51)...)
						show("#64", v63)
					}
					if !v48 {
						continue
					}
					n57++
				}
				v46 &= int64(toInt(float64(-(id(float64(7))))))
			}
		}
		show("#65", v51)
		return ((id(int(10)) % (id(int(-2)) | 1)) * (id(int(3)) &^ int(1)))
	}
	v66 := f50((id(uint(7)) | uint(7)))
	v67 := []int8{int8(byteAt(id("Zz9"), v66))}
	v68 := strings.ToUpper(clip(id("") + "世界"))
	v69 := append(v67, (id(int8(7)) % (id(int8(-64)) | 1)), ^(id(int8(-2))))
	show("cap", room(v69), room(v67))
	show("#70", v66, v67, v68, v69)
	show("#71", v46, v47, v48, v66, v67, v68, v69)
}

func named72(a int32) (r uint8, err error) {
	defer func() {
		r = pure7(int(9223372036854775807), int(-2), uint16(3))
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	v73 := ((id(uint64(10)) % (id(uint64(18446744073709551615)) | 1)) >= (id(uint64(18446744073709551615)) | uint64(100)))
	v74 := string(rune((a * a) & 0x3ff))
	if v73 {
		panic(v74)
	}
	show("safe", v74)
	if v73 {
		return pure7(int(-10), int(-1), uint16(21845)), errBase
	}
	show("#75", v73)
	return (r | (r * r)), nil
}

func named72Of(r uint8, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene76() {
	defer caught("scene76")
	show(named72Of(named72(int32(toInt(float64(float64(id(uint16(100)))))))))
}

func scene77() {
	defer caught("scene77")
	v78 := ((id(int32(64)) | int32(1)) << ((id(uint16(65535)) &^ uint16(10)) & 71))
	v79 := !(id(int8(-100)) < int8(3))
	show(fmt.Sprintf("[% .2e]", []int8{min(id(int8(0)), int8(2)), -(id(int8(-3)))}))
	show(fmt.Sprintf("[%+#*.2x]", 7, float32(id(uint8(2)))))
	show(fmt.Sprintf("[%#*.2G]", 7, min(id(int16(-100)), int16(1))))
	show(fmt.Sprintf("[%+0O]", float32(id(int64(10)))))
	show(fmt.Sprintf("[%-05.2g]", []float64{-(id(float64(2.5e-3))), (id(float64(100)) + id(float64(1e21))), (id(float64(0.1)) * id(float64(2.5e-3)))}))
	show(fmt.Sprintf("[%#5.10g]", (id(float64(0.5)) + id(float64(1e10)))))
	show("#80", v78, v79)
}

func scene81() {
	defer caught("scene81")
	var v82 T3
	v83 := pure7(int(-9223372036854775807), int(1), uint16(10))
	list := []any{T2{}}
	for i, x := range list {
		switch y := x.(type) {
		case T2:
			show(i, "T2", y != x)
		case error:
			show(i, "error", y != x)
		case *T1:
			show(i, "*T1", y == nil)
		case []int:
			show(i, len(y))
		case sizer:
			show(i, y.Size())
		case fmt.Stringer:
			show(i, "fmt.Stringer", y != x)
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
	show("#84", v82, v83)
}

func main() {
	scene10()
	scene41()
	scene45()
	scene76()
	scene77()
	scene81()
}
