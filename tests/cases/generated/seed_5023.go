// A random program of the generator, seed 5023.
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
	F0 uint16
	F1 float32
}

func (t T1) Size() int {
	return min((id(int(100)) % (id(int(-3074457345618258602)) | 1)), (id(int(7)) % (id(int(-9223372036854775807)) | 1)))
}
func (t *T1) Change(n int) {
	t.F1 = float32(min(id(int64(2)), int64(9223372036854775807)))
}
func (t T1) String() string { return "T1<" + string([]rune(string(rune(id(int32(-1))&0x3ff)))) + ">" }

type T2 struct {
	F0 int32
	F1 int16
	F2 uint
}

func (t T2) Size() int { return +(id(int(10)) & int(9223372036854775807)) }
func (t *T2) Change(n int) {
	t.F2 = ((id(uint(7)) & uint(3)) - (id(uint(1)) ^ uint(6148914691236517205)))
}

type T3 struct {
	F0 int
	F1 uint64
}

func (t T3) Size() int { return ((id(int(3074457345618258602)) * int(100)) - t.F0) }
func (t *T3) Change(n int) {
	t.F1 = (t.F1 % (t.F1 | 1))
}
func (t T3) String() string { return "T3<" + strings.ToUpper(clip(id("x y")+"go")) + ">" }

func pure5(a4 uint) string {
	v6 := clip(string(rune(id(int32(-1))&0x3ff)) + clip(id("😀")+"\xff!"))
	for i7 := range 4 {
		if (id(int32(715827882)) == int32(715827882)) || !id(false) {
			continue
		}
		v6 = v6
		_ = i7
	}
	return v6
}

func scene8() {
	defer caught("scene8")
	const c9 = ('a')
	const c10 = ((+((-1 << 63) - (7))) % 4294967296)
	const c11 = (((0xFFFF) * ((2) % 3)) + (((1000003) ^ (1)) * (1)))
	show(c9%1000003, c9/7%65536, float64(c9%1000000000000000)/3, c10%1000003, c10/7%65536, float64(c10%1000000000000000)/3, c11%1000003, c11/7%65536, float64(c11%1000000000000000)/3)
	show(c9*1e-20/3.0 > 1, c9*0.5 == c9/2.0, c10*1e-20/3.0 > 1, c10*0.5 == c10/2.0, c11*1e-20/3.0 > 1, c11*0.5 == c11/2.0)
}

func scene12() {
	defer caught("scene12")
	v13 := min(min(id(uint32(0)), uint32(2)), -(id(uint32(3))))
	try("#14", func() { show(bits.TrailingZeros(uint((id(int(10)) << 8)))) })
	try("#15", func() { show(time.Unix(826163872, 103392122).UTC().Sub(time.Unix(2559399826, 391083358).UTC())) })
	try("#16", func() {
		show(slices.IsSorted([]string{"%41%zz", "3.25", clip(id("3.5") + "go"), "aGVsbG8=", pure5(uint(18446744073709551615))}))
	})
	try("#17", func() { show(encoded([]any{})) })
	try("#18", func() { show(strconv.AppendQuote([]byte("\xff\xc3("), "\xff\xc3(")) })
	try("#19", func() { show(bits.Reverse16(uint16((id(int(7)) / (id(int(0)) | 1))))) })
	show("#20", v13)
}

func scene21() {
	defer caught("scene21")
	v22 := ((id(int16(-2)) + int16(-2)) - (id(int16(-32767)) >> 8))
	v23 := ((id(uint8(10)) / (id(uint8(64)) | 1)) / ((id(uint8(255)) & uint8(3)) | 1))
	v24 := strings.Contains(pure5(uint(7)), pure5(uint(1)))
	var v25 map[int8]int
	v26 := T2{F2: uint(2)}
	switch strings.ToUpper(part("-12", id(int(7)))) {
	case "a":
		p27 := &v26.F2
		*p27 = ((id(uint(6148914691236517205)) % (id(uint(6148914691236517205)) | 1)) >> (v23 & 71))
		show(*p27)
	}
	func() {
		defer caught("#28")
		defer show("deferred #28", v22)
		defer func() { show("late #28", v22) }()
		if v25 != nil {
			v25[^(id(int8(64)))] = v25[int8(127)]
		}
		v29 := fmt.Errorf("bad %v: %w", v25[+(id(int8(42)))], errBase)
		if v24 {
			panic(v29)
		}
		show("safe", v29)
		switch ((id(int(9223372036854775807)) &^ int(0)) << 63) & 7 {
		case 0:
			v30 := []int{(id(int(2)) << (v23 & 71)), (id(int(9223372036854775807)) ^ int(1))}
			v31 := v23
			show("#32", v30, v31)
		case 2:
			v33 := -(uint32(len(v25)))
			if v25 != nil {
				v25[int8(toInt(float64(id(float64(100)))))] = v25[int8(42)]
			}
			show("#34", v33)
		default:
			for k35, e36 := range sorted(v25) {
				v37 := []string{part("x y", k35), clip(id("\t\n") + "Zz9")}
				show("#38", v37)
				_, _ = k35, e36
			}
		}
	}()
	f40 := func(a39 uint16) float64 {
		for k41, e42 := range sorted(v25) {
			p43 := &a39
			*p43 = a39
			show(*p43)
			v26.F1 <<= ((a39 / (a39 | 1)) & 71)
			_, _ = k41, e42
		}
		return -(float64(id(uint32(2))))
	}
	v44 := f40((id(uint16(100)) % (id(uint16(2)) | 1)))
	v45 := T1{F1: float32(100)}
	switch int((id(int8(127)) & int8(127))) & 7 {
	case 1:
		v26.F2 <<= 31
		v25 = map[int8]int{}
	case 3:
		v44 = (v44 - v44)
		v46 := T3{F0: int(-3), F1: uint64(18446744073709551615)}
		show("#47", v46)
	}
	v23 = v23
	if v24 {
		v44 *= v44
	}
	delete(v25, (id(int8(-1)) &^ int8(-127)))
	v48 := +(v26.F2)
	v49 := []float64{v44, v44}
	v50 := v26.F0
	v26.F2 = v48
	show("#51", v44, v45, v48, v49, v50)
	show("#52", v22, v23, v24, v25, v26, v44, v45, v48, v49, v50)
}

func scene53() {
	defer caught("scene53")
	v54 := ((id(uint64(6148914691236517205)) >> 1) - uint64(toInt(float64(id(float64(1.25))))))
	try("#55", func() { show(utf8.FullRuneInString("3.25")) })
	try("#56", func() { show(time.ParseDuration(clip(id("") + "go"))) })
	try("#57", func() { show(strings.IndexFunc("1e5", unicode.IsDigit)) })
	try("#58", func() { show(path.Dir("世界😀")) })
	try("#59", func() { show(strings.HasPrefix(clip(id("a")+""), "%41%zz")) })
	try("#60", func() { show(strings.SplitAfter("aXbXc", "3.25")) })
	show("#61", v54)
}

func main() {
	scene8()
	scene12()
	scene21()
	scene53()
}
