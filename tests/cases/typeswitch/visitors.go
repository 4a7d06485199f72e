// Expression trees evaluated and printed by type switches.
package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

type expr interface{ isExpr() }
type num float64
type variable string
type binary struct {
	op   byte
	l, r expr
}
type call struct {
	fn   string
	args []expr
}

func (num) isExpr()      {}
func (variable) isExpr() {}
func (*binary) isExpr()  {}
func (call) isExpr()     {}

func eval(e expr, env map[variable]float64) (float64, error) {
	switch e := e.(type) {
	case num:
		return float64(e), nil
	case variable:
		if v, ok := env[e]; ok {
			return v, nil
		}
		return 0, fmt.Errorf("unbound %s", string(e))
	case *binary:
		l, err := eval(e.l, env)
		if err != nil {
			return 0, err
		}
		r, err := eval(e.r, env)
		if err != nil {
			return 0, err
		}
		switch e.op {
		case '+':
			return l + r, nil
		case '*':
			return l * r, nil
		case '/':
			if r == 0 {
				return 0, errors.New("division by zero")
			}
			return l / r, nil
		}
		return 0, fmt.Errorf("bad op %q", e.op)
	case call:
		best := math.Inf(-1)
		for _, a := range e.args {
			v, err := eval(a, env)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", e.fn, err)
			}
			best = max(best, v)
		}
		return best, nil
	case nil:
		return 0, errors.New("nil expr")
	}
	panic(fmt.Sprintf("unknown %T", e))
}

func show(e expr) string {
	switch e := e.(type) {
	case num, variable:
		return fmt.Sprint(e)
	case *binary:
		return "(" + show(e.l) + string(e.op) + show(e.r) + ")"
	case call:
		parts := []string{}
		for _, a := range e.args {
			parts = append(parts, show(a))
		}
		return e.fn + "(" + strings.Join(parts, ", ") + ")"
	}
	return "?"
}

func main() {
	env := map[variable]float64{"x": 3, "y": 0.5}
	for _, e := range []expr{
		&binary{'+', num(1), &binary{'*', variable("x"), num(2)}},
		call{"max", []expr{num(1), variable("x"), variable("y")}},
		&binary{'/', num(1), num(0)},
		call{"max", []expr{variable("z")}},
		&binary{'^', num(1), num(1)},
		call{"max", nil},
		nil,
	} {
		v, err := eval(e, env)
		fmt.Println(show(e), v, err)
	}
}
