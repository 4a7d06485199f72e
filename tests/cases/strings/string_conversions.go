// Between strings, byte slices, rune slices and named types of them.
package main

import (
	"fmt"
	"strings"
)

type Bytes []byte
type Name string
type Text []rune

func main() {
	b := Bytes("abc")
	fmt.Println(b, string(b), len(b), cap(b) >= 3)
	t := Text("héy")
	fmt.Println(t, string(t), string(t[1]), len(t))
	n := Name(b)
	n += "d"
	fmt.Println(n, string(n), []byte(n), n[0])
	b2 := []byte(n)
	b2 = append(b2, "ef"...)
	b2 = append(b2, 'g', 104)
	fmt.Println(string(b2), copy(b2, "ZZ"), string(b2))
	fmt.Println(string([]byte{72, 105}), string([]rune{72, 233, 0x4e16}), string([]byte(nil)) == "")
	fmt.Println([]byte("é"), []rune("é"), []byte(""), []rune("") == nil)
	fmt.Printf("%s %v %x %q\n", []byte("hi"), []byte("hi"), []byte("hi"), []byte("hi"))
	fmt.Printf("%s %v %d\n", b, b, t)
	fmt.Printf("%T %T %T %T\n", b, t, n, b2)
	fmt.Println(strings.ToUpper(string(n)), Name(strings.ToUpper(string(n))))
	m := map[Name]int{"k": 1}
	fmt.Println(m["k"], m[Name("k")])
	var x any = n
	_, ok := x.(string)
	fmt.Println(ok, x == Name("abcd"), x == "abcd")
	for _, c := range n[:2] {
		fmt.Printf("%c.", c)
	}
	fmt.Println()
	fmt.Println(string(b) == "abc", string(b[:1])+string(t[:1]))
}
