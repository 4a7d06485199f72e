// Read loops that end at io.EOF, and errors that are compared by identity.
package main

import (
	"bufio"
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

func readAll(r io.Reader, size int) (out []string, err error) {
	buf := make([]byte, size)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			out = append(out, string(buf[:n]))
		}
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, fmt.Errorf("readAll: %w", err)
		}
	}
}

func main() {
	fmt.Println(readAll(&chunks{parts: []string{"hello", "wo", "rld"}}, 3))
	fmt.Println(readAll(&chunks{parts: []string{"x"}, err: io.ErrUnexpectedEOF}, 8))
	sc := bufio.NewScanner(&chunks{parts: []string{"li", "ne1\nlin", "e2"}})
	for sc.Scan() {
		fmt.Printf("%q ", sc.Text())
	}
	fmt.Println(sc.Err())
	br := bufio.NewReader(&chunks{parts: []string{"a\n", "b\nc"}})
	lines := 0
	for {
		s, err := br.ReadString('\n')
		fmt.Printf("%q:%v ", s, err)
		if err != nil {
			break
		}
		lines++
	}
	fmt.Println(lines)
	var rd io.Reader = strings.NewReader("seekable")
	if s, ok := rd.(io.Seeker); ok {
		n, err := s.Seek(4, io.SeekStart)
		fmt.Println(n, err)
	}
	rest, _ := io.ReadAll(rd)
	fmt.Println(string(rest))
	_, ok := rd.(io.Closer)
	fmt.Println(ok)
	n, err := io.WriteString(os.Stdout, "direct\n")
	fmt.Println(n, err)
}
