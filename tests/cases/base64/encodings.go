// Standard, URL, raw encodings, corrupt input.
package main

import (
	"encoding/base64"
	"errors"
	"fmt"
)

func main() {
	for _, s := range []string{"", "f", "fo", "foo", "foob", "hello, 世界\xff\xfe"} {
		std := base64.StdEncoding.EncodeToString([]byte(s))
		fmt.Println(std, base64.URLEncoding.EncodeToString([]byte(s)), base64.RawStdEncoding.EncodeToString([]byte(s)), base64.RawURLEncoding.EncodeToString([]byte(s)))
		back, err := base64.StdEncoding.DecodeString(std)
		fmt.Println(string(back) == s, err)
	}
	for _, s := range []string{"Zm9v", "Zm9", "Zg==", "Zg=", "Z===", "!!!!", "Zm9v\nYmFy", "Zm9vYg", "-_-_"} {
		b, err := base64.StdEncoding.DecodeString(s)
		fmt.Printf("%q %v\n", b, err)
	}
	b, err := base64.RawURLEncoding.DecodeString("-_-_")
	fmt.Println(b, err, base64.StdEncoding.EncodedLen(10), base64.RawStdEncoding.EncodedLen(10), base64.StdEncoding.DecodedLen(8))
	var ce base64.CorruptInputError
	_, err = base64.StdEncoding.DecodeString("ab$d")
	fmt.Println(errors.As(err, &ce), int64(ce))
	dst := make([]byte, 8)
	base64.StdEncoding.Encode(dst, []byte("hello"))
	fmt.Println(string(dst))
	enc := base64.NewEncoding("ZYXWVUTSRQPONMLKJIHGFEDCBAzyxwvutsrqponmlkjihgfedcba9876543210+/").WithPadding('*')
	fmt.Println(enc.EncodeToString([]byte("hi")))
}
