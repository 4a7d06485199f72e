// The tables by name.
package main

import (
	"fmt"
	"unicode"
)

func main() {
	fmt.Println(unicode.Is(unicode.Scripts["Greek"], 'α'), unicode.Is(unicode.Categories["Lu"], 'A'), unicode.Is(unicode.Properties["White_Space"], ' '), len(unicode.GraphicRanges), len(unicode.PrintRanges))
	fmt.Println(unicode.In('世', unicode.GraphicRanges...), unicode.IsOneOf(unicode.PrintRanges, 'x'))
}
