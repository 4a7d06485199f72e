"""What every random program begins with: imports and small functions that keep expressions within Go's bounds."""

PRELUDE = """package main

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
	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] }) // of equal elements Go promises no order
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
"""
