// Zero values of Writer: what their methods do.
package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
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
	try("tabwriter Flush", func() { var w tabwriter.Writer; fmt.Println(w.Flush()) })
	try("tabwriter Init", func() {
		var w tabwriter.Writer
		var b strings.Builder
		w.Init(&b, 0, 8, 1, ' ', 0)
		fmt.Fprint(&w, "a\tb\n")
		w.Flush()
		fmt.Printf("%q\n", b.String())
	})
	try("tabwriter Write text", func() { var w tabwriter.Writer; fmt.Println(w.Write([]byte("a\tb\n"))) })
	try("tabwriter Write", func() { var w tabwriter.Writer; fmt.Println(w.Write(nil)) })
}
