package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// brackets in strings are no nesting, and hide none
func main() {
	for _, n := range []int{100, 200, 9000, 10001, 20000} {
		texts := []string{
			strings.Repeat("[", n) + strings.Repeat("]", n),
			strings.Repeat(`["]",`, n) + "1" + strings.Repeat("]", n),
			strings.Repeat(`["]",`, n) + "1" + strings.Repeat(`,"["]`, n),
			strings.Repeat(`["\"]\\",`, n) + "1" + strings.Repeat(`,"\\["]`, n),
			`["` + strings.Repeat("[", n) + `"]`,
			strings.Repeat("[", 90) + strings.Repeat("]", n),
		}
		for _, text := range texts {
			var v any
			fmt.Println(n, json.Valid([]byte(text)), json.Unmarshal([]byte(text), &v))
		}
	}
}
