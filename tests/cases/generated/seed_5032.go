// A random program of the generator, seed 5032.
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
	F0 bool
	F1 int64
}

func (t T1) Size() int { return ((id(int(3074457345618258602)) | int(-2)) << 0) }
func (t *T1) Change(n int) {
	t.F1 = t.F1
}

func scene2() {
	defer caught("scene2")
	v3 := map[uint32]string{0: "héllo", 2: "3.5"}
	v4 := []uint8{(id(uint8(64)) * uint8(64))}
	v5 := [1]string{}
	v6 := T1{F0: false, F1: int64(1)}
	v6.F1 = v6.F1
	v6.F1 = max((id(int64(0)) << 7), v6.F1)
L7:
	for i8 := range 3 {
		for j9 := range 3 {
			s10 := i8
			switch s10 & 3 {
			case 0:
				continue L7
			case 1:
				continue
			case 2:
				break
			default:
				show(i8, j9)
			}
			v4 = append(clipped(v4), +(id(uint8(0))), max(id(uint8(2)), uint8(10)))
		}
	}
	v6 = v6
	var v11 float64
	show("#12", v11)
	show("#13", v3, v4, v5, v6, v11)
}

func scene14() {
	defer caught("scene14")
	v15 := ^(id(uint32(7)) & uint32(64))
	xs := []int{min(min(id(int(-7)), int(-2)), (id(int(1)) + int(-3))), int(byteAt(part("\t\n", id(int(2))), int(id(uint64(2))))), ((id(int(-9223372036854775807)) % (id(int(-7)) | 1)) &^ int(id(uint8(64))))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x int) string { return string([]rune(part("a", x))) })
	zs := grouped(xs, func(x int) bool { return (max(id(int8(64)), int8(-64)) >= (id(int8(-127)) % (id(int8(2)) | 1))) })
	show(ys, len(zs), zs)
	p := pair[int, int16]{(max(id(int(9223372036854775807)), int(-64)) - (id(int(64)) &^ int(-100))), min(int16(id(int64(0))), int16(id(uint(100))))}
	q := p.swap(int16(byteAt(string([]rune(id("x y"))), (id(int(0)) - int(100)))))
	q.set(min((id(int(1)) - int(3)), (id(int(-64)) & int(100))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#16", v15)
}

func scene17() {
	defer caught("scene17")
	v18 := ((id(uint32(0)) % (id(uint32(1431655765)) | 1)) >> ((id(uint(2)) + uint(3)) & 71))
	v19 := (-(id(float64(1e21))) + (id(float64(0.5)) + id(float64(1e21))))
	var kept []func() float64
	for i := range 3 {
		kept = append(kept, func() float64 {
			i += 10
			v19 = v19
			return (float64(id(uint16(64))) * v19)
		})
	}
	v20 := kept[2]()
	show(v20, v19)
	v21 := kept[2]()
	show(v21, v19)
	v22 := kept[1]()
	show(v22, v19)
	by := map[string]func() float64{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v19) }()
	all := []float64{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#23", v18, v19)
}

func scene24() {
	defer caught("scene24")
	v25 := min(int8(toInt(float64(id(float64(1.25))))), (id(int8(100)) - int8(3)))
	v26 := T1{F0: false}
	v27 := []string{}
	if len(v27) > 0 {
		v27[at((id(int(9223372036854775807))/(id(int(-64))|1)), len(v27))] = strings.Title(id("-12"))
	}
	v28 := append(v27, clipped(v27)...)
	show("cap", room(v28), room(v27))
	if len(v27) > 0 {
		v27[at(-(id(int(-9223372036854775807))), len(v27))] = fmt.Sprint(float64(1.25), "世界")
	}
	v28 = append(clipped(v28), clipped(v28)...)
	v25 += (v25 & v25)
	v25 -= int8(byteAt(strconv.Itoa(id(int(64))), int(len(v28))))
	if len(v27) > 0 {
		v27[at(int(v25), len(v27))] = part("\xff!", id(int(3)))
	}
	v29 := append(v27, clipped(v28)...)
	show("cap", room(v29), room(v27))
	v30 := []float64{float64(id(uint32(64)))}
	v31 := clip(item(v28, int(-2)) + clip(id("héllo")+"héllo"))
	show("#32", v28, v29, v30, v31)
	show("#33", v25, v26, v27, v28, v29, v30, v31)
}

func scene34() {
	defer caught("scene34")
	v35 := ((id(float32(2.5e-3)) + id(float32(0.5))) + (id(float32(1.25)) * id(float32(0.3333))))
	in, out := make(chan int8, 0), make(chan int8)
	go func() {
		defer close(in)
		for i := range 6 {
			in <- int8(i)
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
	var sum int8
	count := 0
	for v := range out {
		sum += v
		count++
	}
	v, ok := <-out
	show(sum, count, v, ok)
	buffered := make(chan int8, 0)
	for n := int8(0); ; n++ {
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
	show("#36", v35)
}

func scene37() {
	defer caught("scene37")
	v38 := []string{}
	try("#39", func() { show(path.Join("世界😀", "")) })
	try("#40", func() { show(stable((id(int(-10)) >> (id(uint(64)) & 71)), -2)) })
	try("#41", func() { show(encoded(0.5)) })
	try("#42", func() { show(strings.Title("%41%zz")) })
	try("#43", func() { show((2270 * time.Second).Truncate((532 * time.Hour))) })
	try("#44", func() { show(math.Mod(2.675, 1e21)) })
	try("#45", func() { show(strings.CutSuffix(item(v38, int(0)), "<b>&amp;</b>")) })
	try("#46", func() { show(slices.Collect(slices.Chunk([]int{2, 0}, 4))) })
	try("#47", func() { show(math.Floor(0.5)) })
	show("#48", v38)
}

func main() {
	scene2()
	scene14()
	scene17()
	scene24()
	scene34()
	scene37()
}
