// A random program of the generator, seed 5022.
package main

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"math"
	"math/bits"
	"net/url"
	"path"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
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
			fmt.Printf("<%q>", v.Error())
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

func try(tag string, f func()) {
	defer caught(tag)
	f()
}

func encoded(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "error: " + err.Error()
	}
	return string(b)
}

func decoded(text string) (v any, err error) {
	err = json.Unmarshal([]byte(text), &v)
	return
}

func address(s string) []string {
	u, err := url.Parse(s)
	if err != nil {
		return []string{err.Error()}
	}
	return []string{u.Scheme, u.Opaque, u.Host, u.Path, u.RawQuery, u.Fragment, u.String()}
}

func shuffled(n, seed int) []int {
	x := uint32(seed)
	out := make([]int, at(n, 60))
	for i := range out {
		x = x*1664525 + 1013904223
		out[i] = int(x>>20)%7*100 + i
	}
	return out
}

func sorter(n, seed int) []int {
	s := shuffled(n, seed)
	sort.Slice(s, func(i, j int) bool { return s[i]/100 < s[j]/100 })
	return s
}

func stable(n, seed int) []int {
	s := shuffled(n, seed)
	slices.SortStableFunc(s, func(a, b int) int { return b/100 - a/100 })
	return s
}

var _ = []any{
	math.Pi, strconv.Itoa, strings.ToUpper, bytes.Equal, base64.StdEncoding, hex.EncodeToString, html.EscapeString,
	bits.Len, path.Base, regexp.QuoteMeta, time.Second, unicode.IsUpper, utf8.RuneError,
}

type sizer interface{ Size() int }
type changer interface{ Change(n int) }

type T1 struct {
	F0 bool
}

func (t T1) Size() int {
	return ((id(int(0)) &^ int(-9223372036854775807)) >> ((id(uint32(1431655765)) ^ uint32(10)) & 71))
}
func (t *T1) Change(n int) {
	t.F0 = (t.F0 || t.F0)
}

type T2 struct {
	T1
	F0 int8
}

type T3 struct {
	F0 float32
}

func (t T3) Size() int { return ((id(int(3)) - int(1)) ^ (id(int(-3)) >> (id(uint16(10)) & 71))) }
func (t *T3) Change(n int) {
	t.F0 = (t.F0 * float32(math.Round(id(float64(2.5e-3)))))
}
func (t T3) String() string {
	return "T3<" + fmt.Sprint((id(true) || false), fmt.Sprint(uint8(10), "héllo")) + ">"
}

func scene4() {
	defer caught("scene4")
	const c5 = (12345678901234567890)
	const c6 = ((((2) ^ (-1 << 63)) >> 19) * (((-1 << 63) - (-1 << 63)) << 15))
	show(c5%1000003, c5/7%65536, float64(c5%1000000000000000)/3, c6%1000003, c6/7%65536, float64(c6%1000000000000000)/3)
	show(c5*1e-20/3.0 > 1, c5*0.5 == c5/2.0, c6*1e-20/3.0 > 1, c6*0.5 == c6/2.0)
}

func scene7() {
	defer caught("scene7")
	v8 := string(rune((id(int32(2147483647)) >> (id(uint(3)) & 71)) & 0x3ff))
	v9 := map[int]int{0: int(10)}
	show(fmt.Sprintf("[%+1.2g]", clip(v8+v8)))
	show(fmt.Sprintf("[% *s]", 7, !id(false)))
	show(fmt.Sprintf("[%-0*e]", 7, -(id(float32(7)))))
	show("#10", v8, v9)
}

func scene11() {
	defer caught("scene11")
	v12 := uint8(toInt(float64(float64(math.Ceil(id(float64(1.25)))))))
	v13 := (int8(toInt(float64(id(float64(1e10))))) + (id(int8(-127)) + int8(0)))
	var kept []func() int8
	for i := range 3 {
		kept = append(kept, func() int8 {
			i += 10
			v13 = v13
			return v13
		})
	}
	v14 := kept[1]()
	show(v14, v13)
	v15 := kept[2]()
	show(v15, v13)
	by := map[string]func() int8{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v13) }()
	all := []int8{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#16", v12, v13)
}

func named17(a int32) (r uint8, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	a = a
	v18 := string([]rune(strconv.Itoa(id(int(3074457345618258602)))))[((-(id(int(-9223372036854775807))) << 31) & 3):]
	show("safe", v18)
	if max(id(uint64(1)), uint64(6148914691236517205)) < max(id(uint64(3)), uint64(1)) {
		return ((r &^ r) - -(r)), errBase
	}
	return (r &^ r), nil
}

func named17Of(r uint8, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene19() {
	defer caught("scene19")
	show(named17Of(named17(((id(int32(64)) - int32(2)) &^ int32(byteAt(id("Zz9"), int(-100)))))))
}

func named20(a int8) (r int, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
L21:
	for i22 := range 3 {
		for j23 := range 3 {
			s24 := r
			switch s24 & 3 {
			case 0:
				break L21
			case 1:
				continue
			case 2:
				break
			default:
				show(i22, j23)
			}
			v25 := ((id(uint(0)) &^ uint(7)) / (uint(id(int32(-1))) | 1))
			f28 := func(a26 uint32, a27 int32) float64 {
				f31 := func(a29 float64, a30 int8) float64 {
					p32 := &a26
					*p32 = a26
					show(*p32)
					return a29
				}
				v33 := f31(float64(a26), (a &^ a))
				v34 := ((id(uint64(6148914691236517205)) * uint64(7)) + -(id(uint64(7))))
				show("#35", v33, v34)
				return (v33 + (v33 + v33))
			}
			v36 := f28((id(uint32(4294967295)) / (id(uint32(1)) | 1)), (id(int32(-1)) * int32(715827882)))
			v37 := f28(uint32(toInt(float64(v36))), ^(id(int32(-2147483647))))
			show("#38", v25, v36, v37)
		}
	}
	v39 := 1 << +(r)
	show("safe", v39)
	if (id(uint8(7)) > uint8(7)) && (a <= a) {
		return r, errBase
	}
	return r, nil
}

func named20Of(r int, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene40() {
	defer caught("scene40")
	show(named20Of(named20((min(id(int8(42)), int8(-10)) ^ int8(id(uint32(0)))))))
	show(named20Of(named20(int8(toInt(float64(float64(math.Floor(id(float64(2.5e-3))))))))))
	show(named20Of(named20((int8(byteAt(id("x y"), int(3074457345618258602))) & ^(id(int8(3)))))))
}

func scene41() {
	defer caught("scene41")
	v42 := string(rune(int32(toInt(float64(id(float64(2.5e-3))))) & 0x3ff))
	try("#43", func() { show(bits.OnesCount(uint((id(int(100)) &^ int(-100))))) })
	try("#44", func() { show(strings.ToLower("a,b,,c")) })
	try("#45", func() { show(slices.Index([]int{7, 1, 4, 7}, -2)) })
	try("#46", func() { show(strings.TrimSuffix("x\x00y", string([]rune(v42)))) })
	try("#47", func() { show(strconv.ParseInt(strconv.Itoa(id(int(-3074457345618258602))), 5, 64)) })
	try("#48", func() { show(strconv.Unquote(clip(v42 + v42))) })
	show("#49", v42)
}

func main() {
	scene4()
	scene7()
	scene11()
	scene19()
	scene40()
	scene41()
}
