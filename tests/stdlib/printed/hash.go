package main

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"
	"strings"
)

func main() {
	all := map[string]func() hash.Hash{
		"sha256": sha256.New, "sha224": sha256.New224, "md5": md5.New, "sha1": sha1.New,
		"fnv32": func() hash.Hash { return fnv.New32() }, "fnv32a": func() hash.Hash { return fnv.New32a() },
		"fnv64": func() hash.Hash { return fnv.New64() }, "fnv64a": func() hash.Hash { return fnv.New64a() },
		"crc32": func() hash.Hash { return crc32.NewIEEE() },
	}
	texts := []string{"", "a", "hello, world", strings.Repeat("0123456789", 100), "\xff\x00é"}
	for _, name := range []string{"sha256", "sha224", "md5", "sha1", "fnv32", "fnv32a", "fnv64", "fnv64a", "crc32"} {
		h := all[name]()
		fmt.Println(name, h.Size(), h.BlockSize())
		for _, text := range texts {
			h.Reset()
			h.Write([]byte(text[:len(text)/2]))
			first := h.Sum(nil)
			n, werr := io.WriteString(h, text[len(text)/2:])
			fmt.Printf("%x %v %d\n", h.Sum([]byte("<")), werr, n)
			fmt.Println(len(first) == h.Size())
		}
	}
	for _, text := range texts {
		b := []byte(text)
		fmt.Printf("%x %x %x %x\n", sha256.Sum256(b), sha256.Sum224(b), md5.Sum(b), sha1.Sum(b))
		fmt.Println(crc32.ChecksumIEEE(b))
	}
	fmt.Println(sha256.Size, sha256.Size224, sha256.BlockSize, md5.Size, md5.BlockSize, sha1.Size, crc32.Size, uint32(crc32.IEEE))
	f := fnv.New64a()
	fmt.Fprintf(f, "%d-%s", 5, "x")
	var h64 hash.Hash64 = f
	fmt.Println(h64.Sum64(), f.Sum64()%10)
	sums := map[[32]byte]int{sha256.Sum256([]byte("k")): 1}
	fmt.Println(sums[sha256.Sum256([]byte("k"))], sums[sha256.Sum256([]byte("l"))])
	fmt.Printf("%T %T %T %T\n", md5.New(), sha1.New(), f, crc32.NewIEEE())
	buf := make([]byte, 2, 100)
	out := md5.New().Sum(buf)
	fmt.Println(len(out), &out[0] == &buf[0])
	w := io.MultiWriter(md5.New(), f)
	fmt.Fprint(w, "both")
	fmt.Println(f.Sum64())
}
