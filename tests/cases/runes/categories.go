// Classes of runes by package unicode, on letters of many scripts.
package main

import (
	"fmt"
	"unicode"
)

func main() {
	for _, r := range "aZ5 é世_\t!²½ΣǅⅣ" {
		fmt.Printf("%q L%v U%v l%v D%v N%v S%v P%v C%v G%v\n", r, unicode.IsLetter(r), unicode.IsUpper(r), unicode.IsLower(r), unicode.IsDigit(r),
			unicode.IsNumber(r), unicode.IsSpace(r), unicode.IsPunct(r), unicode.IsControl(r), unicode.IsGraphic(r))
	}
	fmt.Println(string(unicode.ToUpper('ñ')), string(unicode.ToLower('Σ')), string(unicode.SimpleFold('k')), unicode.ToUpper('1') == '1')
	fmt.Println(unicode.Is(unicode.Han, '世'), unicode.In('я', unicode.Latin, unicode.Cyrillic), unicode.Is(unicode.Greek, 'a'))
	fmt.Println(unicode.IsSymbol('+'), unicode.IsSymbol('€'), unicode.IsPunct('-'), unicode.IsMark('\u0301'), unicode.IsTitle('ǅ'))
	fmt.Println(unicode.MaxRune, unicode.ReplacementChar == '\uFFFD', unicode.IsPrint('\u00a0'), unicode.IsSpace('\u00a0'))
}
