// path/filepath: names without files.
package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

func main() {
	for _, p := range []string{"", ".", "/", "a", "a/b/c.tar.gz", "/a/b/", "a//b/../c/.", "../x", "/../a", "./a.txt", "a/..", ".hidden", "dir.d/file", "a/b/../../../c"} {
		d, f := filepath.Split(p)
		fmt.Println(filepath.Clean(p), filepath.Base(p), filepath.Dir(p), filepath.Ext(p), filepath.IsAbs(p), d, f, filepath.IsLocal(p), filepath.ToSlash(p), filepath.FromSlash(p), filepath.VolumeName(p) == "")
		fmt.Println(strings.TrimSuffix(filepath.Base(p), filepath.Ext(p)))
	}
	fmt.Println(filepath.Join("a", "b", "../c"), filepath.Join("", "a"), filepath.Join(), filepath.Join("/", "x"), filepath.Join("a", "/b"))
	for _, c := range [][2]string{{"/a", "/a/b/c"}, {"/a", "/b/c"}, {"/a", "./b/c"}, {"a/b", "a/b"}, {"a/b", "a/c"}, {"", "x"}, {"..", "x"}, {"../..", ".."}, {"../../a", "../b"}, {"/", "/x"}, {"/x/y", "/"}, {".", "a/b"}, {"a", "."}, {"a/b/c", ""}, {"/..", "/a"}, {"a", "../b"}} {
		r, err := filepath.Rel(c[0], c[1])
		fmt.Printf("%q %v\n", r, err)
	}
	fmt.Println(filepath.SplitList("/a:/b::c"), len(filepath.SplitList("")), string(filepath.Separator), filepath.ListSeparator)
	m, err := filepath.Match("*.go", "main.go")
	fmt.Println(m, err)
	m, err = filepath.Match("[", "x")
	fmt.Println(m, err, err == filepath.ErrBadPattern)
}
