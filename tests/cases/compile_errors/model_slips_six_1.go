// Habits of other languages, all of which parse.
package main

import "fmt"

func main() {
	xs := []int{3, 1, 2}
	xs.sort() // problem: xs.sort undefined (type []int has no field or method sort)
	fmt.Println(xs.length, xs[-1], "a"*3) // problem: invalid argument: index -1 (constant of type int) must not be negative ;; invalid operation: "a" * 3 (mismatched types untyped string and untyped int) ;; xs.length undefined (type []int has no field or method length)
	s := "abc"
	fmt.Println(s.upper(), s.length(), str(5), s.contains("a")) // problem: s.contains undefined (type string has no field or method contains) ;; s.length undefined (type string has no field or method length) ;; s.upper undefined (type string has no field or method upper) ;; undefined: str
	m := map[string]int{"a": 1}
	_ = m
}
