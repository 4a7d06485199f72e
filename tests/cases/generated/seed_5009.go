// A random program of the generator, seed 5009.
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
	F0 bool
	F1 uint8
}

func (t T1) Size() int { return min((id(int(7)) ^ int(0)), (id(int(-10)) >> (id(uint16(7)) & 71))) }
func (t *T1) Change(n int) {
	t.F1 = t.F1
}

type T2 struct {
	T1
	F0 int64
	F1 uint32
	F2 uint32
}

func (t T2) Size() int { return min((id(int(-3)) & int(10)), (id(int(3074457345618258602)) | int(0))) }
func (t *T2) Change(n int) {
	t.F1 = (uint32(toInt(float64(id(float64(1.25))))) | max(id(uint32(100)), uint32(3)))
}

type T3 struct {
	T1
	F0 uint32
	F1 float32
}

func (t T3) Size() int {
	return ((id(int(0)) * int(64)) % ((id(int(0)) >> (id(uint32(4294967295)) & 71)) | 1))
}
func (t *T3) Change(n int) {
	t.F1 = float32((id(uint64(3)) + uint64(100)))
}

func pure5(a4 float64) uint32 {
	v6 := ((id(uint32(10)) * uint32(1)) & (id(uint32(7)) & uint32(10)))
	for i7 := range 4 {
		if !(id(false) && false) {
			continue
		}
		v6 = v6
		_ = i7
	}
	return v6
}

func pure11(a8 uint16, a9 uint32, a10 uint8) uint32 {
	v12 := a9
	for i13 := range 4 {
		if strings.Contains(id("go"), "世界") && (id(int(-3074457345618258602)) >= int(9223372036854775807)) {
			continue
		}
		v12 = v12
		_ = i13
	}
	return v12
}

func scene14() {
	defer caught("scene14")
	v15 := strings.Title(clip(id("a") + "héllo"))
	var v16 float32
	show(fmt.Sprintf("[%0.d]", (id(int(-2)) & int(7))))
	show(fmt.Sprintf("[%-12.0U]", (id(int(7)) <= int(-2))))
	show("#17", v15, v16)
}

func scene18() {
	defer caught("scene18")
	v19 := [4]int8{+(id(int8(7)))}
	in, out := make(chan uint32, 3), make(chan uint32)
	go func() {
		defer close(in)
		for i := range 5 {
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
	buffered := make(chan uint32, 3)
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
	show("#20", v19)
}

func scene21() {
	defer caught("scene21")
	v22 := T2{F1: uint32(0), F2: uint32(64)}
	v23 := float32(^(id(uint32(2))))
	show(fmt.Sprintf("[%0*o]", 7, float32(math.Trunc(id(float64(0.3333))))))
	show(fmt.Sprintf("[%-12.E]", (id(float64(1e21)) / id(float64(1e10)))))
	show(fmt.Sprintf("[%0.0X]", T3{F0: uint32(2), F1: v23}))
	show(fmt.Sprintf("[%+#1b]", uint64(toInt(float64(id(float64(7)))))))
	show(fmt.Sprintf("[%+#5.0v]", (id(int64(0)) < int64(9223372036854775807))))
	show("#24", v22, v23)
}

func named25(a bool) (r uint8, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	v26 := T3{F1: float32(2.5e-3)}
	v27 := fmt.Errorf("bad %v: %w", int(int32(toInt(float64(id(float64(1e10)))))), errBase)
	if a {
		panic(v27)
	}
	show("safe", v27)
	if a {
		return r, errBase
	}
	show("#28", v26)
	return (r - r), nil
}

func named25Of(r uint8, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene29() {
	defer caught("scene29")
	show(named25Of(named25(((id(uint(2)) &^ uint(6148914691236517205)) >= (id(uint(64)) / (id(uint(100)) | 1))))))
}

func scene30() {
	defer caught("scene30")
	v31 := []string{clip(id("\t\n") + "\xff!")}
	v32 := (int8(id(uint64(7))) * (id(int8(-100)) ^ int8(-127)))
	var kept []func() int8
	for i := range 3 {
		kept = append(kept, func() int8 {
			i += 10
			v32 = v32
			return (v32 % ((v32 | v32) | 1))
		})
	}
	v33 := kept[1]()
	show(v33, v32)
	v34 := kept[2]()
	show(v34, v32)
	by := map[string]func() int8{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v32) }()
	all := []int8{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#35", v31, v32)
}

func scene36() {
	defer caught("scene36")
	v37 := []float64{float64(math.Sqrt(id(float64(100)))), float64(math.Trunc(id(float64(0.1))))}
	v38 := ((id(int(0)) - int(0)) + (id(int(10)) % (id(int(7)) | 1)))
	var kept []func() int
	for i := range 3 {
		kept = append(kept, func() int {
			i += 10
			v38 = ((v38 - i) % (v38 | 1))
			return i
		})
	}
	v39 := kept[2]()
	show(v39, v38)
	v40 := kept[0]()
	show(v40, v38)
	v41 := kept[1]()
	show(v41, v38)
	v42 := kept[1]()
	show(v42, v38)
	by := map[string]func() int{"x": kept[0]}
	if f, ok := by["x"]; ok {
		f()
	}
	defer func() { show(v38) }()
	all := []int{}
	for _, f := range kept {
		all = append(all, f())
	}
	show(all)
	show("#43", v37, v38)
}

func main() {
	scene14()
	scene18()
	scene21()
	scene29()
	scene30()
	scene36()
}
