// Bracket checking, infix to postfix (shunting yard), and a stack machine.
package main

import (
	"fmt"
	"strconv"
	"strings"
)

type Stack[T any] []T

func (s *Stack[T]) Push(v T) { *s = append(*s, v) }
func (s *Stack[T]) Pop() (v T) {
	if len(*s) == 0 {
		panic("stack underflow")
	}
	v = (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return
}
func (s Stack[T]) Top() (T, bool) {
	if len(s) == 0 {
		var zero T
		return zero, false
	}
	return s[len(s)-1], true
}

func balanced(s string) (bool, int) {
	pairs := map[rune]rune{')': '(', ']': '[', '}': '{'}
	type open struct {
		r  rune
		at int
	}
	var st Stack[open]
	for i, r := range s {
		switch r {
		case '(', '[', '{':
			st.Push(open{r, i})
		case ')', ']', '}':
			if top, ok := st.Top(); !ok || top.r != pairs[r] {
				return false, i
			}
			st.Pop()
		}
	}
	if top, ok := st.Top(); ok {
		return false, top.at
	}
	return true, -1
}

var prec = map[string]int{"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "^": 3}

func postfix(tokens []string) (out []string) {
	var ops Stack[string]
	for _, t := range tokens {
		p, isOp := prec[t]
		switch {
		case isOp:
			for {
				top, ok := ops.Top()
				if !ok || top == "(" || prec[top] < p || prec[top] == p && t == "^" {
					break
				}
				out = append(out, ops.Pop())
			}
			ops.Push(t)
		case t == "(":
			ops.Push(t)
		case t == ")":
			for op := ops.Pop(); op != "("; op = ops.Pop() {
				out = append(out, op)
			}
		default:
			out = append(out, t)
		}
	}
	for len(ops) > 0 {
		out = append(out, ops.Pop())
	}
	return
}

func eval(rpn []string) (res int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	var st Stack[int]
	for _, t := range rpn {
		if n, err := strconv.Atoi(t); err == nil {
			st.Push(n)
			continue
		}
		b, a := st.Pop(), st.Pop()
		switch t {
		case "+":
			st.Push(a + b)
		case "-":
			st.Push(a - b)
		case "*":
			st.Push(a * b)
		case "/":
			st.Push(a / b)
		case "%":
			st.Push(a % b)
		case "^":
			r := 1
			for range b {
				r *= a
			}
			st.Push(r)
		default:
			panic("unknown operator " + t)
		}
	}
	if len(st) != 1 {
		return 0, fmt.Errorf("%d values left", len(st))
	}
	return st.Pop(), nil
}

func main() {
	for _, s := range []string{"", "([]{})", "(]", "((", "a(b)c]", "日(本]"} {
		fmt.Println(balanced(s))
	}
	for _, s := range []string{"1 + 2 * 3", "( 1 + 2 ) * 3", "2 ^ 3 ^ 2", "-7 / 2", "7 % -3", "1 / 0", "1 +", "1 2", "8 - 3 - 2", "( 2", "2 )"} {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println(s, "panic:", r)
				}
			}()
			r := postfix(strings.Fields(s))
			v, err := eval(r)
			fmt.Println(s, "=>", strings.Join(r, " "), "=", v, err)
		}()
	}
}
