// bytes.Buffer: reading to the end, unreading, sharing and copying.
package main

import (
	"bytes"
	"fmt"
	"os"
)

func main() {
	var b bytes.Buffer
	fmt.Fprintf(&b, "line1\nline2\nrest é")
	l, err := b.ReadString('\n')
	fmt.Printf("%q %v\n", l, err)
	p := make([]byte, 3)
	n, err := b.Read(p)
	fmt.Println(n, err, string(p), b.Len())
	fmt.Println(b.UnreadByte(), b.String())
	lb, err := b.ReadBytes('\n')
	fmt.Printf("%q %v %q\n", lb, err, b.Next(4))
	b.ReadByte()
	r, s, err := b.ReadRune()
	fmt.Println(r, s, err, b.UnreadRune(), b.UnreadRune())
	lb, err = b.ReadBytes('\n')
	fmt.Printf("%q %v\n", lb, err)
	_, err = b.ReadByte()
	_, err2 := b.Read(p)
	_, _, err3 := b.ReadRune()
	fmt.Println(err, err2, err3, b.Len())
	k, err := b.Read(nil)
	fmt.Println(k, err)
	b.WriteString("abc")
	q := b.Bytes()
	b.WriteByte('d')
	q[0] = 'X'
	fmt.Println(b.String(), len(q))
	b.Truncate(2)
	fmt.Println(b.String())
	c := b
	c.WriteByte('!')
	fmt.Println(b.Len(), bytes.NewBuffer(nil).String() == "", (*bytes.Buffer)(nil))
	var e bytes.Buffer
	m, err := e.WriteTo(os.Stdout)
	fmt.Println(m, err, e.Bytes() == nil, bytes.NewBufferString("").Bytes() == nil)
	defer func() { fmt.Println(recover()) }()
	b.Next(-1)
}
