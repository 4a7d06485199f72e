// Hex encoding, decoding, dumps and errors.
package main

import (
	"encoding/hex"
	"fmt"
	"strconv"
)

func main() {
	fmt.Println(hex.EncodeToString([]byte("Hi\x00\xff")), hex.EncodedLen(3), hex.DecodedLen(6))
	for _, s := range []string{"4869", "4A6b", "", "abc", "zz", "4g"} {
		b, err := hex.DecodeString(s)
		fmt.Printf("%q %v\n", b, err)
	}
	dst := make([]byte, 4)
	n := hex.Encode(dst, []byte{1, 171})
	fmt.Println(n, string(dst))
	fmt.Print(hex.Dump([]byte("The quick brown fox\n\x01jumps")))
	_, err := hex.DecodeString("0")
	fmt.Println(err == hex.ErrLength)
	fmt.Printf("%x %X % x %#x\n", "abc", []byte{1, 2}, []byte{1, 2}, []byte{10})
	fmt.Printf("%02x:%02x %08b %o\n", 5, 255, 5, 64)
	n2, err := strconv.ParseUint("ff", 16, 8)
	fmt.Println(n2, err)
}
