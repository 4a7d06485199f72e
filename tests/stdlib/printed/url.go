package main

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

func show(u *url.URL) {
	fmt.Printf("  %q %q %v %q %q %q %q %q %q %v %v\n", u.Scheme, u.Opaque, u.User, u.Host, u.Path, u.Fragment, u.RawQuery, u.RawPath, u.RawFragment, u.ForceQuery, u.OmitHost)
	fmt.Printf("  %q %q %q %q %q %q %q %v\n", u, u.EscapedPath(), u.EscapedFragment(), u.Redacted(), u.RequestURI(), u.Hostname(), u.Port(), u.IsAbs())
}

var texts = []string{
	"", "*", "/", "a", "a/b", "/a/b?c=d#e", "?", "a?", "a?b?", "#", "#f", "a#", "a#b#c", "http:", "http:/", "http://", "http:///", "HTTP://X.com", "http://x.com?", "http:x", "mailto:a@b.c?d=e#f",
	"http://u@h", "http://u:p@h:80/p", "http://u:@h", "http://:p@h", "http://@h", "http://u@v@h/", "http://u%40:p%3a%20@h", "http://u%zz@h", "http://u:%zz@h", "http://u v@h", "http://é@h",
	"//h/p", "///p", "////p", "a//b", "//", "//h:x", "http://h:", "http://h:80a", "http://h:1:2", "foo://h:1:2", "foo://h:1:x", "http://h%41/", "http://h%e9/", "http://h%25/", "http://h%2", "http://a b/", "http://a\"b/", "http://a|b/", "http://é.com/",
	"http://[::1]", "http://[::1]:80/x", "http://[::1", "http://[::1]x", "http://[::1]:x", "http://a[::1]", "http://[1.2.3.4]", "http://[x]", "http://[::g]", "http://[1:2:3]", "http://[1:2:3:4:5:6:7:8]", "http://[1:2:3:4:5:6:7:8:9]",
	"http://[::1.2.3.4]", "http://[::1.2.3.256]", "http://[::1.2.3]", "http://[::01.2.3.4]", "http://[12345::]", "http://[1:::2]", "http://[1::2::3]", "http://[1:2:3:4:5:6:7::8]", "http://[1:2:3:4:5:6:1.2.3.4]", "http://[1:2:3:4:5:6:7:1.2.3.4]", "http://[1:1.2.3.4]", "http://[:1]", "http://[1:]", "http://[%25]", "http://[::1%41]", "http://[v1.x]", "http://[1.2.3.]",
	"a:b", "a:b/c", "1a:b", "1a/b:c", ":a", "://x", "a b", "a%20b", "a%2", "a%zz", "a%2fb", "/a%2Fb/c%20d", "/[x]", "/a;b,c", "/a!b'(c)*", "/é", "/%C3%A9", "/%c3%a9", "/a?b=c d", "/a\nb", "/\x7f", "/a\x00", "x#a b", "x#%zz", "x#%41!*'", "x#é",
	"cache_object:foo", "a+b://c", "a_b://c", "javascript:alert(1)", "tel:+1-2", "file:///etc/passwd", "file:/etc/x", "data:,a", "http://h/?q=a#", "http://h?a=b/c", "http://h#f", "http://h/a?b#c?d", "h:80/x", "localhost:8080", "/a:b", "./a:b", "http://h/%", "http://h/..//../x",
}

// withoutReason leaves out what is wrong with an IP address: Go says it of each, we do not.
func withoutReason(err error) string {
	text := fmt.Sprint(err)
	if before, _, found := strings.Cut(text, "): "); found && strings.Contains(before, "ParseAddr(") {
		return before + ")"
	}
	return text
}

func parsing() {
	for _, text := range texts {
		u, err := url.Parse(text)
		fmt.Printf("%q %v\n", text, withoutReason(err))
		if err == nil {
			show(u)
		}
		r, err := url.ParseRequestURI(text)
		fmt.Printf("  request %v %v\n", r, withoutReason(err))
	}
	_, err := url.Parse("http://%41/")
	var ue *url.Error
	fmt.Println(errors.As(err, &ue), ue.Op, ue.URL, ue.Err, errors.Unwrap(err) == ue.Err)
	var ee url.EscapeError
	fmt.Println(errors.As(err, &ee), string(ee))
	_, err = url.Parse("http://a b/")
	var he url.InvalidHostError
	fmt.Println(errors.As(err, &he), string(he))
	fmt.Printf("%T %v\n", err, &url.Error{Op: "get", URL: "x", Err: errors.New("e")})
}

