// And, or, xor, and-not, complement over signed and unsigned operands.
package main

import "fmt"

func main() {
	a, b := 0b1100, 0b1010
	fmt.Printf("%04b %04b %04b %04b\n", a&b, a|b, a^b, a&^b)
	fmt.Println(^0, ^5, ^-1, -5&3, -5|3, -5^3, -5&^3)
	var u8 uint8 = 0x0F
	fmt.Println(^u8, u8^0xFF, u8&^0x05, u8<<4|u8)
	x := 0xFF
	x &= 0x3C
	fmt.Println(x)
	x |= 1
	fmt.Println(x)
	x ^= 0xF0
	fmt.Println(x)
	x &^= 0x0C
	fmt.Println(x)
	const (
		Read = 1 << iota
		Write
		Exec
	)
	perm := Read | Exec
	fmt.Println(perm&Write != 0, perm&Exec != 0, perm&^Read, perm)
	count := 0
	for v := uint32(0xDEADBEEF); v != 0; v &= v - 1 {
		count++
	}
	fmt.Println(count)
	isPow := func(n int) bool { return n > 0 && n&(n-1) == 0 }
	fmt.Println(isPow(64), isPow(65), isPow(0))
	fmt.Println(7&3 == 3, 1|2+4, 1<<2+1, 6&3*2, 5^1<<2)
}
