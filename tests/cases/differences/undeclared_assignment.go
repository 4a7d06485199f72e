// `=` to a name nobody declared is read as `:=`.
package main

import "fmt"

func main() {
	total = 0
	for _, v := range []int{1, 2, 3} {
		total += v
	}
	name, ok = "x", true
	fmt.Println(total, name, ok)
}
