// A random program of the generator, seed 5025.
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
	F0 uint32
}

func (t T1) Size() int {
	return ((id(int(1)) >> (id(uint(64)) & 71)) + (id(int(10)) % (id(int(10)) | 1)))
}
func (t *T1) Change(n int) {
	t.F0 = (t.F0 - (id(uint32(7)) & uint32(4294967295)))
}

type T2 struct {
	F0 float64
}

func (t T2) Size() int { return ^(id(int(1)) | int(3)) }
func (t *T2) Change(n int) {
	t.F0 = -(float64(math.Floor(id(float64(7)))))
}

func pure4(a3 int64) string {
	v5 := fmt.Sprint((id(float64(0.3333)) * id(float64(2.5e-3))), clip(id("3.5")+"😀"))
	for i6 := range 4 {
		if strings.Contains(v5, v5) && (id(false) && false) {
			continue
		}
		v5 = v5
		_ = i6
	}
	return v5
}

func named7(a int16) (r uint8, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	a = a
	v8 := any((int(r) * (id(int(-7)) / (id(int(-100)) | 1)))).(float64)
	show("safe", v8)
	if strings.Contains(id(""), "") && strings.Contains(id("\xff!"), "go") {
		return r, errBase
	}
	return r, nil
}

func named7Of(r uint8, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene9() {
	defer caught("scene9")
	show(named7Of(named7((max(id(int16(10)), int16(2)) + (id(int16(64)) | int16(10922))))))
	show(named7Of(named7(+(id(int16(64)) / (id(int16(0)) | 1)))))
	show(named7Of(named7(int16(toInt(float64(float64(math.Trunc(id(float64(0.3333))))))))))
}

func scene10() {
	defer caught("scene10")
	v11 := [1]int{}
	v12 := string(rune(int32(id(int(9223372036854775807))) & 0x3ff))
	v13 := v11[at((id(int(-1))>>(id(uint8(10))&71)), len(v11))]
	v14 := (uint8(byteAt(v12, v13)) ^ max(id(uint8(7)), uint8(1)))
	var v15 []uint8
	v16 := float64(math.Floor(float64(math.Floor(id(float64(7))))))
	v14 = v14
	v14 = (v14 ^ v14)
	for k17, e18 := range v11 {
		for i19, i19x := 0, 9; i19 < i19x && i19 < 5; i19, i19x = i19+1, i19x-2 {
			n20 := (i19 + 0)
			_ = n20
			f22 := func(a21 float32) string {
				for k23, e24 := range clip(v12) {
					v13 /= (k17 | 1)
					_, _ = k23, e24
				}
				return string(rune(int32(len(v15)) & 0x3ff))
			}
			v25 := f22(float32(id(uint32(3))))
			show("#26", v25)
		}
		_, _ = k17, e18
	}
	show("#27", v16)
	show("#28", v11, v12, v13, v14, v15, v16)
}

func scene29() {
	defer caught("scene29")
	var v30 []uint8
	try("#31", func() { show(utf8.ValidString("http://h.io:80/p?q=1&r=a+b#f")) })
	try("#32", func() { show(slices.Compact([]int{})) })
	try("#33", func() {
		show(fmt.Sprintf("%x|%X|% x|%q", strings.ToLower(id("héllo")), []byte("-42"), []byte("x\x00y"), []string{"2024-02-29", "`tick`", clip(id("") + "-12")}))
	})
	try("#34", func() { show(decoded(encoded(uint8(7)))) })
	try("#35", func() { show(sort.SearchInts([]int{}, 0)) })
	try("#36", func() { show(strings.Replace("x\x00y", "99999999999999999999", "1_000", 3)) })
	try("#37", func() { show(path.Dir(strconv.Itoa(id(int(100))))) })
	try("#38", func() { show(regexp.MustCompile("a+").ReplaceAllString("\"quoted\"", "<$0|$1>")) })
	show("#39", v30)
}

func scene40() {
	defer caught("scene40")
	v41 := T2{}
	v42 := []string{}
	v43 := uint64((id(int64(3)) / (id(int64(64)) | 1)))
	v44 := map[int]string{}
	v42 = v42
	v45 := [3]int{(id(int(0)) * int(3074457345618258602))}
	for k46, e47 := range clipped(v42) {
	L48:
		for i49 := range 3 {
			for j50 := range 3 {
				s51 := min(i49, k46)
				switch s51 & 3 {
				case 0:
					break L48
				case 1:
					continue
				case 2:
					break
				default:
					show(i49, j50)
				}
				v52 := []uint8{min(id(uint8(100)), uint8(0)), (id(uint8(100)) / (id(uint8(0)) | 1))}
				func() {
					defer caught("#53")
					p54 := &v45
					*p54 = [3]int{-(k46)}
					show(*p54)
					v55 := part(e47, k46)[(k46 & 3)]
					show("safe", v55)
					if len(v42) > 0 {
						v42[at(k46, len(v42))] = string(rune(id(int32(-7)) & 0x3ff))
					}
				}()
				show("#56", v52)
			}
		}
		v57 := +(uint(byteAt(e47, k46)))
		show("#58", v57)
		_, _ = k46, e47
	}
	v45 = v45
	var v59 uint8
	show("#60", v44, v45, v59)
	show("#61", v41, v42, v43, v44, v45, v59)
}

func scene62() {
	defer caught("scene62")
	var v63 []int
	v64 := map[int8]int16{2: int16(32767), 4: int16(-32767), 6: int16(64)}
	show(fmt.Sprintf("[%#1.0o]", (id(int32(2)) | int32(-1))))
	show(fmt.Sprintf("[%# 12.0v]", -(id(float32(7)))))
	show(fmt.Sprintf("[%+#12v]", (id(int32(100)) - int32(0))))
	show(fmt.Sprintf("[%012.0G]", (id(uint64(18446744073709551615)) &^ uint64(0))))
	show(fmt.Sprintf("[%#5.0G]", (id(uint32(100)) ^ uint32(2))))
	show("#65", v63, v64)
}

func main() {
	scene9()
	scene10()
	scene29()
	scene40()
	scene62()
}
