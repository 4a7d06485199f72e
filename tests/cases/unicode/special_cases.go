// Cases of Turkish and of one's own tables, and the tables by name.
package main

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

func main() {
	c := unicode.TurkishCase
	fmt.Println(strings.ToUpperSpecial(c, "istanbul ığdır"), strings.ToLowerSpecial(c, "İSTANBUL IĞDIR"), strings.ToTitleSpecial(c, "iı dž"))
	fmt.Println(string(bytes.ToUpperSpecial(c, []byte("ixı"))), string(bytes.ToLowerSpecial(unicode.AzeriCase, []byte("IXİ"))), string(bytes.ToTitleSpecial(c, []byte("ixı"))))
	fmt.Println(string(c.ToUpper('i')), string(c.ToLower('I')), string(c.ToTitle('i')), string(c.ToUpper('x')), len(c))
	my := unicode.SpecialCase{unicode.CaseRange{Lo: 'a', Hi: 'c', Delta: [unicode.MaxCase]rune{1, 2, 3}}}
	fmt.Println(strings.ToUpperSpecial(my, "abcd"), strings.ToLowerSpecial(my, "abcdX"), strings.ToTitleSpecial(my, "abcd"))
	fmt.Println(unicode.UpperLower)
	up := unicode.SpecialCase{{0x100, 0x110, [3]rune{unicode.UpperLower, unicode.UpperLower, unicode.UpperLower}}}
	fmt.Printf("%q %q\n", strings.ToUpperSpecial(up, "āĂ"), strings.ToLowerSpecial(up, "āĂ"))
	fmt.Println(unicode.Is(unicode.Scripts["Greek"], 'α'), unicode.Is(unicode.Categories["Lu"], 'A'), unicode.Is(unicode.Properties["White_Space"], ' '), len(unicode.GraphicRanges), len(unicode.PrintRanges))
	fmt.Println(unicode.In('世', unicode.GraphicRanges...), unicode.IsOneOf(unicode.PrintRanges, 'x'))
	fmt.Println(c)
}
