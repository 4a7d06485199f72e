// Matching, finding, submatches, indices and names.
package main

import (
	"fmt"
	"regexp"
)

func main() {
	re := regexp.MustCompile(`(\w+)@(\w+)\.com`)
	s := "alice@example.com, bob@test.com; carol@site.org"
	fmt.Println(re.MatchString(s), re.FindString(s), re.FindStringIndex(s), re.String(), re.NumSubexp())
	fmt.Printf("%q %v\n", re.FindStringSubmatch(s), re.FindStringSubmatchIndex(s))
	fmt.Printf("%q\n%q\n%v\n", re.FindAllString(s, -1), re.FindAllStringSubmatch(s, -1), re.FindAllStringIndex(s, 1))
	fmt.Println(re.FindString("none") == "", re.FindStringSubmatch("none") == nil, re.FindAllString("none", -1) == nil)
	d := regexp.MustCompile(`(?P<year>\d{4})-(?P<month>\d{2})(-(?P<day>\d{2}))?`)
	m := d.FindStringSubmatch("on 2024-05 and 2023-01-02")
	fmt.Printf("%q %q %d\n", m, d.SubexpNames(), d.SubexpIndex("month"))
	for i, name := range d.SubexpNames() {
		if name != "" {
			fmt.Printf("%s=%q ", name, m[i])
		}
	}
	fmt.Println()
	ok, err := regexp.MatchString(`^\d+$`, "12345")
	fmt.Println(ok, err)
	_, err = regexp.Compile(`a(b`)
	fmt.Println(err)
	_, err = regexp.Compile(`*a`)
	fmt.Println(err)
	_, err = regexp.Compile(`[z-a]`)
	fmt.Println(err)
	_, err = regexp.Compile(`(?<n>a)\1`)
	fmt.Println(err)
	fmt.Println(regexp.MustCompile(`a+?`).FindString("aaa"), regexp.MustCompile(`a*`).FindAllString("baac", -1), len(regexp.MustCompile(`a*`).FindAllString("baac", -1)))
	fmt.Println(regexp.MustCompile(`(?i)hello`).FindAllString("Hello HELLO hellO", 2), regexp.MustCompile(`(?m)^\w+$`).FindAllString("one\ntwo three\nfour", -1), regexp.MustCompile(`(?s)a.b`).MatchString("a\nb"))
	fmt.Println(regexp.MustCompile(`\bfoo\b`).FindAllStringIndex("foo food foo", -1), regexp.MustCompile(`[^aeiou\s]+`).FindAllString("hello world", -1))
	fmt.Println(regexp.MustCompile(`é.`).FindStringIndex("caféx"), regexp.MustCompile(`\p{Lu}\p{L}*`).FindAllString("Été Über abc Ñu", -1), regexp.MustCompile(`.`).FindAllString("日本", -1))
	fmt.Println(regexp.MustCompile(`a|ab`).FindString("ab"))
	fmt.Println(regexp.MustCompile(`x{2,3}`).FindAllString("x xx xxx xxxx", -1), regexp.QuoteMeta("a.b*c[d]"))
	fmt.Printf("%q %q\n", re.Find([]byte(s)), re.FindSubmatch([]byte(s)))
	func() {
		defer func() { fmt.Println(recover()) }()
		regexp.MustCompile(`(`)
	}()
}
