// ReplaceAll with templates and functions, literal replacement, Split.
package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	re := regexp.MustCompile(`(\w+)\s(\w+)`)
	fmt.Println(re.ReplaceAllString("hello world foo bar", "$2 $1"), re.ReplaceAllString("a b", "${1}x$2y"), re.ReplaceAllString("a b", "$1x"), re.ReplaceAllString("a b", "$$1"))
	fmt.Println(re.ReplaceAllLiteralString("a b", "$1"), regexp.MustCompile(`\d+`).ReplaceAllStringFunc("a1b22c", func(s string) string {
		n, _ := strconv.Atoi(s)
		return strconv.Itoa(n * 2)
	}))
	named := regexp.MustCompile(`(?P<k>\w+)=(?P<v>\w*)`)
	fmt.Println(named.ReplaceAllString("a=1 b=", "${v}:${k}"), named.ReplaceAllString("a=1", "$k$v"), named.ReplaceAllString("a=1", "$nope-"))
	fmt.Printf("%q %q %q\n", regexp.MustCompile(`,\s*`).Split("a, b,c,   d", -1), regexp.MustCompile(`a`).Split("banana", 2), regexp.MustCompile(`a*`).Split("abaabaccadaaae", 5))
	fmt.Printf("%q %q %q\n", regexp.MustCompile(`x`).Split("", -1), regexp.MustCompile(`z+`).Split("pizza", 0), regexp.MustCompile(``).Split("abc", -1))
	fmt.Println(regexp.MustCompile(`a*`).ReplaceAllString("baaac", "-"), regexp.MustCompile(``).ReplaceAllString("ab", "."), regexp.MustCompile(`^`).ReplaceAllString("x\ny", "> "), regexp.MustCompile(`(?m)^`).ReplaceAllString("x\ny", "> "))
	fmt.Println(string(re.ReplaceAll([]byte("x y"), []byte("[$0]"))))
	camel := regexp.MustCompile(`([a-z0-9])([A-Z])`)
	fmt.Println(strings.ToLower(camel.ReplaceAllString("someHTTPRequestID", "${1}_$2")))
	snake := regexp.MustCompile(`_(\w)`).ReplaceAllStringFunc("make_it_camel", func(s string) string { return strings.ToUpper(s[1:]) })
	fmt.Println(snake)
	fmt.Println(regexp.MustCompile(`\s+`).ReplaceAllString("  many   spaces\t\n here ", " "))
	tmpl := regexp.MustCompile(`\{\{(\w+)\}\}`)
	vars := map[string]string{"name": "Ann", "n": "3"}
	fmt.Println(tmpl.ReplaceAllStringFunc("Hi {{name}}, {{n}} new {{x}}", func(s string) string {
		if v, ok := vars[tmpl.FindStringSubmatch(s)[1]]; ok {
			return v
		}
		return s
	}))
	fmt.Println(re.FindString("ab cd"), regexp.MustCompile(`a(b)?(c)?`).ReplaceAllString("ac", "[$1|$2]"))
}
