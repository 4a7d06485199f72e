// A random program of the generator, seed 5017.
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
	F1 uint8
	F2 string
}

func (t T1) Size() int { return int((id(int32(1)) - int32(2))) }
func (t *T1) Change(n int) {
	t.F2 = t.F2
}

type T2 struct {
	F0 uint
	F1 float64
}

func (t T2) Size() int { return ((id(int(10)) ^ int(100)) << ((id(uint8(10)) & uint8(0)) & 71)) }
func (t *T2) Change(n int) {
	t.F1 = t.F1
}

type T3 struct {
	T1
	F0 uint32
	F1 int8
}

func (t T3) Size() int { return (max(id(int(-100)), int(100)) | (id(int(-3)) % (id(int(0)) | 1))) }
func (t *T3) Change(n int) {
	t.F1 = t.F1
}

func scene4() {
	defer caught("scene4")
	const c5 = (((-(2)) | (1)) - (12345678901234567890))
	const c6 = (1 << 40)
	const c7 = (c5 % 99999999977)
	show(c5%1000003, c5/7%65536, float64(c5%1000000000000000)/3, c6%1000003, c6/7%65536, float64(c6%1000000000000000)/3, c7%1000003, c7/7%65536, float64(c7%1000000000000000)/3)
	show(c5*1e-20/3.0 > 1, c5*0.5 == c5/2.0, c6*1e-20/3.0 > 1, c6*0.5 == c6/2.0, c7*1e-20/3.0 > 1, c7*0.5 == c7/2.0)
}

func scene8() {
	defer caught("scene8")
	v9 := map[string]int16{"a": int16(10922), "go": int16(-100)}
	try("#10", func() { show(slices.Replace([]int{}, 0, 2, (id(int(9223372036854775807)) % (id(int(-64)) | 1)))) })
	try("#11", func() { show(regexp.MustCompile("a+").Split("%41%zz", 0)) })
	try("#12", func() { show(unicode.IsPunct('é')) })
	try("#13", func() { show(regexp.MustCompile("^.").MatchString("1e5")) })
	try("#14", func() { show(bytes.Index([]byte("6a6b"), []byte(fmt.Sprint(int(10), "")))) })
	try("#15", func() { show(bytes.Fields([]byte("aXbXc"))) })
	try("#16", func() { show(utf8.FullRuneInString("true")) })
	try("#17", func() { show(base64.RawURLEncoding.EncodeToString([]byte("k=v;k2=v2"))) })
	try("#18", func() { show(strings.LastIndexByte("k=v;k2=v2", 'l')) })
	try("#19", func() { show((2478 * time.Microsecond).Hours()) })
	show("#20", v9)
}

func scene21() {
	defer caught("scene21")
	var v22 float64
	in, out := make(chan uint32, 2), make(chan uint32)
	go func() {
		defer close(in)
		for i := range 2 {
			in <- uint32(i)
		}
	}()
	done := make(chan bool, 1)
	for range 1 {
		go func() {
			for n := range in {
				_ = n
				out <- n
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
		case buffered <- max((n &^ n), ^(n)):
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
	show("#23", v22)
}

func scene24() {
	defer caught("scene24")
	v25 := -(float64(id(uint16(64))))
	v26 := v25
	var kept []func() float64
	for i := range 3 {
		kept = append(kept, func() float64 {
			i += 10
			v26 = v26
			return v25
		})
	}
	v27 := kept[0]()
	show(v27, v26)
	v28 := kept[0]()
	show(v28, v26)
	by := map[string]func() float64{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v26) }()
	all := []float64{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#29", v25, v26)
}

func scene30() {
	defer caught("scene30")
	const c31 = (((-5) % -7) % -7)
	const c32 = ('a')
	const c33 = ((7) & (((7) / -7) * ((1000003) + (-1 << 63))))
	show(c31%1000003, c31/7%65536, float64(c31%1000000000000000)/3, c32%1000003, c32/7%65536, float64(c32%1000000000000000)/3, c33%1000003, c33/7%65536, float64(c33%1000000000000000)/3)
	show(c31*1e-20/3.0 > 1, c31*0.5 == c31/2.0, c32*1e-20/3.0 > 1, c32*0.5 == c32/2.0, c33*1e-20/3.0 > 1, c33*0.5 == c33/2.0)
}

func scene34() {
	defer caught("scene34")
	v35 := ((id(uint16(7)) * uint16(10)) != uint16(toInt(float64(id(float64(3))))))
	ended := 0
	numbers := func(yield func(int, string) bool) {
		defer func() { ended++ }()
		for i := range 1 {
			if !yield(i, string(rune(int32(toInt(float64(id(float64(0.5)))))&0x3ff))) {
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
				if v35 {
					continue outer
				}
				show(n, m, s)
			}
		}
		return -1
	}()
	show(found, ended)
	show("#36", v35)
}

func main() {
	scene4()
	scene8()
	scene21()
	scene24()
	scene30()
	scene34()
}
