// Strings are immutable; loops see the string of their start.
package main

import "fmt"

func main() {
	s := "abc"
	for i, r := range s {
		s = s + string(r)
		if i == 0 {
			s += "!"
		}
	}
	fmt.Println(s)
	b := []byte("abc")
	t := string(b)
	b[0] = 'X'
	fmt.Println(t, string(b))
	for i := range b {
		b[i] ^= 0x20
	}
	fmt.Println(string(b))
	caesar := func(s string, k int) string {
		out := make([]byte, len(s))
		for i := 0; i < len(s); i++ {
			c := s[i]
			switch {
			case c >= 'a' && c <= 'z':
				c = 'a' + (c-'a'+byte(k)+26)%26
			case 'A' <= c && c <= 'Z':
				c = byte((int(c-'A')+k+26)%26) + 'A'
			}
			out[i] = c
		}
		return string(out)
	}
	fmt.Println(caesar("Hello, World!", 3), caesar(caesar("Hello, World!", 3), -3))
	count := map[rune]int{}
	for _, r := range "mississippi" {
		count[r]++
	}
	fmt.Println(count, count['s'], string('s'))
	vowels := 0
	for _, c := range "Programming in Go" {
		switch c {
		case 'a', 'e', 'i', 'o', 'u':
			vowels++
		}
	}
	fmt.Println(vowels)
	pal := func(s string) bool {
		for i := 0; i < len(s)/2; i++ {
			if s[i] != s[len(s)-1-i] {
				return false
			}
		}
		return true
	}
	fmt.Println(pal("racecar"), pal("ab"), pal(""))
	num := 0
	for _, d := range []byte("40960") {
		num = num*10 + int(d-'0')
	}
	fmt.Println(num, "7"[0]-'0', '9'-'0')
}
