// A lexer of state functions, a parser that panics, a tree that is evaluated.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

type Kind int

const (
	EOF Kind = iota
	Num
	Ident
	Op
	LParen
	RParen
)

//go:generate stringer
func (k Kind) String() string {
	return [...]string{"EOF", "Num", "Ident", "Op", "LParen", "RParen"}[k]
}

type Token struct {
	Kind
	Text string
	Pos  int
}

type lexer struct {
	src   []rune
	pos   int
	start int
	out   []Token
}

type stateFn func(*lexer) stateFn

func (l *lexer) peek() rune {
	if l.pos < len(l.src) {
		return l.src[l.pos]
	}
	return -1
}

func (l *lexer) emit(k Kind) {
	l.out = append(l.out, Token{k, string(l.src[l.start:l.pos]), l.start})
	l.start = l.pos
}

func lexAny(l *lexer) stateFn {
	switch r := l.peek(); {
	case r < 0:
		l.emit(EOF)
		return nil
	case unicode.IsSpace(r):
		l.pos++
		l.start = l.pos
		return lexAny
	case unicode.IsDigit(r):
		return lexNum
	case unicode.IsLetter(r):
		return func(l *lexer) stateFn {
			for unicode.IsLetter(l.peek()) {
				l.pos++
			}
			l.emit(Ident)
			return lexAny
		}
	case strings.ContainsRune("+-*/^", r):
		l.pos++
		l.emit(Op)
	case r == '(':
		l.pos++
		l.emit(LParen)
	case r == ')':
		l.pos++
		l.emit(RParen)
	default:
		panic(&SyntaxError{l.pos, fmt.Sprintf("unexpected %q", r)})
	}
	return lexAny
}

func lexNum(l *lexer) stateFn {
	for r := l.peek(); unicode.IsDigit(r) || r == '.'; r = l.peek() {
		l.pos++
	}
	l.emit(Num)
	return lexAny
}

type SyntaxError struct {
	Pos int
	Msg string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%d: %s", e.Pos, e.Msg) }

var ErrDiv = errors.New("division by zero")

type Expr interface {
	Eval(env map[string]float64) (float64, error)
}
type (
	Lit float64
	Var string
	Bin struct {
		Op   byte
		L, R Expr
	}
	Neg struct{ Expr }
)

func (l Lit) Eval(map[string]float64) (float64, error) { return float64(l), nil }
func (v Var) Eval(env map[string]float64) (float64, error) {
	if x, ok := env[string(v)]; ok {
		return x, nil
	}
	return 0, fmt.Errorf("unknown %q", string(v))
}
func (n Neg) Eval(env map[string]float64) (x float64, err error) {
	defer func() { x = -x }()
	return n.Expr.Eval(env)
}
func (b Bin) Eval(env map[string]float64) (float64, error) {
	l, err := b.L.Eval(env)
	if err != nil {
		return 0, err
	}
	r, err := b.R.Eval(env)
	if err != nil {
		return 0, fmt.Errorf("right of %c: %w", b.Op, err)
	}
	switch b.Op {
	case '+':
		return l + r, nil
	case '-':
		return l - r, nil
	case '*':
		return l * r, nil
	case '/':
		if r == 0 {
			return 0, ErrDiv
		}
		return l / r, nil
	}
	return 0, errors.ErrUnsupported
}

type parser struct {
	toks []Token
	i    int
}

var prec = map[string]int{"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}

func (p *parser) next() Token { t := p.toks[p.i]; p.i++; return t }

func (p *parser) unary() Expr {
	switch t := p.next(); t.Kind {
	case Num:
		f, err := strconv.ParseFloat(t.Text, 64)
		if err != nil {
			panic(&SyntaxError{t.Pos, err.Error()})
		}
		return Lit(f)
	case Ident:
		return Var(t.Text)
	case Op:
		if t.Text == "-" {
			return Neg{p.unary()}
		}
		panic(&SyntaxError{t.Pos, "unexpected " + t.Text})
	case LParen:
		e := p.expr(0)
		if c := p.next(); c.Kind != RParen {
			panic(&SyntaxError{c.Pos, fmt.Sprint("want ), have ", c.Kind)})
		}
		return e
	default:
		panic(&SyntaxError{t.Pos, fmt.Sprintf("unexpected %v", t.Kind)})
	}
}

func (p *parser) expr(min int) Expr {
	left := p.unary()
	for {
		t := p.toks[p.i]
		pr, ok := prec[t.Text]
		if t.Kind != Op || !ok || pr <= min {
			return left
		}
		p.i++
		left = Bin{t.Text[0], left, p.expr(pr)}
	}
}

func Parse(s string) (e Expr, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *SyntaxError:
			e, err = nil, r
		default:
			panic(r)
		}
	}()
	l := &lexer{src: []rune(s)}
	for st := stateFn(lexAny); st != nil; {
		st = st(l)
	}
	p := &parser{toks: l.out}
	e = p.expr(0)
	if t := p.next(); t.Kind != EOF {
		return nil, &SyntaxError{t.Pos, "trailing " + t.Text}
	}
	return
}

func main() {
	env := map[string]float64{"x": 3, "é": 2}
	for _, s := range []string{"1+2*3", "(1+2)*3-x", "-x*é", "2*(3", "1/0", "y+1", "1 2", "3$", "2^3", "1.2.3", "x/(x-x)", "", "--4"} {
		e, err := Parse(s)
		if err != nil {
			var se *SyntaxError
			fmt.Printf("%q: error %v %v\n", s, err, errors.As(err, &se) && se.Pos > 2)
			continue
		}
		v, err := e.Eval(env)
		fmt.Printf("%q = %v %v %v %+v\n", s, v, err, errors.Is(err, ErrDiv), e)
	}
}
