// A random program of the generator, seed 5002.
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
	F1 float32
}

func (t T1) Size() int {
	return (int(toInt(float64(id(float64(0.3333))))) + (id(int(64)) / (id(int(7)) | 1)))
}
func (t *T1) Change(n int) {
	t.F1 = (float32(math.Round(id(float64(1e21)))) + (id(float32(100)) + id(float32(0.5))))
}

type T2 struct {
	T1
	F0 int
}

type T3 struct {
	T2
	F0 int64
}

func (t T3) Size() int {
	return ((id(int(10)) % (id(int(-3074457345618258602)) | 1)) % (min(id(int(-9223372036854775807)), int(2)) | 1))
}
func (t *T3) Change(n int) {
	t.F0 = (-(id(int64(100))) &^ t.F0)
}

func pure5(a4 int64) int64 {
	v6 := a4
	for i7 := range 4 {
		if !id(false) || (id(uint64(10)) != uint64(18446744073709551615)) {
			continue
		}
		v6 = (a4 - a4)
		_ = i7
	}
	return v6
}

func named8(a int8) (r uint8, err error) {
	defer func() {
		r = r
		if p := recover(); p != nil {
			err = fmt.Errorf("recovered: %v", p)
		}
	}()
	switch max((id(int(-100))+int(3)), int(id(int32(0)))) & 7 {
	case 2:
		v9 := []float64{(id(float64(1.25)) + id(float64(0.1))), float64(a)}
		for i10 := range 3 {
			n11 := (i10 + 0)
			_ = n11
			for k12, e13 := range clipped(v9) {
				for k14, e15 := range clipped(v9) {
					n11 -= k14
					k12 <<= ((id(uint(7)) ^ uint(18446744073709551615)) & 71)
					_, _ = k14, e15
				}
				for i16 := range 3 {
					n17 := (i16 + 0)
					_ = n17
					v18 := append(v9, clipped(v9)...)
					show("cap", room(v18), room(v9))
					v19 := []string{fmt.Sprint(n17, "\t\n"), strings.ToLower(id("go")), clip(id("3.5") + "-12")}
					n17 = (-(k12) >> 31)
					show("#20", v18, v19)
				}
				_, _ = k12, e13
			}
		}
		show("#21", v9)
	case 4:
		v22 := ((id(float32(1e21)) * id(float32(7))) * float32(math.Ceil(id(float64(0.3333)))))
		v23 := v22
		show("#24", v22, v23)
	case 6:
		v25 := float32(+(id(uint32(2))))
		show("#26", v25)
		fallthrough
	default:
		v27 := uint16(int64(toInt(float64(id(float64(100))))))
		if uint64(v27) <= (id(uint64(10)) + uint64(2)) {
			v28 := (^(id(int(0))) > int(byteAt(id("😀"), int(64))))
			a++
			v29 := map[uint32]string{}
			show("#30", v28, v29)
		}
		show("#31", v27)
	}
	v32 := 1 << a
	show("safe", v32)
	if !(id(int32(3)) == int32(3)) {
		return r, errBase
	}
	return r, nil
}

func named8Of(r uint8, err error) string { return fmt.Sprintf("%+q %v", fmt.Sprint(r), err) }
func scene33() {
	defer caught("scene33")
	show(named8Of(named8(((id(int8(2)) * int8(-127)) % ((id(int8(100)) - int8(127)) | 1)))))
	show(named8Of(named8(((id(int8(0)) - int8(42)) << (max(id(uint8(0)), uint8(3)) & 71)))))
}

func scene34() {
	defer caught("scene34")
	v35 := T1{F0: float32(1.25)}
	in, out := make(chan int, 0), make(chan int)
	go func() {
		defer close(in)
		for i := range 3 {
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
	show("#36", v35)
}

func scene37() {
	defer caught("scene37")
	const c38 = (0xFFFF)
	const c39 = (^(1 << 40))
	const c40 = (((c38 % 99999999977) ^ ((12345678901234567890) | (7))) & (((1 << 40) / 4294967296) - (1)))
	const c41 = ((((-5) % -7) << 1) & (2))
	const c42 = ((((c40 % 99999999977) / -7) - (1000003)) &^ (((2) % 1000) + ((1) + (1))))
	show(c38%1000003, c38/7%65536, float64(c38%1000000000000000)/3, c39%1000003, c39/7%65536, float64(c39%1000000000000000)/3, c40%1000003, c40/7%65536, float64(c40%1000000000000000)/3, c41%1000003, c41/7%65536, float64(c41%1000000000000000)/3, c42%1000003, c42/7%65536, float64(c42%1000000000000000)/3)
	show(c38*1e-20/3.0 > 1, c38*0.5 == c38/2.0, c39*1e-20/3.0 > 1, c39*0.5 == c39/2.0, c40*1e-20/3.0 > 1, c40*0.5 == c40/2.0, c41*1e-20/3.0 > 1, c41*0.5 == c41/2.0, c42*1e-20/3.0 > 1, c42*0.5 == c42/2.0)
}

func main() {
	scene33()
	scene34()
	scene37()
}
