// Slugs, title case, wrapping, padding, templating, censoring and column layout.
package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func slug(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	var sb strings.Builder
	dash := false
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			if dash && sb.Len() > 0 {
				sb.WriteByte('-')
			}
			dash = false
			sb.WriteRune(r)
		case strings.ContainsRune("äöüß", r):
			sb.WriteString(map[rune]string{'ä': "ae", 'ö': "oe", 'ü': "ue", 'ß': "ss"}[r])
		default:
			dash = true
		}
	}
	return sb.String()
}

func title(s string) string {
	small := map[string]bool{"of": true, "the": true, "and": true}
	words := strings.Fields(s)
	for i, w := range words {
		w = strings.ToLower(w)
		if i == 0 || !small[w] {
			r := []rune(w)
			w = string(unicode.ToUpper(r[0])) + string(r[1:])
		}
		words[i] = w
	}
	return strings.Join(words, " ")
}

func camel(s string) (out string) {
	for i, p := range strings.FieldsFunc(s, func(r rune) bool { return r == '_' || r == '-' || r == ' ' }) {
		if i > 0 {
			p = strings.ToUpper(p[:1]) + p[1:]
		}
		out += p
	}
	return
}

func snake(s string) string {
	var sb strings.Builder
	for i, r := range s {
		if unicode.IsUpper(r) && i > 0 && !unicode.IsUpper(rune(s[i-1])) {
			sb.WriteByte('_')
		}
		sb.WriteRune(unicode.ToLower(r))
	}
	return sb.String()
}

func pad(s string, n int, fill string) string {
	if k := n - utf8.RuneCountInString(s); k > 0 {
		s += strings.Repeat(fill, k)
	}
	return s
}

func censor(s string, bad ...string) string {
	for _, b := range bad {
		for {
			i := strings.Index(strings.ToLower(s), b)
			if i < 0 {
				break
			}
			s = s[:i] + strings.Repeat("*", len(b)) + s[i+len(b):]
		}
	}
	return s
}

func expand(s string, vars map[string]string) string {
	var pairs []string
	for k, v := range vars {
		pairs = append(pairs, "${"+k+"}", v)
	}
	return strings.NewReplacer(pairs...).Replace(s)
}

func main() {
	fmt.Println(slug("  Hello, Wörld! It's  2024 "), slug("ÄÖ & ß"), slug("---") == "")
	fmt.Println(title("the lord OF the rings AND the élan"), camel("make_it-camel case"), snake("someHTTPRequestID"), snake("A"))
	for _, w := range []string{"a", "日本", "toolong"} {
		fmt.Printf("[%s]", pad(w, 5, "·"))
	}
	fmt.Println()
	fmt.Println(censor("Darn this DARN thing, heck!", "darn", "heck"))
	fmt.Println(expand("Dear ${name}, you owe ${amt}. ${name}! ${x}", map[string]string{"name": "Ann", "amt": "$5"}))
	text := "name : Ann\nage:  30\n\n# comment\nbad line\nurl: http://x.io:80"
	conf := map[string]string{}
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		k, v, ok := strings.Cut(line, ":")
		if !ok {
			fmt.Println("line", n+1, "has no colon")
			continue
		}
		conf[strings.TrimSpace(k)] = strings.TrimSpace(v)
	}
	fmt.Println(conf, len(conf))
	words := strings.Fields("the quick brown fox jumps")
	slices.Reverse(words)
	fmt.Println(strings.Join(words, " "), strings.Count("banana", "an"), strings.LastIndex("go gopher", "go"))
	acronym := ""
	for _, w := range strings.Split("portable network graphics", " ") {
		acronym += strings.ToUpper(w[0:1])
	}
	fmt.Println(acronym, strings.Repeat("=", len(acronym)))
	indent := strings.ReplaceAll("a\nb\nc", "\n", "\n  ")
	fmt.Println(indent, strings.EqualFold("HeLLo", "hEllO"))
	n := strings.IndexFunc("hello World", unicode.IsUpper)
	fmt.Println(n, strings.TrimLeft("001200", "0"), strings.TrimRight("1.500", "0"), strings.Trim("[x]", "[]"))
}
