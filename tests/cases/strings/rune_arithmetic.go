// Runes are int32 numbers; arithmetic on letters and digits.
package main

import (
	"fmt"
	"strconv"
	"unicode"
)

func shift(r rune, k int) rune {
	if unicode.IsLower(r) {
		return 'a' + (r-'a'+rune(k))%26
	}
	return r
}

func main() {
	r := 'a'
	r += 2
	fmt.Println(r, string(r), 'z'-r, r-'a' == 2)
	fmt.Printf("%c %d %U %q %x %T\n", r, r, r, r, r, r)
	for c := 'a'; c <= 'e'; c++ {
		fmt.Print(string(c), c-'a', " ")
	}
	fmt.Println()
	var out []rune
	for _, c := range "xyz ABC" {
		out = append(out, shift(c, 3))
	}
	fmt.Println(string(out), len(out), out)
	d := '7'
	n := int(d - '0')
	fmt.Println(n, n*2, d-'0', string(d+1), strconv.Itoa(int(d)))
	fmt.Println(unicode.ToUpper('é') == 'É', string(unicode.ToUpper('ß')), unicode.ToTitle('ǆ'))
	var b byte = 'x'
	fmt.Println(b, string(rune(b)), b-'a', b^0x20)
	hex := func(c byte) int {
		switch {
		case '0' <= c && c <= '9':
			return int(c - '0')
		case 'a' <= c && c <= 'f':
			return int(c-'a') + 10
		}
		return -1
	}
	fmt.Println(hex('f'), hex('9'), hex('g'))
	counts := [26]int{}
	for _, c := range "hello" {
		counts[c-'a']++
	}
	fmt.Println(counts['l'-'a'], counts)
	m := map[rune]bool{'(': true, ')': false}
	v, ok := m[')']
	fmt.Println(v, ok, m['x'], len(m))
}
