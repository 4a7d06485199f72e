// A random program of the generator, seed 5019.
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
	F0 int
	F1 uint32
	F2 bool
}

func (t T1) Size() int { return t.F0 }
func (t *T1) Change(n int) {
	t.F0 = n
}

func scene2() {
	defer caught("scene2")
	var v3 []uint8
	try("#4", func() { show(regexp.MustCompile("").ReplaceAllStringFunc("世界😀", strings.ToUpper)) })
	try("#5", func() { show(strings.CutPrefix(string(rune(id(int32(64))&0x3ff)), "aGVsbG8=")) })
	try("#6", func() { show(time.Unix(669986903, 29993160).UTC()) })
	show("#7", v3)
}

func scene8() {
	defer caught("scene8")
	var v9 []string
	list := []T1{T1{F0: int(-10), F1: uint32(1431655765), F2: true}}
	table := map[string]T1{}
	pair := [2]T1{list[0]}
	first := &list[0]
	other := pair
	{
		first.F0 = ((id(int(9223372036854775807)) | int(9223372036854775807)) >> ((id(uint(10)) >> 1) & 71))
	}
	{
		for _, r := range list {
			r.F0 = (min(id(int(0)), int(3074457345618258602)) / ((id(int(3)) << 0) | 1))
			show(r == *first)
		}
	}
	{
		for i := range list {
			list[i].F0 = ((id(int(10)) & int(3074457345618258602)) % ((id(int(3074457345618258602)) | int(9223372036854775807)) | 1))
		}
	}
	{
		list[len(list)-1].F0 = -(int(id(uint32(0))))
	}
	{
		for _, r := range list {
			r.F0 = ((id(int(2)) * int(-3)) + min(id(int(7)), int(10)))
			show(r == *first)
		}
	}
	show(list, len(table), table, pair, other, *first, pair == other)
	show(fmt.Sprintf("%v %+v %#v", list, pair, *first), encoded(list))
	show("#10", v9)
}

func scene11() {
	defer caught("scene11")
	v12 := int64(byteAt(strconv.Itoa(id(int(9223372036854775807))), min(id(int(1)), int(100))))
	list := []T1{T1{F1: uint32(0), F2: false}, T1{F0: int(10), F2: false}, T1{F0: int(7), F1: uint32(7), F2: true}}
	table := map[string]T1{}
	pair := [2]T1{list[0]}
	first := &list[0]
	other := pair
	{
		boxed := any(*first)
		*first = list[len(list)-1]
		show(boxed == any(*first))
	}
	{
		first.F0 = min((id(int(64)) * int(10)), (id(int(-10)) / (id(int(-3)) | 1)))
	}
	{
		list = append(list, T1{F0: int(3074457345618258602), F2: false})
	}
	{
		for _, r := range list {
			r.F0 = (int(id(int16(2))) >> (min(id(uint(3)), uint(7)) & 71))
			show(r == *first)
		}
	}
	{
		list = append(list, T1{F0: int(3074457345618258602), F2: true})
	}
	{
		pair[1], list[0] = list[0], pair[1]
	}
	{
		func(r T1) { r.F0 = -(id(int(-3074457345618258602)) << (id(uint(6148914691236517205)) & 71)); show(r) }(*first)
	}
	{
		func(r *T1) { r.F0 = ^(id(int(3)) - int(-2)) }(&pair[0])
	}
	show(list, len(table), table, pair, other, *first, pair == other)
	show(fmt.Sprintf("%v %+v %#v", list, pair, *first), encoded(list))
	show("#13", v12)
}

func main() {
	scene2()
	scene8()
	scene11()
}
