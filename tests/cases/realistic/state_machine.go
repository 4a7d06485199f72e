// A traffic light and an order workflow as tables of transitions.
package main

import (
	"errors"
	"fmt"
)

type State int
type Input string

const (
	Created State = iota
	Paid
	Shipped
	Delivered
	Cancelled
)

func (s State) String() string {
	return [...]string{"Created", "Paid", "Shipped", "Delivered", "Cancelled"}[s]
}

type key struct {
	s State
	i Input
}
type Machine struct {
	state State
	trans map[key]State
	hooks map[State][]func(from State)
	trail []State
}
type BadTransition struct {
	From State
	In   Input
}

func (b BadTransition) Error() string {
	return fmt.Sprintf("cannot %s an order that is %v", b.In, b.From)
}

func NewMachine() *Machine {
	return &Machine{
		trans: map[key]State{
			{Created, "pay"}:     Paid,
			{Created, "cancel"}:  Cancelled,
			{Paid, "ship"}:       Shipped,
			{Paid, "cancel"}:     Cancelled,
			{Shipped, "deliver"}: Delivered,
		},
		hooks: map[State][]func(State){},
	}
}

func (m *Machine) On(s State, f func(State)) { m.hooks[s] = append(m.hooks[s], f) }

func (m *Machine) Fire(in Input) error {
	next, ok := m.trans[key{m.state, in}]
	if !ok {
		return BadTransition{m.state, in}
	}
	from := m.state
	m.trail = append(m.trail, from)
	m.state = next
	for _, f := range m.hooks[next] {
		f(from)
	}
	return nil
}

type light func() (string, light)

func red() (string, light)    { return "red", green }
func green() (string, light)  { return "green", yellow }
func yellow() (string, light) { return "yellow", red }

func main() {
	m := NewMachine()
	notified := 0
	m.On(Paid, func(from State) { fmt.Println("  paid, was", from) })
	m.On(Paid, func(State) { notified++ })
	for _, in := range []Input{"ship", "pay", "pay", "ship", "cancel", "deliver", "deliver"} {
		if err := m.Fire(in); err != nil {
			var b BadTransition
			fmt.Println("error:", err, errors.As(err, &b), int(b.From))
			continue
		}
		fmt.Println(in, "->", m.state)
	}
	fmt.Println(m.trail, notified, m.state == Delivered)
	f := light(red)
	for range 5 {
		var name string
		name, f = f()
		fmt.Print(name, " ")
	}
	fmt.Println()
	depth, maxDepth := 0, 0
	states := map[rune]func(){'(': func() { depth++; maxDepth = max(maxDepth, depth) }, ')': func() { depth-- }}
	for _, r := range "(()((x)))()" {
		if f, ok := states[r]; ok {
			f()
		}
	}
	fmt.Println(depth, maxDepth)
}
