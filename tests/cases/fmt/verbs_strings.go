// %s %q %x %v on strings and byte slices with widths counted in runes.
package main

import "fmt"

func main() {
	s := "héllo"
	fmt.Printf("%s|%8s|%-8s|%08s|%.3s|%8.2s|%q|%10q|%x|%X|% x|%#x|%# x\n", s, s, s, s, s, s, s, s, s, s, s, s, s)
	b := []byte("ab\x00\x7f")
	fmt.Printf("%s|%q|%x|%v|%d|%X|% X\n", b, b, b, b, b, b, b)
	fmt.Printf("%v %s %q\n", []string{"a b", "c"}, []string{"a b", "c"}, []string{"a b", "c"})
	fmt.Printf("%5s|%-5s|%.1s|%5q\n", []string{"a", "bc"}, []string{"a", "bc"}, []string{"xyz"}, []string{"a"})
	fmt.Printf("%+q %#q %#q %+q\n", "é☺", "back`tick", "plain", "\x80")
	fmt.Printf("%s %v %d\n", error(nil), nil, nil)
	fmt.Printf("%s|%v|%q\n", [3]byte{65, 66, 67}, [3]byte{65, 66, 67}, [3]byte{65, 66, 67})
	fmt.Printf("%T %T %T\n", s, b, 's')
	fmt.Printf("%!|%z|%-\n", 1)
	fmt.Printf("%s\n", "extra", 1, true)
	fmt.Printf("%d %s\n", 1)
	fmt.Printf("%[3]s %[1]s\n", "a", "b")
	fmt.Printf("%[1]s %[1]q %s\n", "a", "b", "c")
	fmt.Printf("%[5]d %[x]d %[1]\n", 1)
	fmt.Printf("100%% %%d %c\n", '%')
	fmt.Printf("%.2q|%.0s|%5.1s|\n", "abc", "abc", "abc")
	fmt.Printf("%x|%X|%x\n", "", []byte(nil), []string{"hi", "yo"})
	fmt.Printf("%v|%v\n", struct{ b []byte }{[]byte("x")}, []any{[]byte("x"), "s"})
	fmt.Printf("%s|%s\n", &[]string{"p"}, &map[string]int{"k": 1})
	fmt.Printf("%6.3v|%-6v|%06v\n", "abcdef", "ab", "ab")
	fmt.Printf("%t %s %d\n", "str", true, false)
	fmt.Println(fmt.Sprintf("%-10s|%10s|", "日本", "日本"), len(fmt.Sprintf("%5s", "é")))
}
