// A random program of the generator, seed 5004.
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

type number interface {
	~int | ~int8 | ~uint8 | ~uint32 | ~int64 | ~float64
}

type pair[A comparable, B any] struct {
	First  A
	Second B
}

func (p pair[A, B]) swap(b B) pair[A, B] { p.Second = b; return p }
func (p *pair[A, B]) set(a A)            { p.First = a }

func total[T number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
		t *= 3
	}
	return
}

func mapped[A, B any](xs []A, f func(A) B) []B {
	out := []B{}
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func grouped[K comparable, V any](xs []V, key func(V) K) map[K][]V {
	m := map[K][]V{}
	for _, x := range xs {
		m[key(x)] = append(m[key(x)], x)
	}
	return m
}

type T1 struct {
	F0 uint16
	F1 uint64
}

func (t T1) Size() int { return int(toInt(float64(float64(id(uint16(1)))))) }
func (t *T1) Change(n int) {
	t.F0 = ((id(uint16(7)) + uint16(0)) + (id(uint16(64)) % (id(uint16(3)) | 1)))
}

type T2 struct {
	T1
	F0 uint16
}

func scene3() {
	defer caught("scene3")
	v4 := -(id(float32(0.3333)) * id(float32(3)))
	try("#5", func() { show(strconv.Quote("a/b/../c//d")) })
	try("#6", func() { show(strconv.Quote("+7")) })
	try("#7", func() { show(strings.LastIndexByte("99999999999999999999", 'l')) })
	try("#8", func() { show(fmt.Sprint((id(int(10)) &^ int(9223372036854775807)), 2, "go gopher", "Hello, World!")) })
	try("#9", func() { show(regexp.MustCompile("\\pL").FindString("1e5")) })
	show("#10", v4)
}

func scene11() {
	defer caught("scene11")
	v12 := map[int8]string{1: "\t\n", 3: "\xff!", 5: "héllo"}
	list := []T2{T2{F0: uint16(10)}}
	table := map[string]T2{}
	pair := [2]T2{list[0]}
	first := &list[0]
	other := pair
	{
		for _, r := range list {
			r.F0 = uint16(byteAt(v12[int8(42)], (id(int(0)) * int(7))))
			show(r == *first)
		}
	}
	{
		pair[1], list[0] = list[0], pair[1]
	}
	{
		for _, r := range list {
			r.F0 = ((id(uint16(7)) - uint16(0)) + (id(uint16(65535)) % (id(uint16(2)) | 1)))
			show(r == *first)
		}
	}
	{
		other[0].F0 = ((id(uint16(64)) / (id(uint16(3)) | 1)) &^ min(id(uint16(100)), uint16(1)))
	}
	{
		boxed := any(*first)
		*first = list[len(list)-1]
		show(boxed == any(*first))
	}
	{
		first.F0 = ((id(uint16(0)) ^ uint16(65535)) - min(id(uint16(3)), uint16(3)))
	}
	show(list, len(table), table, pair, other, *first, pair == other)
	show(fmt.Sprintf("%v %+v %#v", list, pair, *first), encoded(list))
	show("#13", v12)
}

func scene14() {
	defer caught("scene14")
	v15 := []int{}
	try("#16", func() { show(regexp.MustCompile("(a|b)(c)?").FindAllString("true", 2)) })
	try("#17", func() { show(strings.FieldsFunc("line1\nline2\r\n", unicode.IsUpper)) })
	try("#18", func() { show(strings.Split("Inf", "1e5")) })
	show("#19", v15)
}

func scene20() {
	defer caught("scene20")
	v21 := min(int64(id(uint64(10))), -(id(int64(0))))
	var v22 []string
	show(fmt.Sprintf("[%-.2f]", []float64{(id(float64(1e21)) + id(float64(0.3333)))}))
	show(fmt.Sprintf("[%-.G]", (v21 << (id(uint8(0)) & 71))))
	show(fmt.Sprintf("[%+5.2G]", (id(uint8(7)) * uint8(10))))
	show(fmt.Sprintf("[%-12.e]", (id(float64(0.5)) * id(float64(2.5e-3)))))
	show(fmt.Sprintf("[%+05.0o]", []int{(id(int(2)) << (id(uint(1)) & 71))}))
	show("#23", v21, v22)
}

func scene24() {
	defer caught("scene24")
	v25 := float64(math.Abs(-(id(float64(1.25)))))
	v26 := +(id(int(-1)) / (id(int(-7)) | 1))
	v27 := T1{F0: uint16(100)}
	v28 := (min(id(uint(0)), uint(100)) / ((id(uint(7)) * uint(0)) | 1))
	v29 := ^(id(uint8(0)) + uint8(0))
	v29 = (max(v29, v29) &^ v29)
	v30 := (float32(math.Ceil(v25)) - (id(float32(0.5)) * id(float32(7))))
L31:
	for i32 := range 3 {
		for j33 := range 3 {
			s34 := j33
			switch s34 & 3 {
			case 0:
				continue L31
			case 1:
				continue
			case 2:
				break
			default:
				show(i32, j33)
			}
			v27 = T1{F0: uint16(65535), F1: uint64(2)}
			v26 %= ((v26 &^ v26) | 1)
		}
	}
	func() {
		defer caught("#35")
		defer show("deferred #35", v27)
		defer func() { show("late #35", v27) }()
		var v36 float32
		v37 := +(id(uint32(0)) << 7) / min(uint32(toInt(float64(v25))), (id(uint32(2))%(id(uint32(4294967295))|1)))
		show("safe", v37)
		v27.F1 = ((id(uint64(10)) &^ uint64(64)) & (id(uint64(7)) &^ uint64(0)))
		show("#38", v36)
	}()
	func() {
		defer caught("#39")
		defer show("deferred #39", v29)
		defer func() { show("late #39", v29) }()
		func() {
			defer caught("#40")
			v41 := map[uint32]int16{1: int16(-10)}
			v42 := 1 << -(int8(toInt(float64(v25))))
			show("safe", v42)
			v26++
			show("#43", v41)
		}()
		v44 := clip(clip(id("Zz9")+"x y") + clip(id("-12")+"\xff!"))[(v26 & 3):]
		show("safe", v44)
		v27.F0 %= (v27.F0 | 1)
	}()
	v45 := []float64{v25, -(v25), float64(id(int8(0)))}
	if len(v45) > 0 {
		v45[at(v26, len(v45))] = v25
	}
	v27.F1--
	v46 := (-(id(int64(9223372036854775807))) * int64(id(uint64(0))))
	v30 = v30
	show("#47", v30, v45, v46)
	show("#48", v25, v26, v27, v28, v29, v30, v45, v46)
}

func scene49() {
	defer caught("scene49")
	var v50 uint16
	v51 := ((id(uint(7)) * uint(18446744073709551615)) % ((id(uint(3)) % (id(uint(100)) | 1)) | 1))
	v52 := float32(math.Floor(float64(math.Ceil(id(float64(100))))))
	v53 := float32((id(uint32(4294967295)) << 64))
	v54 := map[int]int16{}
	v55 := []float64{float64(math.Trunc(id(float64(1e10)))), float64(id(int8(-127))), float64(math.Ceil(id(float64(3))))}
	v52 = (v52 / v52)
	v56 := append(v55, float64(math.Abs(id(float64(0.5)))), item(v55, int(-3)))
	show("cap", room(v56), room(v55))
	v57 := [4]string{}
	v58 := cut3(v56, (id(int(2)) - int(-9223372036854775807)), (id(int(-100)) &^ int(-7)))
	v53 -= v52
	if v54 != nil {
		v54[(id(int(2)) % (id(int(-7)) | 1))] = (id(int16(-3)) << (id(uint8(0)) & 71))
	}
	v59 := max(max(id(uint8(1)), uint8(0)), (id(uint8(7)) &^ uint8(7)))
	if len(v56) > 0 {
		v56[at((id(int(-7))&^int(3074457345618258602)), len(v56))] = -(id(float64(3)))
	}
	v53 += v53
	show("#60", v55, v56, v57, v58, v59)
	show("#61", v50, v51, v52, v53, v54, v55, v56, v57, v58, v59)
}

func main() {
	scene3()
	scene11()
	scene14()
	scene20()
	scene24()
	scene49()
}
