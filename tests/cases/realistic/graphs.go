// Shortest paths with a heap, topological order, union-find, breadth-first search, memoization.
package main

import (
	"cmp"
	"container/heap"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

type Graph[N cmp.Ordered] struct {
	edges map[N]map[N]int
}

func (g *Graph[N]) Add(a, b N, w int) *Graph[N] {
	if g.edges == nil {
		g.edges = make(map[N]map[N]int)
	}
	for _, n := range [...]N{a, b} {
		if g.edges[n] == nil {
			g.edges[n] = map[N]int{}
		}
	}
	g.edges[a][b] = w
	return g
}

func (g Graph[N]) Nodes() []N { return slices.Sorted(maps.Keys(g.edges)) }

func (g Graph[N]) Out(n N) iter.Seq2[N, int] {
	return func(yield func(N, int) bool) {
		for _, m := range slices.Sorted(maps.Keys(g.edges[n])) {
			if !yield(m, g.edges[n][m]) {
				return
			}
		}
	}
}

type item[N any] struct {
	n    N
	dist int
}
type pq[N any] []item[N]

func (q pq[N]) Len() int           { return len(q) }
func (q pq[N]) Less(i, j int) bool { return q[i].dist < q[j].dist }
func (q pq[N]) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *pq[N]) Push(x any)        { *q = append(*q, x.(item[N])) }
func (q *pq[N]) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

func (g Graph[N]) Dijkstra(from N) (map[N]int, map[N]N) {
	dist, prev := map[N]int{from: 0}, map[N]N{}
	q := &pq[N]{{from, 0}}
	for q.Len() > 0 {
		cur := heap.Pop(q).(item[N])
		if d := dist[cur.n]; cur.dist > d {
			continue
		}
		for m, w := range g.Out(cur.n) {
			if d, seen := dist[m]; !seen || cur.dist+w < d {
				dist[m], prev[m] = cur.dist+w, cur.n
				heap.Push(q, item[N]{m, cur.dist + w})
			}
		}
	}
	return dist, prev
}

func (g Graph[N]) Topo() (order []N, err error) {
	const (
		white = iota
		grey
		black
	)
	color := map[N]int{}
	var path []N
	var visit func(N) error
	visit = func(n N) error {
		switch color[n] {
		case grey:
			i := slices.Index(path, n)
			return fmt.Errorf("cycle: %v", append(slices.Clone(path[i:]), n))
		case black:
			return nil
		}
		color[n] = grey
		path = append(path, n)
		defer func() { path = path[:len(path)-1]; color[n] = black }()
		for m := range g.Out(n) {
			if err := visit(m); err != nil {
				return err
			}
		}
		order = append(order, n)
		return nil
	}
	for _, n := range g.Nodes() {
		if err = visit(n); err != nil {
			return nil, err
		}
	}
	slices.Reverse(order)
	return
}

type dsu struct{ parent, size []int }

func newDSU(n int) *dsu {
	d := &dsu{make([]int, n), make([]int, n)}
	for i := range n {
		d.parent[i], d.size[i] = i, 1
	}
	return d
}
func (d *dsu) find(x int) int {
	for d.parent[x] != x {
		d.parent[x] = d.parent[d.parent[x]]
		x = d.parent[x]
	}
	return x
}
func (d *dsu) union(a, b int) bool {
	a, b = d.find(a), d.find(b)
	if a == b {
		return false
	}
	if d.size[a] < d.size[b] {
		a, b = b, a
	}
	d.parent[b] = a
	d.size[a] += d.size[b]
	return true
}

func bfs(grid []string) (steps int) {
	type pos struct{ r, c int }
	var start, end pos
	for r, row := range grid {
		if c := strings.IndexByte(row, 'S'); c >= 0 {
			start = pos{r, c}
		}
		if c := strings.IndexByte(row, 'E'); c >= 0 {
			end = pos{r, c}
		}
	}
	seen := map[pos]bool{start: true}
	for frontier := []pos{start}; len(frontier) > 0; steps++ {
		var next []pos
		for _, p := range frontier {
			if p == end {
				return steps
			}
			for _, d := range [4]pos{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				q := pos{p.r + d.r, p.c + d.c}
				if q.r < 0 || q.c < 0 || q.r >= len(grid) || q.c >= len(grid[q.r]) || grid[q.r][q.c] == '#' || seen[q] {
					continue
				}
				seen[q] = true
				next = append(next, q)
			}
		}
		frontier = next
	}
	return -1
}

func main() {
	g := new(Graph[string]).Add("a", "b", 4).Add("a", "c", 1).Add("c", "b", 2).Add("b", "d", 5).Add("c", "d", 8)
	dist, prev := g.Dijkstra("a")
	fmt.Println(dist, prev)
	fmt.Println(g.Topo())
	fmt.Println(g.Add("d", "a", 1).Topo())
	d := newDSU(6)
	fmt.Println(d.union(0, 1), d.union(1, 2), d.union(0, 2), d.union(3, 4), d.find(2) == d.find(0), d.size)
	fmt.Println(bfs([]string{"S.#.", ".##.", "...E"}), bfs([]string{"S#E"}))
	memo := map[[2]int]int{}
	var paths func(r, c int) int
	paths = func(r, c int) (n int) {
		if r == 0 || c == 0 {
			return 1
		}
		k := [2]int{r, c}
		if v, ok := memo[k]; ok {
			return v
		}
		defer func() { memo[k] = n }()
		return paths(r-1, c) + paths(r, c-1)
	}
	fmt.Println(paths(16, 16), len(memo))
}
