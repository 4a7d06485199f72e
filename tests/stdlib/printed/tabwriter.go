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
	"g) f&lt;o\t<b>bar</b>\t\xff \t non-terminated entity", "a\v\v\vb\ng\nh\v\v\vi\n", "4444\t日本語\t22\t1\t333\n999999999\t22\n7\t22\n\t\t\t88888888\n\n666666\t666666\t666666\t4444\n1\t1\t999999999\t0000000000\n",
	"one\ftwo\tthree\fx\ty\f", "esc\xff\t\xffd\tx\nab\tc\n", "\xffunterminated\tx\n", "<a>\t&amp;\tb\n<bb>x</bb>\t&;y\t&lt", "a\t\tb\nc\t\td\n", "\v\va\n\v\vbb\n", "  a\tb\n\tc\td\n\t\te\n",
	"x\ty\tz\n\txx\tyy\n\t\txxx\n", "aa\tb\tc\tddd\neee\tf\n\tg\thhhhh\n", "\xff\xfe\tbad\n\xe4\tx\n",
}

type picky struct {
	left int
	log  []string
}

func (p *picky) Write(b []byte) (int, error) {
	p.log = append(p.log, string(b))
	if p.left--; p.left < 0 {
		return 0, errors.New("full")
	}
	return len(b), nil
}

type short struct{}

func (short) Write(b []byte) (int, error) { return len(b) / 2, nil }

type panicky struct{}

func (panicky) Write(b []byte) (int, error) { panic(fmt.Sprintf("no %q", b)) }

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Printf("panic: %v\n", r)
		}
	}()
	f()
}

func main() {
	for _, flags := range []uint{0, tabwriter.AlignRight, tabwriter.Debug, tabwriter.DiscardEmptyColumns | tabwriter.Debug, tabwriter.TabIndent, tabwriter.FilterHTML | tabwriter.Debug, tabwriter.StripEscape | tabwriter.Debug, tabwriter.AlignRight | tabwriter.Debug | tabwriter.FilterHTML | tabwriter.StripEscape} {
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
		w := tabwriter.NewWriter(&b, 0, 8, 1, '_', tabwriter.Debug|tabwriter.FilterHTML)
		for i := range len(text) {
			w.Write([]byte{text[i]})
		}
		w.Flush()
		fmt.Printf("%q\n", b.String())
	}
	for left := range 8 {
		p := &picky{left: left}
		w := tabwriter.NewWriter(p, 0, 8, 12, '-', tabwriter.Debug)
		n, err := fmt.Fprint(w, "a\tb\t\nccc\td\n\nx\ty")
		fmt.Println(n, err, w.Flush(), fmt.Sprintf("%q", p.log))
	}
	w := tabwriter.NewWriter(short{}, 0, 8, 1, ' ', 0)
	fmt.Fprint(w, "a\tb")
	fmt.Println(w.Flush(), w.Flush())
	try(func() { tabwriter.NewWriter(os.Stdout, -1, 0, 0, 0, 0) })
	try(func() { fmt.Fprint(tabwriter.NewWriter(panicky{}, 0, 0, 0, ' ', 0), "a\n") })
	try(func() { w := tabwriter.NewWriter(panicky{}, 0, 0, 0, ' ', 0); fmt.Fprint(w, "a\tb"); w.Flush() })
	try(func() { w := tabwriter.NewWriter(nil, 0, 0, 0, ' ', 0); fmt.Fprint(w, "a\tb"); w.Flush() })
	try(func() { var w tabwriter.Writer; fmt.Println(w.Flush()); fmt.Fprint(&w, "a\n") })
	var z tabwriter.Writer
	z.Init(os.Stdout, 0, 8, 1, ' ', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprintln(&z, "a\tbbb\tc")
	fmt.Fprintf(&z, "%d\t%d\t%d\n", 100, 2, 3)
	z.Flush()
	fmt.Println(tabwriter.Escape, tabwriter.FilterHTML, tabwriter.StripEscape, tabwriter.AlignRight, tabwriter.DiscardEmptyColumns, tabwriter.TabIndent, tabwriter.Debug)
}
