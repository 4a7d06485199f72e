// Enumerations with arrays of names, parsing, iteration and maps.
package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

type State int

const (
	Idle State = iota
	Running
	Stopped
	numStates
)

var names = [...]string{Idle: "idle", Running: "running", Stopped: "stopped"}

func (s State) String() string {
	if s < 0 || s >= numStates {
		return "State(" + strconv.Itoa(int(s)) + ")"
	}
	return names[s]
}

func parse(s string) (State, error) {
	for i, n := range names {
		if strings.EqualFold(n, s) {
			return State(i), nil
		}
	}
	return -1, fmt.Errorf("unknown state %q", s)
}

var next = map[State][]State{Idle: {Running}, Running: {Stopped, Idle}}

func (s State) can(t State) bool { return slices.Contains(next[s], t) }

func main() {
	for s := Idle; s < numStates; s++ {
		fmt.Printf("%d=%v ", s, s)
	}
	fmt.Println(State(7), State(-1), len(names))
	fmt.Println(parse("RUNNING"))
	fmt.Println(parse("x"))
	fmt.Println(Idle.can(Running), Running.can(Running), Stopped.can(Idle))
	fmt.Println(next)
	counts := [numStates]int{}
	for _, s := range []State{Idle, Running, Running} {
		counts[s]++
	}
	fmt.Println(counts, counts[Running])
	type Weekday = State
	var w Weekday = 1
	fmt.Printf("%v %T\n", w, w)
}
