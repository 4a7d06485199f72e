// Habits of other languages, all of which parse.
package main

import "fmt"

func main() {
	xs := []int{3, 1, 2}
	s := "abc"
	_ = s
	m := map[string]int{"a": 1}
	_ = m
	var d double // problem: undefined: double
	var st String = "x" // problem: undefined: String
	fmt.Println(f, b, d, st, this, self, typeof(xs)) // problem: undefined: b ;; undefined: f ;; undefined: self ;; undefined: this ;; undefined: typeof
}
