// len, indexing and slicing count bytes; range and conversion decode runes.
package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

func main() {
	s := "héllo, 世界!"
	fmt.Println(len(s), len([]rune(s)), utf8.RuneCountInString(s))
	fmt.Println(s[0], s[1], s[2], s[1:3], s[8:], s[:1])
	for i, r := range s {
		fmt.Printf("%d:%c(%d) ", i, r, r)
	}
	fmt.Println()
	for i := 0; i < 4; i++ {
		fmt.Printf("%d:%x ", i, s[i])
	}
	fmt.Println()
	rs := []rune(s)
	for i, j := 0, len(rs)-1; i < j; i, j = i+1, j-1 {
		rs[i], rs[j] = rs[j], rs[i]
	}
	fmt.Println(string(rs))
	b := []byte(s)
	b[0] = 'H'
	fmt.Println(string(b), s, string(b[:6]))
	fmt.Println(string(rune(19990)), string(rune(65)), string(rs[:2]))
	fmt.Printf("%T %T %T\n", s[0], rs[0], s[0:1])
	var r rune
	n := 0
	for _, r = range "añb" {
		n++
	}
	fmt.Println(string(r), n)
	for i := range "日本" {
		fmt.Println(i)
	}
	fmt.Println(strings.ToUpper(s), s == "h\u00e9llo, \u4e16\u754c!", "\xe4\xb8\x96" == "世")
}
