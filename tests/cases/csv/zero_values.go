// Zero values of Writer and Reader: what their methods do.
package main

import (
	"encoding/csv"
	"fmt"
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
	try("csv.Reader Read", func() { var r csv.Reader; fmt.Println(r.Read()) })
	try("csv.Reader ReadAll", func() { var r csv.Reader; fmt.Println(r.ReadAll()) })
	try("csv.Writer Comma", func() { w := csv.Writer{Comma: ','}; fmt.Println(w.Write([]string{"a"})) })
	try("csv.Writer Error", func() { var w csv.Writer; fmt.Println(w.Error()) })
	try("csv.Writer Flush", func() { var w csv.Writer; w.Flush(); fmt.Println(w.Error()) })
	try("csv.Writer Write", func() { var w csv.Writer; fmt.Println(w.Write([]string{"a"})) })
}
