// A random program of the generator, seed 5006.
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
	F0 uint
	F1 bool
	F2 int8
}

func (t T1) Size() int {
	return (max(id(int(2)), int(-3074457345618258602)) ^ (id(int(10)) + int(3074457345618258602)))
}
func (t *T1) Change(n int) {
	t.F1 = !(n < n)
}

func scene2() {
	defer caught("scene2")
	v3 := uint16(toInt(float64(float64(math.Ceil(id(float64(0.3333)))))))
	list := []T1{T1{F0: uint(3), F1: false}, T1{F0: uint(18446744073709551615), F1: true}}
	table := map[string]T1{}
	pair := [2]T1{list[0]}
	first := &list[0]
	other := pair
	{
		list = append(list, T1{F1: false, F2: int8(-127)})
	}
	{
		boxed := any(*first)
		*first = list[len(list)-1]
		show(boxed == any(*first))
	}
	{
		func(r *T1) { r.F2 = (min(id(int8(2)), int8(127)) >> ((id(uint64(7)) / (id(uint64(64)) | 1)) & 71)) }(&pair[0])
	}
	show(list, len(table), table, pair, other, *first, pair == other)
	show(fmt.Sprintf("%v %+v %#v", list, pair, *first), encoded(list))
	show("#4", v3)
}

func scene5() {
	defer caught("scene5")
	v6 := map[int8]string{1: "😀", 3: "世界", 5: "a"}
	ended := 0
	numbers := func(yield func(int, string) bool) {
		defer func() { ended++ }()
		for i := range 5 {
			if !yield(i, v6[(id(int8(127))/(id(int8(-10))|1))]) {
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
				if uint32(id(int32(10))) < (id(uint32(1)) & uint32(1431655765)) {
					break
				}
				show(n, m, s)
			}
		}
		return -1
	}()
	show(found, ended)
	show("#7", v6)
}

func scene8() {
	defer caught("scene8")
	v9 := map[uint32]string{2: "Zz9", 4: "\xff!"}
	try("#10", func() { show(base64.StdEncoding.DecodeString("%41%zz")) })
	try("#11", func() { show(base64.StdEncoding.DecodeString(v9[uint32(64)])) })
	try("#12", func() {
		show(bits.Add64(uint64(max(id(int(100)), int(9223372036854775807))), uint64((id(int(-3074457345618258602)) - int(-9223372036854775807))), 1))
	})
	try("#13", func() { show(bytes.Index([]byte("k=v;k2=v2"), []byte("http://h.io:80/p?q=1&r=a+b#f"))) })
	try("#14", func() { show(strconv.QuoteRune('9')) })
	try("#15", func() { show(slices.Equal([]int{}, []int{1})) })
	try("#16", func() { show(math.Min(3, 3)) })
	try("#17", func() { show(url.QueryUnescape("  pad\t ")) })
	show("#18", v9)
}

func scene19() {
	defer caught("scene19")
	v20 := clip(clip(id("")+"-12") + strings.ToUpper(id("a")))
	v21 := ^(+(id(uint16(10))))
	v22 := ((id(uint(0)) * uint(2)) % ((id(uint(6148914691236517205)) >> 7) | 1))
	v23 := v20
	var v24 []int
	v24 = append(clipped(v24), (id(int(3)) | int(2)), (id(int(1)) % (id(int(-3074457345618258602)) | 1)), item(v24, int(-9223372036854775807)))
	show("#25", v20, v21, v22, v23, v24)
}

func main() {
	scene2()
	scene5()
	scene8()
	scene19()
}
