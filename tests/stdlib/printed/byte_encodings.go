// Text encodings of bytes, good and bad.
package main

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
)

func main() {
	encs := []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding, base64.StdEncoding.WithPadding('*'), base64.NewEncoding("zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA9876543210+/")}
	for i, e := range encs {
		for _, s := range []string{"", "a", "ab", "abc", "hello world?>", "\xff\xfe\xfd\x00"} {
			t := e.EncodeToString([]byte(s))
			d, err := e.DecodeString(t)
			fmt.Printf("%d %q %q %q %v %d %d\n", i, s, t, d, err, e.EncodedLen(len(s)), e.DecodedLen(len(t)))
		}
		for _, s := range []string{"YQ==", "YQ", "YQ=", "Y", "=", "====", "YWI=", "YWJ=", "YR==", "YW Jj", "YW\nJj", "Y\r\nQ==", "YWJj\n", "YWJjY", "!!!!", "YWJj!", "YQ==\n\n", "YQ=\n=", "Y=Q=", "_-_-", "+/+/", "YWJjZA", "é"} {
			d, err := e.DecodeString(s)
			fmt.Printf("%d %q %q %v\n", i, s, d, err)
		}
	}
	var ce base64.CorruptInputError
	_, err := base64.StdEncoding.DecodeString("ab!c")
	fmt.Println(errors.As(err, &ce), int64(ce))
	dst := make([]byte, 8)
	base64.StdEncoding.Encode(dst, []byte("abcd"))
	n, err := base64.StdEncoding.Decode(dst, []byte("YWJjZA=="))
	fmt.Println(string(dst), n, err)
	for _, f := range []func(){func() { base64.NewEncoding("abc") }, func() { base64.StdEncoding.WithPadding('A') }, func() { base64.StdEncoding.WithPadding('\n') }} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
	// hex
	fmt.Println(hex.EncodeToString([]byte("hi\xff")), hex.EncodedLen(3), hex.DecodedLen(7))
	for _, s := range []string{"6869ff", "6869FF", "686", "6g", "g6", "68 69", "", "é1", "0'", "0\\", "\t0", "1"} {
		d, err := hex.DecodeString(s)
		fmt.Printf("%q %v %v %v\n", d, err, errors.Is(err, hex.ErrLength), err)
	}
	fmt.Print(hex.Dump([]byte("hello, world! 0123456789 \x00\x01\x7f\xff and more")))
	fmt.Print(hex.Dump(nil), hex.Dump([]byte("0123456789abcdef")), hex.Dump([]byte("12345678")))
}
