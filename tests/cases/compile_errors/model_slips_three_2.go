// Wrong uses of maps, slices and JSON-like data.
package main

func main() {
	data := map[string]any{"items": []any{map[string]any{"n": 1.0}}, "name": "x"}
	items := data["items"]
	_ = items
	name := data["name"]
	_ = name
	total := 0.0
	_ = total
	for _, it := range data["items"].([]any) {
		_ = it
	}
	ids := []string{}
	ids = append(ids, data["id"]) // problem: cannot use data["id"] (map index expression of interface type any) as string value in argument to append: need type assertion
	ids.append("x") // problem: ids.append undefined (type []string has no field or method append)
	if data["ok"] { // problem: non-boolean condition in if statement
		total = data["total"].(float64) + data["count"].(int) // problem: invalid operation: data["total"].(float64) + data["count"].(int) (mismatched types float64 and int)
	}
	_ = m // problem: undefined: m
}
