// All forms of integer literals, with digits separators and prefixes.
package main

import "fmt"

func main() {
	fmt.Println(0x1F, 0x1f, 0o17, 017, 0o7, 0b1011, 0b1, 1_000_000, 0x_FF, 0b_1010_1010)
	fmt.Println('a', '\n', '\x41', '\u00e9', '\U0001F600', '\'', '\\', '\101')
	fmt.Println(0, 00, 0_7)
	fmt.Printf("%T %T %T\n", 1, 'a', 1.0)
	fmt.Println(9223372036854775807, -9223372036854775808, uint64(18446744073709551615))
	var r rune = 'x' + 1
	var b byte = 'A' + 2
	fmt.Println(r, b, string(r), string(rune(b)))
	fmt.Println('a' < 'b', 'z'-'a', '0'+5)
	fmt.Println(+5, -+5, - -5, ^^5, !(!true))
}
