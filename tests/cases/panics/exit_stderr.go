// Messages on standard error before a failing exit.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Println("to stdout")
	fmt.Fprintln(os.Stderr, "fatal: config missing")
	fmt.Fprintf(os.Stderr, "code=%d\n", 7)
	os.Exit(7)
}
