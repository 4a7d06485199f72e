// Records good and bad, with their places, and what the writer quotes.
package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	inputs := []string{"", "\n", "a,b,c\n1,2,3\n", "a,b\n1,2,3\n", "a,\"b\nc\",d\n\"x\"\"y\",z,\n", "a;b\n", "#c\na,b\n", "\"a\n", "a\"b,c\n", "\"a\"b,c\n", "a,\"b\" ,c\n", " a, b\n", "a,b\r\nc,d\r\n", "a,b\rc\n", "a,b\r", "\r\n\r\na\n", "a,,\n,,\n", "é,日本\n", "\"\"\n", "a,\"\n\n\nb\",c\nd,e\"f,g\n", "x,y\n\n\nz,w", "\xff,\xfe\n", "\"a\",\"b\"\n\"c\",\"d\"", "a\tb\n", "  \"a\",b\n", "\"x\n y\"\"z\n\"q\n", "a,b\n\"c,d"}
	for _, in := range inputs {
		for mode := 0; mode < 6; mode++ {
			r := csv.NewReader(strings.NewReader(in))
			switch mode {
			case 1:
				r.LazyQuotes = true
			case 2:
				r.TrimLeadingSpace = true
			case 3:
				r.FieldsPerRecord = -1
				r.Comma = ';'
			case 4:
				r.Comment = '#'
				r.FieldsPerRecord = 2
			case 5:
				r.Comma = '\t'
				r.TrimLeadingSpace = true
				r.FieldsPerRecord = -1
			}
			all, err := r.ReadAll()
			fmt.Printf("%q %d %q %v\n", in, mode, all, err)
			var pe *csv.ParseError
			if errors.As(err, &pe) {
				fmt.Println(pe.StartLine, pe.Line, pe.Column, pe.Err, errors.Is(err, csv.ErrFieldCount), errors.Is(err, csv.ErrQuote), errors.Is(err, csv.ErrBareQuote))
			}
		}
	}
	r := csv.NewReader(strings.NewReader("name,age\n\"Bob, Jr\",5\nx\n"))
	for {
		rec, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println("error:", err, rec)
			continue
		}
		fmt.Println(rec, len(rec))
	}
	r = csv.NewReader(strings.NewReader("a"))
	r.Comma = '\n'
	fmt.Println(r.Read())
	w := csv.NewWriter(os.Stdout)
	w.Write([]string{"a", "b c", " lead", "q\"uote", "new\nline", "cr\r", "", ",", `\.`, "é", "\u00a0x", ";"})
	w.Comma = ';'
	w.UseCRLF = true
	w.Write([]string{"a;b", "x\ny\r", "c"})
	w.Flush()
	fmt.Println(w.Error())
	w.Comma = '"'
	fmt.Println(w.Write([]string{"x"}))
	w2 := csv.NewWriter(os.Stdout)
	fmt.Println(w2.WriteAll([][]string{{"h1", "h2"}, {"1", "2"}, {}, {""}}))
}
