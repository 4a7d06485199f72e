// Walking a string backwards and forwards by hand with package utf8.
package main

import (
	"fmt"
	"unicode/utf8"
)

func main() {
	s := "añ世😀"
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		fmt.Printf("%d %c %d\n", i, r, w)
		i += w
	}
	for len(s) > 0 {
		r, w := utf8.DecodeLastRuneInString(s)
		fmt.Print(string(r), w, " ")
		s = s[:len(s)-w]
	}
	fmt.Println(s == "")
	for _, r := range []rune{'a', 'ñ', '世', '😀', -1, 0xD800} {
		fmt.Print(utf8.RuneLen(r), utf8.ValidRune(r), " ")
	}
	fmt.Println()
	b := []byte{}
	b = utf8.AppendRune(b, '世')
	b = utf8.AppendRune(b, 'x')
	fmt.Println(b, string(b), utf8.Valid(b), utf8.RuneCount(b), utf8.FullRune(b[:2]), utf8.RuneStart(b[1]))
	buf := make([]byte, 4)
	n := utf8.EncodeRune(buf, '😀')
	fmt.Println(buf[:n], n, utf8.UTFMax, utf8.RuneSelf)
	truncate := func(s string, n int) string {
		if utf8.RuneCountInString(s) <= n {
			return s
		}
		return string([]rune(s)[:n-1]) + "…"
	}
	fmt.Println(truncate("héllo wörld", 6), truncate("héllo", 5), len(truncate("世界世界", 3)))
	combining := "e\u0301"
	fmt.Println(len(combining), utf8.RuneCountInString(combining), combining == "é")
}
