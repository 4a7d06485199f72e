// Wrong uses of maps, slices and JSON-like data.
package main

import (
	"fmt"
	"strings"
)

func main() {
	data := map[string]any{"items": []any{map[string]any{"n": 1.0}}, "name": "x"}
	items := data["items"]
	for _, it := range items { // problem: cannot range over items (variable of interface type any)
		fmt.Println(it["n"])
	}
	name := data["name"]
	fmt.Println(strings.ToUpper(name)) // problem: cannot use name (variable of interface type any) as string value in argument to strings.ToUpper: need type assertion
	count := len(data["items"]) // problem: invalid argument: data["items"] (map index expression of interface type any) for built-in len
	_ = count
	total := 0.0
	for _, it := range data["items"].([]any) {
		total += it.(map[string]any)["n"] // problem: invalid operation: total += it.(map[string]any)["n"] (mismatched types float64 and any)
	}
	ids := []string{}
	_ = ids
	_ = m // problem: undefined: m
}
