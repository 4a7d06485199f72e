// Runes, bytes and unsigned numbers.
package main

import "fmt"

func main() {
	for _, v := range []any{'a', byte(7), uint64(1 << 63), int8(-5)} {
		func() {
			defer func() { r := recover(); fmt.Printf("%T %v\n", r, r) }()
			panic(v)
		}()
	}
	panic(uint64(1 << 63))
}
