// any in slices and maps, as from JSON; walking a nested value.
package main

import (
	"fmt"
	"sort"
	"strings"
)

func walk(v any, depth int) {
	pad := strings.Repeat("  ", depth)
	switch t := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(t))
		for k := range t {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			fmt.Printf("%s%s:\n", pad, k)
			walk(t[k], depth+1)
		}
	case []any:
		for i, e := range t {
			fmt.Printf("%s[%d]\n", pad, i)
			walk(e, depth+1)
		}
	default:
		fmt.Printf("%s%T %v\n", pad, t, t)
	}
}

func get(v any, path ...any) (any, error) {
	for _, p := range path {
		switch k := p.(type) {
		case string:
			m, ok := v.(map[string]any)
			if !ok {
				return nil, fmt.Errorf("not a map at %q: %T", k, v)
			}
			if v, ok = m[k]; !ok {
				return nil, fmt.Errorf("no key %q", k)
			}
		case int:
			s, ok := v.([]any)
			if !ok || k >= len(s) {
				return nil, fmt.Errorf("bad index %d", k)
			}
			v = s[k]
		}
	}
	return v, nil
}

func main() {
	doc := map[string]any{"name": "x", "n": 3, "list": []any{1, 2.5, nil, true, map[string]any{"deep": []any{}}}, "nested": map[string]any{"a": map[string]any{"b": "c"}}}
	walk(doc, 0)
	fmt.Println(get(doc, "nested", "a", "b"))
	fmt.Println(get(doc, "list", 1))
	fmt.Println(get(doc, "name", "q"))
	fmt.Println(get(doc, "list", 9))
	fmt.Println(get(doc, "zz"))
	doc["n"] = doc["n"].(int) + 1
	doc["list"].([]any)[0] = "changed"
	fmt.Println(doc)
	sum := 0.0
	for _, v := range doc["list"].([]any) {
		if f, ok := v.(float64); ok {
			sum += f
		}
	}
	fmt.Println(sum, len(doc))
}
