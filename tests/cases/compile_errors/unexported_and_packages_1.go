// Packages used as values.
package main

import (
	"fmt"
	"strings"
)

func main() {
	x := fmt // problem: use of package fmt not in selector
	_ = x
	y := 5 + strings // problem: use of package strings not in selector
	_ = y
	fmt.Println(math) // problem: undefined: math
	strings("a") // problem: use of package strings not in selector
	fmt.Println(strings.ToUpper("x"))
}
