// A random program of the generator, seed 5017.
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
	F0 uint16
	F1 uint8
	F2 string
}

func (t T1) Size() int { return int((id(int32(1)) - int32(2))) }
func (t *T1) Change(n int) {
	t.F2 = t.F2
}

type T2 struct {
	F0 uint
	F1 float64
}

func (t T2) Size() int { return ((id(int(10)) ^ int(100)) << ((id(uint8(10)) & uint8(0)) & 71)) }
func (t *T2) Change(n int) {
	t.F1 = t.F1
}

type T3 struct {
	T1
	F0 uint32
	F1 int8
}

func (t T3) Size() int { return (max(id(int(-100)), int(100)) | (id(int(-3)) % (id(int(0)) | 1))) }
func (t *T3) Change(n int) {
	t.F1 = t.F1
}

func scene4() {
	defer caught("scene4")
	v5 := ((id(uint16(0)) &^ uint16(0)) >> 0)
	in, out := make(chan uint32, 1), make(chan uint32)
	go func() {
		defer close(in)
		for i := range 1 {
			in <- uint32(i)
		}
	}()
	done := make(chan bool, 2)
	for range 2 {
		go func() {
			for n := range in {
				_ = n
				out <- uint32(toInt(float64((id(float64(1e10)) / id(float64(1e21))))))
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
	var sum uint32
	count := 0
	for v := range out {
		sum += v
		count++
	}
	v, ok := <-out
	show(sum, count, v, ok)
	buffered := make(chan uint32, 1)
	for n := uint32(0); ; n++ {
		select {
		case buffered <- min(-(n), (n / (n | 1))):
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
	v8 := int16(int(toInt(float64(id(float64(2.5e-3))))))
	v9 := map[string]int{"a": int(10), "go": int(7)}
	v10 := [3]int{(id(int(3)) / (id(int(3)) | 1)), v9["go"]}
	v11 := map[string]int16{"a": v8, "go": v8}
	v12 := [1]int8{}
	v13 := map[uint32]int{}
	v14 := T2{F0: uint(0), F1: float64(0.5)}
	show("#15", v11, v12, v13, v14)
	show("#16", v8, v9, v10, v11, v12, v13, v14)
}

func scene17() {
	defer caught("scene17")
	v18 := (int(id(uint32(7))) * int(id(uint16(0))))
	v19 := (int16(byteAt(id("-12"), v18)) * max(id(int16(10922)), int16(10922)))
	v20 := -(-(id(float64(1e10))))
	switch strconv.Itoa(int(id(uint8(85)))) {
	case "a":
		v21 := [3]int{v18}
		show("#22", v21)
	case "go":
		v23 := []int8{}
		show("#24", v23)
	case "héllo":
		switch strings.Title(part("", v18)) {
		case "a":
			var v25 []int
			show("#26", v25)
			fallthrough
		case "go":
			for i27 := 10; i27 > 0; i27 -= 2 {
				n28 := (i27 + 0)
				_ = n28
				n28--
				v29 := map[int8]string{0: "héllo", 2: "a"}
				show("#30", v29)
			}
			v31 := (v20 > v20)
			show("#32", v31)
		case "héllo":
			v18 >>= 63
			v18 = (v18 / ((v18 % (v18 | 1)) | 1))
		}
	case "x y":
		v33 := ((id(uint(1)) + uint(3)) ^ (id(uint(10)) + uint(6148914691236517205)))
		show("#34", v33)
	}
	v35 := [2]int{}
L36:
	for i37 := range 3 {
		for j38 := range 3 {
			s39 := (j38 &^ j38)
			switch s39 & 3 {
			case 0:
				break L36
			case 1:
				continue
			case 2:
				break
			default:
				show(i37, j38)
			}
			func() {
				defer caught("#40")
				v35[1] %= (v18 | 1)
				v41 := strings.TrimSpace(fmt.Sprint(true, "x y"))[(v18 & 3)]
				show("safe", v41)
				v42 := []int8{}
				show("#43", v42)
			}()
			v35[1] = (v18 &^ v18)
		}
	}
	var v44 T1
	var v45 []uint8
	p46 := &v44.F1
	*p46 = (v44.F1 + min(id(uint8(100)), uint8(85)))
	show(*p46)
	v44.F2 = clip(v44.F2 + part(strings.TrimSpace(id("\t\n")), int(id(uint16(2)))))
	show("#47", v20, v35, v44, v45)
	show("#48", v18, v19, v20, v35, v44, v45)
}

func scene49() {
	defer caught("scene49")
	v50 := T1{F0: uint16(10)}
	v51 := ((id(float32(0.1)) / id(float32(0.3333))) / float32(math.Abs(id(float64(0.5)))))
	show(fmt.Sprintf("[%+05.10G]", float64(id(uint32(4294967295)))))
	show(fmt.Sprintf("[% 5.t]", v51))
	show(fmt.Sprintf("[%-12.d]", (id(uint64(6148914691236517205)) + uint64(6148914691236517205))))
	show(fmt.Sprintf("[% 5U]", (id(float64(1e21)) / id(float64(2.5e-3)))))
	show(fmt.Sprintf("[%#*.2v]", 7, map[string]string{}))
	show(fmt.Sprintf("[%+1.10g]", (id(true) || false)))
	show("#52", v50, v51)
}

func scene53() {
	defer caught("scene53")
	v54 := []string{clip(id("\t\n") + "-12"), string(rune(id(int32(100)) & 0x3ff))}
	v55 := [3]string{item(v54, int(64))}
	var v56 [2]int8
	v57 := -(-(id(float32(1.25))))
L58:
	for i59 := range 3 {
		for j60 := range 3 {
			s61 := i59
			switch s61 & 3 {
			case 0:
				continue L58
			case 1:
				continue
			case 2:
				break
			default:
				show(i59, j60)
			}
			for i62 := 4; i62 > 0; i62 -= 2 {
				n63 := (i62 + 0)
				_ = n63
				n63 = int(uint8(len(v54)))
				if (id(uint64(10)) * uint64(0)) > (id(uint64(10)) | uint64(18446744073709551615)) {
					var v64 []int8
					show("#65", v64)
				}
			}
		}
	}
	v66 := ((id(int8(127)) - int8(3)) & (id(int8(-42)) & int8(100)))
	switch strconv.Itoa((id(int(3)) ^ int(3))) {
	case "a":
		v55[2] = clip(v55[2] + part(clip(id("\xff!")+"\xff!"), (id(int(0))*int(-64))))
		for k67, e68 := range clipped(v54) {
			v54 = append(clipped(v54), clipped(v54)...)
			_, _ = k67, e68
		}
	case "go":
		v69 := uint64(len(v54))
		v54 = append(clipped(v54), clip(id("-12")+"\t\n"))
		show("#70", v69)
	case "héllo":
		f71 := func() bool {
			if len(v54) > 0 {
				v54[at((id(int(-10))&int(9223372036854775807)), len(v54))] = clip(id("世界") + "3.5")
			}
			var v72 uint8
			v73 := []int{}
			show("#74", v72, v73)
			return (v66 >= v66)
		}
		v75 := f71()
		v57 -= float32(math.Trunc((id(float64(0.5)) * id(float64(100)))))
		show("#76", v75)
		fallthrough
	case "x y":
	L77:
		for i78 := range 3 {
			for j79 := range 3 {
				s80 := +(max(i78, j79))
				switch s80 & 3 {
				case 0:
					continue L77
				case 1:
					continue
				case 2:
					break
				default:
					show(i78, j79)
				}
				v55[2] = clip(v55[2] + item(v54, int(len(v54))))
				for k81, e82 := range v55 {
					if len(v54) > 0 {
						v54[at(k81, len(v54))] = e82
					}
					_, _ = k81, e82
				}
			}
		}
	}
	v83 := max(+(id(uint64(100))), (id(uint64(0)) - uint64(10)))
	if strings.Contains(part("go", id(int(2))), strings.Title(id("3.5"))) {
		v57 = (v57 - v57)
		if len(v54) > 0 {
			v54[at((id(int(-3))-int(-9223372036854775807)), len(v54))] = v55[at(id(int(10)), len(v55))]
		}
	} else {
		v84 := []float64{(id(float64(1e21)) - id(float64(2.5e-3))), -(id(float64(2.5e-3)))}
		var v85 bool
		show("#86", v84, v85)
	}
	var v87 T3
	show("#88", v57, v66, v83, v87)
	show("#89", v54, v55, v56, v57, v66, v83, v87)
}

func scene90() {
	defer caught("scene90")
	v91 := [2]int{(id(int(7)) | int(-7)), (id(int(100)) &^ int(100))}
	v92 := (int8(byteAt(id("3.5"), int(3074457345618258602))) | int8(id(uint64(0))))
	show(fmt.Sprintf("[%+.0o]", int32(id(int16(-100)))))
	show(fmt.Sprintf("[%# 1.10f]", []float64{(id(float64(2.5e-3)) / id(float64(2.5e-3))), -(id(float64(3))), (id(float64(7)) - id(float64(2.5e-3)))}))
	show(fmt.Sprintf("[%0*.2o]", 7, (id(uint32(100)) < uint32(3))))
	show(fmt.Sprintf("[%012f]", (id(uint64(1)) & uint64(0))))
	show(fmt.Sprintf("[%*.0c]", 7, (id(float32(1e21)) - id(float32(0.5)))))
	show(fmt.Sprintf("[%+#5.2e]", T1{F0: uint16(100), F1: uint8(0)}))
	show("#93", v91, v92)
}

func main() {
	scene4()
	scene7()
	scene17()
	scene49()
	scene53()
	scene90()
}
