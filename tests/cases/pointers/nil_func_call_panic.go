// Calling a nil func ends the program.
package main

import "fmt"

func main() {
	var f func(int) int
	fmt.Println(f == nil)
	table := map[string]func() string{"a": func() string { return "A" }}
	fmt.Println(table["a"]())
	defer fmt.Println("deferred runs")
	fmt.Println(table["b"]())
}
