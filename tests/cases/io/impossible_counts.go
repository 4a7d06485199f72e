// Readers that return a count that cannot be: more than there was room for, or less than none.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// forgetful copies what fits, but counts all that it has.
type forgetful struct {
	text string
	done bool
}

func (f *forgetful) Read(p []byte) (int, error) {
	if f.done {
		return 0, io.EOF
	}
	f.done = true
	copy(p, f.text)
	return len(f.text), nil
}

// minusOne reports its end as other languages do.
type minusOne struct{ calls int }

func (m *minusOne) Read(p []byte) (int, error) {
	m.calls++
	if m.calls == 1 {
		return copy(p, "one\ntwo"), nil
	}
	return -1, io.EOF
}

func try(name string, f func() (any, error)) {
	defer func() {
		if r := recover(); r != nil {
			_, isError := r.(error)
			fmt.Println(name, "panics:", r, isError)
		}
	}()
	v, err := f()
	fmt.Printf("%s: %.20v %v\n", name, v, err)
}

func readers(name string, open func() io.Reader) {
	try(name+" Copy", func() (any, error) {
		var b strings.Builder
		n, err := io.Copy(&b, open())
		return fmt.Sprint(n, b.Len()), err
	})
	try(name+" Scanner", func() (any, error) {
		s := bufio.NewScanner(open())
		lines := 0
		for s.Scan() {
			lines++
		}
		return errors.Is(s.Err(), bufio.ErrBadReadCount), s.Err()
	})
	try(name+" ReadString", func() (any, error) {
		b := bufio.NewReader(open())
		first, err := b.ReadString('\n')
		if err != nil {
			return first, err
		}
		return b.ReadString('\n')
	})
	try(name+" Read", func() (any, error) {
		b := bufio.NewReader(open())
		p := make([]byte, 7)
		b.Read(p)
		n, err := b.Read(p)
		return n, err
	})
	try(name+" ReadFrom", func() (any, error) {
		var b bytes.Buffer
		return b.ReadFrom(open())
	})
}

func main() {
	long := strings.Repeat("x", 40000)
	try("forgetful ReadAll", func() (any, error) { return io.ReadAll(&forgetful{text: long}) })
	readers("forgetful", func() io.Reader { return &forgetful{text: long} })
	readers("minusOne", func() io.Reader { return &minusOne{} })
}
