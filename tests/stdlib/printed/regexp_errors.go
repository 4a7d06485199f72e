// What Go says about expressions it refuses.
package main

import (
	"fmt"
	"regexp"
)

func main() {
	for _, p := range []string{"a(b", "a)b", "[a", "[z-a]", "*a", "a**", "a{1001}", "a\\", "(?=a)", "(?<a", "(?P<1a>x)", "\\8", "\\C", "\\pX", "[[:foo:]]", "(?i", "(?z)a", "a{2,1}", "\\Z", "x{1000}{1000}", "(?P<n>a)(?P<n>b)", "\\x{110000}", "(((((a{30}){30}){30}){30}))", "[a-\\d]", "(?P=n)", "(a)\\1", "++", "a|*", "(?P<>a)", "\\Q*\\E+", "\\p{Greek}", "\\h", "[\\C]", "(?i)(?-s).", "a{,2}", "[]a]", "[^]a]", "\\ ", "\\_", "\\e", "\\cA", "(?<!a)b", "(?#x)", "(?>a)", "a++", "a*?+", "x{2}{3}", "(", ")", "[", "", "(?:", "(?P<x", "[a-", "[\\", "\\x", "\\xg", "\\x{", "\\p{Foo}", "\\p{", "a{1000}{2}"} {
		_, err := regexp.Compile(p)
		fmt.Printf("%q %v\n", p, err)
	}
	func() { defer func() { fmt.Println(recover()) }(); regexp.MustCompile("a(`b") }()
	func() { defer func() { fmt.Println(recover()) }(); regexp.MustCompile("a(b") }()
}
