// Unexported names of packages, packages used as values, assignments to them.
package main

import (
	"strings"
)

func main() {
	_ = x // problem: undefined: x
	var sb strings.Builder
	fmt.Println(sb.buf, sb.writeString("x")) // problem: sb.buf undefined (cannot refer to unexported field buf) | sb.writeString undefined (type strings.Builder has no field or method writeString, but does have method WriteString) | undefined: fmt
	strings("a") // problem: use of package strings not in selector
	var t time // problem: undefined: time
	_ = t
}
