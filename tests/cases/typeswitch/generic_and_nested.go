// Type switches inside generic functions, nested switches, shadowed names, shared cases.
package main

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"
)

type Num interface{ ~int | ~float64 | ~string }
type Celsius float64
type Tag string

func describe[T Num](v T) string {
	switch x := any(v).(type) {
	case int:
		return fmt.Sprint("int ", x+1)
	case float64:
		return fmt.Sprint("float ", x/2)
	case string:
		return "string " + x
	case Celsius:
		return fmt.Sprintf("%.1f°C", float64(x))
	}
	return fmt.Sprintf("%T", v)
}

func flatten(v any) (out []any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			out = append(out, flatten(e)...)
		}
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			out = append(out, flatten(v[k])...)
		}
	case nil:
	default:
		out = append(out, v)
	}
	return
}

func size(v any) int {
	switch v := v.(type) {
	case string, []byte:
		switch s := v.(type) {
		case string:
			return len(s)
		case []byte:
			return cap(s[:0:1])
		}
	case interface{ Len() int }:
		return v.Len()
	case fmt.Stringer, error:
		return len(fmt.Sprint(v))
	case *int, *string:
		if v == (*int)(nil) {
			return -10
		}
		return -1
	case []int, [3]int:
		return len(fmt.Sprint(v))
	}
	return -2
}

func main() {
	fmt.Println(describe(1), describe(2.5), describe("s"), describe(Celsius(36.6)), describe(Tag("t")))
	fmt.Println(flatten([]any{1, []any{"a", nil, []any{2.5}}, map[string]any{"z": true, "b": []any{'x'}}, struct{}{}}))
	n := 3
	for _, v := range []any{"abc", []byte("x"), strings.NewReader("four"), time.Second, errors.New("oops"), &n, (*int)(nil), (*string)(nil), []int{1}, [3]int{}, 5, nil} {
		fmt.Print(size(v), " ")
	}
	fmt.Println()
	var err error = &strconv.NumError{Func: "f", Num: "n", Err: strconv.ErrSyntax}
	switch e := errors.Unwrap(err); e {
	case strconv.ErrRange:
		fmt.Println("range")
	case strconv.ErrSyntax:
		fmt.Println("syntax", err)
	}
	counts := map[string]int{}
	for _, v := range []any{1, 2, "a", nil, 2.0, int8(1), []int{}, 'a', byte(1), true} {
		switch v.(type) {
		case int, int8, rune, byte:
			counts["integer"]++
		case bool, nil:
			counts["bool or nil"]++
		default:
			counts[fmt.Sprintf("%T", v)]++
		}
	}
	fmt.Println(counts)
}
