// Bytes that are no UTF-8 decode as U+FFFD of width one, and stay bytes otherwise.
package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

func main() {
	s := "a\xffb\xc3\x28\xe4\xb8"
	fmt.Println(len(s), utf8.ValidString(s), utf8.RuneCountInString(s))
	for i, r := range s {
		fmt.Printf("%d:%U ", i, r)
	}
	fmt.Println()
	fmt.Printf("%q %x %+q\n", s, s, s)
	fmt.Printf("% x|%#x|%X\n", s[:3], s[:3], s[3:])
	rs := []rune(s)
	fmt.Println(len(rs), rs[1] == utf8.RuneError, rs)
	back := string(rs)
	fmt.Println(len(back), back == s, utf8.ValidString(back))
	fmt.Println(string(rune(-1)) == "\uFFFD", string(rune(0xD800)) == "\uFFFD", len(string(rune(0x110000))))
	r, size := utf8.DecodeRuneInString("\xff")
	fmt.Println(r, size)
	r, size = utf8.DecodeRuneInString("")
	fmt.Println(r, size)
	r, size = utf8.DecodeLastRuneInString("a世")
	fmt.Println(r, size)
	fmt.Println(strings.ToValidUTF8(s, "?"), strings.ToValidUTF8("ok", "?"))
	fmt.Println(strings.ToUpper("\xffa") == "\xffA", len(strings.ToUpper("\xffa")))
	fmt.Printf("%q\n", strings.Map(func(r rune) rune { return r }, "x\xffy"))
	fmt.Println(s[1] == 255, s[1:2] == "\xff", "\xff" > "z", strings.Index(s, "\xc3"))
	fmt.Printf("%q %q\n", []byte("\x00\x7f\x80"), []string{"\xff", "\t\""})
	for _, b := range []byte("\xff\x00") {
		fmt.Printf("%d,", b)
	}
	fmt.Println()
	fmt.Printf("%c|%v|%d\n", 0xFFFD, utf8.RuneError, []byte(back[1:4]))
}
