// os.Exit(0) is a good end.
package main

import (
	"fmt"
	"os"
)

func main() {
	defer fmt.Println("never")
	fmt.Println("before")
	os.Exit(0)
	fmt.Println("after")
}
