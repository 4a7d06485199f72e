// Ranges, script tables, simple folding and special case mapping.
package main

import (
	"fmt"
	"strings"
	"unicode"
)

func main() {
	for _, r := range []rune{'K', 'k', '\u212A', 'ſ', 's', 'Σ', 'ς', 'σ', '1'} {
		fmt.Printf("%U->%U ", r, unicode.SimpleFold(r))
	}
	fmt.Println()
	for _, r := range []rune{'ß', 'İ', 'ı', 'ŉ', 'ǆ', 'ǅ', 'ÿ', 'Ω', 'ﬁ'} {
		fmt.Printf("%c:%c%c%c ", r, unicode.ToUpper(r), unicode.ToLower(r), unicode.ToTitle(r))
	}
	fmt.Println()
	fmt.Println(unicode.Is(unicode.Latin, 'é'), unicode.Is(unicode.Cyrillic, 'ж'), unicode.Is(unicode.Han, '漢'), unicode.Is(unicode.Hiragana, 'あ'), unicode.In('α', unicode.Latin, unicode.Greek), unicode.Is(unicode.Arabic, 'ع'))
	fmt.Println(unicode.IsOneOf([]*unicode.RangeTable{unicode.Letter, unicode.Digit}, '9'), unicode.Is(unicode.Upper, 'É'), unicode.Is(unicode.White_Space, '\u2003'), unicode.Is(unicode.Nd, '٣'))
	fmt.Println(unicode.IsDigit('٣'), unicode.IsNumber('½'), unicode.IsNumber('Ⅷ'), unicode.IsDigit('²'), unicode.IsLetter('ª'), unicode.IsLetter('_'))
	fmt.Println(unicode.IsPunct('!'), unicode.IsPunct('$'), unicode.IsSymbol('$'), unicode.IsPunct('«'), unicode.IsSymbol('😀'), unicode.IsPrint('\u00ad'), unicode.IsGraphic('\u3000'), unicode.IsControl('\u0085'), unicode.IsSpace('\u0085'))
	fmt.Println(unicode.To(unicode.UpperCase, 'a') == 'A', unicode.MaxASCII == '\u007F', unicode.MaxLatin1 == 'ÿ', unicode.ToUpper(unicode.MaxRune+1) == unicode.MaxRune+1)
	counts := map[string]int{}
	for _, r := range "Hello, Wörld! 123 世界 \t€" {
		switch {
		case unicode.IsUpper(r):
			counts["upper"]++
		case unicode.IsLower(r):
			counts["lower"]++
		case unicode.IsLetter(r):
			counts["other letter"]++
		case unicode.IsDigit(r):
			counts["digit"]++
		case unicode.IsSpace(r):
			counts["space"]++
		case unicode.IsPunct(r):
			counts["punct"]++
		default:
			counts["rest"]++
		}
	}
	fmt.Println(counts)
	slug := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		if unicode.IsSpace(r) {
			return '-'
		}
		return -1
	}, "Ünder the Sea! (2nd)")
	fmt.Println(slug)
}
