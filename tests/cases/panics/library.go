// What library functions panic with, and of which type that is.
package main

import (
	"bufio"
	"bytes"
	"container/list"
	"context"
	"encoding/hex"
	"fmt"
	"math"
	"math/bits"
	"math/rand"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"text/template"
	"unicode/utf8"
)

func try(name string, f func()) {
	defer func() {
		r := recover()
		e, ok := r.(error)
		_, re := r.(runtime.Error)
		fmt.Printf("%s: %v %T %t %t\n", name, r, r, ok, re)
		_ = e
	}()
	f()
}

func main() {
	s := []int{1, 2, 3}
	try("repeat neg", func() { slices.Repeat(s, -1) })
	try("repeat big", func() { slices.Repeat(s, math.MaxInt) })
	try("repeat zero", func() { fmt.Println(slices.Repeat(s, 0) == nil, slices.Repeat([]int(nil), 3) == nil) })
	try("bytes repeat neg", func() { bytes.Repeat([]byte("a"), -1) })
	try("bytes repeat big", func() { bytes.Repeat([]byte("ab"), math.MaxInt) })
	try("strings repeat neg", func() { strings.Repeat("a", -1) })
	try("strings repeat big", func() { strings.Repeat("ab", math.MaxInt) })
	try("insert", func() { slices.Insert(s, 4, 1) })
	try("insert neg", func() { slices.Insert(s, -1) })
	try("delete", func() { slices.Delete(s, 2, 5) })
	try("delete rev", func() { slices.Delete(s, 2, 1) })
	try("replace", func() { slices.Replace(s, 2, 9, 1) })
	try("grow", func() { slices.Grow(s, -1) })
	try("chunk", func() { slices.Chunk(s, 0) })
	try("min", func() { slices.Min([]int{}) })
	try("max", func() { slices.MaxFunc([]int{}, func(a, b int) int { return 0 }) })
	try("minfunc", func() { slices.MinFunc([]string{}, strings.Compare) })
	try("concat", func() { fmt.Println(slices.Concat[[]int]() == nil, slices.Concat(s, nil, s)) })
	try("builder grow", func() { var b strings.Builder; b.Grow(-1) })
	try("buffer grow", func() { var b bytes.Buffer; b.Grow(-1) })
	try("buffer trunc", func() { var b bytes.Buffer; b.Truncate(1) })
	try("rand intn", func() { rand.Intn(0) })
	try("rand int31n", func() { rand.Int31n(-1) })
	try("rand int63n", func() { rand.Int63n(0) })
	try("perm", func() { rand.Perm(-1) })
	try("shuffle", func() { rand.Shuffle(-1, nil) })
	try("mustcompile", func() { regexp.MustCompile("a(b") })
	try("template", func() { template.Must(template.New("x").Parse("{{")) })
	try("newreplacer", func() { strings.NewReplacer("a") })
	try("list", func() { fmt.Println(list.New().Front()) })
	try("unreadbyte", func() { fmt.Println(strings.NewReader("x").UnreadByte()) })
	try("wg", func() { var w sync.WaitGroup; w.Done() })
	try("close nil", func() { var c chan int; close(c) })
	try("close twice", func() { c := make(chan int); close(c); close(c) })
	try("send closed", func() { c := make(chan int); close(c); c <- 1 })
	try("nil map", func() { var m map[string]int; m["a"] = 1 })
	try("makeslice", func() { n := -1; _ = make([]int, n) })
	try("makecap", func() { n := 1; _ = make([]int, 2, n) })
	try("makechan", func() { n := -1; _ = make(chan int, n) })
	try("hash key", func() { m := map[any]int{}; m[[]int{1}] = 2 })
	try("compare", func() { var a, b any = []int{1}, []int{1}; fmt.Println(a == b) })
	try("context nil", func() { context.WithValue(context.Background(), nil, 1) })
	try("context nil2", func() { context.WithCancel(nil) })
	try("bits", func() { var z uint; bits.Div(1, 1, z) })
	try("bits2", func() { bits.Div(5, 1, 3) })
	try("array ptr", func() { x := [2]int{}; i := 5; x[i%8] = 1 })
	try("slice to array", func() { _ = [4]int(s) })
	try("atomic", func() { var v atomic.Value; v.Store(1); v.Store("x") })
	try("atomic nil", func() { var v atomic.Value; v.Store(nil) })
	try("bufio", func() { sc := bufio.NewScanner(strings.NewReader("a")); sc.Scan(); sc.Buffer(nil, 1) })
	try("hex", func() { hex.Encode(make([]byte, 1), []byte("abc")) })
	try("utf8", func() { utf8.EncodeRune(nil, 'x') })
	try("once", func() { var o sync.Once; o.Do(func() { panic("in once") }) })
	try("unlock", func() { _ = slices.Grow(s, math.MaxInt) })
}
