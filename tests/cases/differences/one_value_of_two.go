// A call whose second result is an error may be used as one value: an error that is not nil ends the program.
package main

import (
	"fmt"
	"strconv"
)

func main() {
	n := strconv.Atoi("41")
	fmt.Println(n + 1)
}
