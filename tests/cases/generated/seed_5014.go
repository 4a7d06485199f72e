// A random program of the generator, seed 5014.
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
	F0 int32
}

func (t T1) Size() int { return (+(id(int(7))) / ((id(int(-9223372036854775807)) & int(100)) | 1)) }
func (t *T1) Change(n int) {
	t.F0 = +(^(id(int32(2))))
}
func (t T1) String() string { return "T1<" + string([]rune(string(rune(id(int32(0))&0x3ff)))) + ">" }

func pure4(a2 int64, a3 float64) uint32 {
	v5 := (uint32(id(int8(0))) << 63)
	for i6 := range 4 {
		if uint16(byteAt(id("x y"), int(-3074457345618258602))) <= (id(uint16(0)) & uint16(0)) {
			continue
		}
		v5 = v5
		_ = i6
	}
	return v5
}

func scene7() {
	defer caught("scene7")
	v8 := map[int8]int16{1: int16(-32767), 3: int16(7)}
	var v9 bool
	v10 := []float64{(id(float64(0.1)) * id(float64(100)))}
	v11 := v10
	var v12 uint32
	v13 := ((id(int64(-9223372036854775807)) >> (id(uint(18446744073709551615)) & 71)) & int64(id(int(1))))
	v12 = max(uint32(len(v11)), v12)
	v10 = append(clipped(v10), (id(float64(1e10)) / id(float64(0.5))), float64(v13), item(v10, int(-9223372036854775807)))
	v10 = []float64{item(v11, int(100)), item(v10, int(-100)), item(v11, int(64))}
	show("#14", v13)
	show("#15", v8, v9, v10, v11, v12, v13)
}

func scene16() {
	defer caught("scene16")
	var v17 int32
	v18 := string([]rune(fmt.Sprint(false, "go")))
	list := []any{T1{F0: v17}, T1{F0: v17}, T1{}, !id(true)}
	for i, x := range list {
		switch y := x.(type) {
		case sizer:
			show(i, y.Size())
		case int:
			show(i, "int", y != x)
		case string:
			show(i, "string", y != x)
		case fmt.Stringer:
			show(i, "fmt.Stringer", y != x)
		default:
			show(i, fmt.Sprintf("%T", y))
		}
		_, ok := x.(sizer)
		show(ok)
	}
	show(list[0] == list[1])
	m := map[any]int{list[0]: 1}
	m[list[1]] += 5
	show(len(m))
	show("#19", v17, v18)
}

func scene20() {
	defer caught("scene20")
	v21 := ((id(uint32(4294967295)) &^ uint32(64)) ^ (id(uint32(10)) - uint32(64)))
	v22 := string(rune((id(int32(10)) * int32(-1)) & 0x3ff))
	var kept []func() string
	for i := range 3 {
		kept = append(kept, func() string {
			i += 10
			v22 = clip(v22 + v22)
			return part(part(v22, i), i)
		})
	}
	v23 := kept[0]()
	show(v23, v22)
	v24 := kept[2]()
	show(v24, v22)
	by := map[string]func() string{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v22) }()
	all := []string{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#25", v21, v22)
}

func scene26() {
	defer caught("scene26")
	v27 := T1{F0: int32(7)}
	v28 := -(^(id(int(7))))
	var kept []func() int
	for i := range 3 {
		kept = append(kept, func() int {
			i += 10
			v28 = ((v28 >> (id(uint32(1431655765)) & 71)) >> (-(id(uint8(3))) & 71))
			return int((id(uint8(85)) | uint8(7)))
		})
	}
	v29 := kept[2]()
	show(v29, v28)
	v30 := kept[2]()
	show(v30, v28)
	by := map[string]func() int{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v28) }()
	all := []int{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#31", v27, v28)
}

func scene32() {
	defer caught("scene32")
	v33 := [4]int8{}
	v34 := []float64{}
	show(fmt.Sprintf("[%-c]", (id(true) || false)))
	show(fmt.Sprintf("[%-0*.2q]", 7, float64(math.Sqrt(id(float64(2.5e-3))))))
	show(fmt.Sprintf("[%#*.v]", 7, strings.Contains(id("go"), "Zz9")))
	show("#35", v33, v34)
}

func scene36() {
	defer caught("scene36")
	v37 := ((id(int16(1)) ^ int16(-3)) * +(id(int16(2))))
	try("#38", func() { show(regexp.MustCompile("o|l").MatchString("Inf")) })
	try("#39", func() { show(regexp.MustCompile("(a|b)(c)?").FindAllString("a/b/../c//d", -1)) })
	try("#40", func() { show((3376 * time.Nanosecond).Milliseconds()) })
	show("#41", v37)
}

func main() {
	scene7()
	scene16()
	scene20()
	scene26()
	scene32()
	scene36()
}
