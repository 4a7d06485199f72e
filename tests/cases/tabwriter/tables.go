// Column alignment with padding, flags, right alignment and cells of different width.
package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
)

func main() {
	rows := [][]string{{"Name", "Qty", "Price"}, {"apple", "3", "1.25"}, {"watermelon", "12", "100.00"}, {"é", "", "x"}}
	print := func(w *tabwriter.Writer) {
		for _, r := range rows {
			fmt.Fprintln(w, strings.Join(r, "\t"))
		}
		w.Flush()
		fmt.Println("--")
	}
	print(tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0))
	print(tabwriter.NewWriter(os.Stdout, 0, 8, 1, '.', tabwriter.AlignRight|tabwriter.Debug))
	print(tabwriter.NewWriter(os.Stdout, 12, 0, 0, '-', 0))
	w := tabwriter.NewWriter(os.Stdout, 5, 0, 3, ' ', tabwriter.Debug)
	fmt.Fprintf(w, "a\tb\tc\n")
	fmt.Fprintf(w, "aaaa\tbbbbb\tc\n\nnew\tblock\t\n")
	fmt.Fprintf(w, "no tabs here\n")
	fmt.Fprintf(w, "after\tbreak\n")
	w.Flush()
	w.Init(os.Stdout, 0, 8, 1, '\t', 0)
	fmt.Fprintf(w, "x\ty\tz\nlong cell\ty\tz\n")
	w.Flush()
}
