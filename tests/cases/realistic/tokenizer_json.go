// A hand-written JSON parser and printer without encoding/json.
package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

type parser struct {
	s   string
	pos int
}
type syntaxError struct {
	pos int
	msg string
}

func (e syntaxError) Error() string { return fmt.Sprintf("at %d: %s", e.pos, e.msg) }

func (p *parser) fail(format string, args ...any) {
	panic(syntaxError{p.pos, fmt.Sprintf(format, args...)})
}

func (p *parser) ws() {
	for p.pos < len(p.s) && strings.IndexByte(" \t\n\r", p.s[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *parser) eat(c byte) {
	p.ws()
	if p.pos >= len(p.s) || p.s[p.pos] != c {
		p.fail("expected %q", c)
	}
	p.pos++
}

func (p *parser) peek() byte {
	p.ws()
	if p.pos >= len(p.s) {
		p.fail("unexpected end")
	}
	return p.s[p.pos]
}

func (p *parser) value() any {
	switch c := p.peek(); {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '"':
		return p.str()
	case c == '-' || c >= '0' && c <= '9':
		start := p.pos
		for p.pos < len(p.s) && strings.ContainsRune("+-.eE0123456789", rune(p.s[p.pos])) {
			p.pos++
		}
		f, err := strconv.ParseFloat(p.s[start:p.pos], 64)
		if err != nil {
			p.fail("bad number %s", p.s[start:p.pos])
		}
		return f
	}
	for word, v := range map[string]any{"true": true, "false": false, "null": nil} {
		if strings.HasPrefix(p.s[p.pos:], word) {
			p.pos += len(word)
			return v
		}
	}
	p.fail("unexpected %q", p.s[p.pos])
	return nil
}

func (p *parser) object() map[string]any {
	m := map[string]any{}
	p.eat('{')
	for p.peek() != '}' {
		if len(m) > 0 {
			p.eat(',')
		}
		k := p.str()
		p.eat(':')
		m[k] = p.value()
	}
	p.eat('}')
	return m
}

func (p *parser) array() []any {
	out := []any{}
	p.eat('[')
	for p.peek() != ']' {
		if len(out) > 0 {
			p.eat(',')
		}
		out = append(out, p.value())
	}
	p.eat(']')
	return out
}

func (p *parser) str() string {
	p.eat('"')
	var sb strings.Builder
	for p.pos < len(p.s) {
		c := p.s[p.pos]
		p.pos++
		switch c {
		case '"':
			return sb.String()
		case '\\':
			e := p.s[p.pos]
			p.pos++
			switch e {
			case 'n':
				sb.WriteByte('\n')
			case 'u':
				n, err := strconv.ParseUint(p.s[p.pos:p.pos+4], 16, 32)
				if err != nil {
					p.fail("bad escape")
				}
				sb.WriteRune(rune(n))
				p.pos += 4
			default:
				sb.WriteByte(e)
			}
		default:
			sb.WriteByte(c)
		}
	}
	p.fail("unterminated string")
	return ""
}

func Parse(s string) (v any, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(syntaxError)
			if !ok {
				err = fmt.Errorf("internal: %v", r)
				return
			}
			v, err = nil, e
		}
	}()
	p := &parser{s: s}
	v = p.value()
	if p.ws(); p.pos < len(s) {
		p.fail("trailing data")
	}
	return v, nil
}

func dump(v any) string {
	switch t := v.(type) {
	case map[string]any:
		parts := []string{}
		for _, k := range slices.Sorted(maps.Keys(t)) {
			parts = append(parts, strconv.Quote(k)+":"+dump(t[k]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case []any:
		parts := make([]string, len(t))
		for i, e := range t {
			parts[i] = dump(e)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case string:
		return strconv.Quote(t)
	case nil:
		return "null"
	default:
		return fmt.Sprint(t)
	}
}

func main() {
	for _, s := range []string{`{"b": [1, 2.5e1, -3], "a": {"x": null, "y": true}}`, ` "h\u00e9\n\"q\"" `, `[]`, `[1, 2`, `{"a" 1}`, `[1,,2]`, `{"a":1} x`, `"abc`, ``, `-`, `tru`, `"\u12"`} {
		v, err := Parse(s)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Println(dump(v))
	}
}
