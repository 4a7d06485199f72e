// Habits of other languages, all of which parse.
package main

import "fmt"

func main() {
	xs := []int{3, 1, 2}
	s := "abc"
	_ = s
	m := map[string]int{"a": 1}
	fmt.Println(m.get("a"), m.keys(), m.a, xs.includes(3)) // problem: m.a undefined (type map[string]int has no field or method a) ;; m.get undefined (type map[string]int has no field or method get) ;; m.keys undefined (type map[string]int has no field or method keys) ;; xs.includes undefined (type []int has no field or method includes)
	var f float = 1.5 // problem: undefined: float
	_ = f
	var b boolean = true // problem: undefined: boolean
	_ = b
}
