// A random program of the generator, seed 5003.
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
	F1 int16
	F2 int64
}

func (t T1) Size() int { return int(uint(toInt(float64(id(float64(1e21)))))) }
func (t *T1) Change(n int) {
	t.F1 = t.F1
}

func pure4(a2 float32, a3 uint32) uint32 {
	v5 := a3
	for i6 := range 4 {
		if strings.Contains(fmt.Sprint(float64(0.3333), "go"), strings.Title(id(""))) {
			continue
		}
		v5 = a3
		_ = i6
	}
	return v5
}

func pure10(a7 int8, a8 uint8, a9 uint16) float32 {
	v11 := -(-(id(float32(0.3333))))
	for i12 := range 4 {
		if a7 > a7 {
			continue
		}
		v11 = v11
		_ = i12
	}
	return v11
}

func scene13() {
	defer caught("scene13")
	v14 := []int{(id(int(9223372036854775807)) << 7)}
	v15 := -(id(int(-100)) * int(-10))
	var kept []func() int
	for i := range 3 {
		kept = append(kept, func() int {
			i += 10
			v15 = i
			return i
		})
	}
	v16 := kept[2]()
	show(v16, v15)
	v17 := kept[0]()
	show(v17, v15)
	v18 := kept[1]()
	show(v18, v15)
	v19 := kept[0]()
	show(v19, v15)
	v20 := kept[1]()
	show(v20, v15)
	v21 := kept[0]()
	show(v21, v15)
	by := map[string]func() int{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v15) }()
	all := []int{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#22", v14, v15)
}

func scene23() {
	defer caught("scene23")
	var v24 []float64
	v25 := (max(id(int16(10922)), int16(-2)) << (max(id(uint32(4294967295)), uint32(1)) & 71))
	show(fmt.Sprintf("[%-12x]", uint64(id(int32(-3)))))
	show(fmt.Sprintf("[%-5e]", (id(int8(-3)) * int8(1))))
	show(fmt.Sprintf("[%05.2t]", (id(int8(-127)) ^ int8(100))))
	show("#26", v24, v25)
}

func scene27() {
	defer caught("scene27")
	v28 := -(id(float64(0.3333)) + id(float64(1.25)))
	list := []T1{T1{F1: int16(2), F2: int64(1)}, T1{F0: int32(-1), F1: int16(-3), F2: int64(64)}, T1{F0: int32(-10), F1: int16(0)}}
	table := map[string]T1{}
	pair := [2]T1{list[0]}
	first := &list[0]
	other := pair
	{
		for _, r := range list {
			r.F1 = int16((id(uint16(0)) % (id(uint16(10)) | 1)))
			show(r == *first)
		}
	}
	{
		table[string(rune((id(int32(-2147483647))+int32(10))&0x3ff))] = *first
	}
	{
		first.F1 = max((id(int16(32767)) / (id(int16(10922)) | 1)), (id(int16(64)) - int16(0)))
	}
	{
		boxed := any(*first)
		*first = list[len(list)-1]
		show(boxed == any(*first))
	}
	show(list, len(table), table, pair, other, *first, pair == other)
	show(fmt.Sprintf("%v %+v %#v", list, pair, *first), encoded(list))
	show("#29", v28)
}

func scene30() {
	defer caught("scene30")
	v31 := []int{}
	v32 := ^(id(int32(-64)) | int32(-715827882))
	v33 := [2]int{item(v31, int(2)), -(id(int(-10)))}
	v32--
	v32 &= ((v32 & v32) - v32)
	v33 = v33
	show("#34", v31, v32, v33)
}

func scene35() {
	defer caught("scene35")
	v36 := ((id(uint16(2)) % (id(uint16(0)) | 1)) >> 1)
	v37 := ((id(int(3)) / (id(int(-3)) | 1)) - (id(int(3074457345618258602)) | int(0)))
	var kept []func() int
	for i := range 3 {
		kept = append(kept, func() int {
			i += 10
			v37 = (i * i)
			return int((v36 + v36))
		})
	}
	v38 := kept[1]()
	show(v38, v37)
	v39 := kept[2]()
	show(v39, v37)
	v40 := kept[1]()
	show(v40, v37)
	v41 := kept[0]()
	show(v41, v37)
	v42 := kept[1]()
	show(v42, v37)
	v43 := kept[1]()
	show(v43, v37)
	by := map[string]func() int{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v37) }()
	all := []int{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#44", v36, v37)
}

func scene45() {
	defer caught("scene45")
	v46 := map[int]string{2: "\xff!", 4: "\t\n"}
	v47 := (-(id(float64(2.5e-3))) - (id(float64(0.1)) + id(float64(1e10))))
	var kept []func() float64
	for i := range 3 {
		kept = append(kept, func() float64 {
			i += 10
			v47 = v47
			return v47
		})
	}
	v48 := kept[0]()
	show(v48, v47)
	v49 := kept[2]()
	show(v49, v47)
	v50 := kept[1]()
	show(v50, v47)
	v51 := kept[0]()
	show(v51, v47)
	by := map[string]func() float64{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v47) }()
	all := []float64{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#52", v46, v47)
}

func main() {
	scene13()
	scene23()
	scene27()
	scene30()
	scene35()
	scene45()
}
