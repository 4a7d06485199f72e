// Which byte sequences are valid, overlong forms, surrogates, truncation.
package main

import (
	"fmt"
	"unicode/utf8"
)

func main() {
	for _, s := range []string{"a", "é", "\xc3", "\xc0\x80", "\xe2\x82\xac", "\xe2\x82", "\xed\xa0\x80", "\xf0\x9f\x98\x80", "\xf4\x90\x80\x80", "\xff", "a\x80b", ""} {
		r, n := utf8.DecodeRuneInString(s)
		l, m := utf8.DecodeLastRuneInString(s)
		fmt.Printf("%q valid=%v count=%d first=%U/%d last=%U/%d full=%v runes=%x\n", s, utf8.ValidString(s), utf8.RuneCountInString(s), r, n, l, m, utf8.FullRuneInString(s), []rune(s))
	}
	for _, r := range []rune{0, 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff, 0x110000, -1, 0xd800} {
		fmt.Printf("%x:%d:%x ", r, utf8.RuneLen(r), string(r))
	}
	fmt.Println()
	fmt.Println(utf8.Valid([]byte{0xff}), utf8.RuneCount([]byte("héé")), utf8.RuneStart('a'), utf8.RuneStart(0x80), utf8.ValidRune(0xfffd), string(utf8.RuneError), utf8.MaxRune)
	fix := func(s string) string {
		var out []rune
		for len(s) > 0 {
			r, n := utf8.DecodeRuneInString(s)
			if r == utf8.RuneError && n == 1 {
				r = '?'
			}
			out = append(out, r)
			s = s[n:]
		}
		return string(out)
	}
	fmt.Println(fix("ok\xffé\xc3"), len(utf8.AppendRune(nil, 0x10ffff)))
	cut := func(s string, max int) string {
		if len(s) <= max {
			return s
		}
		for max > 0 && !utf8.RuneStart(s[max]) {
			max--
		}
		return s[:max]
	}
	fmt.Println(cut("héllo", 2), cut("日本語", 7), cut("abc", 10))
}
