// Build order with Kahn's algorithm, cycles found by depth-first search.
package main

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
)

type Graph struct {
	deps  map[string][]string
	names []string
}

func (g *Graph) Add(name string, deps ...string) {
	if g.deps == nil {
		g.deps = make(map[string][]string)
	}
	for _, n := range append([]string{name}, deps...) {
		if _, ok := g.deps[n]; !ok {
			g.deps[n] = nil
			g.names = append(g.names, n)
		}
	}
	g.deps[name] = append(g.deps[name], deps...)
}

func (g *Graph) Levels() ([][]string, error) {
	indeg := map[string]int{}
	users := map[string][]string{}
	for n, ds := range g.deps {
		indeg[n] += len(ds)
		for _, d := range ds {
			users[d] = append(users[d], n)
		}
	}
	var ready []string
	for n, c := range indeg {
		if c == 0 {
			ready = append(ready, n)
		}
	}
	var levels [][]string
	done := 0
	for len(ready) > 0 {
		sort.Strings(ready)
		levels = append(levels, ready)
		var next []string
		for _, n := range ready {
			done++
			for _, u := range users[n] {
				if indeg[u]--; indeg[u] == 0 {
					next = append(next, u)
				}
			}
		}
		ready = next
	}
	if done < len(g.names) {
		return levels, &CycleError{g.cycle()}
	}
	return levels, nil
}

type CycleError struct{ Path []string }

func (c *CycleError) Error() string { return "cycle: " + strings.Join(c.Path, " -> ") }

func (g *Graph) cycle() []string {
	const (
		white = iota
		grey
		black
	)
	color := map[string]int{}
	var stack, found []string
	var visit func(n string) bool
	visit = func(n string) bool {
		color[n] = grey
		stack = append(stack, n)
		defer func() { stack = stack[:len(stack)-1]; color[n] = black }()
		for _, d := range g.deps[n] {
			switch color[d] {
			case grey:
				i := slices.Index(stack, d)
				found = append(append([]string{}, stack[i:]...), d)
				return true
			case white:
				if visit(d) {
					return true
				}
			}
		}
		return false
	}
	for _, n := range g.names {
		if color[n] == white && visit(n) {
			break
		}
	}
	return found
}

func main() {
	var g Graph
	g.Add("app", "api", "ui")
	g.Add("api", "db", "log")
	g.Add("ui", "log", "css")
	g.Add("db", "config")
	g.Add("log", "config")
	levels, err := g.Levels()
	for i, l := range levels {
		fmt.Println(i, strings.Join(l, ", "))
	}
	fmt.Println(err, len(g.names))
	g.Add("config", "ui")
	levels, err = g.Levels()
	fmt.Println(levels, err)
	var c *CycleError
	if errors.As(err, &c) {
		fmt.Println(len(c.Path), c.Path[0] == c.Path[len(c.Path)-1])
	}
	var empty Graph
	fmt.Println(empty.Levels())
}
