// A state machine with hooks, and a parser of expressions with precedence.
package main

import (
	"fmt"
	"strings"
)

type State int

const (
	Idle State = iota
	Running
	Done
	numStates
)

//go:generate stringer
var stateNames = map[State]string{Idle: "idle", Running: "running", Done: "done"}

func (s State) String() string {
	if n, ok := stateNames[s]; ok {
		return n
	}
	return fmt.Sprintf("State(%d)", s)
}

type Event string
type Transition struct {
	From State
	Ev   Event
}
type FSM struct {
	cur   State
	table map[Transition]State
	hooks map[State][]func(from, to State)
	log   []string
}

func (f *FSM) On(s State, h func(from, to State)) *FSM {
	if f.hooks == nil {
		f.hooks = make(map[State][]func(State, State), numStates)
	}
	f.hooks[s] = append(f.hooks[s], h)
	return f
}
func (f *FSM) Fire(e Event) error {
	to, ok := f.table[Transition{f.cur, e}]
	if !ok {
		return &BadTransition{Transition{f.cur, e}}
	}
	from := f.cur
	f.cur = to
	for _, h := range f.hooks[to] {
		h(from, to)
	}
	return nil
}

type BadTransition struct{ Transition }

func (b *BadTransition) Error() string {
	return fmt.Sprintf("no transition from %v on %q", b.From, b.Ev)
}

type Token struct {
	Kind byte
	Text string
}
type Lexer struct {
	src string
	pos int
}

func (l *Lexer) Next() (t Token, ok bool) {
	for l.pos < len(l.src) && l.src[l.pos] == ' ' {
		l.pos++
	}
	if l.pos >= len(l.src) {
		return
	}
	start := l.pos
	switch c := l.src[l.pos]; {
	case c >= '0' && c <= '9':
		for l.pos < len(l.src) && strings.IndexByte("0123456789.", l.src[l.pos]) >= 0 {
			l.pos++
		}
		return Token{'n', l.src[start:l.pos]}, true
	case strings.ContainsRune("+-*/()^", rune(c)):
		l.pos++
		return Token{c, l.src[start:l.pos]}, true
	default:
		panic(fmt.Errorf("bad char %q at %d", c, l.pos))
	}
}

type Parser struct {
	toks []Token
	pos  int
}

func (p *Parser) peek() byte {
	if p.pos < len(p.toks) {
		return p.toks[p.pos].Kind
	}
	return 0
}

var prec = map[byte]int{'+': 1, '-': 1, '*': 2, '/': 2, '^': 3}

func (p *Parser) expr(min int) (res float64) {
	switch t := p.toks[p.pos]; t.Kind {
	case 'n':
		p.pos++
		fmt.Sscan(t.Text, &res)
	case '(':
		p.pos++
		res = p.expr(1)
		if p.peek() != ')' {
			panic("missing )")
		}
		p.pos++
	case '-':
		p.pos++
		res = -p.expr(3)
	}
	for {
		op := p.peek()
		pr, ok := prec[op]
		if !ok || pr < min {
			return
		}
		p.pos++
		next := pr + 1
		if op == '^' {
			next = pr
		}
		rhs := p.expr(next)
		switch op {
		case '+':
			res += rhs
		case '-':
			res -= rhs
		case '*':
			res *= rhs
		case '/':
			res /= rhs
		case '^':
			r := 1.0
			for range int(rhs) {
				r *= res
			}
			res = r
		}
	}
}
func Eval(s string) (v float64, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = fmt.Errorf("eval %q: %w", s, r)
		case string:
			err = fmt.Errorf("eval %q: %s", s, r)
		default:
			panic(r)
		}
	}()
	l := &Lexer{src: s}
	var toks []Token
	for t, ok := l.Next(); ok; t, ok = l.Next() {
		toks = append(toks, t)
	}
	return (&Parser{toks: toks}).expr(1), nil
}

func main() {
	f := &FSM{table: map[Transition]State{{Idle, "start"}: Running, {Running, "stop"}: Done}}
	f.On(Running, func(a, b State) { f.log = append(f.log, fmt.Sprint(a, "->", b)) }).On(Done, func(a, b State) { f.log = append(f.log, fmt.Sprintf("%d->%d", a, b)) })
	for _, e := range []Event{"start", "start", "stop", "x"} {
		if err := f.Fire(e); err != nil {
			bt, ok := err.(*BadTransition)
			fmt.Println(err, ok, bt.Transition)
		}
	}
	fmt.Println(f.cur, f.log, State(9), numStates)
	for _, s := range []string{"1+2*3", "2^3^2", "-(4-6)*2.5", "1/0", "(1", "2 $ 3", "1+", "", "-2^2"} {
		v, err := Eval(s)
		fmt.Println(s, "=", v, err)
	}
}
