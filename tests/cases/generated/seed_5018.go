// A random program of the generator, seed 5018.
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
	F0 uint8
	F1 int16
	F2 int64
}

func (t T1) Size() int { return ((id(int(2)) + int(0)) ^ max(id(int(3)), int(9223372036854775807))) }
func (t *T1) Change(n int) {
	t.F0 = -(id(uint8(1)) * uint8(0))
}

func pure3(a2 uint64) uint32 {
	v4 := ((id(uint32(0)) >> 0) + (id(uint32(3)) | uint32(0)))
	for i5 := range 4 {
		if strings.Contains(clip(id("")+"😀"), string(rune(id(int32(-715827882))&0x3ff))) {
			continue
		}
		v4 = v4
		_ = i5
	}
	return v4
}

func scene6() {
	defer caught("scene6")
	v7 := (^(id(uint16(21845))) / (min(id(uint16(2)), uint16(21845)) | 1))
	in, out := make(chan int, 0), make(chan int)
	go func() {
		defer close(in)
		for i := range 1 {
			in <- int(i)
		}
	}()
	done := make(chan bool, 2)
	for range 2 {
		go func() {
			for n := range in {
				_ = n
				out <- n
			}
			done <- true
		}()
	}
	go func() {
		for range 2 {
			<-done
		}
		close(out)
	}()
	var sum int
	count := 0
	for v := range out {
		sum += v
		count++
	}
	v, ok := <-out
	show(sum, count, v, ok)
	buffered := make(chan int, 0)
	for n := int(0); ; n++ {
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
	show("#8", v7)
}

func scene9() {
	defer caught("scene9")
	v10 := ((id(int64(7)) ^ int64(-9223372036854775807)) >> (-(id(uint(18446744073709551615))) & 71))
	v11 := (uint64(id(int(9223372036854775807))) << (max(id(uint8(0)), uint8(64)) & 71))
	list := []any{(*int)(nil)}
	for i, x := range list {
		switch y := x.(type) {
		case *T1:
			show(i, "*T1", y == nil)
		case float64, bool:
			show(i, "float64, bool", y != x)
		case error:
			show(i, "error", y != x)
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
	show("#12", v10, v11)
}

func scene13() {
	defer caught("scene13")
	v14 := (pure3(uint64(2)) % ((id(uint32(4294967295)) | uint32(4294967295)) | 1))
	var v15 map[uint32]string
	show(fmt.Sprintf("[%1.G]", v15[v14]))
	show(fmt.Sprintf("[%# .o]", (id(int16(-7)) * int16(7))))
	show(fmt.Sprintf("[%+#5.b]", (id(uint(10)) | uint(2))))
	show(fmt.Sprintf("[%-012.0f]", (id(int8(42)) &^ int8(42))))
	show(fmt.Sprintf("[%# .0f]", T1{F0: uint8(0), F1: int16(32767), F2: int64(64)}))
	show("#16", v14, v15)
}

func scene17() {
	defer caught("scene17")
	var v18 []string
	xs := []float64{float64(math.Abs((id(float64(0.3333)) - id(float64(7)))))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x float64) bool { return (min(id(int16(0)), int16(32767)) < -(id(int16(32767)))) })
	zs := grouped(xs, func(x float64) int8 { return (int8(id(uint32(3))) & min(id(int8(-127)), int8(-127))) })
	show(ys, len(zs), zs)
	p := pair[int, float32]{((id(int(1)) << 31) & (id(int(64)) + int(0))), ((id(float32(100)) + id(float32(7))) / (id(float32(1.25)) + id(float32(7))))}
	q := p.swap((float32(id(int(3))) * (id(float32(7)) - id(float32(3)))))
	q.set(((id(int(-9223372036854775807)) + int(0)) % (min(id(int(0)), int(9223372036854775807)) | 1)))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#19", v18)
}

func main() {
	scene6()
	scene9()
	scene13()
	scene17()
}
