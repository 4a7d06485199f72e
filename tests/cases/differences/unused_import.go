// An import that is never used is only a warning here.
package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	fmt.Println(strings.ToUpper("fine"))
}
