// A random program of the generator, seed 5012.
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
	F0 float32
	F1 string
	F2 uint16
}

func (t T1) Size() int { return max((id(int(-3)) | int(2)), (id(int(2)) + int(0))) }
func (t *T1) Change(n int) {
	t.F2 = t.F2
}

func pure5(a2 uint, a3 float64, a4 uint32) int {
	v6 := ((id(int(-9223372036854775807)) & int(3)) + int(id(uint64(100))))
	for i7 := range 4 {
		if uint8(id(uint8(2))) != uint8(byteAt(id("世界"), v6)) {
			continue
		}
		v6 = int(int32(id(uint8(0))))
		_ = i7
	}
	return v6
}

func scene8() {
	defer caught("scene8")
	var v9 []uint8
	v10 := ((id(int8(-127)) >> (id(uint16(0)) & 71)) * (id(int8(0)) % (id(int8(0)) | 1)))
	var kept []func() int8
	for i := range 3 {
		kept = append(kept, func() int8 {
			i += 10
			v10 = (v10 &^ v10)
			return v10
		})
	}
	v11 := kept[0]()
	show(v11, v10)
	v12 := kept[1]()
	show(v12, v10)
	by := map[string]func() int8{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v10) }()
	all := []int8{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#13", v9, v10)
}

func scene14() {
	defer caught("scene14")
	v15 := uint(+(id(uint8(2))))
	xs := []float64{-(-(id(float64(0.1)))), -(-(id(float64(2.5e-3))))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x float64) string { return strconv.Itoa((id(int(64)) << (id(uint16(7)) & 71))) })
	zs := grouped(xs, func(x float64) bool { return ((id(uint8(3)) | uint8(64)) < uint8(toInt(float64(x)))) })
	show(ys, len(zs), zs)
	p := pair[string, uint64]{part(clip(id("\t\n")+"x y"), ^(id(int(9223372036854775807)))), ((id(uint64(3)) * uint64(2)) + ^(id(uint64(2))))}
	q := p.swap(((id(uint64(64)) << (id(uint16(21845)) & 71)) ^ uint64(id(int32(-100)))))
	q.set(string(rune((id(int32(0)) % (id(int32(10)) | 1)) & 0x3ff)))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#16", v15)
}

func scene17() {
	defer caught("scene17")
	v18 := []string{string([]rune(id("héllo")))}
	v19 := [3]int{(id(int(1)) >> (id(uint8(3)) & 71)), +(id(int(2))), pure5(uint(18446744073709551615), float64(0.1), uint32(1))}
	var v20 []int8
	v21 := strings.ToLower(item(v18, int(-100)))
	if len(v18) > 0 {
		v18[at((id(int(9223372036854775807))/(id(int(64))|1)), len(v18))] = v21
	}
	v22 := cut3(v18, min(id(int(-9223372036854775807)), int(3)), max(id(int(-64)), int(0)))
	if len(v20) > 0 {
		v20[at(max(id(int(-7)), int(9223372036854775807)), len(v20))] = (id(int8(100)) << (id(uint32(7)) & 71))
	}
	for i23 := 0; i23 < 3; i23++ {
		n24 := (i23 + 0)
		_ = n24
		v25 := append(v18, v21, v21, v21)
		show("cap", room(v25), room(v18))
		v21 = clip(v21 + part(v21, n24))
		show("#26", v25)
		if n24 >= pure5(uint(0), float64(0.1), uint32(2)) {
			break
		}
		n24++
	}
	if len(v22) > 0 {
		v22[at(pure5(uint(0), float64(7), uint32(1)), len(v22))] = v21
	}
	show("#27", v22)
	show("#28", v18, v19, v20, v21, v22)
}

func scene29() {
	defer caught("scene29")
	v30 := ((id(int8(127)) / (id(int8(127)) | 1)) >> ((id(uint8(85)) % (id(uint8(2)) | 1)) & 71))
	var v31 int32
	show(fmt.Sprintf("[%+#12.x]", (id(int64(10)) <= int64(3074457345618258602))))
	show(fmt.Sprintf("[%.10c]", []string{string(rune(v31 & 0x3ff)), string([]rune(id("")))}))
	show(fmt.Sprintf("[%#12O]", (id(uint8(0)) <= uint8(100))))
	show("#32", v30, v31)
}

func scene33() {
	defer caught("scene33")
	const c34 = ((1000003) &^ (((-5) >> 6) - ((-5) % 4294967296)))
	const c35 = ((0xFFFF) & (((0xFFFF) << 1) | (-5)))
	const c36 = ((1000003) ^ ((1 << 40) % 3))
	const c37 = (-((-5) * ((c35 % 99999999977) / 3)))
	show(c34%1000003, c34/7%65536, float64(c34%1000000000000000)/3, c35%1000003, c35/7%65536, float64(c35%1000000000000000)/3, c36%1000003, c36/7%65536, float64(c36%1000000000000000)/3, c37%1000003, c37/7%65536, float64(c37%1000000000000000)/3)
	show(c34*1e-20/3.0 > 1, c34*0.5 == c34/2.0, c35*1e-20/3.0 > 1, c35*0.5 == c35/2.0, c36*1e-20/3.0 > 1, c36*0.5 == c36/2.0, c37*1e-20/3.0 > 1, c37*0.5 == c37/2.0)
}

func scene38() {
	defer caught("scene38")
	v39 := ((id(int8(-100)) * int8(3)) * (id(int8(64)) * int8(1)))
	ended := 0
	numbers := func(yield func(int, string) bool) {
		defer func() { ended++ }()
		for i := range 1 {
			if !yield(i, strconv.Itoa(i)) {
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
				if strings.Contains(s, s) && (id(uint(10)) > uint(2)) {
					continue
				}
				show(n, m, s)
			}
		}
		return -1
	}()
	show(found, ended)
	show("#40", v39)
}

func main() {
	scene8()
	scene14()
	scene17()
	scene29()
	scene33()
	scene38()
}
