// Split variants with empty parts, limits, separators; Fields; Join.
package main

import (
	"fmt"
	"strings"
	"unicode"
)

func main() {
	fmt.Printf("%q\n", strings.Split("a,b,,c,", ","))
	fmt.Printf("%q %q %q\n", strings.Split("", ","), strings.Split("abc", ""), strings.Split("héé", ""))
	fmt.Printf("%q %q %q %q\n", strings.SplitN("a,b,c,d", ",", 2), strings.SplitN("a,b", ",", 0), strings.SplitN("a,b", ",", -1), strings.SplitN("a,b", ",", 1))
	fmt.Printf("%q %q\n", strings.SplitAfter("a,b,c", ","), strings.SplitAfterN("a,b,c", ",", 2))
	fmt.Printf("%q %q %q\n", strings.Fields("  foo bar\t\nbaz  "), strings.Fields("   "), strings.Fields("a\u00a0b\u2003c"))
	fmt.Printf("%q\n", strings.FieldsFunc("a1b22c", unicode.IsDigit))
	fmt.Println(strings.Join([]string{"a", "b", "c"}, ", "), strings.Join(nil, "x") == "", strings.Join([]string{"one"}, ","))
	fmt.Println(len(strings.Split("a,b,c", ",")), len(strings.Split("", "")), strings.Split("x", "x")[0] == "", strings.SplitN("k: v: w", ": ", 2)[1])
	for p := range strings.SplitSeq("x-y-z", "-") {
		fmt.Print("[", p, "]")
	}
	for f := range strings.FieldsSeq(" p  q ") {
		fmt.Print("(", f, ")")
	}
	for l := range strings.Lines("one\ntwo\nthree") {
		fmt.Printf("%q ", l)
	}
	fmt.Println()
	for i, line := range strings.Split("l1\nl2\n", "\n") {
		fmt.Printf("%d:%q ", i, line)
	}
	fmt.Println()
	csv := "name,age\nann,30\nbob,25"
	for _, line := range strings.Split(csv, "\n")[1:] {
		parts := strings.Split(line, ",")
		fmt.Printf("%-5s|%s\n", parts[0], parts[1])
	}
}
