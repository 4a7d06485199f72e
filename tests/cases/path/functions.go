// Base, Dir, Ext, Join, Clean, Split, Match, IsAbs.
package main

import (
	"fmt"
	"path"
	"strings"
)

func main() {
	for _, p := range []string{"", "/", "a", "a/b", "/a/b/", "a//b/../c/./d", "../..", "/..", "a/../..", "x.tar.gz", "/a/.hidden", "dir.d/file"} {
		d, f := path.Split(p)
		fmt.Printf("%q base=%q dir=%q ext=%q clean=%q split=%q,%q abs=%v\n", p, path.Base(p), path.Dir(p), path.Ext(p), path.Clean(p), d, f, path.IsAbs(p))
	}
	fmt.Println(path.Join("a", "b", "../c"), path.Join("", ""), path.Join("/", "x"), path.Join("a/", "/b"), path.Join("a", ""), path.Join("..", "x"))
	for _, c := range [][2]string{{"*.go", "main.go"}, {"*.go", "dir/main.go"}, {"a?c", "abc"}, {"[a-c]x", "bx"}, {"[^a]x", "ax"}, {"*", ""}, {"\\*", "*"}, {"[", "a"}, {"a*b*c", "aXXbYYc"}, {"[]a]", "]"}} {
		ok, err := path.Match(c[0], c[1])
		fmt.Println(c[0], c[1], ok, err)
	}
	name := "report.final.pdf"
	fmt.Println(strings.TrimSuffix(path.Base("/x/"+name), path.Ext(name)))
}
