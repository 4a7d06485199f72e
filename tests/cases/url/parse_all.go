// net/url: everything that can be asked of many addresses.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
)

func main() {
	for _, s := range []string{"https://user:p%40ss@Example.com:8080/a%20b/c?q=1&q=2&x=%zz#frag%20x", "mailto:a@b.c", "/path?x", "//host/p", "http://[::1]:80/", "http://[::1%25en0]/", "::bad", "http://a b/", "http://x:abc/", "%zz", "http://h/%zz", "?only=query", "", "a:b:c", "http://host/a/../b/./c", "http://ex.com/?a=1;b=2", "HTTP://EX.com", "http://u@h", "http://h?", "http://h#", "1http://x", "http://\x7f/", "http://h:/p", "javascript:alert(1)", "http://h/a;b?c", "https://h/%2f%2F"} {
		u, err := url.Parse(s)
		if err != nil {
			fmt.Println("ERR", err)
			var ue *url.Error
			fmt.Println(errors.As(err, &ue), ue.Op, ue.URL, ue.Err)
			continue
		}
		fmt.Printf("%q %q %q %q %q %q %q %q %q %q %v %v %q\n", u.Scheme, u.Opaque, u.Host, u.Hostname(), u.Port(), u.Path, u.RawPath, u.RawQuery, u.Fragment, u.EscapedPath(), u.IsAbs(), u.ForceQuery, u.String())
		fmt.Println(u.Query(), u.User, u.RequestURI(), u.Redacted())
	}
	u, _ := url.Parse("https://example.org/a/b?x=1")
	js, err := json.Marshal(map[string]*url.URL{"u": u})
	fmt.Println(string(js), err)
	for _, r := range []string{"../c", "/d", "?y=2", "#f", "//other/z", "http://abs", "e/../f", "", "./", "g;x=1/../y"} {
		x, err := u.Parse(r)
		fmt.Println(x, err)
	}
	fmt.Println(u.JoinPath("c", "../d", "/e/"), url.PathEscape("a/b c?+&é"), url.QueryEscape("a/b c?+&é~*"))
	fmt.Println(url.QueryUnescape("a%20b+c%2"))
	fmt.Println(url.PathUnescape("a%20b+c%2F"))
	q, err := url.ParseQuery("a=1&b=2&a=3&c&=e&f=%20+&g=%")
	fmt.Println(q, err, q.Get("a"), q["a"], q.Has("c"), q.Get("zz"))
	q = url.Values{}
	q.Set("z", "1 2")
	q.Add("a", "x&y")
	q.Add("a", "é")
	q.Del("none")
	fmt.Println(q.Encode(), q)
	fmt.Println(url.JoinPath("http://h/a", "../b", "c"))
	fmt.Println(url.ParseRequestURI("nope"))
	fmt.Println(url.UserPassword("a:b", "c@d"), url.User("x y"))
	p := &url.URL{Scheme: "http", Host: "h", Path: "a b", RawQuery: "q", Fragment: "f g"}
	fmt.Println(p, *p)
	fmt.Printf("%v %+v\n", url.Values{"a": {"b"}}, url.EscapeError("x"))
}
