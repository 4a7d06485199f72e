// A random program of the generator, seed 5020.
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
	F0 int64
	F1 uint64
	F2 float64
}

func (t T1) Size() int {
	return ((id(int(-64)) &^ int(3)) / (max(id(int(9223372036854775807)), int(3)) | 1))
}
func (t *T1) Change(n int) {
	t.F2 = float64(uint32(id(int8(-100))))
}

type T2 struct {
	F0 int64
	F1 string
	F2 float64
}

func (t T2) Size() int { return int(toInt(float64(-(id(float64(2.5e-3)))))) }
func (t *T2) Change(n int) {
	t.F0 = int64(toInt(float64(t.F2)))
}
func (t T2) String() string { return "T2<" + string([]rune(fmt.Sprint(uint8(255), "-12"))) + ">" }

func pure4(a3 int16) int32 {
	v5 := ((id(int32(2147483647)) / (id(int32(1)) | 1)) & int32(id(uint64(7))))
	for i6 := range 4 {
		if strings.Contains(id("\xff!"), "\xff!") || strings.Contains(id("😀"), "Zz9") {
			continue
		}
		v5 = v5
		_ = i6
	}
	return v5
}

func scene7() {
	defer caught("scene7")
	var v8 [1]int8
	v9 := float32(min(id(int(7)), int(3)))
	list := []any{T1{F0: int64(-10), F1: uint64(100), F2: float64(1e10)}, (id(int(100)) * int(100))}
	for i, x := range list {
		switch y := x.(type) {
		case float64, bool:
			show(i, "float64, bool", y != x)
		case sizer:
			show(i, y.Size())
		case error:
			show(i, "error", y != x)
		case fmt.Stringer:
			show(i, "fmt.Stringer", y != x)
		case *T2:
			show(i, "*T2", y == nil)
		default:
			show(i, fmt.Sprintf("%T", y))
		}
		_, ok := x.(sizer)
		show(ok)
	}
	show(list[0] == list[1])
	m := map[any]int{list[0]: 1}
	m[list[1]] += 5
	show(len(m))
	show("#10", v8, v9)
}

func scene11() {
	defer caught("scene11")
	var v12 map[string]int
	try("#13", func() { show(strings.Contains("Inf", "\"quoted\"")) })
	try("#14", func() { show(strings.LastIndex("<b>&amp;</b>", "x\x00y")) })
	try("#15", func() { show(encoded("<b>&amp;</b>")) })
	try("#16", func() { show(strings.TrimSpace("-42")) })
	try("#17", func() { show(path.Join(strings.Title(id("😀")), "世界😀")) })
	try("#18", func() { show(encoded(1e15)) })
	try("#19", func() { show(bytes.Equal([]byte("a"), []byte("true"))) })
	show("#20", v12)
}

func scene21() {
	defer caught("scene21")
	v22 := []int{(id(int(-9223372036854775807)) - int(10)), (id(int(3074457345618258602)) - int(0))}
	try("#23", func() { show(math.Round(1e-7)) })
	try("#24", func() { show(strconv.FormatFloat(-2.5, 'g', -1, 64)) })
	try("#25", func() { show(strings.Contains(strings.Title(id("😀")), "true")) })
	try("#26", func() { show(strings.Trim(clip(id("-12")+"x y"), "6a6b")) })
	try("#27", func() { show(strconv.ParseFloat("\xff\xc3(", 32)) })
	try("#28", func() { show(regexp.MustCompile("a+").FindStringSubmatch("aXbXc")) })
	try("#29", func() { show(path.Match(strings.Title(id("héllo")), clip(id("\t\n")+"-12"))) })
	try("#30", func() { show(fmt.Sprintf("%6.2f|%-8s|%08d", -2.5, strings.ToUpper(id("a")), item(v22, int(-64)))) })
	try("#31", func() { show(regexp.MustCompile("\\s+").FindStringSubmatch("世界😀")) })
	try("#32", func() { show(strings.NewReplacer("a", "1", "b", "\"quoted\"").Replace("k=v;k2=v2")) })
	try("#33", func() { show(time.ParseDuration("héllo wörld")) })
	show("#34", v22)
}

