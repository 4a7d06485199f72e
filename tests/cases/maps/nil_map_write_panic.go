// Writing to a nil map panics; reading, len and delete do not.
package main

import "fmt"

func main() {
	var m map[string]int
	fmt.Println(m["a"], len(m))
	delete(m, "a")
	clear(m)
	v, ok := m["a"]
	fmt.Println(v, ok)
	func() {
		defer func() {
			r := recover()
			fmt.Println(r)
			_, isErr := r.(error)
			fmt.Println(isErr)
		}()
		m["a"] = 1
	}()
	type T struct{ tags map[string]bool }
	var t T
	fmt.Println(t.tags["x"], t)
	t.tags["x"] = true
}
