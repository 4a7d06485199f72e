// os.Exit ends at once with its status; deferred functions do not run.
package main

import (
	"fmt"
	"os"
)

func main() {
	defer fmt.Println("never")
	fmt.Println("before")
	func() {
		defer fmt.Println("never either")
		os.Exit(3)
	}()
}
