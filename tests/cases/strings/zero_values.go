// Zero values of Builder, Reader and Replacer: what their methods do.
package main

import (
	"fmt"
	"io"
	"strings"
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
	try("String", func() { var b strings.Builder; fmt.Printf("%q %d\n", b.String(), b.Len()) })
	try("Cap", func() { var b strings.Builder; fmt.Println(b.Cap()) })
	try("Grow", func() { var b strings.Builder; b.Grow(0); fmt.Println(b.Len(), b.String() == "") })
	try("Grow(-1)", func() { var b strings.Builder; b.Grow(-1) })
	try("Reset", func() { var b strings.Builder; b.Reset(); fmt.Println(b.Len()) })
	try("Write", func() {
		var b strings.Builder
		fmt.Println(b.Write(nil))
		b.WriteString("é")
		b.WriteByte('x')
		b.WriteRune('y')
		fmt.Println(b.String(), b.Len())
	})
	try("Fprintf", func() { var b strings.Builder; fmt.Fprintf(&b, "%d", 3); fmt.Println(b.String()) })
	try("nil", func() { var b *strings.Builder; fmt.Println(b.Len()) })
	try("copies", func() { var b strings.Builder; c := b; c.WriteString("x"); fmt.Println(b.Len(), c.Len()) })
	try("Reader.Len", func() { var r strings.Reader; fmt.Println(r.Len(), r.Size()) })
	try("Reader.Read", func() { var r strings.Reader; fmt.Println(r.Read(make([]byte, 2))) })
	try("Reader.Read nothing", func() { var r strings.Reader; fmt.Println(r.Read(nil)) })
	try("Reader.ReadByte", func() { var r strings.Reader; fmt.Println(r.ReadByte()) })
	try("Reader.ReadRune", func() { var r strings.Reader; fmt.Println(r.ReadRune()) })
	try("Reader.UnreadByte", func() { var r strings.Reader; fmt.Println(r.UnreadByte()) })
	try("Reader.UnreadRune", func() { var r strings.Reader; fmt.Println(r.UnreadRune()) })
	try("Reader.ReadAt", func() { var r strings.Reader; fmt.Println(r.ReadAt(make([]byte, 2), 0)) })
	try("Reader.Seek", func() { var r strings.Reader; fmt.Println(r.Seek(0, io.SeekEnd)) })
	try("Reader.WriteTo", func() { var r strings.Reader; var b strings.Builder; fmt.Println(r.WriteTo(&b)) })
	try("Reader.Reset", func() { var r strings.Reader; r.Reset("ab"); fmt.Println(r.Len()) })
	try("ReadAll", func() { var r strings.Reader; b, err := io.ReadAll(&r); fmt.Println(len(b), err) })
	try("Replacer", func() { var r strings.Replacer; fmt.Println(r.Replace("abc")) })
	try("Replacer.WriteString", func() { var r strings.Replacer; var b strings.Builder; fmt.Println(r.WriteString(&b, "abc")) })
}
