// Builder, Reader and their methods.
package main

import (
	"fmt"
	"io"
	"strings"
)

func main() {
	var sb strings.Builder
	sb.WriteString("héllo")
	sb.WriteByte(' ')
	sb.WriteRune('世')
	n, err := sb.Write([]byte("!!"))
	fmt.Println(n, err, sb.Len(), sb.String())
	for i := range 3 {
		fmt.Fprintf(&sb, "<%d>", i)
	}
	fmt.Println(sb.String())
	sb.Reset()
	fmt.Println(sb.Len(), sb.String() == "")
	sb.Grow(100)
	fmt.Println(sb.Cap() >= 100, sb.Len())
	rd := strings.NewReader("héllo world")
	fmt.Println(rd.Len(), rd.Size())
	b, _ := rd.ReadByte()
	r, size, _ := rd.ReadRune()
	fmt.Println(b, string(r), size, rd.UnreadRune(), rd.Len())
	buf := make([]byte, 4)
	n, err = rd.Read(buf)
	fmt.Println(n, err, string(buf[:n]))
	pos, err := rd.Seek(-5, io.SeekEnd)
	fmt.Println(pos, err)
	rest, _ := io.ReadAll(rd)
	fmt.Println(string(rest))
	_, err = rd.ReadByte()
	fmt.Println(err)
	n, err = rd.Read(buf)
	fmt.Println(n, err)
	rd.Reset("new")
	rd.WriteTo(&sb)
	fmt.Println(sb.String())
	f := func(parts ...string) string {
		var b strings.Builder
		for i, p := range parts {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(p)
		}
		return b.String()
	}
	fmt.Println(f("a", "b", "c"), f() == "")
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		var a strings.Builder
		a.WriteString("x")
		c := a
		c.WriteString("y")
	}()
	n2, err := rd.ReadAt(buf, 1)
	fmt.Println(n2, err, string(buf[:n2]))
}
