// panic of a float.
package main

import "fmt"

func main() {
	fmt.Println("before")
	panic(1.5)
}
