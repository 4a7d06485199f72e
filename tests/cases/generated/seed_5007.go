// A random program of the generator, seed 5007.
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
	F0 uint64
	F1 float64
}

func (t T1) Size() int { return min(int(id(int8(42))), (id(int(-100)) << (id(uint16(10)) & 71))) }
func (t *T1) Change(n int) {
	t.F0 = (uint64(toInt(float64(id(float64(2.5e-3))))) & t.F0)
}

func scene2() {
	defer caught("scene2")
	const c3 = (0xFFFF)
	const c4 = ((1000003) * (2))
	const c5 = ((-((c3 % 99999999977) >> 7)) &^ (((0xFFFF) + (1)) * ((-1 << 63) * (-5))))
	const c6 = ((((c5 % 99999999977) ^ (7)) / 4294967296) &^ (^((1) >> 0)))
	const c7 = ((((0xFFFF) * ('a')) &^ ((c5 % 99999999977) / 3)) / 4294967296)
	const c8 = ((1) & (('a') >> 19))
	show(c3%1000003, c3/7%65536, float64(c3%1000000000000000)/3, c4%1000003, c4/7%65536, float64(c4%1000000000000000)/3, c5%1000003, c5/7%65536, float64(c5%1000000000000000)/3, c6%1000003, c6/7%65536, float64(c6%1000000000000000)/3, c7%1000003, c7/7%65536, float64(c7%1000000000000000)/3, c8%1000003, c8/7%65536, float64(c8%1000000000000000)/3)
	show(c3*1e-20/3.0 > 1, c3*0.5 == c3/2.0, c4*1e-20/3.0 > 1, c4*0.5 == c4/2.0, c5*1e-20/3.0 > 1, c5*0.5 == c5/2.0, c6*1e-20/3.0 > 1, c6*0.5 == c6/2.0, c7*1e-20/3.0 > 1, c7*0.5 == c7/2.0, c8*1e-20/3.0 > 1, c8*0.5 == c8/2.0)
}

func scene9() {
	defer caught("scene9")
	v10 := float32((id(uint8(2)) % (id(uint8(0)) | 1)))
	v11 := ((id(int8(0)) + int8(-64)) &^ (id(int8(-64)) >> (id(uint64(0)) & 71)))
	v12 := ((id(uint64(2)) - uint64(100)) / ((id(uint64(64)) >> (id(uint16(0)) & 71)) | 1))
	v11 *= (min(v11, v11) | v11)
	switch (^(id(int(-7))) ^ int(id(int(-10)))) & 7 {
	case 2:
		for i13, i13x := 0, 9; i13 < i13x && i13 < 2; i13, i13x = i13+1, i13x-2 {
			n14 := (i13 + 0)
			_ = n14
			v15 := v10
			show("#16", v15)
		}
	case 4:
		v10 = (v10 - v10)
	case 6:
		v17 := []int8{v11}
		v17 = append(clipped(v17), v11, v11, (v11 % (v11 | 1)))
		show("#18", v17)
		fallthrough
	default:
		v12 += min(v12, v12)
	}
	v10 -= v10
	if (id(int64(9223372036854775807)) / (id(int64(3074457345618258602)) | 1)) < (id(int64(-9223372036854775807)) + int64(9223372036854775807)) {
		v10 = v10
	} else {
		v10 += (v10 / v10)
		for i19, i19x := 0, 9; i19 < i19x && i19 < 3; i19, i19x = i19+1, i19x-2 {
			n20 := (i19 + 0)
			_ = n20
			switch string([]rune(fmt.Sprint(n20, "go"))) {
			case "a":
				v21 := map[uint32]string{1: "a", 3: "😀"}
				show("#22", v21)
				fallthrough
			case "go":
				v10 = v10
				fallthrough
			case "héllo":
				for i23 := range 4 {
					n24 := (i23 + 0)
					_ = n24
					v11 = v11
				}
				v25 := (!id(true) || (id(uint16(7)) != uint16(64)))
				show("#26", v25)
			case "x y":
				v27 := v11
				v28 := map[int8]int{}
				show("#29", v27, v28)
			default:
				v30 := float64(int64(id(uint16(64))))
				show("#31", v30)
			}
			v11 = ^(v11)
		}
	}
	v11 &= v11
	show("#32", v10, v11, v12)
}

func scene33() {
	defer caught("scene33")
	var v34 []int8
	v35 := ((id(int(-64)) / (id(int(-9223372036854775807)) | 1)) + -(id(int(-9223372036854775807))))
	var kept []func() int
	for i := range 3 {
		kept = append(kept, func() int {
			i += 10
			v35 = i
			return i
		})
	}
	v36 := kept[1]()
	show(v36, v35)
	v37 := kept[1]()
	show(v37, v35)
	by := map[string]func() int{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v35) }()
	all := []int{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#38", v34, v35)
}

func scene39() {
	defer caught("scene39")
	v40 := ((id(uint32(4294967295)) | uint32(1431655765)) * (id(uint32(100)) | uint32(7)))
	v41 := (max(id(int64(100)), int64(100)) << ((id(uint64(0)) + uint64(64)) & 71))
	show(fmt.Sprintf("[%+05.T]", clip(id("\xff!")+"go")))
	show(fmt.Sprintf("[%-12.2c]", -(id(int32(0)))))
	show("#42", v40, v41)
}

func main() {
	scene2()
	scene9()
	scene33()
	scene39()
}
