// Interfaces embed others; a method set decides who satisfies what.
package main

import (
	"errors"
	"fmt"
)

type reader interface{ Read() string }
type writer interface{ Write(s string) int }
type closer interface{ Close() error }
type rw interface {
	reader
	writer
}
type rwc interface {
	rw
	closer
	Read() string
}

type file struct {
	buf    []string
	closed bool
}

func (f *file) Read() string {
	if len(f.buf) == 0 {
		return ""
	}
	s := f.buf[0]
	f.buf = f.buf[1:]
	return s
}
func (f *file) Write(s string) int { f.buf = append(f.buf, s); return len(s) }
func (f *file) Close() error {
	if f.closed {
		return errors.New("already closed")
	}
	f.closed = true
	return nil
}

type null struct{}

func (null) Read() string     { return "null" }
func (null) Write(string) int { return 0 }

func drain(r reader) (out []string) {
	for s := r.Read(); s != ""; s = r.Read() {
		out = append(out, s)
	}
	return
}

func main() {
	var x rwc = &file{}
	x.Write("a")
	x.Write("bb")
	var r reader = x
	fmt.Println(drain(r), x.Close(), x.Close())
	var w rw = null{}
	fmt.Println(w.Read(), w.Write("zz"))
	_, ok := w.(closer)
	fmt.Println(ok)
	w = x
	c, ok := w.(closer)
	fmt.Println(ok, c.Close())
	w = &null{}
	fmt.Println(w.Read())
	for _, v := range []any{null{}, &null{}, file{}, &file{}, nil} {
		_, isR := v.(reader)
		_, isC := v.(closer)
		fmt.Printf("%T %v %v\n", v, isR, isC)
	}
	var anon interface {
		Read() string
		Close() error
	} = x
	fmt.Println(anon.Close())
	var conv reader = anon
	fmt.Println(conv == reader(x), conv.(writer).Write("123"))
}
