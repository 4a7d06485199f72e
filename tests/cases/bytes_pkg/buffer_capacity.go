// bytes.Buffer: capacities as it grows, what is shared with its slices, and strings.Builder's.
package main

import (
	"bytes"
	"fmt"
	"strings"
)

func main() {
	var b bytes.Buffer
	show := func(what string) { fmt.Println(what, b.Len(), b.Cap()) }
	show("zero")
	b.WriteString("hello")
	show("5")
	b.WriteString(strings.Repeat("x", 60))
	show("65")
	b.WriteString(strings.Repeat("x", 200))
	show("265")
	b.Next(200)
	show("next")
	b.WriteByte('a')
	show("byte")
	b.Grow(1000)
	show("grow")
	b.Reset()
	show("reset")
	b.Grow(10)
	show("grow10")
	b.WriteString("abc")
	b.Truncate(1)
	show("trunc")
	c := bytes.NewBuffer(make([]byte, 0, 10))
	fmt.Println(c.Cap(), c.Len())
	c.WriteString("0123456789a")
	fmt.Println(c.Cap(), c.Len())
	d := bytes.NewBufferString("some text")
	d.Grow(64)
	fmt.Println(d.Len())
	e := new(bytes.Buffer)
	e.Grow(64)
	bb := e.Bytes()
	e.Write([]byte("64 bytes or fewer"))
	fmt.Printf("%q %d\n", bb[:e.Len()], e.Cap())
	f := bytes.NewBuffer([]byte("base"))
	f.Write([]byte("more"))
	fmt.Println(f.String())
	var g bytes.Buffer
	n, err := g.ReadFrom(strings.NewReader(strings.Repeat("z", 700)))
	fmt.Println(n, err, g.Cap())
	g.ReadByte()
	g.UnreadByte()
	fmt.Println(g.UnreadByte(), g.UnreadRune(), g.Len())
	p := []byte("shared")
	h := bytes.NewBuffer(p)
	h.Bytes()[0] = 'S'
	fmt.Println(string(p), h)
	var sb strings.Builder
	fmt.Println(sb.Cap(), sb.Len())
	sb.Grow(10)
	fmt.Println(sb.Cap())
	sb.WriteString("hello world!!")
	fmt.Println(sb.Cap(), sb.Len())
}