func scene35() {
	defer caught("scene35")
	v36 := ((id(uint32(64)) * uint32(4294967295)) == (id(uint32(0)) | uint32(0)))
	in, out := make(chan int, 1), make(chan int)
	go func() {
		defer close(in)
		for i := range 1 {
			in <- int(i)
		}
	}()
	done := make(chan bool, 1)
	for range 1 {
		go func() {
			for n := range in {
				_ = n
				out <- (n | n)
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
	var sum int
	count := 0
	for v := range out {
		sum += v
		count++
	}
	v, ok := <-out
	show(sum, count, v, ok)
	buffered := make(chan int, 1)
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
	show("#37", v36)
}

func scene38() {
	defer caught("scene38")
	v39 := [3]int8{int8(id(int64(-2))), (id(int8(3)) | int8(-127)), (id(int8(-10)) ^ int8(-64))}
	v40 := map[int8]int{0: int(-9223372036854775807), 2: int(2), 4: int(-10)}
	v39[2] /= (min(id(int8(0)), int8(0)) | 1)
	v41 := max(min(id(int16(-10)), int16(-1)), -(id(int16(3))))
	v42 := T1{F2: float64(0.5)}
	v42.F0 += (v42.F0 * (id(int64(7)) / (id(int64(-100)) | 1)))
	switch int(len(v40)) & 7 {
	case 0:
		v43 := map[uint32]string{1: "héllo", 3: "3.5", 5: ""}
		if v40 != nil {
			v40[v39[at(id(int(0)), len(v39))]] = v40[int8(42)]
		}
		show("#44", v43)
	default:
		v42.F2 = -(v42.F2)
		v39[2]--
	}
	if uint64(toInt(float64(id(float64(3))))) >= max(id(uint64(2)), uint64(18446744073709551615)) {
		var v45 []int8
		v42.F0--
		show("#46", v45)
	}
	f49 := func(a47 int8, a48 uint32) bool {
		if v40 != nil {
			v40[a47] += int(id(uint16(7)))
		}
		return ((id(int32(2)) % (id(int32(2)) | 1)) == min(id(int32(64)), int32(0)))
	}
	v50 := f49((id(int8(-10)) / (id(int8(1)) | 1)), (id(uint32(4294967295)) - uint32(1431655765)))
	v51 := [1]int{v40[int8(100)]}
	v39[1] *= (int8(toInt(float64(id(float64(1e21))))) >> (uint(len(v40)) & 71))
	show("#52", v41, v42, v50, v51)
	show("#53", v39, v40, v41, v42, v50, v51)
}

func scene54() {
	defer caught("scene54")
	v55 := !!id(false)
	v56 := []int8{int8(toInt(float64(id(float64(0.5))))), (id(int8(100)) % (id(int8(-42)) | 1)), (id(int8(-100)) - int8(127))}
	v56 = append(clipped(v56), (id(int8(-42)) % (id(int8(-1)) | 1)))
	v57 := []uint8{(id(uint8(100)) + uint8(2)), (id(uint8(255)) * uint8(3))}
	v58 := cut3(v56, ^(id(int(2))), int(id(int8(100))))
	v59 := float64(math.Abs(float64(math.Ceil(id(float64(100))))))
	f61 := func(a60 bool) string {
		for k62, e63 := range clipped(v58) {
			e63 <<= ((id(uint16(0)) + uint16(10)) & 71)
			_, _ = k62, e63
		}
		return clip(part("a", id(int(9223372036854775807))) + part("😀", id(int(0))))
	}
	v64 := f61((id(int(100)) < int(100)))
	v57 = append(clipped(v57), uint8(id(uint(7))), (id(uint8(10)) | uint8(0)))
	for k65, e66 := range clip(v64) {
		func() {
			defer caught("#67")
			f68 := func() int8 {
				k65 /= (int(id(int16(7))) | 1)
				return int8(len(v56))
			}
			v69 := f68()
			v70 := f68()
			v71 := fmt.Sprint((v59 - v59), strconv.Itoa(k65))[(k65 & 3):]
			show("safe", v71)
			v72 := cut3(v57, (k65 + k65), (k65 | k65))
			show("#73", v69, v70, v72)
		}()
		v74 := []uint8{item(v57, k65)}
		show("#75", v74)
		_, _ = k65, e66
	}
	v55 = v55
	for i76 := 0; i76 < 5; i76++ {
		n77 := (i76 + 0)
		_ = n77
		v78 := T2{F0: int64(-3), F1: v64}
		n77 |= n77
		show("#79", v78)
	}
	if len(v58) > 0 {
		v58[at(int(id(int32(10))), len(v58))] = int8(id(uint32(3)))
	}
	show("#80", v57, v58, v59, v64)
	show("#81", v55, v56, v57, v58, v59, v64)
}

func main() {
	scene7()
	scene11()
	scene21()
	scene35()
	scene38()
	scene54()
}
