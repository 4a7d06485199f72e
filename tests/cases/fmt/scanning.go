// Sscanf, Sscan, Sscanln and Fscan from readers.
package main

import (
	"fmt"
	"io"
	"strings"
)

func main() {
	var a, b int
	var s, t string
	var f float64
	var r rune
	var ok bool
	n, err := fmt.Sscanf("10-20:abc", "%d-%d:%s", &a, &b, &s)
	fmt.Println(n, err, a, b, s)
	n, err = fmt.Sscanf("3.5 x", "%f %c", &f, &r)
	fmt.Println(n, err, f, r)
	n, err = fmt.Sscanf("ff 0b11 077", "%x %v %o", &a, &b, &n)
	fmt.Println(n, err, a, b)
	n, err = fmt.Sscanf("abc", "%d", &a)
	fmt.Println(n, err)
	n, err = fmt.Sscanf("5 apples", "%d pears", &a)
	fmt.Println(n, err, a)
	n, err = fmt.Sscan("1 2.5 word true", &a, &f, &s, &ok)
	fmt.Println(n, err, a, f, s, ok)
	n, err = fmt.Sscan("7", &a, &b)
	fmt.Println(n, err, a)
	n, err = fmt.Sscanln("x y\nz", &s, &t)
	fmt.Println(n, err, s, t)
	n, err = fmt.Sscanln("x\ny", &s, &t)
	fmt.Println(n, err)
	n, err = fmt.Sscanf("name=bob;age=5", "name=%3s;age=%d", &s, &a)
	fmt.Println(n, err, s, a)
	n, err = fmt.Sscanf(`"quoted text" 5`, "%q %d", &s, &a)
	fmt.Println(n, err, s, a)
	n, err = fmt.Sscanf("12345", "%2d%3d", &a, &b)
	fmt.Println(n, err, a, b)
	rd := strings.NewReader("1 2 3\n4 5")
	sum := 0
	for {
		var x int
		if _, err := fmt.Fscan(rd, &x); err != nil {
			fmt.Println(err == io.EOF, err)
			break
		}
		sum += x
	}
	fmt.Println(sum)
	var u8 uint8
	_, err = fmt.Sscan("300", &u8)
	fmt.Println(err)
	_, err = fmt.Sscan("", &a)
	fmt.Println(err)
	_, err = fmt.Sscan("5", a)
	fmt.Println(err)
}
