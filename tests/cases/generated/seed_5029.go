// A random program of the generator, seed 5029.
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
	F1 int16
}

func (t T1) Size() int { return +(id(int(-2)) &^ int(-7)) }
func (t *T1) Change(n int) {
	t.F1 = t.F1
}
func (t T1) String() string {
	return "T1<" + clip(fmt.Sprint(int(7), "\t\n")+string([]rune(id("x y")))) + ">"
}

func pure5(a2 int, a3 bool, a4 uint) float32 {
	v6 := float32(math.Sqrt((id(float64(3)) * id(float64(2.5e-3)))))
	for i7 := range 4 {
		if a3 {
			continue
		}
		v6 = v6
		_ = i7
	}
	return v6
}

func scene8() {
	defer caught("scene8")
	const c9 = ((-5) & ('a'))
	const c10 = (+((+(-5)) % -7))
	const c11 = (((-5) ^ (-5)) << 6)
	const c12 = (1000003)
	const c13 = ((+(2)) / -7)
	const c14 = (c12 % 99999999977)
	show(c9%1000003, c9/7%65536, float64(c9%1000000000000000)/3, c10%1000003, c10/7%65536, float64(c10%1000000000000000)/3, c11%1000003, c11/7%65536, float64(c11%1000000000000000)/3, c12%1000003, c12/7%65536, float64(c12%1000000000000000)/3, c13%1000003, c13/7%65536, float64(c13%1000000000000000)/3, c14%1000003, c14/7%65536, float64(c14%1000000000000000)/3)
	show(c9*1e-20/3.0 > 1, c9*0.5 == c9/2.0, c10*1e-20/3.0 > 1, c10*0.5 == c10/2.0, c11*1e-20/3.0 > 1, c11*0.5 == c11/2.0, c12*1e-20/3.0 > 1, c12*0.5 == c12/2.0, c13*1e-20/3.0 > 1, c13*0.5 == c13/2.0, c14*1e-20/3.0 > 1, c14*0.5 == c14/2.0)
}

func scene15() {
	defer caught("scene15")
	v16 := (-(id(float64(7))) * float64(id(int16(-3))))
	var v17 map[int]string
	show(fmt.Sprintf("[%+#12O]", (id(int(-3074457345618258602)) ^ int(-1))))
	show(fmt.Sprintf("[%+012.2O]", -(v16)))
	show(fmt.Sprintf("[%12.10E]", (id(int(0)) | int(9223372036854775807))))
	show(fmt.Sprintf("[%+0.10e]", v17[int(-1)]))
	show(fmt.Sprintf("[% 12.v]", (id(float32(0.1)) * id(float32(2.5e-3)))))
	show("#18", v16, v17)
}

func scene19() {
	defer caught("scene19")
	var v20 []uint8
	list := []T1{T1{F1: int16(-64)}}
	table := map[string]T1{}
	pair := [2]T1{list[0]}
	first := &list[0]
	other := pair
	{
		for _, r := range list {
			r.F1 = min((id(int16(0)) & int16(-32767)), ^(id(int16(-32767))))
			show(r == *first)
		}
	}
	{
		func(r T1) { r.F1 = int16(toInt(float64((id(float64(0.5)) - id(float64(0.3333)))))); show(r) }(*first)
	}
	{
		first.F1 = +(+(id(int16(3))))
	}
	{
		for _, r := range list {
			r.F1 = ((id(int16(-32767)) * int16(0)) / ((id(int16(0)) << 31) | 1))
			show(r == *first)
		}
	}
	{
		table[clip(string([]rune(id("\t\n")))+string([]rune(id("世界"))))] = *first
	}
	{
		func(r *T1) { r.F1 = (-(id(int16(2))) &^ -(id(int16(64)))) }(&pair[0])
	}
	{
		boxed := any(*first)
		*first = list[len(list)-1]
		show(boxed == any(*first))
	}
	{
		func(r T1) { r.F1 = ((id(int16(1)) * int16(2)) >> ((id(uint8(7)) + uint8(2)) & 71)); show(r) }(*first)
	}
	show(list, len(table), table, pair, other, *first, pair == other)
	show(fmt.Sprintf("%v %+v %#v", list, pair, *first), encoded(list))
	show("#21", v20)
}

func scene22() {
	defer caught("scene22")
	v23 := max((id(uint16(65535)) << (id(uint16(1)) & 71)), (id(uint16(0)) - uint16(0)))
	v24 := T1{F0: uint32(1431655765), F1: int16(2)}
	v25 := ((id(uint(0)) % (id(uint(2)) | 1)) & (id(uint(6148914691236517205)) | uint(7)))
	v26 := []int{(id(int(7)) & int(3074457345618258602))}
	var v27 float32
	v25 = v25
	v28 := append(v26, (id(int(1)) * int(2)))
	show("cap", room(v28), room(v26))
	if len(v26) > 0 {
		v26[at((id(int(-3074457345618258602))&^int(100)), len(v26))] = (id(int(9223372036854775807)) - int(-9223372036854775807))
	}
	show("#29", v28)
	show("#30", v23, v24, v25, v26, v27, v28)
}

func main() {
	scene8()
	scene15()
	scene19()
	scene22()
}
