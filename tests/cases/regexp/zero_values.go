// Zero values of Regexp: what their methods do.
package main

import (
	"fmt"
	"regexp"
)

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panics:", r)
		}
	}()
	fmt.Print(name, " ")
	f()
}

func main() {
	try("regexp Match", func() { var r regexp.Regexp; fmt.Println(r.MatchString("a")) })
	try("regexp NumSubexp", func() { var r regexp.Regexp; fmt.Println(r.NumSubexp(), r.SubexpNames()) })
	try("regexp String", func() { var r regexp.Regexp; fmt.Printf("%q\n", r.String()) })
}
