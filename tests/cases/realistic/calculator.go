// A tokenizer, a recursive-descent parser and an evaluator with variables and errors.
package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

type Token struct {
	Kind byte
	Text string
	Num  float64
}
type Parser struct {
	toks []Token
	pos  int
	vars map[string]float64
}

func lex(s string) ([]Token, error) {
	var toks []Token
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ':
			i++
		case c >= '0' && c <= '9' || c == '.':
			j := i
			for j < len(s) && (s[j] >= '0' && s[j] <= '9' || s[j] == '.') {
				j++
			}
			n, err := strconv.ParseFloat(s[i:j], 64)
			if err != nil {
				return nil, fmt.Errorf("bad number %q at %d", s[i:j], i)
			}
			toks = append(toks, Token{'n', s[i:j], n})
			i = j
		case unicode.IsLetter(rune(c)):
			j := i
			for j < len(s) && (unicode.IsLetter(rune(s[j])) || unicode.IsDigit(rune(s[j]))) {
				j++
			}
			toks = append(toks, Token{Kind: 'v', Text: s[i:j]})
			i = j
		case strings.IndexByte("+-*/^()=,", c) >= 0:
			toks = append(toks, Token{Kind: c, Text: string(c)})
			i++
		default:
			return nil, fmt.Errorf("unexpected %q at %d", c, i)
		}
	}
	return append(toks, Token{Kind: '$'}), nil
}

func (p *Parser) peek() Token { return p.toks[p.pos] }
func (p *Parser) next() Token { t := p.toks[p.pos]; p.pos++; return t }

func (p *Parser) expect(k byte) {
	if t := p.next(); t.Kind != k {
		panic(fmt.Errorf("expected %q, found %q", k, t.Text))
	}
}

func (p *Parser) expr() float64 {
	v := p.term()
	for {
		switch p.peek().Kind {
		case '+':
			p.next()
			v += p.term()
		case '-':
			p.next()
			v -= p.term()
		default:
			return v
		}
	}
}

func (p *Parser) term() float64 {
	v := p.power()
	for p.peek().Kind == '*' || p.peek().Kind == '/' {
		op := p.next().Kind
		r := p.power()
		if op == '*' {
			v *= r
			continue
		}
		if r == 0 {
			panic(errors.New("division by zero"))
		}
		v /= r
	}
	return v
}

func (p *Parser) power() float64 {
	v := p.unary()
	if p.peek().Kind == '^' {
		p.next()
		return math.Pow(v, p.power())
	}
	return v
}

func (p *Parser) unary() float64 {
	switch t := p.next(); t.Kind {
	case '-':
		return -p.unary()
	case 'n':
		return t.Num
	case '(':
		v := p.expr()
		p.expect(')')
		return v
	case 'v':
		if p.peek().Kind == '(' {
			p.next()
			args := []float64{p.expr()}
			for p.peek().Kind == ',' {
				p.next()
				args = append(args, p.expr())
			}
			p.expect(')')
			return call(t.Text, args)
		}
		v, ok := p.vars[t.Text]
		if !ok {
			panic(fmt.Errorf("unknown variable %s", t.Text))
		}
		return v
	default:
		panic(fmt.Errorf("unexpected %q", t.Text))
	}
}

func call(name string, args []float64) float64 {
	switch name {
	case "sqrt":
		return math.Sqrt(args[0])
	case "max":
		return slices.Max(args)
	}
	panic(fmt.Errorf("unknown function %s/%d", name, len(args)))
}

func Eval(s string, vars map[string]float64) (v float64, err error) {
	toks, err := lex(s)
	if err != nil {
		return 0, err
	}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	p := &Parser{toks: toks, vars: vars}
	if len(toks) > 2 && toks[0].Kind == 'v' && toks[1].Kind == '=' {
		p.pos = 2
		v = p.expr()
		vars[toks[0].Text] = v
	} else {
		v = p.expr()
	}
	p.expect('$')
	return v, nil
}

func main() {
	vars := map[string]float64{"pi": math.Pi}
	for _, s := range []string{"1 + 2 * 3", "(1+2)*3", "2^3^2", "-2^2", "10/4-1", "x = 3.5", "x*2", "sqrt(16) + max(1, x, 2)", "1/0", "2 +", "y", "3 $ 4", "1.2.3", "(1", "foo(1,2)", "pi*x^2", "1 2"} {
		v, err := Eval(s, vars)
		if err != nil {
			fmt.Printf("%-24s error: %v\n", s, err)
			continue
		}
		fmt.Printf("%-24s = %g\n", s, v)
	}
}
