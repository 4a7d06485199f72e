// Names that hide packages.
package main

import (
	"fmt"
	"strings"
)

func main() {
	fmt.Println("before")
	strings := []string{"a"}
	fmt.Println(strings.ToUpper("a"), strings[0]) // problem: strings.ToUpper undefined (type []string has no field or method ToUpper)
	{
		fmt := 5
		fmt.Println("z") // problem: fmt.Println undefined (type int has no field or method Println)
	}
}

var _ = strings.ToUpper("")
