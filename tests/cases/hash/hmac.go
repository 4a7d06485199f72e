// crypto/hmac over every hash, and crypto/sha512.
package main

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"strings"
)

func main() {
	for _, key := range []string{"", "key", strings.Repeat("k", 200)} {
		for _, h := range []func() hash.Hash{sha256.New, sha1.New, md5.New, sha512.New, sha512.New384} {
			m := hmac.New(h, []byte(key))
			io.WriteString(m, "The quick brown fox ")
			m.Write([]byte("jumps over the lazy dog"))
			s := m.Sum(nil)
			fmt.Printf("%x %d %d\n", s, m.Size(), m.BlockSize())
			fmt.Printf("%x\n", m.Sum([]byte{1, 2}))
			m.Reset()
			fmt.Fprintf(m, "x%d", 1)
			fmt.Println(hex.EncodeToString(m.Sum(nil))[:16], hmac.Equal(s, m.Sum(nil)), hmac.Equal(s, s), hmac.Equal(nil, nil))
		}
	}
	fmt.Printf("%x\n%x\n", sha512.Sum512([]byte("abc")), sha512.Sum384(nil))
	h := sha512.New()
	h.Write([]byte("abc"))
	fmt.Println(base64.StdEncoding.EncodeToString(h.Sum(nil)), sha512.Size, sha512.BlockSize)
	verify := func(body, sig string) bool {
		mac := hmac.New(sha256.New, []byte("secret"))
		mac.Write([]byte(body))
		want, err := hex.DecodeString(strings.TrimPrefix(sig, "sha256="))
		return err == nil && hmac.Equal(mac.Sum(nil), want)
	}
	fmt.Println(verify("hello", "sha256=88aab3ede8d3adf94d26ab90d3bafd4a2083070c3bcce9c014ee04a443847c0b"), verify("hello", "sha256=00"))
}
