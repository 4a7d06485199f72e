// A conditional expression evaluates its condition and one of its values.
package main

import "fmt"

func show(s string) string {
	fmt.Println("show", s)
	return s
}

func main() {
	x := 3
	y := x > 2 ? show("big") : show("small")
	fmt.Println(y)
}
