// `var x := 1` and a missing trailing comma are mended.
package main

import "fmt"

func main() {
	var x := 5
	m := map[string]int{
		"a": 1,
		"b": 2
	}
	xs := []int{
		1,
		2
	}
	fmt.Println(x, m["b"], len(xs))
}
