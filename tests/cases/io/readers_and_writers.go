// Scanners, readers and writers that are wrapped, limited, joined and broken.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

type rot13 struct{ r io.Reader }

func (r rot13) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	for i, c := range p[:n] {
		switch {
		case c >= 'a' && c <= 'z':
			p[i] = (c-'a'+13)%26 + 'a'
		case c >= 'A' && c <= 'Z':
			p[i] = (c-'A'+13)%26 + 'A'
		}
	}
	return n, err
}

type countW struct {
	w io.Writer
	n int64
}

func (c *countW) Write(p []byte) (n int, err error) { n, err = c.w.Write(p); c.n += int64(n); return }

type slow struct {
	data string
	err  error
}

func (s *slow) Read(p []byte) (int, error) {
	if s.data == "" {
		return 0, s.err
	}
	n := copy(p[:1], s.data)
	s.data = s.data[n:]
	return n, nil
}

func main() {
	sc := bufio.NewScanner(strings.NewReader("one two\n\nthree\r\nlast"))
	for i := 1; sc.Scan(); i++ {
		fmt.Printf("%d:%q ", i, sc.Text())
	}
	fmt.Println(sc.Err())
	sc = bufio.NewScanner(strings.NewReader(" a  bé c\n"))
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		fmt.Print(sc.Text(), "|")
	}
	sc = bufio.NewScanner(strings.NewReader("é\xffz"))
	sc.Split(bufio.ScanRunes)
	for sc.Scan() {
		fmt.Printf("%q|", sc.Text())
	}
	sc = bufio.NewScanner(strings.NewReader("a,b,,c"))
	sc.Split(func(data []byte, eof bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, ','); i >= 0 {
			return i + 1, data[:i], nil
		}
		if eof && len(data) > 0 {
			return len(data), data, bufio.ErrFinalToken
		}
		return 0, nil, nil
	})
	for sc.Scan() {
		fmt.Printf("%q;", sc.Bytes())
	}
	fmt.Println()
	sc = bufio.NewScanner(strings.NewReader(strings.Repeat("x", 100)))
	sc.Buffer(make([]byte, 0, 10), 20)
	fmt.Println(sc.Scan(), sc.Err(), errors.Is(sc.Err(), bufio.ErrTooLong))
	r := bufio.NewReader(&slow{"line one\nline two", io.ErrUnexpectedEOF})
	l, err := r.ReadString('\n')
	fmt.Printf("%q %v\n", l, err)
	pk, err := r.Peek(4)
	fmt.Printf("%q %v %d\n", pk, err, r.Buffered())
	c, sz, err := r.ReadRune()
	fmt.Println(c, sz, err, r.UnreadRune(), r.UnreadRune())
	l, err = r.ReadString('\n')
	fmt.Printf("%q %v\n", l, err)
	b, err := io.ReadAll(rot13{strings.NewReader("Uryyb, Jbeyq!")})
	fmt.Println(string(b), err)
	cw := &countW{w: io.Discard}
	bw := bufio.NewWriterSize(cw, 16)
	fmt.Fprintf(bw, "%s %d", "hello", 5)
	fmt.Println(cw.n, bw.Buffered(), bw.Available())
	bw.WriteString(strings.Repeat("z", 20))
	fmt.Println(cw.n, bw.Buffered())
	bw.Flush()
	fmt.Println(cw.n)
	var a, bb bytes.Buffer
	n, err := io.Copy(io.MultiWriter(&a, &bb), io.LimitReader(strings.NewReader("abcdefgh"), 5))
	fmt.Println(n, err, a.String(), bb.String())
	tr := io.TeeReader(strings.NewReader("tee"), &a)
	io.ReadFull(tr, make([]byte, 2))
	fmt.Println(a.String())
	_, err = io.ReadFull(strings.NewReader("ab"), make([]byte, 3))
	fmt.Println(err)
	_, err = io.ReadAtLeast(strings.NewReader(""), make([]byte, 3), 1)
	fmt.Println(err)
	mr := io.MultiReader(strings.NewReader("x"), strings.NewReader(""), strings.NewReader("y"))
	b, _ = io.ReadAll(mr)
	fmt.Println(string(b))
	var x, y int
	var s string
	k, err := fmt.Sscanf("10-0x1f abc", "%d-%v %s", &x, &y, &s)
	fmt.Println(k, err, x, y, s)
	k, err = fmt.Sscan("1 two", &x, &y)
	fmt.Println(k, err)
	k, err = fmt.Sscanln("1 2 3", &x, &y)
	fmt.Println(k, err, x, y)
	var f float64
	var bo bool
	var ru rune
	k, err = fmt.Sscanf("3.5e1 true Z ff", "%g %t %c %x", &f, &bo, &ru, &x)
	fmt.Println(k, err, f, bo, ru, x)
	_, err = io.WriteString(errW{}, "q")
	fmt.Println(err)
	rw := bufio.NewReadWriter(bufio.NewReader(strings.NewReader("in")), bufio.NewWriter(&a))
	w, _ := rw.ReadByte()
	rw.WriteByte(w)
	rw.Flush()
	fmt.Println(a.String())
}

type errW struct{}

func (errW) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
