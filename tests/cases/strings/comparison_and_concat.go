// Comparison is by bytes; concatenation makes new strings.
package main

import (
	"fmt"
	"sort"
	"strings"
)

func main() {
	fmt.Println("a" < "b", "a" < "B", "abc" < "abcd", "" < "a", "Z" < "a", "é" > "z", "10" < "9")
	words := []string{"banana", "Apple", "cherry", "apple", "äpfel", "zoo", "10", "9", ""}
	sort.Strings(words)
	fmt.Printf("%q\n", words)
	s := "x"
	t := s
	s += "y"
	fmt.Println(s, t, s == t+"y", s != "xy")
	out := ""
	for i := 0; i < 5; i++ {
		out += string(rune('a'+i)) + ","
	}
	fmt.Println(out, len(out), out[:len(out)-1])
	fmt.Println(strings.Compare("a", "b"), strings.Compare("b", "a"), strings.Compare("a", "a"))
	fmt.Println(max("pear", "plum"), min("pear", "plum"), "pear"+"plum" == "pearplum")
	var z string
	fmt.Println(z == "", len(z), z+z, z < "a")
	switch s {
	case "x", "xy":
		fmt.Println("matched")
	}
	m := map[string]int{"a" + "b": 1}
	fmt.Println(m["ab"], m["a"+string('b')])
	fmt.Println(strings.EqualFold("Straße", "STRASSE"), strings.EqualFold("Go", "GO"), strings.EqualFold("ß", "ẞ"))
	fmt.Println(`a\n"b"` + "\t|" + `
line2`)
}
