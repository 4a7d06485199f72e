package main

import (
	"fmt"
	"path"
)

func main() {
	parts := []string{"", "/", ".", "..", "a", "b.txt", "...", ".x", "//", "a.b.c"}
	for _, a := range parts {
		for _, b := range parts {
			for _, c := range parts {
				p := a + "/" + b + c
				d, f := path.Split(p)
				fmt.Printf("%q %q %q %q %q %q %q %q %v\n", p, path.Clean(p), path.Base(p), path.Dir(p), path.Ext(p), d, f, path.Join(a, b, c), path.IsAbs(p))
			}
		}
	}
	fmt.Printf("%q %q %q\n", path.Join(), path.Join(""), path.Join("", "", "x"))
	patterns := []string{
		"", "*", "**", "a*", "*a", "a*b", "a*b*", "*a*b*c", "?", "a?c", "???", "[a-c]", "[^a-c]", "[a-", "[", "[]", "[]a]", "[^]a]", "[-x]", "[x-]", "[a-b-c]",
		"\\*", "\\", "a\\", "[\\]]", "[\\", "[\\-x]", "[a", "*.go", "a/*", "*/b", "a*/b", "é", "?é", "[é-ü]", "[^é]", "*é*", "a[", "x*[", "ab[c]d*", "[[]", "[a*b]", "*[*]*", "[z-a]", "\xff", "[\xff]", "a*\\",
	}
	names := []string{"", "a", "b", "c", "ab", "abc", "aXbYc", "a/b", "main.go", "dir/main.go", "*", "\\", "]", "-", "x", "é", "xé", "ü", "a/x", "[", "\xff", "aab", "abcd", "abcdxyz", "a*b"}
	for _, p := range patterns {
		for _, n := range names {
			ok, err := path.Match(p, n)
			fmt.Printf("%q %q %v %v\n", p, n, ok, err)
		}
	}
	_, err := path.Match("[", "")
	fmt.Println(err == path.ErrBadPattern)
}
