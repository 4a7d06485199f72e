// Reader.ReadString, ReadLine, Peek, ReadRune, and the buffered Writer.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	r := bufio.NewReader(strings.NewReader("first line\nsecond\nhéx"))
	s, err := r.ReadString('\n')
	fmt.Printf("%q %v\n", s, err)
	p, err := r.Peek(3)
	fmt.Printf("%q %v %d\n", p, err, r.Buffered())
	line, isPrefix, err := r.ReadLine()
	fmt.Printf("%q %v %v\n", line, isPrefix, err)
	c, _ := r.ReadByte()
	ru, size, _ := r.ReadRune()
	fmt.Printf("%c %c %d %v\n", c, ru, size, r.UnreadRune())
	s, err = r.ReadString('\n')
	fmt.Printf("%q %v\n", s, err)
	_, err = r.ReadByte()
	fmt.Println(err, err == io.EOF)
	var sb strings.Builder
	w := bufio.NewWriter(&sb)
	fmt.Fprintf(w, "%d-%s", 1, "a")
	w.WriteString("b")
	w.WriteByte('c')
	w.WriteRune('é')
	fmt.Println(sb.Len(), w.Buffered(), w.Available() > 0)
	fmt.Println(w.Flush(), sb.String(), w.Buffered())
	small := bufio.NewWriterSize(&sb, 16)
	small.WriteString("this is longer than sixteen bytes")
	fmt.Println(sb.String())
	small.Flush()
	fmt.Println(sb.String(), small.Size())
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintln(out, "buffered to stdout")
	rw := bufio.NewReadWriter(bufio.NewReader(strings.NewReader("in")), bufio.NewWriter(&sb))
	b, _ := rw.ReadByte()
	rw.WriteByte(b)
	rw.Flush()
	fmt.Fprintln(out, sb.Len())
	r2 := bufio.NewReader(strings.NewReader("a:b:c"))
	for {
		tok, err := r2.ReadString(':')
		fmt.Fprintf(out, "%q ", tok)
		if err != nil {
			fmt.Fprintln(out, err)
			break
		}
	}
	n, err := bufio.NewReader(strings.NewReader("discard me")).Discard(8)
	fmt.Fprintln(out, n, err)
}
