// Named string, byte and rune types; invalid UTF-8 in conversions, ranges and keys.
package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

type Text string
type Bytes []byte
type Runes []rune

func main() {
	fmt.Printf("%q\n", string([]rune{0x110000, -5, 0xd800, 'k', 0}))
	fmt.Printf("%q %q\n", string(rune(0x110000)), string(rune(-1)))
	t := Text("héy")
	fmt.Println(Bytes(t), Runes(t), string(Bytes(t)), Text(Runes(t)), []byte(t[1:2]), len([]rune(t)))
	bs := append([]byte("x"), "yz"...)
	bs = append(bs, t[1:]...)
	n := copy(bs[1:], "ABCDEFG")
	fmt.Printf("%s %d\n", bs, n)
	for i := range "日本" {
		fmt.Print(i, " ")
	}
	for i := 0; i < len("é"); i++ {
		fmt.Printf("%x ", "é"[i])
	}
	fmt.Println("a" < "b", "Z" < "a", "abc" < "abcd", "\xff" > "\u00ff", "" == string([]byte(nil)))
	r, size := utf8.DecodeRuneInString("\xe4\xb8")
	fmt.Println(r, size, strings.ToValidUTF8("a\xffb", "?"), utf8.RuneLen('世'), utf8.AppendRune(nil, '世'))
	x := "hello"
	y := x[1:3]
	z := x[:0] + x[5:]
	fmt.Printf("%q %q %q %v\n", y, z, x[len(x):], x[1] == 'e')
	m := map[string]int{}
	key := []byte("k")
	m[string(key)]++
	key[0] = 'q'
	m[string(key)] += 2
	fmt.Println(m)
	switch s := string(key); s {
	case "q", "r":
		fmt.Println("case", s)
	}
	var sb strings.Builder
	for c := 'a'; c < 'e'; c++ {
		sb.WriteRune(c)
		sb.WriteByte(byte(c) - 32)
	}
	fmt.Println(sb.String(), sb.Len(), strings.Map(func(r rune) rune {
		if r < 'a' {
			return -1
		}
		return r + 1
	}, sb.String()))
	const raw = `a\n"b"` + "\t" + `c`
	fmt.Println(raw, len(raw), raw[1], "\101\x42\u0043\U00000044\a"[0:4])
	defer func() { fmt.Println(recover()) }()
	i := 7
	_ = x[i]
}
