package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
)

var texts = []string{
	"", "\n", "a", "a\n", "a\tb\n", "\t\n", "\t\t\tx\n", "a\tb\tc\nlonger\tx\ny\n1\t2\t3\t4\n", "a\tb\nccc\tddd\n\nx\ty\nzzzzzz\tw\n",
	".0\t.3\t2.4\t-5.1\t\n23.0\t12345678.9\t2.4\t-989.4\t\n5.1\t12.0\t2.4\t-7.0\t\n.0\t0.0\t332.0\t8908.0\t\n.0\t-.3\t456.4\t22.1\t\n.0\t1.2\t44.4\t-13.3\t\t",
	"g) f&lt;o\t<b>bar</b>\t \t non-terminated entity", "4444\t日本語\t22\t1\t333\n999999999\t22\n7\t22\n\t\t\t88888888\n\n666666\t666666\t666666\t4444\n1\t1\t999999999\t0000000000\n",
	"<a>\t&amp;\tb\n<bb>x</bb>\t&;y\t&lt", "a\t\tb\nc\t\td\n", "  a\tb\n\tc\td\n\t\te\n",
	"x\ty\tz\n\txx\tyy\n\t\txxx\n", "aa\tb\tc\tddd\neee\tf\n\tg\thhhhh\n", "\xe4\tx\n",
}

type full struct{}

func (full) Write(b []byte) (int, error) { return 0, errors.New("full") }

type short struct{}

func (short) Write(b []byte) (int, error) { return len(b) / 2, nil }

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Printf("panic: %v\n", r)
		}
	}()
	f()
}

func main() {
	for _, flags := range []uint{0, tabwriter.AlignRight, tabwriter.Debug, tabwriter.DiscardEmptyColumns | tabwriter.Debug, tabwriter.TabIndent, tabwriter.AlignRight | tabwriter.Debug | tabwriter.TabIndent} {
		for _, c := range []struct {
			min, tab, pad int
			char          byte
		}{{0, 8, 1, ' '}, {8, 8, 1, '.'}, {0, 8, 0, '\t'}, {5, 4, 2, '\t'}, {0, 0, 3, '*'}, {3, 0, 1, '\t'}} {
			for _, text := range texts {
				var b bytes.Buffer
				w := tabwriter.NewWriter(&b, c.min, c.tab, c.pad, c.char, flags)
				n, err := io.WriteString(w, text)
				err2 := w.Flush()
				fmt.Printf("%d %v %q %d %v %v\n", flags, c, b.String(), n, err, err2)
			}
		}
	}
	for _, text := range texts {
		var b strings.Builder
		w := tabwriter.NewWriter(&b, 0, 8, 1, '_', tabwriter.Debug)
		for i := range len(text) {
			w.Write([]byte{text[i]})
		}
		w.Flush()
		fmt.Printf("%q\n", b.String())
	}
	for _, text := range []string{"a\tb\n", "a\tb"} {
		w := tabwriter.NewWriter(full{}, 0, 8, 12, '-', 0)
		_, err := fmt.Fprint(w, text)
		fmt.Println(err, w.Flush())
	}
	w := tabwriter.NewWriter(short{}, 0, 8, 1, ' ', 0)
	fmt.Fprint(w, "a\tb")
	fmt.Println(w.Flush(), w.Flush())
	try(func() { tabwriter.NewWriter(os.Stdout, -1, 0, 0, 0, 0) })
	var z tabwriter.Writer
	z.Init(os.Stdout, 0, 8, 1, ' ', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprintln(&z, "a\tbbb\tc")
	fmt.Fprintf(&z, "%d\t%d\t%d\n", 100, 2, 3)
	z.Flush()
	fmt.Println(tabwriter.AlignRight, tabwriter.DiscardEmptyColumns, tabwriter.TabIndent, tabwriter.Debug)
}
