// A failed type assertion.
package main

import "fmt"

func main() {
	var v any = map[string]any{"n": 1.0}
	m := v.(map[string]any)
	fmt.Println(m["n"].(float64))
	fmt.Println(m["n"].(string))
}
