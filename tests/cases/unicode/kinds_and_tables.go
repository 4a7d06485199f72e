// unicode and utf8: kinds, cases, tables by name, broken text.
package main

import (
	"fmt"
	"sort"
	"unicode"
	"unicode/utf8"
)

func main() {
	for _, r := range []rune{'a', 'A', '1', ' ', '\n', 'é', 'ß', '世', '½', 'Ⅷ', '٣', '\u00a0', '\u200b', '😀', 'ǅ', '$', '_', '!', '\u0301', -1, 0x110000, 0xd800, 0xe000} {
		fmt.Printf("%U %t %t %t %t %t %t %t %t %t %t %t %t %t", r, unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsNumber(r), unicode.IsSpace(r), unicode.IsUpper(r), unicode.IsLower(r), unicode.IsTitle(r), unicode.IsPunct(r), unicode.IsSymbol(r), unicode.IsMark(r), unicode.IsControl(r), unicode.IsPrint(r), unicode.IsGraphic(r))
		fmt.Printf(" %U %U %U %U %d %t\n", unicode.ToUpper(r), unicode.ToLower(r), unicode.ToTitle(r), unicode.SimpleFold(r), utf8.RuneLen(r), utf8.ValidRune(r))
	}
	for name, t := range map[string]*unicode.RangeTable{"Han": unicode.Han, "Latin": unicode.Latin, "L": unicode.L, "Nd": unicode.Nd, "WS": unicode.White_Space} {
		c := 0
		for r := rune(0); r < 0x3000; r += 7 {
			if unicode.Is(t, r) {
				c++
			}
		}
		if name == "WS" {
			fmt.Println(name, c, len(t.R16), t.LatinOffset, t.R16[0])
		}
	}
	names := []string{}
	for n, t := range unicode.Scripts {
		if unicode.Is(t, 'я') || unicode.Is(t, 'あ') || unicode.Is(t, 'क') {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	fmt.Println(names, len(unicode.Scripts), len(unicode.Properties))
	cats := []string{}
	for n, t := range unicode.Categories {
		if unicode.Is(t, 'A') {
			cats = append(cats, n)
		}
	}
	sort.Strings(cats)
	fmt.Println(cats, len(unicode.Categories), unicode.Scripts["Greek"] == unicode.Greek, unicode.Categories["Lu"] == unicode.Upper, unicode.Lu == unicode.Upper)
	s := "aé世😀\xff\xe4\xb8z"
	for i, r := range s {
		fmt.Print(i, ":", string(r), " ")
	}
	fmt.Println(utf8.RuneCountInString(s), utf8.ValidString(s), len(s), len([]rune(s)))
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		l, m := utf8.DecodeLastRuneInString(s)
		fmt.Print(r, n, l, m, utf8.FullRuneInString(s), " ")
		s = s[n:]
	}
	fmt.Println()
	b := utf8.AppendRune(nil, 'é')
	b = utf8.AppendRune(b, 0xd800)
	fmt.Println(b, utf8.RuneStart(b[1]), utf8.Valid(b), utf8.FullRune([]byte{0xe4}), utf8.RuneCount(b))
	tbl := &unicode.RangeTable{R16: []unicode.Range16{{'a', 'e', 2}}, LatinOffset: 1}
	fmt.Println(unicode.Is(tbl, 'a'), unicode.Is(tbl, 'b'), unicode.Is(tbl, 'c'), unicode.In('z', tbl, unicode.Digit), unicode.To(unicode.UpperCase, 'x'), unicode.To(9, 'x'))
}
