// Zero values of Encoding: what their methods do.
package main

import (
	"encoding/base64"
	"fmt"
)

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panics:", r)
		}
	}()
	fmt.Print(name, " ")
	f()
}

func main() {
	try("base64 DecodeString", func() { var e base64.Encoding; fmt.Println(e.DecodeString("")) })
	try("base64 Encode text", func() { var e base64.Encoding; fmt.Printf("%q\n", e.EncodeToString([]byte("abc"))) })
	try("base64 EncodeToString", func() { var e base64.Encoding; fmt.Printf("%q\n", e.EncodeToString(nil)) })
	try("base64 EncodedLen", func() { var e base64.Encoding; fmt.Println(e.EncodedLen(3), e.DecodedLen(4)) })
}
