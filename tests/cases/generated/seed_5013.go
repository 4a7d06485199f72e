// A random program of the generator, seed 5013.
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
	F0 float64
	F1 uint32
	F2 uint64
}

func (t T1) Size() int { return int(min(id(int64(9223372036854775807)), int64(-9223372036854775807))) }
func (t *T1) Change(n int) {
	t.F0 = float64(math.Trunc(float64(math.Round(id(float64(7))))))
}
func (t T1) String() string {
	return "T1<" + clip(part("a", id(int(7)))+strings.ToUpper(id("a"))) + ">"
}

type T2 struct {
	T1
	F0 string
	F1 float64
	F2 int
}

func pure5(a3 uint, a4 float64) uint32 {
	v6 := ((id(uint32(7)) + uint32(7)) / ((id(uint32(4294967295)) & uint32(4294967295)) | 1))
	for i7 := range 4 {
		if strings.Contains(fmt.Sprint(int(64), "Zz9"), fmt.Sprint(true, "x y")) {
			continue
		}
		v6 = (^(v6) & v6)
		_ = i7
	}
	return v6
}

func pure10(a8 bool, a9 int64) int8 {
	v11 := (int8(a9) >> ((id(uint64(6148914691236517205)) % (id(uint64(100)) | 1)) & 71))
	for i12 := range 4 {
		if a8 || strings.Contains(id("\t\n"), "héllo") {
			continue
		}
		v11 = v11
		_ = i12
	}
	return v11
}

func scene13() {
	defer caught("scene13")
	v14 := -(id(int16(32767)) | int16(10))
	try("#15", func() { show(strings.Trim("6a6b", "+7")) })
	try("#16", func() { show(bytes.Count([]byte("go gopher"), []byte("<b>&amp;</b>"))) })
	try("#17", func() { show(time.Unix(909583408, 780821731).UTC().Add((3030 * time.Nanosecond)).Format("2006-002")) })
	try("#18", func() { show(slices.Concat([]int{4, 0, 6, 5}, []int{7, 6})) })
	try("#19", func() { show(regexp.MustCompile("(\\w)(\\d)?").MatchString("1h2m3.5s")) })
	try("#20", func() { show(fmt.Sprintf("%v %d", []string{}, []int{6, 1, 1})) })
	show("#21", v14)
}

func scene22() {
	defer caught("scene22")
	v23 := []float64{}
	v24 := map[string]int16{"a": int16(100), "go": int16(-2)}
	show(fmt.Sprintf("[% 12.2g]", strconv.Itoa(id(int(-9223372036854775807)))))
	show(fmt.Sprintf("[%+1.2b]", string(rune(id(int32(0))&0x3ff))))
	show(fmt.Sprintf("[%-12.o]", (id(int32(1)) * int32(-3))))
	show(fmt.Sprintf("[%+1d]", (id(uint64(10)) | uint64(64))))
	show(fmt.Sprintf("[%#1.x]", strings.Contains(id("héllo"), "世界")))
	show("#25", v23, v24)
}

func scene26() {
	defer caught("scene26")
	v27 := []int8{}
	try("#28", func() { show(slices.Insert([]int{4, 5, 0, 7}, -1, (id(int(1)) * int(-9223372036854775807)))) })
	try("#29", func() { show(math.Remainder(0.5, 2.675)) })
	try("#30", func() { show(bytes.Runes([]byte("  pad\t "))) })
	try("#31", func() { show(time.Unix(1590776584, 856433736).UTC().Before(time.Unix(1829419357, 949412524).UTC())) })
	try("#32", func() { show(strings.Fields("a,b,,c")) })
	try("#33", func() { show(errors.Join(errors.New("`tick`"), nil, errBase)) })
	try("#34", func() {
		show(fmt.Sprintf("%v|%+v|%#v|%T", true, []any{map[int]string{2: "b", -1: "a"}}, map[string]any{"b": map[string]any{"b": -2.5, "a": 1}}, map[string]any{"b": "\"quoted\"", "a": []any{nil}}))
	})
	try("#35", func() {
		show(time.Unix(724996231, 379257181).UTC().Add((3195 * time.Microsecond)).Format("Mon Jan 2 15:04:05 -0700 2006"))
	})
	show("#36", v27)
}

func scene37() {
	defer caught("scene37")
	v38 := strconv.Itoa(int(id(uint64(2))))
	try("#39", func() { show(url.ParseQuery("ŉǅß")) })
	try("#40", func() { show(strings.ContainsRune("line1\nline2\r\n", ' ')) })
	try("#41", func() { show((-402 * time.Second).Truncate((116 * time.Nanosecond))) })
	try("#42", func() { show(slices.Collect(slices.Chunk([]int{2, 6, 2}, 1))) })
	show("#43", v38)
}

func scene44() {
	defer caught("scene44")
	v45 := -(^(id(uint(1))))
	v46 := [2]int{int(toInt(float64(id(float64(7))))), int(id(int8(-100)))}
	v46[1] = ((id(int(10)) - int(64)) | v46[at(id(int(0)), len(v46))])
	if v47 := (+(id(uint16(65535))) / ((id(uint16(65535)) + uint16(3)) | 1)); v47 != (uint16(id(uint8(7))) & (id(uint16(2)) / (id(uint16(1)) | 1))) {
		v48 := v45
		v49 := strings.Contains(clip(id("-12")+"a"), clip(id("go")+"世界"))
		show("#50", v48, v49)
	} else {
		v46[1] = v46[at(int(id(int64(3074457345618258602))), len(v46))]
	}
	v51 := ((id(float32(1.25)) - id(float32(0.1))) * (id(float32(1.25)) + id(float32(100))))
	func() {
		defer caught("#52")
		v53 := []float64{(id(float64(3)) - id(float64(1e10)))}
		v54 := v53[(v46[at(^(id(int(3074457345618258602))), len(v46))] & 3)]
		show("safe", v54)
		v55 := [2]string{string(rune(id(int32(10)) & 0x3ff))}
		show("#56", v53, v55)
	}()
	show("#57", v51)
	show("#58", v45, v46, v51)
}

func main() {
	scene13()
	scene22()
	scene26()
	scene37()
	scene44()
}