func resolving() {
	refs := []string{"", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", ".", "./", "..", "../", "../g", "../..", "../../", "../../g", "../../../g", "/./g", "/../g", "g.", ".g", "./../g", "./g/.", "g/./h", "g/../h", "http:g", "mailto:x", "//u@h/p", "..//x", "a//../b", "//h/a/../b", "%2e%2e/g", "/a%2fb/../c", "///x"}
	for _, base := range []string{"http://a/b/c/d;p?q", "http://a", "http://a/", "/x/y", "x/y", "", "mailto:me", "http://u:p@h//a//b?z#f", "http://h/a%2Fb/c"} {
		b, _ := url.Parse(base)
		for _, ref := range refs {
			r, err := b.Parse(ref)
			fmt.Printf("%q %q %q %v\n", base, ref, r, err)
		}
	}
}

func joining() {
	for _, base := range []string{"", "/", "a", "a/", "/a/b/", "http://h", "http://h/", "http://h/a%2Fb/?q#f", "http://h/a/..", "../x"} {
		for _, elems := range [][]string{nil, {""}, {"x"}, {"x/"}, {"/x", "..", "y"}, {"..", "..", "z"}, {"a b", "c?d"}, {"%2e"}, {"%zz"}, {"x", ""}, {"x", "/"}} {
			j, err := url.JoinPath(base, elems...)
			u, _ := url.Parse(base)
			fmt.Printf("%q %q %q %v %q\n", base, elems, j, err, u.JoinPath(elems...))
		}
	}
	fmt.Println(url.JoinPath("http://[", "x"))
}

func escaping() {
	var all []byte
	for i := range 256 {
		all = append(all, byte(i))
	}
	for _, s := range []string{"", "plain", "a b+c/d%e", "é世", string(all)} {
		q, p := url.QueryEscape(s), url.PathEscape(s)
		fmt.Println(q, p)
		q2, err := url.QueryUnescape(q)
		p2, err2 := url.PathUnescape(p)
		fmt.Println(q2 == s, p2 == s, err, err2)
	}
	for _, s := range []string{"%", "%1", "%zz", "a%2", "%%", "%25%", "a+b", "%2B+", "%e4%b8%96", "%é", "%4é"} {
		q, err := url.QueryUnescape(s)
		p, err2 := url.PathUnescape(s)
		fmt.Printf("%q %q %v %q %v\n", s, q, err, p, err2)
	}
	u := url.URL{Scheme: "s", Host: string(all[32:127]), Path: string(all[32:]), Fragment: string(all[32:]), User: url.UserPassword(string(all[32:]), string(all))}
	fmt.Println(u.String())
}

func building() {
	for _, u := range []url.URL{
		{}, {Path: "a:b"}, {Path: "//x"}, {Scheme: "s", Path: "//x"}, {Scheme: "s", OmitHost: true, Path: "//x"}, {Scheme: "s", OmitHost: true, Path: "/x"}, {Host: "h"}, {Host: "h", Path: "p"}, {User: url.User("u")}, {User: url.User("u"), Path: "x"},
		{Scheme: "s"}, {Scheme: "s", Opaque: "o", Host: "h"}, {Scheme: "s", Path: "p"}, {Path: "a%b", RawPath: "a%25b"}, {Path: "a b", RawPath: "wrong"}, {Path: "a/b", RawPath: "a%2fb"}, {Path: "ab", RawPath: "a b"}, {Fragment: "a b", RawFragment: "a%20b"}, {Fragment: "x", RawFragment: "%zz"},
		{ForceQuery: true}, {RawQuery: "a b"}, {Opaque: "//x", Scheme: "s"}, {Host: "[::1]:80"}, {Host: "::1"}, {Host: "h:a"}, {Path: "*"}, {Path: "**"},
	} {
		show(&u)
	}
	u, _ := url.Parse("http://u:p@h/x")
	c := u.Clone()
	c.User = nil
	c.Host = "other"
	fmt.Println(u, c)
	var none *url.URL
	fmt.Println(none.Redacted() == "", none.Clone() == nil)
	var nobody *url.Userinfo
	pw, set := nobody.Password()
	fmt.Println(nobody.Username() == "", nobody.String() == "", pw == "", set, url.User("a b"), url.UserPassword("a:b", "c@d"))
	fmt.Printf("%v %+v\n", *url.User("x"), url.UserPassword("y", "z"))
	copied := *u
	copied.Path = "/changed"
	fmt.Println(u.Path, copied.Path, copied.String())
}

func values() {
	for _, s := range []string{"", "a", "a=1&b=2&a=3", "=x", "&&", "a=%41+b%2B", "a;b", "a=1;b=2&c=3", "a=%zz&b=1", "%zz=1&c;d&e=%", "é=ü", "a==b", "a&a&a="} {
		v, err := url.ParseQuery(s)
		fmt.Printf("%q %v %v %q %d\n", s, v, err, v.Encode(), len(v))
	}
	v := url.Values{}
	v.Set("b", "1")
	v.Add("b", "2")
	v.Add("a", "x y")
	v["c"] = nil
	v["d"] = []string{}
	w := v.Clone()
	w.Add("a", "more")
	fmt.Println(v, w, v.Get("b"), v.Get("none") == "", v.Has("c"), v.Has("z"), v.Encode(), len(v["a"]), cap(v["b"]))
	v.Set("b", "&=?/")
	v.Del("a")
	v.Del("zz")
	fmt.Println(v.Encode())
	var n url.Values
	fmt.Println(n.Get("x") == "", n.Has("x"), n.Encode() == "", n.Clone() == nil)
	n.Del("x")
	func() {
		defer func() { fmt.Println(recover()) }()
		n.Set("a", "b")
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		n.Add("a", "b")
	}()
	many, err := url.ParseQuery(strings.Repeat("a&", 10000))
	fmt.Println(len(many), err)
	many, err = url.ParseQuery(strings.Repeat("a&", 9999))
	fmt.Println(len(many["a"]), err)
	u, _ := url.Parse("http://h/?a=1&b;c&d=%zz")
	q := u.Query()
	q.Set("new", "v")
	fmt.Println(q, u.RawQuery)
	for k, vs := range (url.Values{"only": {"1", "2"}}) {
		fmt.Println(k, vs)
	}
}

func main() {
	parsing()
	resolving()
	joining()
	escaping()
	building()
	values()
}
