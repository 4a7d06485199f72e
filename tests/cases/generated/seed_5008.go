// A random program of the generator, seed 5008.
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
	F0 int8
	F1 bool
	F2 int16
}

func (t T1) Size() int {
	return ((id(int(100)) >> (id(uint(18446744073709551615)) & 71)) &^ min(id(int(-9223372036854775807)), int(7)))
}
func (t *T1) Change(n int) {
	t.F0 = ((id(int8(0)) % (id(int8(-127)) | 1)) &^ (id(int8(-10)) << (id(uint8(1)) & 71)))
}

func scene2() {
	defer caught("scene2")
	v3 := ((id(uint16(3)) &^ uint16(100)) % ((id(uint16(64)) - uint16(64)) | 1))
	try("#4", func() { show(url.QueryEscape("  pad\t ")) })
	try("#5", func() { show(strconv.Atoi("99999999999999999999")) })
	try("#6", func() { show(path.Match("a,b,,c", clip(id("go")+"3.5"))) })
	try("#7", func() { show(strconv.Unquote("aGVsbG8=")) })
	show("#8", v3)
}

func scene9() {
	defer caught("scene9")
	v10 := !(id(false) && false)
	list := []T1{T1{F0: int8(127), F1: v10, F2: int16(7)}, T1{F0: int8(-7), F2: int16(64)}}
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
		boxed := any(*first)
		*first = list[len(list)-1]
		show(boxed == any(*first))
	}
	{
		other[1].F1 = ((id(uint32(3)) >> (id(uint(1)) & 71)) >= (id(uint32(1431655765)) | uint32(7)))
	}
	{
		table[string([]rune(fmt.Sprint(v10, "")))] = *first
	}
	{
		list[len(list)-1].F1 = v10
	}
	{
		other[0].F1 = v10
	}
	show(list, len(table), table, pair, other, *first, pair == other)
	show(fmt.Sprintf("%v %+v %#v", list, pair, *first), encoded(list))
	show("#11", v10)
}

func scene12() {
	defer caught("scene12")
	var v13 uint64
	v14 := (max(id(int32(2147483647)), int32(-3)) &^ (id(int32(10)) >> 64))
	show(fmt.Sprintf("[%+.s]", (id(int8(0)) ^ int8(2))))
	show(fmt.Sprintf("[%-01.2v]", (id(float32(2.5e-3)) + id(float32(100)))))
	show(fmt.Sprintf("[%+#.0q]", uint8(id(uint8(255)))))
	show(fmt.Sprintf("[%-0.x]", string([]rune(id("héllo")))))
	show("#15", v13, v14)
}

func scene16() {
	defer caught("scene16")
	v17 := T1{F1: true}
	in, out := make(chan uint32, 2), make(chan uint32)
	go func() {
		defer close(in)
		for i := range 4 {
			in <- uint32(i)
		}
	}()
	done := make(chan bool, 1)
	for range 1 {
		go func() {
			for n := range in {
				_ = n
				out <- uint32(toInt(float64((id(float64(100)) * id(float64(2.5e-3))))))
			}
			done <- true
		}()
	}
	go func() {
		for range 1 {
			<-done
		}
		close(out)
	}()
	var sum uint32
	count := 0
	for v := range out {
		sum += v
		count++
	}
	v, ok := <-out
	show(sum, count, v, ok)
	buffered := make(chan uint32, 2)
	for n := uint32(0); ; n++ {
		select {
		case buffered <- n:
			continue
		default:
		}
		break
	}
	show(len(buffered), cap(buffered))
	close(buffered)
	for v := range buffered {
		show(v)
	}
	show("#18", v17)
}

func scene19() {
	defer caught("scene19")
	v20 := ((id(uint64(100)) &^ uint64(2)) >> 8)
	ended := 0
	numbers := func(yield func(int, string) bool) {
		defer func() { ended++ }()
		for i := range 5 {
			if !yield(i, part(part("\t\n", i), i)) {
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
				if !(id(false) && true) {
					continue outer
				}
				show(n, m, s)
			}
		}
		return -1
	}()
	show(found, ended)
	show("#21", v20)
}

func scene22() {
	defer caught("scene22")
	v23 := [4]int8{(id(int8(0)) ^ int8(127)), (id(int8(42)) &^ int8(-127)), ^(id(int8(-10))), int8(toInt(float64(id(float64(2.5e-3)))))}
	v24 := ((id(int32(10)) - int32(2147483647)) << ((id(uint(0)) + uint(0)) & 71))
	list := []any{nil}
	for i, x := range list {
		switch y := x.(type) {
		case []int:
			show(i, len(y))
		case string:
			show(i, "string", y != x)
		case changer:
			y.Change(((id(int(7)) / (id(int(0)) | 1)) | (id(int(-64)) * int(0))))
			show(i, y.(sizer).Size())
		case float64, bool:
			show(i, "float64, bool", y != x)
		default:
			show(i, fmt.Sprintf("%T", y))
		}
		_, ok := x.(sizer)
		show(ok)
	}
	show(list[0] == list[0])
	m := map[any]int{list[0]: 1}
	m[list[0]] += 5
	show(len(m))
	show("#25", v23, v24)
}

func scene26() {
	defer caught("scene26")
	v27 := uint8(byteAt(strings.Title(id("Zz9")), (id(int(-1)) ^ int(7))))
	ended := 0
	numbers := func(yield func(int, string) bool) {
		defer func() { ended++ }()
		for i := range 6 {
			if !yield(i, clip(clip(id("x y")+"a")+clip(id("\xff!")+"a"))) {
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
				if (m >= m) && (id(int16(10922)) == int16(-2)) {
					continue outer
				}
				show(n, m, s)
			}
		}
		return -1
	}()
	show(found, ended)
	show("#28", v27)
}

func main() {
	scene2()
	scene9()
	scene12()
	scene16()
	scene19()
	scene22()
	scene26()
}
