// panic(int).
package main

import "fmt"

func main() {
	fmt.Println("before")
	panic(42)
}
