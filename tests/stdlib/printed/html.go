package main

import (
	"fmt"
	"html"
)

func main() {
	for _, s := range []string{"", "plain", `<a href="x">'&'</a>`, "&&&", "é<世>\xff"} {
		e := html.EscapeString(s)
		fmt.Printf("%q %v\n", e, html.UnescapeString(e) == s)
	}
	for _, s := range []string{
		"&", "&&", "&;", "&#", "&#;", "&#x", "&#;x", "&#55", "&#55 ", "&#x41", "&#x41;", "&#X41z", "&#065;",
		"&#128;&#129;&#159;&#160;", "&#0;", "&#xD800;", "&#x110000;", "&#99999999999;", "&#-5;", "&# 65;", "&#2147483648;",
		"&lt", "&ltx", "&lt;", "&LT;", "&Lt;", "&notit;", "&notin;", "&not", "&no", "&amp;lt;", "&ampamp;", "&copy2024", "&CounterClockwiseContourIntegral;", "&acE;", "&acE", "&NotEqualTilde;x",
		"&fjlig;", "&hearts;&hearts", "&zwj;", "&euro;&euro", "&quot;&apos;&apos", "&AMP&QUOT;", "x&y=1&copy=2&times;", "&ABCDEFGHIJ;", "&aacute&aacute;", "&frac14x", "&thorn;&THORN&szlig", "&ThickSpace;.",
		"a &#x1F600; b &#x1f600", "&lt\xff&gt;", "&é;", "&1;", "&sup1;&sup1x", "&#38;lt;",
	} {
		fmt.Printf("%q %q\n", s, html.UnescapeString(s))
	}
}
