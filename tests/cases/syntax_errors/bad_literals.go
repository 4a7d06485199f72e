// Numbers and characters that are none.
package main

func main() {
	a := 08 // problem: invalid digit '8' in octal literal
	b := 1__0 // problem: '_' must separate successive digits
	c := 0b12 // problem: invalid digit '2' in binary literal
	d := 'ab' // problem: more than one character in rune literal
	e := '' // problem: empty rune literal or unescaped '
	f := 0x // problem: hexadecimal literal has no digits
	g := 1e // problem: exponent has no digits
	h := "\q" // problem: unknown escape
	_, _, _, _, _, _, _, _ = a, b, c, d, e, f, g, h
}
