package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

func main() {
	for line := range strings.Lines("a\nb\r\n\nlast") {
		fmt.Printf("%q ", line)
	}
	fmt.Println()
	for part := range strings.SplitSeq("a,b,,c", ",") {
		fmt.Printf("%q ", part)
	}
	for part := range strings.SplitSeq("日本x", "") {
		fmt.Printf("%q ", part)
	}
	for part := range strings.SplitAfterSeq("a,b,c", ",") {
		fmt.Printf("%q ", part)
	}
	for f := range strings.FieldsSeq("  a b\t\u00a0c ") {
		fmt.Printf("%q ", f)
	}
	for f := range strings.FieldsFuncSeq("a1b22c", unicode.IsDigit) {
		fmt.Printf("%q ", f)
		if f == "b" {
			break
		}
	}
	fmt.Println()
	seq := strings.SplitSeq("a,b,c,d", ",")
	for p := range seq {
		fmt.Print(p, " ")
		if p == "b" {
			break
		}
	}
	for p := range seq {
		fmt.Print(p, " ")
	}
	fmt.Println()
	var b strings.Builder
	fmt.Println(b.Len(), b.Cap(), b.String() == "")
	for i := 3; i >= 1; i-- {
		fmt.Fprintf(&b, "%d...", i)
	}
	b.WriteByte('!')
	b.WriteRune('日')
	n, err := b.WriteString("x")
	b.Write([]byte("yz"))
	fmt.Println(n, err, b.String(), b.Len())
	b.Grow(100)
	fmt.Println(b.Cap() >= 115)
	b.Reset()
	fmt.Println(b.Len(), b.String())
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		var x strings.Builder
		x.WriteString("a")
		y := x
		y.WriteString("b")
	}()
	fmt.Println(strings.Map(func(r rune) rune {
		switch {
		case r == 'a':
			return -1
		case unicode.IsUpper(r):
			return unicode.ToLower(r)
		case r == 'z':
			return '日'
		}
		return r
	}, "aBczXa\xff"))
	fmt.Println(strings.IndexFunc("abc1", func(r rune) bool { return r == '1' }), strings.ContainsFunc("x", nil2))
	fmt.Println(strings.FieldsFunc("a,b;c", func(r rune) bool { return r == ',' || r == ';' }))
	fmt.Println(strings.TrimFunc("xxhixx", func(r rune) bool { return r == 'x' }))
	r := strings.NewReader("hello 日本")
	buf := make([]byte, 4)
	for {
		n, err := r.Read(buf)
		fmt.Printf("%d %v %q\n", n, err, buf[:n])
		if err == io.EOF {
			break
		}
	}
	r.Seek(6, io.SeekStart)
	ch, sz, err := r.ReadRune()
	fmt.Println(string(ch), sz, err, r.Len(), r.Size(), r.UnreadRune(), r.Len())
	var sb strings.Builder
	m, err := r.WriteTo(&sb)
	fmt.Println(m, err, sb.String())
	at := make([]byte, 3)
	k, err := r.ReadAt(at, 1)
	fmt.Println(k, err, string(at))
	rep := strings.NewReplacer("a", "1", "b", "2")
	rep.WriteString(&sb, "abc")
	fmt.Println(sb.String())
	fmt.Printf("%T %T %T\n", b, r, rep)
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		strings.NewReplacer("a")
	}()
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		strings.Repeat("x", -1)
	}()
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		strings.Map(func(r rune) rune { panic("in map " + string(r)) }, "ab")
	}()
	fmt.Println(strings.Count("cheese", "e"), strings.EqualFold("Straße", "STRASSE"), strings.Title("hello wOrld"))
}

func nil2(r rune) bool { return false }
