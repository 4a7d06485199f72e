// panic(bool).
package main

import "fmt"

func main() {
	defer fmt.Println("d")
	panic(false)
}
