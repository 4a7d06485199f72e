// A random program of the generator, seed 5005.
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
	F0 int
}

func (t T1) Size() int { return ^(id(int(0)) / (id(int(0)) | 1)) }
func (t *T1) Change(n int) {
	t.F0 = int(toInt(float64((id(float64(3)) - id(float64(0.3333))))))
}

func pure3(a2 uint8) int64 {
	v4 := ^(int64(byteAt(id("世界"), int(64))))
	for i5 := range 4 {
		if (id(int8(64)) + int8(-64)) == (id(int8(0)) * int8(3)) {
			continue
		}
		v4 = (v4 - v4)
		_ = i5
	}
	return v4
}

func scene6() {
	defer caught("scene6")
	v7 := []string{part("Zz9", id(int(3))), part("3.5", id(int(2))), clip(id("\t\n") + "😀")}
	try("#8", func() { show(slices.Concat([]int{0}, []int{4, 8, 6, 6, 1})) })
	try("#9", func() { show(url.QueryUnescape("x\x00y")) })
	try("#10", func() { show(path.Base("2024-02-29")) })
	try("#11", func() { show(fmt.Errorf("%w: %s", errBase, clip(id("héllo")+"\t\n"))) })
	try("#12", func() {
		show(fmt.Sprintf("%v|%+v|%#v|%T", struct {
			A int
			b string
		}{1, "x"}, 1e-7, map[string]any{}, "99999999999999999999"))
	})
	try("#13", func() { show(regexp.MustCompile("[a-z]+").ReplaceAllString("\u00e9\u0301", "<$0|$1>")) })
	try("#14", func() { show(strings.CutSuffix("ŉǅß", "1_000")) })
	try("#15", func() { show(fmt.Sprintln("\xff\xc3(", (id(int(-7)) + int(3)), 3)) })
	try("#16", func() { show(strconv.FormatUint(uint64((id(int(1)) << 64)), 16)) })
	try("#17", func() { show(strings.HasSuffix("aXbXc", "世界😀")) })
	try("#18", func() { show(strings.HasPrefix("go gopher", "a")) })
	try("#19", func() { show(time.Parse("15:04:05", "ŉǅß")) })
	show("#20", v7)
}

func scene21() {
	defer caught("scene21")
	v22 := map[uint32]string{0: "x y"}
	try("#23", func() { show(math.Signbit(1e-7)) })
	try("#24", func() { show(unicode.IsLetter('\n')) })
	try("#25", func() { show(strings.Contains("ŉǅß", "aGVsbG8=")) })
	try("#26", func() {
		show(bits.Add64(uint64((id(int(10)) & int(-9223372036854775807))), uint64(^(id(int(9223372036854775807)))), 1))
	})
	try("#27", func() { show(strings.Index("a,b,,c", "-1.5us")) })
	try("#28", func() { show(math.Floor(-2.5)) })
	try("#29", func() { show(slices.Compare([]int{8, 4, 5, 3, 6}, []int{5, 3, 8, 2})) })
	try("#30", func() { show(slices.Contains([]int{7}, 0)) })
	try("#31", func() { show(regexp.QuoteMeta("true")) })
	try("#32", func() { show(slices.Contains([]int{}, 4)) })
	try("#33", func() { show(time.Unix(19809000, 522037066).UTC().Format("2006-01-02T15:04:05.000Z07:00")) })
	try("#34", func() { show(time.ParseDuration("Hello, World!")) })
	show("#35", v22)
}

func scene36() {
	defer caught("scene36")
	v37 := ((id(float32(1e10)) / id(float32(1e21))) / float32(id(uint(7))))
	v38 := part(clip(id("3.5")+"Zz9"), int(id(int(7))))
	var kept []func() string
	for i := range 3 {
		kept = append(kept, func() string {
			i += 10
			v38 = v38
			return v38
		})
	}
	v39 := kept[1]()
	show(v39, v38)
	v40 := kept[2]()
	show(v40, v38)
	by := map[string]func() string{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v38) }()
	all := []string{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#41", v37, v38)
}

func scene42() {
	defer caught("scene42")
	v43 := []float64{(id(float64(1e10)) - id(float64(0.5)))}
	v44 := int(int64(toInt(float64(id(float64(100))))))
	var kept []func() int
	for i := range 3 {
		kept = append(kept, func() int {
			i += 10
			v44 = v44
			return v44
		})
	}
	v45 := kept[1]()
	show(v45, v44)
	v46 := kept[1]()
	show(v46, v44)
	v47 := kept[2]()
	show(v47, v44)
	by := map[string]func() int{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v44) }()
	all := []int{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#48", v43, v44)
}

func scene49() {
	defer caught("scene49")
	v50 := (int(byteAt(id(""), int(1))) + (id(int(-9223372036854775807)) / (id(int(-7)) | 1)))
	ended := 0
	numbers := func(yield func(int, string) bool) {
		defer func() { ended++ }()
		for i := range 5 {
			if !yield(i, strconv.Itoa(int(byteAt(id("\xff!"), i)))) {
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
				if clip(s+s) < s {
					return n*100 + m
				}
				show(n, m, s)
			}
		}
		return -1
	}()
	show(found, ended)
	show("#51", v50)
}

func scene52() {
	defer caught("scene52")
	v53 := +(uint32(toInt(float64(id(float64(7))))))
	ended := 0
	numbers := func(yield func(int, string) bool) {
		defer func() { ended++ }()
		for i := range 6 {
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
				if float64(m) != -(id(float64(2.5e-3))) {
					continue outer
				}
				show(n, m, s)
			}
		}
		return -1
	}()
	show(found, ended)
	show("#54", v53)
}

func main() {
	scene6()
	scene21()
	scene36()
	scene42()
	scene49()
	scene52()
}
