package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

type Temp float64

type slow struct {
	s string
}

func (r *slow) Read(p []byte) (int, error) {
	if r.s == "" {
		return 0, io.EOF
	}
	p[0] = r.s[0]
	r.s = r.s[1:]
	return 1, nil
}

func main() {
	var i, j int
	var i8 int8
	var u8 uint8
	var f float64
	var f32 float32
	var s, t string
	var b bool
	var r rune
	var bs []byte
	var tm Temp

	show := func(n int, err error) {
		fmt.Printf("%d %v | %d %d %d %d %g %g %q %q %t %q %q %v\n", n, err, i, j, i8, u8, f, f32, s, t, b, r, bs, tm)
	}
	show(fmt.Sscan("10 20", &i, &j))
	show(fmt.Sscan("10", &i, &j))
	show(fmt.Sscan("", &i))
	show(fmt.Sscan("  ", &i))
	show(fmt.Sscan("x", &i))
	show(fmt.Sscan("0x1F 0b11", &i, &j))
	show(fmt.Sscan("1_000 017", &i, &j))
	show(fmt.Sscan("300", &i8))
	show(fmt.Sscan("300", &u8))
	show(fmt.Sscan("-1", &u8))
	show(fmt.Sscan("99999999999999999999", &i))
	show(fmt.Sscan("1.5e3 2.5", &f, &f32))
	show(fmt.Sscan("1.5x", &f, &s))
	show(fmt.Sscan("inf nan", &f, &f32))
	show(fmt.Sscan("hello world", &s, &t))
	show(fmt.Sscan("true", &b))
	show(fmt.Sscan("F", &b))
	show(fmt.Sscan("trux", &b))
	show(fmt.Sscan("a\nb", &s, &t))
	show(fmt.Sscanln("a\nb", &s, &t))
	show(fmt.Sscanln("a b c", &s, &t))
	show(fmt.Sscanln("a b\n", &s, &t))
	show(fmt.Sscanln("a\r\n", &s))
	show(fmt.Sscan("bytes", &bs))
	show(fmt.Sscan("36.6", &tm))
	show(fmt.Sscan("5", i))
	show(fmt.Sscan("5", &[]int{}))
	show(fmt.Sscanf("5-6", "%d-%d", &i, &j))
	show(fmt.Sscanf("5-6", "%d+%d", &i, &j))
	show(fmt.Sscanf("  5  6", "%d %d", &i, &j))
	show(fmt.Sscanf("5 6", "%d%d", &i, &j))
	show(fmt.Sscanf("12345", "%2d%3d", &i, &j))
	show(fmt.Sscanf("ff 17", "%x %o", &i, &j))
	show(fmt.Sscanf("x日", "%c%c", &r, &i))
	show(fmt.Sscanf("50%", "%d%%", &i))
	show(fmt.Sscanf("50", "%d%%", &i))
	show(fmt.Sscanf("\"quoted \\n str\" `raw`", "%q %q", &s, &t))
	show(fmt.Sscanf("68656c6c6f", "%x", &s))
	show(fmt.Sscanf("abc", "%x", &s))
	show(fmt.Sscanf("zz", "%x", &s))
	show(fmt.Sscanf("key=val", "%3s=%s", &s, &t))
	show(fmt.Sscanf("key=val", "%s=%s", &s, &t))
	show(fmt.Sscanf("a b", "%s", &s))
	show(fmt.Sscanf("a", "%s %s", &s, &t))
	show(fmt.Sscanf("1 2", "%d %d %d", &i, &j))
	show(fmt.Sscanf("1 2", "%d", &i, &j))
	show(fmt.Sscanf("1", "%s", &i))
	show(fmt.Sscanf("1", "%d", &s))
	show(fmt.Sscanf("1", "%", &i))
	show(fmt.Sscanf("1\n2", "%d\n%d", &i, &j))
	show(fmt.Sscanf("1 2", "%d\n%d", &i, &j))
	show(fmt.Sscanf("1\n2", "%d %d", &i, &j))
	show(fmt.Sscanf("1,2", "%d, %d", &i, &j))
	show(fmt.Sscanf("1, 2", "%d,%d", &i, &j))
	show(fmt.Sscanf("U+65E5", "%U", &i))
	show(fmt.Sscanf("3.7 x", "%f %c", &f, &r))
	show(fmt.Sscanf("t", "%t", &b))
	show(fmt.Sscanf("2024-05-06T07:08", "%d-%d-%dT%d", &i, &j, &i8, &u8))
	n, err := 0, error(nil)
	rd := strings.NewReader("7 8 rest of it")
	n, err = fmt.Fscan(rd, &i, &j)
	fmt.Println(n, err, i, j, rd.Len())
	sl := &slow{"11 日本 xyz"}
	n, err = fmt.Fscan(sl, &i, &s)
	fmt.Printf("%d %v %d %s %q\n", n, err, i, s, sl.s)
	br := bufio.NewReader(strings.NewReader("1 2\n3 4\n"))
	for {
		n, err = fmt.Fscanln(br, &i, &j)
		fmt.Println(n, err, i, j)
		if err != nil {
			break
		}
	}
	n, err = fmt.Fscanf(strings.NewReader("a:1 b:2"), "a:%d b:%d", &i, &j)
	fmt.Println(n, err, i, j)
}
