// EscapeString and UnescapeString with named and numeric entities.
package main

import (
	"fmt"
	"html"
)

func main() {
	s := `<a href="x?a=1&b=2">'Tom' & "Jerry"</a>`
	e := html.EscapeString(s)
	fmt.Println(e, html.UnescapeString(e) == s)
	fmt.Println(html.UnescapeString("&lt;&gt;&amp;&quot;&#39;&#x41;&#65;&eacute;&nbsp;|&copy;&euro;&hellip;"))
	fmt.Println(html.UnescapeString("&unknown; &amp;amp; &lt &ampx; &#999999999; &#128; a & b &"))
	fmt.Println(html.EscapeString(""), html.EscapeString("plain é 世"), html.UnescapeString("&notit; &not; &notin;"))
}
