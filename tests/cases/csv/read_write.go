// Quotes, commas, newlines in fields, errors with places, writing.
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
	r := csv.NewReader(strings.NewReader("name,age,note\n\"Smith, J\",42,\"said \"\"hi\"\"\"\n\nx,1,\"multi\nline\"\n"))
	recs, err := r.ReadAll()
	fmt.Printf("%q %v %d\n", recs, err, len(recs))
	for _, s := range []string{"a,b\nc\n", "a,\"b\nc", "a\"b,c\n", "\"a\"b,c\n", "a, b\n", "a,b,\n", "# c\nx,y\n"} {
		recs, err := csv.NewReader(strings.NewReader(s)).ReadAll()
		fmt.Printf("%q %v\n", recs, err)
	}
	r = csv.NewReader(strings.NewReader("a;b;c\n#comment\n1; 2;3\n4;5\n"))
	r.Comma = ';'
	r.Comment = '#'
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = true
	for {
		rec, err := r.Read()
		if err == io.EOF {
			break
		}
		fmt.Printf("%q %v\n", rec, err)
	}
	lazy := csv.NewReader(strings.NewReader("a \"word\",b\n"))
	lazy.LazyQuotes = true
	rec, err := lazy.Read()
	fmt.Printf("%q %v\n", rec, err)
	w := csv.NewWriter(os.Stdout)
	w.Write([]string{"plain", "with,comma", "with \"quote\"", "new\nline", "", " lead", "tab\t"})
	w.WriteAll([][]string{{"1", "2"}, {""}, {"a b", "#x"}})
	w.Flush()
	fmt.Println(w.Error())
	w.Comma = '|'
	w.UseCRLF = true
	var sb strings.Builder
	w2 := csv.NewWriter(&sb)
	w2.UseCRLF = true
	w2.Comma = '\t'
	w2.Write([]string{"x", "y z", "p\tq"})
	w2.Flush()
	fmt.Printf("%q\n", sb.String())
	_, err = csv.NewReader(strings.NewReader("a,b\n1,2,3\n")).ReadAll()
	var pe *csv.ParseError
	fmt.Println(errors.As(err, &pe), pe.Line, errors.Is(err, csv.ErrFieldCount))
}
