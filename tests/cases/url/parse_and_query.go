// Parsing, parts, queries, escaping, resolving, building.
package main

import (
	"fmt"
	"net/url"
)

func main() {
	u, err := url.Parse("https://user:p%40ss@example.com:8080/a/b%20c/d?q=1&q=2&name=J%20D+x&empty=#frag%21")
	fmt.Println(err, u.Scheme, u.Host, u.Hostname(), u.Port(), u.Path, u.RawPath, u.RawQuery, u.Fragment, u.User.Username())
	pw, ok := u.User.Password()
	fmt.Println(pw, ok, u, u.EscapedPath(), u.IsAbs(), u.RequestURI())
	q := u.Query()
	fmt.Println(q, q.Get("q"), q["q"], q.Get("none") == "", q.Has("empty"), q.Get("name"))
	q.Set("q", "a b&c=d/é")
	q.Add("z", "1")
	q.Del("empty")
	fmt.Println(q.Encode())
	u.RawQuery = q.Encode()
	fmt.Println(u.String())
	fmt.Println(url.QueryEscape("a b&c=d/é?~-_.!*'()"), url.PathEscape("a b/c?d&é+:@"))
	s, err := url.QueryUnescape("a%20b+c%zz")
	fmt.Println(s, err)
	s, err = url.PathUnescape("a%20b+c")
	fmt.Println(s, err)
	vals, err := url.ParseQuery("a=1&b=%41&c&a=2;d=3")
	fmt.Println(vals, err)
	for _, raw := range []string{"/rel/path?x=1", "mailto:a@b.c", "http://[::1]:80/", "://bad", "http://a b.com", "%zz", "", "//host/p", "http://x.com:abc/"} {
		u, err := url.Parse(raw)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Printf("%q %q %q %q %q\n", u.Scheme, u.Opaque, u.Host, u.Path, u.String())
	}
	base, _ := url.Parse("http://x.com/a/b/c?d")
	for _, r := range []string{"../d", "/abs", "?q", "#f", "http://y.com", "e/./f/../g"} {
		ref, _ := url.Parse(r)
		fmt.Print(base.ResolveReference(ref), " ")
	}
	fmt.Println(base.JoinPath("x", "../y"))
	b := url.URL{Scheme: "https", Host: "h.io", Path: "/p q/é", RawQuery: url.Values{"k": {"v 1", "v2"}}.Encode(), User: url.UserPassword("u", "p w")}
	fmt.Println(b.String())
	fmt.Println(b.Redacted())
	j, err := url.JoinPath("http://a.com/x/", "/y/", "z")
	fmt.Println(j, err)
}
