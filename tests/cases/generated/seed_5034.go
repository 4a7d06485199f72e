// A random program of the generator, seed 5034.
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
	F0 float32
}

func (t T1) Size() int { return ^(id(int(3074457345618258602)) / (id(int(1)) | 1)) }
func (t *T1) Change(n int) {
	t.F0 = t.F0
}
func (t T1) String() string {
	return "T1<" + clip(fmt.Sprint(float64(0.1), "世界")+string(rune(id(int32(1))&0x3ff))) + ">"
}

type T2 struct {
	F0 bool
	F1 float64
	F2 int
}

func (t T2) Size() int { return t.F2 }
func (t *T2) Change(n int) {
	t.F1 = (-(id(float64(3))) * t.F1)
}
func (t T2) String() string { return "T2<" + string(rune(int32(id(int32(2147483647)))&0x3ff)) + ">" }

func scene3() {
	defer caught("scene3")
	v4 := T1{}
	v5 := v4.F0
	list := []any{(id(float64(1e10)) > float64(7)), T2{F1: float64(0.1), F2: int(9223372036854775807)}}
	for i, x := range list {
		switch y := x.(type) {
		case T2:
			show(i, "T2", y != x)
		case int:
			show(i, "int", y != x)
		case *T1:
			show(i, "*T1", y == nil)
		default:
			show(i, fmt.Sprintf("%T", y))
		}
		_, ok := x.(sizer)
		show(ok)
	}
	show(list[1] == list[0])
	m := map[any]int{list[1]: 1}
	m[list[0]] += 5
	show(len(m))
	show("#6", v4, v5)
}

func scene7() {
	defer caught("scene7")
	v8 := []float64{float64(math.Sqrt(id(float64(3)))), (id(float64(0.3333)) / id(float64(3))), float64(id(int32(7)))}
	try("#9", func() { show(math.Hypot(1e-7, 3)) })
	try("#10", func() { show(strings.CutSuffix(strings.ToUpper(id("héllo")), strings.ToUpper(id("3.5")))) })
	try("#11", func() { show(html.EscapeString("x\x00y")) })
	try("#12", func() { show(strings.HasPrefix(string([]rune(id("\t\n"))), strings.ToUpper(id("a")))) })
	try("#13", func() { show(utf8.FullRuneInString("k=v;k2=v2")) })
	try("#14", func() { show(stable((id(int(0)) + int(-64)), 1)) })
	try("#15", func() { show(regexp.MustCompile("(?i)[h-l]").ReplaceAllString("\u00e9\u0301", "<$0|$1>")) })
	try("#16", func() { show(regexp.MustCompile("\\b").ReplaceAllStringFunc("true", strings.ToUpper)) })
	try("#17", func() { show(strings.Fields("1_000")) })
	try("#18", func() { show(strconv.ParseUint("Hello, World!", 10, 8)) })
	try("#19", func() { show(time.ParseDuration("k=v;k2=v2")) })
	show("#20", v8)
}

func scene21() {
	defer caught("scene21")
	v22 := T2{F0: true, F2: int(100)}
	v23 := v22.F1
	var kept []func() float64
	for i := range 3 {
		kept = append(kept, func() float64 {
			i += 10
			v23 = v23
			return v23
		})
	}
	v24 := kept[2]()
	show(v24, v23)
	v25 := kept[2]()
	show(v25, v23)
	by := map[string]func() float64{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v23) }()
	all := []float64{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#26", v22, v23)
}

func scene27() {
	defer caught("scene27")
	const c28 = ((12345678901234567890) &^ ((('a') << 0) / 1000))
	const c29 = ((((12345678901234567890) % -7) / -7) % 3)
	const c30 = ((((c28 % 99999999977) * (2)) &^ ((c29 % 99999999977) + (12345678901234567890))) ^ ('a'))
	const c31 = (+(1))
	const c32 = ((((2) ^ (12345678901234567890)) | ((c31 % 99999999977) >> 9)) % 3)
	show(c28%1000003, c28/7%65536, float64(c28%1000000000000000)/3, c29%1000003, c29/7%65536, float64(c29%1000000000000000)/3, c30%1000003, c30/7%65536, float64(c30%1000000000000000)/3, c31%1000003, c31/7%65536, float64(c31%1000000000000000)/3, c32%1000003, c32/7%65536, float64(c32%1000000000000000)/3)
	show(c28*1e-20/3.0 > 1, c28*0.5 == c28/2.0, c29*1e-20/3.0 > 1, c29*0.5 == c29/2.0, c30*1e-20/3.0 > 1, c30*0.5 == c30/2.0, c31*1e-20/3.0 > 1, c31*0.5 == c31/2.0, c32*1e-20/3.0 > 1, c32*0.5 == c32/2.0)
}

func scene33() {
	defer caught("scene33")
	v34 := min(+(id(uint(64))), uint(id(int16(100))))
	v35 := uint16(toInt(float64((id(float64(2.5e-3)) + id(float64(100))))))
	v36 := T1{F0: float32(1e10)}
	v37 := ((id(int(-100)) | int(100)) | (id(int(64)) * int(10)))
	var v38 map[int8]string
	v39 := []float64{float64(math.Ceil(id(float64(0.3333)))), float64(id(uint64(3))), float64(v34)}
	v40 := [4]string{part("\xff!", v37)}
	delete(v38, ^(id(int8(127))))
	v41 := append(v39, (id(float64(2.5e-3)) - id(float64(0.1))), item(v39, v37))
	show("cap", room(v41), room(v39))
	v42 := []string{}
	show("#43", v38, v39, v40, v41, v42)
	show("#44", v34, v35, v36, v37, v38, v39, v40, v41, v42)
}

func scene45() {
	defer caught("scene45")
	v46 := []uint8{(id(uint8(0)) + uint8(7))}
	var v47 string
	list := []any{T2{F0: true, F1: float64(2.5e-3), F2: int(-3)}, nil}
	for i, x := range list {
		switch y := x.(type) {
		case T1:
			show(i, "T1", y != x)
		case []int:
			show(i, len(y))
		case sizer:
			show(i, y.Size())
		case int:
			show(i, "int", y != x)
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
	show("#48", v46, v47)
}

func scene49() {
	defer caught("scene49")
	v50 := !strings.Contains(id("Zz9"), "\xff!")
	in, out := make(chan int, 1), make(chan int)
	go func() {
		defer close(in)
		for i := range 1 {
			in <- int(i)
		}
	}()
	done := make(chan bool, 3)
	for range 3 {
		go func() {
			for n := range in {
				_ = n
				out <- n
			}
			done <- true
		}()
	}
	go func() {
		for range 3 {
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
	show("#51", v50)
}

func main() {
	scene3()
	scene7()
	scene21()
	scene27()
	scene33()
	scene45()
	scene49()
}
