// A random program of the generator, seed 5010.
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
	F0 uint32
}

func (t T1) Size() int {
	return (int(toInt(float64(id(float64(2.5e-3))))) ^ -(id(int(3074457345618258602))))
}
func (t *T1) Change(n int) {
	t.F0 = t.F0
}
func (t T1) String() string { return "T1<" + strings.ToLower(strings.Title(id("-12"))) + ">" }

type T2 struct {
	T1
	F0 bool
}

func named3(a int16) (r int, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	var v4 uint64
	v5 := fmt.Sprint((id(uint8(255)) << (id(uint32(3)) & 71)), part("\t\n", r))[(r & 3)]
	show("safe", v5)
	if (id(true) && true) || !id(false) {
		return r, errBase
	}
	show("#6", v4)
	return ((r * r) & r), nil
}

func named3Of(r int, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene7() {
	defer caught("scene7")
	show(named3Of(named3(^(max(id(int16(10)), int16(10))))))
	show(named3Of(named3(((id(int16(1)) - int16(32767)) << ((id(uint32(64)) | uint32(7)) & 71)))))
}

func scene8() {
	defer caught("scene8")
	v9 := map[string]int16{"a": int16(10), "go": int16(0), "héllo": int16(64)}
	list := []T2{T2{F0: false}}
	table := map[string]T2{}
	pair := [2]T2{list[0]}
	first := &list[0]
	other := pair
	{
		table[string([]rune(fmt.Sprint(uint8(2), "世界")))] = *first
	}
	{
		func(r T2) { r.F0 = (!id(true) || (id(int8(127)) >= int8(127))); show(r) }(*first)
	}
	{
		table[string(rune((id(int32(64))|int32(2))&0x3ff))] = *first
	}
	{
		list = append(list, T2{F0: true})
	}
	{
		func(r T2) {
			r.F0 = ((id(uint(64)) & uint(64)) == (id(uint(18446744073709551615)) &^ uint(64)))
			show(r)
		}(*first)
	}
	show(list, len(table), table, pair, other, *first, pair == other)
	show(fmt.Sprintf("%v %+v %#v", list, pair, *first), encoded(list))
	show("#10", v9)
}

func scene11() {
	defer caught("scene11")
	v12 := float32(math.Ceil(float64(math.Sqrt(id(float64(1e21))))))
	v13 := ((id(int16(0)) << (id(uint(0)) & 71)) & (id(int16(32767)) ^ int16(1)))
	v14 := []uint8{(id(uint8(2)) / (id(uint8(0)) | 1)), (id(uint8(0)) & uint8(85)), (id(uint8(2)) | uint8(7))}
	v12 /= v12
	v12 -= float32((id(int32(715827882)) + int32(3)))
	if len(v14) > 0 {
		v14[at((id(int(100))|int(3)), len(v14))] = uint8(id(uint8(0)))
	}
	v13--
L15:
	for i16 := range 3 {
		for j17 := range 3 {
			s18 := i16
			switch s18 & 3 {
			case 0:
				continue L15
			case 1:
				continue
			case 2:
				break
			default:
				show(i16, j17)
			}
			v14 = []uint8{item(v14, int(3)), uint8(id(int8(-10)))}
		}
	}
	v19 := cut3(v14, (id(int(3074457345618258602)) & int(-2)), (id(int(7)) + int(-2)))
	show("#20", v19)
	show("#21", v12, v13, v14, v19)
}

func scene22() {
	defer caught("scene22")
	var v23 []int8
	v24 := ((id(uint32(3)) % (id(uint32(64)) | 1)) ^ (id(uint32(7)) ^ uint32(10)))
	v25 := ((id(uint16(64)) ^ uint16(3)) * (id(uint16(65535)) << (id(uint16(10)) & 71)))
	if len(v23) > 0 {
		v23[at(^(id(int(7))), len(v23))] = item(v23, int(-1))
	}
	p26 := &v25
	*p26 = v25
	show(*p26)
	func() {
		defer caught("#27")
		v28 := []float64{float64(id(int16(10922)))}
		v29 := strings.ToUpper(fmt.Sprint(int(10), "Zz9"))[(((id(int(64)) ^ int(2)) ^ int(id(uint8(3)))) & 3):]
		show("safe", v29)
		v25 -= v25
		show("#30", v28)
	}()
	show("#31", v23, v24, v25)
}

func scene32() {
	defer caught("scene32")
	v33 := ((id(int8(-10)) + int8(-3)) + (id(int8(-3)) - int8(64)))
	try("#34", func() {
		show(bits.Add64(uint64(min(id(int(2)), int(9223372036854775807))), uint64((id(int(3)) + int(-9223372036854775807))), 1))
	})
	try("#35", func() { show(bits.LeadingZeros64(uint64((id(int(-9223372036854775807)) | int(3074457345618258602))))) })
	try("#36", func() { show(strings.ToLower("%41%zz")) })
	try("#37", func() { show(strings.TrimFunc("", unicode.IsLetter)) })
	try("#38", func() { show(math.Copysign(0.5, 0.5)) })
	try("#39", func() { show(regexp.MustCompile("\\pL").FindAllString("-42", 3)) })
	try("#40", func() { show(unicode.ToUpper('\n')) })
	try("#41", func() { show((1096 * time.Second).Truncate((1883 * time.Second))) })
	try("#42", func() { show(hex.DecodeString(clip(id("") + "世界"))) })
	try("#43", func() { show(strconv.Unquote(strconv.Quote("http://h.io:80/p?q=1&r=a+b#f"))) })
	try("#44", func() { show(time.Unix(-378030557, 613781201).UTC().Format("20060102150405.999999")) })
	try("#45", func() { show(unicode.ToLower('ß')) })
	show("#46", v33)
}

func scene47() {
	defer caught("scene47")
	v48 := ((id(int(-100)) - int(0)) >> ((id(uint8(0)) * uint8(255)) & 71))
	list := []T1{T1{F0: uint32(3)}, T1{F0: uint32(0)}}
	table := map[string]T1{}
	pair := [2]T1{list[0]}
	first := &list[0]
	other := pair
	{
		pair[1], list[0] = list[0], pair[1]
	}
	{
		pair[1], list[0] = list[0], pair[1]
	}
	{
		boxed := any(*first)
		*first = list[len(list)-1]
		show(boxed == any(*first))
	}
	{
		func(r T1) {
			r.F0 = ((id(uint32(0)) | uint32(100)) &^ (id(uint32(2)) / (id(uint32(4294967295)) | 1)))
			show(r)
		}(*first)
	}
	show(list, len(table), table, pair, other, *first, pair == other)
	show(fmt.Sprintf("%v %+v %#v", list, pair, *first), encoded(list))
	show("#49", v48)
}

func main() {
	scene7()
	scene8()
	scene11()
	scene22()
	scene32()
	scene47()
}
