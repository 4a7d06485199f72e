// Cells with formulas, dependency evaluation, cycles and error values.
package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

type Sheet struct {
	cells  map[string]string
	cache  map[string]float64
	active map[string]bool
}

func (s *Sheet) Set(ref, v string) { s.cells[ref] = v; clear(s.cache) }

func (s *Sheet) Eval(ref string) (v float64, err error) {
	if v, ok := s.cache[ref]; ok {
		return v, nil
	}
	if s.active[ref] {
		return 0, fmt.Errorf("cycle through %s", ref)
	}
	s.active[ref] = true
	defer delete(s.active, ref)
	raw, ok := s.cells[ref]
	switch {
	case !ok || raw == "":
		return 0, nil
	case raw[0] != '=':
		if v, err = strconv.ParseFloat(raw, 64); err != nil {
			return 0, fmt.Errorf("%s: not a number: %q", ref, raw)
		}
	default:
		if v, err = s.formula(raw[1:]); err != nil {
			return 0, fmt.Errorf("%s: %w", ref, err)
		}
	}
	s.cache[ref] = v
	return v, nil
}

func (s *Sheet) formula(f string) (float64, error) {
	if name, args, ok := strings.Cut(f, "("); ok {
		from, to, _ := strings.Cut(strings.TrimSuffix(args, ")"), ":")
		var vals []float64
		for c := from[0]; c <= to[0]; c++ {
			for r := from[1]; r <= to[1]; r++ {
				v, err := s.Eval(string([]byte{c, r}))
				if err != nil {
					return 0, err
				}
				vals = append(vals, v)
			}
		}
		switch name {
		case "SUM":
			t := 0.0
			for _, v := range vals {
				t += v
			}
			return t, nil
		case "MAX":
			return slices.Max(vals), nil
		}
		return 0, fmt.Errorf("unknown function %s", name)
	}
	for _, op := range "+-*/" {
		i := strings.LastIndexByte(f, byte(op))
		if i <= 0 {
			continue
		}
		l, err := s.formula(f[:i])
		if err != nil {
			return 0, err
		}
		r, err := s.formula(f[i+1:])
		if err != nil {
			return 0, err
		}
		switch op {
		case '+':
			return l + r, nil
		case '-':
			return l - r, nil
		case '*':
			return l * r, nil
		}
		if r == 0 {
			return 0, errors.New("#DIV/0!")
		}
		return l / r, nil
	}
	if unicode.IsUpper(rune(f[0])) {
		return s.Eval(f)
	}
	return strconv.ParseFloat(f, 64)
}

func main() {
	s := &Sheet{map[string]string{}, map[string]float64{}, map[string]bool{}}
	for _, c := range strings.Fields("A1=10 A2=20 A3==A1+A2*2 B1==SUM(A1:A3) B2==B1/A4 B3==MAX(A1:B1) C1==C2+1 C2==C1 C3=abc D1==NOPE(A1:A1) D2==C3+1 D3==8-3-2") {
		ref, v, _ := strings.Cut(c, "=")
		s.Set(ref, v)
	}
	for _, ref := range slices.Sorted(maps.Keys(s.cells)) {
		v, err := s.Eval(ref)
		if err != nil {
			fmt.Printf("%s %-12s error: %v\n", ref, s.cells[ref], err)
			continue
		}
		fmt.Printf("%s %-12s %g\n", ref, s.cells[ref], v)
	}
	s.Set("A4", "4")
	fmt.Println(s.Eval("B2"))
	s.Set("A1", "100")
	fmt.Println(s.Eval("B2"))
	fmt.Println(len(s.cache), len(s.active))
}
