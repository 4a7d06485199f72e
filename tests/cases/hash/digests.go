// sha256, sha1, md5, fnv and crc32 of texts, at once and in pieces.
package main

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
)

func main() {
	for _, s := range []string{"", "abc", "The quick brown fox jumps over the lazy dog"} {
		fmt.Printf("%x\n", sha256.Sum256([]byte(s)))
		fmt.Printf("%x\n", sha1.Sum([]byte(s)))
		fmt.Printf("%x\n", md5.Sum([]byte(s)))
		a := fnv.New32a()
		a.Write([]byte(s))
		b := fnv.New64a()
		b.Write([]byte(s))
		c := fnv.New32()
		c.Write([]byte(s))
		d := fnv.New64()
		io.WriteString(d, s)
		fmt.Println(a.Sum32(), b.Sum64(), c.Sum32(), d.Sum64(), crc32.ChecksumIEEE([]byte(s)))
	}
	h := sha256.New()
	h.Write([]byte("a"))
	io.WriteString(h, "b")
	fmt.Fprintf(h, "%s", "c")
	fmt.Println(hex.EncodeToString(h.Sum(nil)), h.Size(), h.BlockSize())
	h.Reset()
	fmt.Printf("%x\n", h.Sum([]byte{1})[:4])
	sum := md5.Sum([]byte("x"))
	fmt.Println(hex.EncodeToString(sum[:]), len(sum), sum[0])
	fmt.Println(base64.StdEncoding.EncodeToString(sha1.New().Sum(nil)))
	fmt.Println(crc32.ChecksumIEEE([]byte("abc")), crc32.IEEE, crc32.Size)
	c := crc32.NewIEEE()
	c.Write([]byte("ab"))
	c.Write([]byte("c"))
	fmt.Println(c.Sum32(), sha256.Size, md5.Size, sha1.Size)
	fmt.Println(sha256.Sum256([]byte("a")) == sha256.Sum256([]byte("a")), sha256.Sum224([]byte("a"))[0])
	buckets := map[uint32]int{}
	for i := range 20 {
		f := fnv.New32a()
		fmt.Fprint(f, "key", i)
		buckets[f.Sum32()%4]++
	}
	fmt.Println(buckets)
}
