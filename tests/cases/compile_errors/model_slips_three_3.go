// Wrong uses of maps, slices and JSON-like data.
package main

import (
	"fmt"
)

func main() {
	data := map[string]any{"items": []any{map[string]any{"n": 1.0}}, "name": "x"}
	items := data["items"]
	_ = items
	name := data["name"]
	_ = name
	total := 0.0
	for _, it := range data["items"].([]any) {
		_ = it
	}
	ids := []string{}
	fmt.Println(count, total, ids.length, data.name) // problem: data.name undefined (type map[string]any has no field or method name) ;; ids.length undefined (type []string has no field or method length) ;; undefined: count
	var m map[string]int = data // problem: cannot use data (variable of type map[string]any) as map[string]int value in variable declaration
	_ = m
}
