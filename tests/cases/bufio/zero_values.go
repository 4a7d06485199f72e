// Zero values of Reader, Writer and Scanner: what their methods do.
package main

import (
	"bufio"
	"bytes"
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

func readers() {
	try("Size", func() { var r bufio.Reader; fmt.Println(r.Size(), r.Buffered()) })
	try("Read nothing", func() { var r bufio.Reader; n, err := r.Read(nil); fmt.Println(n, err) })
	try("Read", func() { var r bufio.Reader; n, err := r.Read(make([]byte, 3)); fmt.Println(n, err) })
	try("Peek(0)", func() { var r bufio.Reader; b, err := r.Peek(0); fmt.Println(len(b), err) })
	try("Peek(1)", func() { var r bufio.Reader; b, err := r.Peek(1); fmt.Println(len(b), err) })
	try("Peek(-1)", func() { var r bufio.Reader; b, err := r.Peek(-1); fmt.Println(len(b), err) })
	try("Discard(0)", func() { var r bufio.Reader; fmt.Println(r.Discard(0)) })
	try("Discard(-1)", func() { var r bufio.Reader; fmt.Println(r.Discard(-1)) })
	try("Discard(1)", func() { var r bufio.Reader; fmt.Println(r.Discard(1)) })
	try("ReadByte", func() { var r bufio.Reader; fmt.Println(r.ReadByte()) })
	try("ReadRune", func() { var r bufio.Reader; fmt.Println(r.ReadRune()) })
	try("UnreadByte", func() { var r bufio.Reader; fmt.Println(r.UnreadByte()) })
	try("UnreadRune", func() { var r bufio.Reader; fmt.Println(r.UnreadRune()) })
	try("ReadSlice", func() { var r bufio.Reader; b, err := r.ReadSlice('\n'); fmt.Println(len(b), err) })
	try("ReadLine", func() { var r bufio.Reader; b, more, err := r.ReadLine(); fmt.Println(len(b), more, err) })
	try("WriteTo a Builder", func() { var r bufio.Reader; var b strings.Builder; fmt.Println(r.WriteTo(&b)) })
	try("WriteTo a Buffer", func() { var r bufio.Reader; var b bytes.Buffer; fmt.Println(r.WriteTo(&b)) })
	try("Reset", func() {
		var r bufio.Reader
		r.Reset(strings.NewReader("one\ntwo"))
		line, err := r.ReadString('\n')
		fmt.Printf("%q %v %d %d\n", line, err, r.Size(), r.Buffered())
	})
	try("after Peek", func() {
		var r bufio.Reader
		r.Peek(1)
		fmt.Println(r.UnreadByte(), r.UnreadRune())
	})
	try("ReadRune twice", func() {
		var r bufio.Reader
		r.ReadRune()
		fmt.Println(r.UnreadRune())
	})
	try("NewReaderSize", func() {
		var r bufio.Reader
		around := bufio.NewReaderSize(&r, 16)
		fmt.Println(around == &r, around.Size())
	})
	try("copies", func() { var r bufio.Reader; s := r; fmt.Println(s.Size(), s.Buffered()) })
	try("nil", func() { var r *bufio.Reader; fmt.Println(r.Buffered()) })
	try("NewReader(nil)", func() { r := bufio.NewReader(nil); fmt.Println(r.Size(), r.Buffered()); r.ReadByte() })
}

func writers() {
	try("Size", func() { var w bufio.Writer; fmt.Println(w.Size(), w.Buffered(), w.Available()) })
	try("AvailableBuffer", func() { var w bufio.Writer; b := w.AvailableBuffer(); fmt.Println(b == nil, len(b), cap(b)) })
	try("Flush", func() { var w bufio.Writer; fmt.Println(w.Flush()) })
	try("Write nothing", func() { var w bufio.Writer; fmt.Println(w.Write(nil)) })
	try("Write", func() { var w bufio.Writer; fmt.Println(w.Write([]byte("x"))) })
	try("WriteString nothing", func() { var w bufio.Writer; fmt.Println(w.WriteString("")) })
	try("WriteByte", func() { var w bufio.Writer; fmt.Println(w.WriteByte('x')) })
	try("WriteRune", func() { var w bufio.Writer; fmt.Println(w.WriteRune('x')) })
	try("ReadFrom", func() { var w bufio.Writer; fmt.Println(w.ReadFrom(strings.NewReader("one"))) })
	try("ReadFrom nothing", func() { var w bufio.Writer; fmt.Println(w.ReadFrom(strings.NewReader(""))) })
	try("Reset", func() {
		var w bufio.Writer
		var b strings.Builder
		w.Reset(&b)
		w.WriteString("one")
		fmt.Println(w.Size(), w.Buffered(), w.Available(), w.Flush(), b.String())
	})
	try("NewWriterSize", func() {
		var w bufio.Writer
		around := bufio.NewWriterSize(&w, 16)
		fmt.Println(around == &w, around.Size())
	})
	try("Fprint nothing", func() { var w bufio.Writer; fmt.Println(fmt.Fprint(&w)) })
	try("Fprint", func() { var w bufio.Writer; fmt.Println(fmt.Fprint(&w, 1)) })
	try("nil", func() { var w *bufio.Writer; fmt.Println(w.Buffered()) })
	try("ReadWriter", func() { var rw bufio.ReadWriter; fmt.Println(rw.Reader == nil, rw.Writer == nil); rw.Flush() })
	try("ReadWriter of zeros", func() {
		rw := bufio.NewReadWriter(&bufio.Reader{}, &bufio.Writer{})
		fmt.Println(rw.Flush(), rw.Reader.Size(), rw.Writer.Size())
	})
}

func scanners() {
	try("Scan", func() { var s bufio.Scanner; fmt.Println(s.Scan(), s.Err()) })
	try("Text", func() { var s bufio.Scanner; fmt.Printf("%q %v %v\n", s.Text(), s.Bytes() == nil, s.Err()) })
	try("Buffer", func() {
		var s bufio.Scanner
		s.Buffer(make([]byte, 8), 16)
		fmt.Println(s.Scan(), s.Err())
	})
	try("Split", func() {
		var s bufio.Scanner
		s.Split(bufio.ScanWords)
		fmt.Println(s.Scan(), s.Err(), s.Scan(), s.Err())
	})
	try("Buffer after Scan", func() { var s bufio.Scanner; s.Scan(); s.Buffer(nil, 1) })
	try("Split after Scan", func() { var s bufio.Scanner; s.Scan(); s.Split(bufio.ScanLines) })
	try("nil", func() { var s *bufio.Scanner; fmt.Println(s.Err()) })
}

func main() {
	readers()
	writers()
	scanners()
	var _ io.Reader = &bufio.Reader{}
}
