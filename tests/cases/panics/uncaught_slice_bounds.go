// slice bounds out of range.
package main

import "fmt"

func main() {
	s := "hello"
	n := 2
	fmt.Println(s[n:])
	fmt.Println(s[n+4:])
}
