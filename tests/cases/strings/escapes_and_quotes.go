// Escapes in interpreted strings, raw strings, quoted printing.
package main

import (
	"fmt"
	"strconv"
	"strings"
)

func main() {
	fmt.Println("tab\there", "nl\\n", "q\"q", 'q', "\a\b\f\v" == "\x07\x08\x0c\x0b")
	fmt.Println("\u00e9\U0001F600\x41\101", len("\u00e9"), len("\U0001F600"))
	fmt.Println(`raw \t "x" ` + "`tick`")
	fmt.Printf("%q %q %q\n", "a\tb\"c\\", `a\tb`, "é\u200b\x00")
	fmt.Printf("%#q %#q %+q\n", "plain", "tick`", "é😀")
	fmt.Printf("%q %q %+q %#q %U %#U\n", 'x', '\n', 'é', 'x', '😀', '😀')
	fmt.Printf("%s|%10s|%-10s|%.2s|%10.3s|%q\n", "héllo", "héllo", "héllo", "héllo", "héllo", "")
	fmt.Printf("%x %X % x %#x\n", "hi!", "hi!", "hi!", "hi!")
	fmt.Printf("%5q|%-8q|%05d|%5t\n", "a", "b", 42, true)
	multi := `line one
  line two
	tabbed`
	fmt.Println(len(multi), strings.Count(multi, "\n"), multi)
	for i, line := range strings.Split(multi, "\n") {
		fmt.Printf("%d=%q\n", i, line)
	}
	fmt.Println(strconv.Quote("hi\n\x01é"), strconv.QuoteToASCII("é"))
	fmt.Println(strconv.Unquote(`"a\tb"`))
}
