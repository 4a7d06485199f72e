// `while` is read as `for`.
package main

import "fmt"

func main() {
	x := 3
	while x > 0 {
		fmt.Println(x)
		x--
	}
}
