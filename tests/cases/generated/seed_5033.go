// A random program of the generator, seed 5033.
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
	F1 int16
}

func (t T1) Size() int { return int(toInt(float64((id(float64(3)) + id(float64(0.1)))))) }
func (t *T1) Change(n int) {
	t.F1 = (t.F1 + int16(toInt(float64(id(float64(0.1))))))
}

type T2 struct {
	T1
	F0 int8
	F1 int16
}

func (t T2) String() string {
	return "T2<" + fmt.Sprint((id(uint8(0))&^uint8(7)), string([]rune(id("\t\n")))) + ">"
}

type T3 struct {
	T1
	F0 uint64
	F1 uint
}

func pure5(a4 string) int32 {
	v6 := ((id(int32(-3)) | int32(64)) | (id(int32(-1)) | int32(-715827882)))
	for i7 := range 4 {
		if !strings.Contains(a4, a4) {
			continue
		}
		v6 = v6
		_ = i7
	}
	return v6
}

func pure10(a8 uint64, a9 uint8) int32 {
	v11 := pure5("a")
	for i12 := range 4 {
		if strings.Contains(id("😀"), "\t\n") || strings.Contains(id("😀"), "") {
			continue
		}
		v11 = +(pure5(""))
		_ = i12
	}
	return v11
}

func scene13() {
	defer caught("scene13")
	v14 := ((id(float32(1e21)) / id(float32(0.3333))) / float32(math.Ceil(id(float64(100)))))
	try("#15", func() { show(strings.HasSuffix("a/b/../c//d", "+7")) })
	try("#16", func() { show(slices.Sorted(slices.Values([]string{}))) })
	try("#17", func() { show(regexp.MustCompile("a+").ReplaceAllStringFunc("2024-02-29", strings.ToUpper)) })
	try("#18", func() { show(slices.Max([]int{})) })
	try("#19", func() { show(utf8.FullRuneInString("+7")) })
	try("#20", func() { show(unicode.IsPunct('ß')) })
	try("#21", func() { show(regexp.QuoteMeta("-42")) })
	try("#22", func() { show(time.Unix(873865906, 615117621).UTC()) })
	try("#23", func() { show(bytes.ToUpper([]byte(strings.ToUpper(id("\t\n"))))) })
	try("#24", func() { show(strconv.ParseUint(strconv.Itoa(id(int(100))), 10, 8)) })
	try("#25", func() { show(strings.SplitAfter("Inf", "k=v;k2=v2")) })
	show("#26", v14)
}

func scene27() {
	defer caught("scene27")
	v28 := []int{(id(int(0)) & int(-10))}
	xs := []float64{float64((id(int8(10)) + int8(3))), float64((id(uint64(10)) ^ uint64(10)))}
	show(total(xs...), total(xs[0]))
	ys := mapped(xs, func(x float64) float64 { return (float64(math.Round(x)) / x) })
	zs := grouped(xs, func(x float64) bool { return strings.Contains(clip(id("-12")+""), fmt.Sprint(true, "go")) })
	show(ys, len(zs), zs)
	p := pair[int, float32]{item(v28, item(v28, int(7))), float32((id(uint(64)) + uint(2)))}
	q := p.swap((float32(id(uint64(6148914691236517205))) * (id(float32(100)) / id(float32(3)))))
	q.set(item(v28, max(id(int(9223372036854775807)), int(-9223372036854775807))))
	show(p, q, p == q, fmt.Sprintf("%T", p))
	show("#29", v28)
}

func scene30() {
	defer caught("scene30")
	var v31 int
	v32 := v31
	v33 := uint64(toInt(float64((id(float64(0.1)) + id(float64(0.3333))))))
	var v34 []uint8
	v35 := append(v34, clipped(v34)...)
	show("cap", room(v35), room(v34))
	v34 = append(clipped(v34), clipped(v35)...)
	func() {
		defer caught("#36")
		defer show("deferred #36", v31)
		defer func() { show("late #36", v31) }()
		if len(v34) > 0 {
			v34[at((v31^v32), len(v34))] = (id(uint8(64)) % (id(uint8(7)) | 1))
		}
		v37 := fmt.Errorf("bad %v: %w", v31, errBase)
		if strings.Contains(string([]rune(id("x y"))), clip(id("\xff!")+"Zz9")) {
			panic(v37)
		}
		show("safe", v37)
		var v38 [3]string
		show("#39", v38)
	}()
	for i40 := 4; i40 > 0; i40 -= 2 {
		n41 := (i40 + 0)
		_ = n41
		v42 := v33
		func() {
			defer caught("#43")
			if len(v35) > 0 {
				v35[at(n41, len(v35))] = (id(uint8(10)) / (id(uint8(100)) | 1))
			}
			v44 := 1 << n41
			show("safe", v44)
			for k45, e46 := range clipped(v34) {
				k45 = (n41 & (v31 & k45))
				_, _ = k45, e46
			}
		}()
		show("#47", v42)
	}
	v35 = append(clipped(v35), max(id(uint8(10)), uint8(0)), max(id(uint8(10)), uint8(7)))
	v33 |= -(v33)
	v33 <<= ((id(uint32(4294967295)) << (v33 & 71)) & 71)
	v34 = v34
L48:
	for i49 := range 3 {
		for j50 := range 3 {
			s51 := j50
			switch s51 & 3 {
			case 0:
				continue L48
			case 1:
				continue
			case 2:
				break
			default:
				show(i49, j50)
			}
			for i52 := range 5 {
				n53 := (i52 + 0)
				_ = n53
				var v54 map[string]int16
				show("#55", v54)
			}
		}
	}
L56:
	for i57 := range 3 {
		for j58 := range 3 {
			s59 := v31
			switch s59 & 3 {
			case 0:
				break L56
			case 1:
				continue
			case 2:
				break
			default:
				show(i57, j58)
			}
			for i60 := 0; i60 < 4; i60++ {
				n61 := (i60 + 0)
				_ = n61
				switch (n61 + (n61 + v31)) & 7 {
				case 2:
					v35 = append(clipped(v35), uint8(len(v35)), (id(uint8(255)) * uint8(3)), (id(uint8(2)) & uint8(3)))
					if len(v35) > 0 {
						v35[at(n61, len(v35))] = (id(uint8(0)) - uint8(3))
					}
				case 4:
					v62 := [3]string{string([]rune(id("héllo"))), clip(id("go") + "a")}
					show("#63", v62)
				default:
					v35 = append(clipped(v35), (id(uint8(255)) & uint8(0)), (id(uint8(64)) % (id(uint8(255)) | 1)), (id(uint8(7)) * uint8(3)))
				}
				v64 := []int8{}
				v64 = append(clipped(v64), int8(len(v35)), int8(id(int64(-10))))
				show("#65", v64)
			}
		}
	}
	v66 := [4]string{}
	show("#67", v35, v66)
	show("#68", v31, v32, v33, v34, v35, v66)
}

func scene69() {
	defer caught("scene69")
	v70 := (min(id(uint8(7)), uint8(10)) + (id(uint8(64)) + uint8(10)))
	try("#71", func() { show(math.RoundToEven(math.NaN())) })
	try("#72", func() { show(math.Frexp(1e15)) })
	try("#73", func() { show(regexp.MustCompile("").MatchString("aXbXc")) })
	show("#74", v70)
}

func main() {
	scene13()
	scene27()
	scene30()
	scene69()
}
