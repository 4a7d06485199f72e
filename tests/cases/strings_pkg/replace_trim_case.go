// Replace, Trim family, case mapping, Repeat, Map, Title.
package main

import (
	"fmt"
	"strings"
	"unicode"
)

func main() {
	fmt.Println(strings.Replace("oink oink oink", "k", "ky", 2), strings.Replace("oink", "oink", "moo", -1), strings.ReplaceAll("aaa", "a", "b"), strings.ReplaceAll("abc", "", "-"), strings.Replace("abc", "", "-", 2), strings.Replace("abc", "b", "", 0))
	fmt.Printf("%q %q %q %q\n", strings.TrimSpace(" \t x y \n"), strings.Trim("xxhixx", "x"), strings.Trim("¡¡Hi!!", "!¡"), strings.TrimLeft("xxhixx", "x"))
	fmt.Printf("%q %q %q %q\n", strings.TrimRight("xxhixx", "ix"), strings.TrimPrefix("abc", "ab"), strings.TrimSuffix("abc", "bc"), strings.TrimPrefix("abc", "x"))
	fmt.Printf("%q %q %q\n", strings.TrimFunc("12ab34", unicode.IsDigit), strings.TrimLeftFunc("12ab", unicode.IsDigit), strings.TrimRightFunc("ab12", unicode.IsDigit))
	fmt.Println(strings.ToUpper("héllo ß ŉ"), strings.ToLower("HÉLLO İ Σ"), strings.ToTitle("abc"), strings.Title("hello wOrld-foo bar_baz"))
	fmt.Println(strings.Repeat("ab", 3), strings.Repeat("x", 0) == "", strings.Repeat("-", 10))
	fmt.Println(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case r == ' ':
			return -1
		}
		return r
	}, "hello, World é"))
	r := strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;")
	fmt.Println(r.Replace("<b>a & b</b>"))
	fmt.Println(strings.NewReplacer("a", "1", "aa", "2", "b", "").Replace("aaabab"), strings.NewReplacer("aa", "2", "a", "1").Replace("aaab"), strings.NewReplacer("", "X").Replace("ab"), strings.NewReplacer().Replace("same"))
	fmt.Println(strings.ToValidUTF8("a\xffb", "?"), strings.ToUpper("ǆ"), strings.ToTitle("ǆ"))
	fmt.Println(strings.TrimSpace("\u00a0\u2003x\u200b") == "x\u200b", strings.Trim("abc", ""), strings.TrimLeft("", "a") == "")
	fmt.Printf("%q\n", strings.Trim("  a b  ", " "))
}
