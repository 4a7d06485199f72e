// Ranging over, converting and printing text that is no UTF-8.
package main

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

func main() {
	bad := "a\xffb\xc0\xafc\xed\xa0\x80d\xf4\x90\x80\x80é\xe2\x82"
	for i, r := range bad {
		fmt.Printf("%d:%U ", i, r)
	}
	fmt.Println(len(bad), utf8.RuneCountInString(bad), utf8.ValidString(bad), len([]rune(bad)))
	fmt.Printf("%q %+q %x % x %#q\n", bad, bad, bad, bad, bad)
	fmt.Printf("%q\n", []rune(bad))
	fmt.Printf("%q %v\n", string([]rune(bad)), []byte(bad)[:4])
	s := "héllo, 世界🎉"
	fmt.Println(len(s), s[1], s[1:3], s[7:], string(s[0]), []byte(s[:3]))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		fmt.Print(string(r), n, " ")
		i += n
	}
	for b := []byte(s); len(b) > 0; {
		r, n := utf8.DecodeLastRune(b)
		fmt.Print(string(r), n)
		b = b[:len(b)-n]
	}
	fmt.Println()
	fmt.Println(utf8.RuneLen('世'), utf8.RuneLen(-1), utf8.ValidRune(0xd800), utf8.AppendRune(nil, '🎉'), utf8.FullRuneInString("\xe4\xb8"), utf8.RuneStart(0x80))
	rs := []rune(s)
	for i, j := 0, len(rs)-1; i < j; i, j = i+1, j-1 {
		rs[i], rs[j] = rs[j], rs[i]
	}
	fmt.Println(string(rs), len(rs), string(rs[:2]))
	fmt.Println("a" < "b", "Z" < "a", "abc" < "abd", "" < "a", "é" > "z", "ab" > "a\xff")
	fmt.Println(unicode.IsUpper('É'), unicode.IsLetter('世'), unicode.IsDigit('٣'), unicode.IsNumber('Ⅷ'), unicode.IsSpace('\u00a0'), unicode.IsPunct('!'), unicode.IsSymbol('+'), unicode.IsControl('\n'), unicode.IsPrint('\u200b'), unicode.Is(unicode.Han, '世'), unicode.In('x', unicode.Latin, unicode.Greek))
	fmt.Println(string(unicode.ToUpper('ß')), string(unicode.ToLower('Σ')), string(unicode.ToTitle('ǆ')), unicode.SimpleFold('K'), unicode.MaxRune)
	var sb []byte
	for r := 'a'; r <= 'e'; r++ {
		sb = append(sb, byte(r))
	}
	sb = append(sb, "xyz"...)
	sb = append(sb, s[1:3]...)
	fmt.Println(string(sb), fmt.Sprintf("%c|%5c|%-3c|%U|%#x", 'x', '世', 'é', '🎉', 'é'))
	fmt.Printf("%5s|%-5s|%.2s|%5.1s|%05s|%q|%8q|%-8q|\n", "世界", "é", "世界x", "éa", "ab", 'é', "é", "x")
	fmt.Printf("%s|%v|%d|%x|%X|%c|%q\n", []byte("é"), []byte("é"), []byte("é"), []byte("é"), []byte("é"), []byte("é"), []byte("é"))
	fmt.Printf("%s|%v|%d|%x|%c|%q|%U\n", []rune("é!"), []rune("é!"), []rune("é!"), []rune("é!"), []rune("é!"), []rune("é!"), []rune("é!"))
	fmt.Printf("%q %q %q %q\n", "\a\b\f\n\r\t\v\\\"'", '\'', '"', "\u2028\ufeff\U000e0001")
	const raw = `a\n"b"` + "\x41\u0042\103"
	fmt.Println(raw, len(raw))
	type Str string
	var st Str = "named"
	for i, c := range st[:2] {
		fmt.Print(i, c, " ")
	}
	fmt.Println(string(st)+"!", st+"!", Str("x")+st, []byte(st)[0], len(st))
	b := []byte("immutable?")
	str := string(b)
	b[0] = 'X'
	fmt.Println(str, string(b))
	switch c := s[0]; {
	case 'a' <= c && c <= 'z':
		fmt.Println("lower", c-'a', string(c-32))
	}
	x := 'a' + 1
	y := "a"[0] + 1
	fmt.Printf("%T %v %T %v %T\n", x, x, y, y, 'a'*2.0)
	for i := range "héy" {
		fmt.Print(i, " ")
	}
	for range "héy" {
		fmt.Print(".")
	}
	fmt.Println()
	var r0 rune
	for _, r0 = range "xyz" {
	}
	fmt.Println(r0, string(r0))
	fmt.Println([]string{"a", ""}, []string(nil), fmt.Sprintf("%v %q %d", []string{""}, []string{""}, []string{}))
}
