// A tiny template language: lexer, parser to a tree, evaluation with scopes.
package main

import (
	"errors"
	"fmt"
	"strings"
)

type Node interface {
	Render(*Scope, *strings.Builder) error
}
type Text string
type Var struct{ Path []string }
type If struct {
	Cond       []string
	Then, Else []Node
}
type For struct {
	Name string
	List []string
	Body []Node
}
type Scope struct {
	vars   map[string]any
	parent *Scope
}

func (s *Scope) Get(path []string) (any, error) {
	for sc := s; sc != nil; sc = sc.parent {
		v, ok := sc.vars[path[0]]
		if !ok {
			continue
		}
		for _, p := range path[1:] {
			m, isMap := v.(map[string]any)
			if !isMap {
				return nil, fmt.Errorf("%s: %T has no %q", strings.Join(path, "."), v, p)
			}
			v = m[p]
		}
		return v, nil
	}
	return nil, fmt.Errorf("undefined %q", path[0])
}

func (t Text) Render(_ *Scope, sb *strings.Builder) error { sb.WriteString(string(t)); return nil }
func (v Var) Render(s *Scope, sb *strings.Builder) error {
	x, err := s.Get(v.Path)
	if err == nil {
		fmt.Fprint(sb, x)
	}
	return err
}
func (n If) Render(s *Scope, sb *strings.Builder) error {
	v, err := s.Get(n.Cond)
	if err != nil || !truthy(v) {
		return renderAll(n.Else, s, sb)
	}
	return renderAll(n.Then, s, sb)
}
func (n For) Render(s *Scope, sb *strings.Builder) error {
	v, err := s.Get(n.List)
	if err != nil {
		return err
	}
	list, ok := v.([]any)
	if !ok {
		return fmt.Errorf("cannot loop over %T", v)
	}
	for i, e := range list {
		inner := &Scope{map[string]any{n.Name: e, "index": i}, s}
		if err := renderAll(n.Body, inner, sb); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	return nil
}

func truthy(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case int:
		return v != 0
	case []any:
		return len(v) > 0
	}
	return true
}

func renderAll(ns []Node, s *Scope, sb *strings.Builder) error {
	for _, n := range ns {
		if err := n.Render(s, sb); err != nil {
			return err
		}
	}
	return nil
}

func parse(src string) (nodes []Node, rest, stop string, err error) {
	for src != "" {
		i := strings.Index(src, "{{")
		if i < 0 {
			return append(nodes, Text(src)), "", "", nil
		}
		if i > 0 {
			nodes = append(nodes, Text(src[:i]))
		}
		j := strings.Index(src, "}}")
		if j < 0 {
			return nil, "", "", errors.New("missing }}")
		}
		f := strings.Fields(src[i+2 : j])
		src = src[j+2:]
		switch {
		case len(f) == 0:
			return nil, "", "", errors.New("empty tag")
		case f[0] == "end" || f[0] == "else":
			return nodes, src, f[0], nil
		case f[0] == "if" && len(f) == 2:
			n := If{Cond: strings.Split(f[1], ".")}
			var s string
			if n.Then, src, s, err = parse(src); err != nil {
				return
			}
			if s == "else" {
				if n.Else, src, s, err = parse(src); err != nil {
					return
				}
			}
			if s != "end" {
				return nil, "", "", errors.New("if without end")
			}
			nodes = append(nodes, n)
		case f[0] == "for" && len(f) == 4 && f[2] == "in":
			n := For{Name: f[1], List: strings.Split(f[3], ".")}
			var s string
			if n.Body, src, s, err = parse(src); err != nil {
				return
			}
			if s != "end" {
				return nil, "", "", errors.New("for without end")
			}
			nodes = append(nodes, n)
		default:
			nodes = append(nodes, Var{strings.Split(f[0], ".")})
		}
	}
	return
}

func main() {
	data := map[string]any{"title": "Shop", "items": []any{map[string]any{"name": "pen", "qty": 3}, map[string]any{"name": "ink", "qty": 0}}, "none": []any{}, "user": map[string]any{"name": "Ann"}}
	for _, src := range []string{
		"Hello {{ user.name }}, welcome to {{title}}!",
		"{{for it in items}}{{index}}:{{it.name}}{{if it.qty}} x{{it.qty}}{{else}} sold out{{end}};{{end}}",
		"{{if none}}some{{else}}nothing{{end}} {{if missing}}a{{else}}b{{end}}",
		"{{ nope }}", "{{for x in title}}{{end}}", "{{if title}}no end", "{{ title", "{{}}", "{{title.deep}}",
	} {
		nodes, _, _, err := parse(src)
		var sb strings.Builder
		if err == nil {
			err = renderAll(nodes, &Scope{vars: data}, &sb)
		}
		fmt.Printf("%q %v\n", sb.String(), err)
	}
}
