package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

type chunks struct {
	parts []string
	err   error
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.parts) == 0 {
		if c.err != nil {
			return 0, c.err
		}
		return 0, io.EOF
	}
	n := copy(p, c.parts[0])
	c.parts[0] = c.parts[0][n:]
	if c.parts[0] == "" {
		c.parts = c.parts[1:]
	}
	return n, nil
}

type upper struct{ w io.Writer }

func (u upper) Write(p []byte) (int, error) { return u.w.Write(bytes.ToUpper(p)) }

type failing struct{ after int }

func (f *failing) Write(p []byte) (int, error) {
	f.after--
	if f.after < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

func main() {
	sc := bufio.NewScanner(strings.NewReader("one\ntwo\r\n\nlast"))
	for sc.Scan() {
		fmt.Printf("%q %q\n", sc.Text(), sc.Bytes())
	}
	fmt.Println(sc.Err(), sc.Scan(), sc.Text())
	for _, split := range []bufio.SplitFunc{bufio.ScanWords, bufio.ScanRunes, bufio.ScanBytes, bufio.ScanLines} {
		sc := bufio.NewScanner(&chunks{parts: []string{" a b", "c  日", "本\xff\n", "x"}})
		sc.Split(split)
		for sc.Scan() {
			fmt.Printf("%q ", sc.Text())
		}
		fmt.Println(sc.Err())
	}
	sc = bufio.NewScanner(strings.NewReader("1,2,3,STOP,4"))
	sc.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, ','); i >= 0 {
			if string(data[:i]) == "STOP" {
				return 0, []byte("end"), bufio.ErrFinalToken
			}
			return i + 1, data[:i], nil
		}
		if atEOF && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	for sc.Scan() {
		fmt.Print(sc.Text(), " ")
	}
	fmt.Println(sc.Err())
	sc = bufio.NewScanner(strings.NewReader(strings.Repeat("x", 70000)))
	fmt.Println(sc.Scan(), sc.Err(), errors.Is(sc.Err(), bufio.ErrTooLong))
	sc = bufio.NewScanner(strings.NewReader(strings.Repeat("x", 70000) + "\ny"))
	sc.Buffer(make([]byte, 0, 1024), 1<<20)
	for sc.Scan() {
		fmt.Print(len(sc.Text()), " ")
	}
	fmt.Println(sc.Err())
	sc = bufio.NewScanner(&chunks{[]string{"ab\ncd"}, errors.New("broken")})
	for sc.Scan() {
		fmt.Print(sc.Text(), " ")
	}
	fmt.Println(sc.Err())
	sc = bufio.NewScanner(strings.NewReader("abc"))
	sc.Split(func(data []byte, atEOF bool) (int, []byte, error) { return -1, nil, nil })
	fmt.Println(sc.Scan(), sc.Err())
	sc = bufio.NewScanner(strings.NewReader("abc"))
	sc.Split(func(data []byte, atEOF bool) (int, []byte, error) { return 100, nil, nil })
	fmt.Println(sc.Scan(), sc.Err())

	r := bufio.NewReader(&chunks{parts: []string{"first li", "ne\nsec", "ond\n", "third"}})
	for {
		s, err := r.ReadString('\n')
		fmt.Printf("%q %v\n", s, err)
		if err != nil {
			break
		}
	}
	r = bufio.NewReaderSize(strings.NewReader("0123456789abcdefghij\nshort\r\nx"), 16)
	for {
		line, more, err := r.ReadLine()
		fmt.Printf("%q %v %v\n", line, more, err)
		if err != nil {
			break
		}
	}
	r = bufio.NewReader(strings.NewReader("日x\xffab"))
	fmt.Println(r.UnreadByte(), r.UnreadRune())
	for {
		c, n, err := r.ReadRune()
		fmt.Printf("%q %d %v; ", c, n, err)
		if err != nil {
			break
		}
	}
	fmt.Println(r.Buffered())
	r = bufio.NewReader(strings.NewReader("abcdef"))
	p, err := r.Peek(3)
	fmt.Println(string(p), err, r.Buffered(), r.Size())
	c, _ := r.ReadByte()
	fmt.Println(string(c), r.UnreadByte(), r.UnreadByte())
	d, err := r.Discard(2)
	fmt.Println(d, err)
	rest, err := io.ReadAll(r)
	fmt.Println(string(rest), err)
	_, err = r.Peek(1)
	fmt.Println(err)
	bs, err := bufio.NewReader(strings.NewReader("a;b")).ReadBytes(';')
	fmt.Println(string(bs), err)
	sl, err := bufio.NewReaderSize(strings.NewReader(strings.Repeat("y", 20)), 16).ReadSlice(';')
	fmt.Println(string(sl), err)

	w := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(w, "buffered %d\n", 1)
	w.WriteString("str ")
	w.WriteByte('b')
	w.WriteRune('日')
	w.Write([]byte("\n"))
	fmt.Println(w.Buffered(), w.Available(), w.Size())
	w.Flush()
	var buf bytes.Buffer
	w = bufio.NewWriterSize(upper{&buf}, 8)
	fmt.Fprint(w, "hello ", "wide world")
	fmt.Println(buf.String(), w.Buffered())
	fmt.Println(w.Flush(), buf.String())
	w = bufio.NewWriterSize(&failing{1}, 4)
	fmt.Println(w.WriteString("abcdefgh"))
	fmt.Println(w.WriteString("ijklmnop"))
	fmt.Println(w.Flush(), w.WriteByte('x'))
	rw := bufio.NewReadWriter(bufio.NewReader(strings.NewReader("in")), bufio.NewWriter(os.Stdout))
	s, _ := rw.ReadString('\n')
	rw.WriteString("rw:" + s + "\n")
	rw.Flush()
	nn, err := io.Copy(os.Stdout, bufio.NewReader(strings.NewReader("copied\n")))
	fmt.Println(nn, err)
	mw := io.MultiWriter(os.Stdout, &buf)
	fmt.Fprintln(mw, "twice")
	fmt.Printf("%q\n", buf.String())
	tr := io.TeeReader(strings.NewReader("tee"), &buf)
	io.ReadAll(tr)
	fmt.Printf("%q\n", buf.String())
	lr := &io.LimitedReader{R: strings.NewReader("limited"), N: 3}
	x, _ := io.ReadAll(lr)
	fmt.Println(string(x), lr.N)
	full := make([]byte, 5)
	n, err := io.ReadFull(strings.NewReader("abc"), full)
	fmt.Println(n, err, string(full[:n]))
	n, err = io.ReadAtLeast(strings.NewReader("abcdef"), full, 2)
	fmt.Println(n, err)
	n, err = io.ReadAtLeast(strings.NewReader("a"), full, 9)
	fmt.Println(n, err)
	var bb bytes.Buffer
	bb.WriteString("hello")
	bb.Write([]byte(" world"))
	fmt.Fprintf(&bb, " %d", 42)
	fmt.Println(bb.String(), bb.Len())
	q := make([]byte, 5)
	bb.Read(q)
	fmt.Println(string(q), bb.String())
	bb.Truncate(3)
	fmt.Printf("%q\n", bb.String())
	cc, err := bb.ReadByte()
	fmt.Println(cc, err, bb.UnreadByte(), bb.Len())
	bb.Reset()
	_, err = bb.ReadByte()
	fmt.Println(err, bb.Len())
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		bb.Truncate(5)
	}()
	fmt.Println(io.NopCloser(strings.NewReader("x")).Close())
	var np *bytes.Buffer
	fmt.Println(np.String())
}
