// A random program of the generator, seed 5001.
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
	F0 uint
	F1 int32
}

func (t T1) Size() int { return int(toInt(float64((id(float64(7)) - id(float64(0.1)))))) }
func (t *T1) Change(n int) {
	t.F1 = t.F1
}
func (t T1) String() string { return "T1<" + strconv.Itoa(int(id(uint32(1)))) + ">" }

type T2 struct {
	T1
	F0 bool
	F1 float64
}

func (t T2) Size() int {
	return (max(id(int(10)), int(10)) & min(id(int(0)), int(3074457345618258602)))
}
func (t *T2) Change(n int) {
	t.F1 = -(float64(math.Sqrt(id(float64(1.25)))))
}
func (t T2) String() string {
	return "T2<" + fmt.Sprint((id(uint8(1))<<(id(uint64(2))&71)), strings.TrimSpace(id("\t\n"))) + ">"
}

type T3 struct {
	T2
	F0 uint32
	F1 string
}

func pure5(a4 uint32) uint16 {
	v6 := (uint16(id(int16(10))) << ((id(uint64(3)) % (id(uint64(0)) | 1)) & 71))
	for i7 := range 4 {
		if -(id(uint8(0))) != (id(uint8(2)) >> (v6 & 71)) {
			continue
		}
		v6 = v6
		_ = i7
	}
	return v6
}

func pure11(a8 int16, a9 uint, a10 float32) int16 {
	v12 := a8
	for i13 := range 4 {
		if strings.Contains(strconv.Itoa(id(int(2))), string(rune(id(int32(1))&0x3ff))) {
			continue
		}
		v12 = a8
		_ = i13
	}
	return v12
}

func scene14() {
	defer caught("scene14")
	const c15 = (((1 << 40) ^ (('a') ^ (1000003))) % -7)
	const c16 = (((12345678901234567890) << 12) | ((-1 << 63) / 4294967296))
	show(c15%1000003, c15/7%65536, float64(c15%1000000000000000)/3, c16%1000003, c16/7%65536, float64(c16%1000000000000000)/3)
	show(c15*1e-20/3.0 > 1, c15*0.5 == c15/2.0, c16*1e-20/3.0 > 1, c16*0.5 == c16/2.0)
}

func scene17() {
	defer caught("scene17")
	v18 := ((id(uint32(2)) &^ uint32(1431655765)) &^ (id(uint32(0)) + uint32(4294967295)))
	ended := 0
	numbers := func(yield func(int, string) bool) {
		defer func() { ended++ }()
		for i := range 3 {
			if !yield(i, fmt.Sprint((id(float64(3))/id(float64(2.5e-3))), clip(id("-12")+"\t\n"))) {
				return
			}
		}
	}
	found := func() int {
	outer:
		for n, s := range numbers {
			for m := range numbers {
				if m > 7 {
					break outer
				}
				if strings.Contains(s, s) || strings.Contains(s, s) {
					continue outer
				}
				show(n, m, s)
			}
		}
		return -1
	}()
	show(found, ended)
	show("#19", v18)
}

func named20(a uint8) (r string, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	v21 := (uint32(id(uint(10))) >> ((id(uint64(2)) << 1) & 71))
	v22 := 1 << int8((id(uint64(64)) >> (id(uint64(100)) & 71)))
	show("safe", v22)
	if int64(id(int64(0))) == (id(int64(-100)) ^ int64(0)) {
		return r, errBase
	}
	show("#23", v21)
	return r, nil
}

func named20Of(r string, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene24() {
	defer caught("scene24")
	show(named20Of(named20(((id(uint8(7)) &^ uint8(0)) << (uint64(id(uint8(85))) & 71)))))
	show(named20Of(named20(((id(uint8(3)) &^ uint8(0)) &^ (id(uint8(3)) &^ uint8(7))))))
	show(named20Of(named20(uint8(toInt(float64((id(float64(1.25)) * id(float64(1e21)))))))))
}

func scene25() {
	defer caught("scene25")
	const c26 = (((2) << 0) &^ (((7) / 3) % -7))
	const c27 = ((((-5) | ('a')) % 4294967296) % -7)
	const c28 = (0xFFFF)
	const c29 = ((c28 % 99999999977) | (((-1 << 63) + (7)) % -7))
	show(c26%1000003, c26/7%65536, float64(c26%1000000000000000)/3, c27%1000003, c27/7%65536, float64(c27%1000000000000000)/3, c28%1000003, c28/7%65536, float64(c28%1000000000000000)/3, c29%1000003, c29/7%65536, float64(c29%1000000000000000)/3)
	show(c26*1e-20/3.0 > 1, c26*0.5 == c26/2.0, c27*1e-20/3.0 > 1, c27*0.5 == c27/2.0, c28*1e-20/3.0 > 1, c28*0.5 == c28/2.0, c29*1e-20/3.0 > 1, c29*0.5 == c29/2.0)
}

func main() {
	scene14()
	scene17()
	scene24()
	scene25()
}
