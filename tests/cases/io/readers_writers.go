// ReadAll, Copy, MultiReader, TeeReader, LimitReader, custom readers.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

type rot13 struct{ r io.Reader }

func (x rot13) Read(p []byte) (int, error) {
	n, err := x.r.Read(p)
	for i := range p[:n] {
		c := p[i]
		switch {
		case c >= 'a' && c <= 'z':
			p[i] = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			p[i] = 'A' + (c-'A'+13)%26
		}
	}
	return n, err
}

type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) { c.n += len(p); return len(p), nil }

type failing struct{ after int }

func (f *failing) Read(p []byte) (int, error) {
	if f.after == 0 {
		return 0, errors.New("read failed")
	}
	f.after--
	p[0] = 'x'
	return 1, nil
}

func main() {
	b, err := io.ReadAll(rot13{strings.NewReader("Uryyb, Jbeyq!")})
	fmt.Println(string(b), err)
	var c counter
	n, err := io.Copy(&c, strings.NewReader("12345"))
	fmt.Println(n, err, c.n)
	mr := io.MultiReader(strings.NewReader("ab"), strings.NewReader(""), strings.NewReader("cd"))
	b, _ = io.ReadAll(mr)
	fmt.Println(string(b))
	var sb strings.Builder
	mw := io.MultiWriter(&sb, &c)
	io.WriteString(mw, "multi")
	fmt.Println(sb.String(), c.n)
	tee := io.TeeReader(strings.NewReader("tee"), &sb)
	io.ReadAll(tee)
	fmt.Println(sb.String())
	b, _ = io.ReadAll(io.LimitReader(strings.NewReader("limited"), 3))
	fmt.Println(string(b))
	buf := make([]byte, 4)
	k, err := io.ReadFull(strings.NewReader("ab"), buf)
	fmt.Println(k, err)
	k, err = io.ReadFull(strings.NewReader(""), buf)
	fmt.Println(k, err)
	k, err = io.ReadAtLeast(strings.NewReader("abcdef"), buf, 2)
	fmt.Println(k, err, string(buf))
	b, err = io.ReadAll(&failing{3})
	fmt.Println(string(b), err)
	n, err = io.CopyN(io.Discard, strings.NewReader("abc"), 5)
	fmt.Println(n, err, err == io.EOF)
	rc := io.NopCloser(strings.NewReader("nop"))
	fmt.Println(rc.Close())
	fmt.Println(io.EOF, io.ErrUnexpectedEOF, io.ErrShortWrite, io.ErrClosedPipe, io.SeekEnd)
	var w io.Writer = os.Stdout
	_, isSW := w.(io.StringWriter)
	fmt.Println(isSW)
}
