// Names that nobody declared.
package main

import (
	"fmt"
	"strings"
)

func main() {
	x := 1
	fmt.Println(x, y) // problem: undefined: y
	z := undefinedFunc(x) // problem: undefined: undefinedFunc
	fmt.Println(z)
	fmt.Printline("a") // problem: undefined: fmt.Printline
	strings.Foo("x") // problem: undefined: strings.Foo
	var t Missing // problem: undefined: Missing
	_ = t
}
