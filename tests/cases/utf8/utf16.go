// unicode/utf16: pairs, lone halves and what is no rune.
package main

import (
	"fmt"
	"unicode/utf16"
)

func main() {
	rs := []rune{'a', 'é', '世', 0x1F600, 0xD800, 0xDC00, -1, 0x10FFFF, 0x110000, 0xFFFD, 0xFFFF}
	u := utf16.Encode(rs)
	fmt.Printf("%x\n", u)
	fmt.Printf("%U\n", utf16.Decode(u))
	fmt.Printf("%U\n", utf16.Decode([]uint16{0xD83D, 0xDE00, 0xD83D, 'a', 0xDE00, 0xD83D}))
	for _, r := range rs {
		a, b := utf16.EncodeRune(r)
		fmt.Printf("%x %x %t %d %x %U\n", a, b, utf16.IsSurrogate(r), utf16.RuneLen(r), utf16.AppendRune(nil, r), utf16.DecodeRune(a, b))
	}
	fmt.Println(string(utf16.Decode(utf16.Encode([]rune("héllo 😀")))), utf16.Encode(nil) == nil, len(utf16.Decode(nil)))
}
