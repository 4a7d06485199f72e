// A library function fills what its pointer argument points to before the other results are read.
package main

import (
	"encoding/json"
	"fmt"
)

func decode[T any](b string) (T, error) {
	var out T
	return out, json.Unmarshal([]byte(b), &out)
}
func dec2(b string) ([]int, error) {
	var out []int
	return out, json.Unmarshal([]byte(b), &out)
}
func dec3(b string) (struct{ A int }, error) {
	var out struct{ A int }
	return out, json.Unmarshal([]byte(b), &out)
}
func main() {
	fmt.Println(decode[[]int]("[1,2]"))
	fmt.Println(decode[map[string]int](`{"a":1}`))
	fmt.Println(decode[int]("3"))
	fmt.Println(decode[struct{ A int }](`{"A":1}`))
	fmt.Println(dec2("[1,2]"))
	fmt.Println(dec3(`{"A":1}`))
}

func scan(s string) (int, string, error) {
	var n int
	var word string
	_, err := fmt.Sscan(s, &n, &word)
	return n, word, err
}

type box struct{ items []int }

func (b box) fill(text string) (box, error) {
	return b, json.Unmarshal([]byte(text), &b.items)
}

func init() {
	fmt.Println(scan("3 x"))
	fmt.Println(box{}.fill("[4]"))
	var x, y int
	pair := []any{x, json.Unmarshal([]byte("5"), &y), y}
	fmt.Println(pair...)
}
