// Package bytes mirrors strings; slices it returns share memory.
package main

import (
	"bytes"
	"fmt"
	"io"
)

func main() {
	b := []byte("hello, world, hello")
	fmt.Println(bytes.Contains(b, []byte("wor")), bytes.Index(b, []byte("hello")), bytes.LastIndex(b, []byte("hello")), bytes.IndexByte(b, 'w'), bytes.Count(b, []byte("l")), bytes.HasPrefix(b, []byte("he")), bytes.Equal(b[:5], []byte("hello")), bytes.Compare([]byte("a"), []byte("b")))
	fmt.Printf("%q %q %s\n", bytes.Split(b, []byte(", ")), bytes.Fields([]byte(" a b ")), bytes.Join([][]byte{[]byte("x"), []byte("y")}, []byte("-")))
	fmt.Printf("%s %s %s %s\n", bytes.ToUpper(b[:5]), bytes.TrimSpace([]byte("  t ")), bytes.Replace(b, []byte("l"), []byte("L"), 2), bytes.Repeat([]byte("ab"), 2))
	fmt.Printf("%s %s %s\n", bytes.Title([]byte("go lang")), bytes.TrimPrefix(b, []byte("hello")), bytes.Map(func(r rune) rune { return r + 1 }, []byte("abc")))
	fmt.Println(bytes.EqualFold([]byte("Go"), []byte("GO")), bytes.ContainsAny(b, "xyz"), bytes.ContainsRune(b, 'w'), bytes.IndexAny(b, "wr"), bytes.Runes([]byte("hé")))
	sub := bytes.TrimPrefix(b, []byte("hello, "))
	sub[0] = 'W'
	fmt.Println(string(b), cap(bytes.Clone([]byte("abc"))) >= 3)
	before, after, found := bytes.Cut([]byte("k=v"), []byte("="))
	fmt.Printf("%s %s %v\n", before, after, found)
	var buf bytes.Buffer
	buf.WriteString("line1\nline2\nrest")
	buf.WriteByte('!')
	buf.WriteRune('é')
	fmt.Fprintf(&buf, "%d", 42)
	fmt.Println(buf.Len(), buf.String())
	line, err := buf.ReadString('\n')
	fmt.Printf("%q %v\n", line, err)
	line2, err := buf.ReadBytes('\n')
	fmt.Printf("%q %v\n", line2, err)
	c, _ := buf.ReadByte()
	fmt.Println(string(c), buf.UnreadByte(), buf.Len())
	p := make([]byte, 3)
	n, err := buf.Read(p)
	fmt.Println(n, err, string(p), string(buf.Next(2)), string(buf.Bytes()))
	buf.Truncate(2)
	fmt.Println(buf.String())
	line, err = buf.ReadString('\n')
	fmt.Printf("%q %v\n", line, err)
	_, err = buf.ReadByte()
	fmt.Println(err)
	buf.Reset()
	nb := bytes.NewBufferString("start ")
	nb.Write([]byte("more"))
	nb.WriteTo(&buf)
	fmt.Println(buf.String(), nb.Len())
	rd := bytes.NewReader([]byte("reader"))
	x, _ := io.ReadAll(rd)
	fmt.Println(string(x), rd.Len(), rd.Size())
	fmt.Println(bytes.Equal(nil, []byte{}), bytes.MinRead, bytes.ContainsFunc(b, func(r rune) bool { return r == ',' }))
}
