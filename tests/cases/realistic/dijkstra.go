// Shortest paths with a heap, path reconstruction, unreachable nodes.
package main

import (
	"container/heap"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

type edge struct {
	to   string
	cost int
}
type item struct {
	node string
	dist int
}
type queue []item

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].dist < q[j].dist || q[i].dist == q[j].dist && q[i].node < q[j].node
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(item)) }
func (q *queue) Pop() any {
	old := *q
	it := old[len(old)-1]
	*q = old[:len(old)-1]
	return it
}

type graph map[string][]edge

func (g graph) add(a, b string, cost int) {
	g[a] = append(g[a], edge{b, cost})
	g[b] = append(g[b], edge{a, cost})
}

func (g graph) shortest(from string) (map[string]int, map[string]string) {
	dist := map[string]int{from: 0}
	prev := map[string]string{}
	done := map[string]bool{}
	q := &queue{{from, 0}}
	for q.Len() > 0 {
		cur := heap.Pop(q).(item)
		if done[cur.node] {
			continue
		}
		done[cur.node] = true
		for _, e := range g[cur.node] {
			d := cur.dist + e.cost
			if old, ok := dist[e.to]; !ok || d < old {
				dist[e.to] = d
				prev[e.to] = cur.node
				heap.Push(q, item{e.to, d})
			}
		}
	}
	return dist, prev
}

func path(prev map[string]string, from, to string) []string {
	if from == to {
		return []string{from}
	}
	p, ok := prev[to]
	if !ok {
		return nil
	}
	return append(path(prev, from, p), to)
}

func main() {
	g := graph{}
	for _, l := range strings.Split("A-B:7 A-C:9 A-F:14 B-C:10 B-D:15 C-D:11 C-F:2 D-E:6 E-F:9 X-Y:1", " ") {
		var a, b string
		var c int
		ab, cs, _ := strings.Cut(l, ":")
		a, b, _ = strings.Cut(ab, "-")
		c, _ = strconv.Atoi(cs)
		g.add(a, b, c)
	}
	dist, prev := g.shortest("A")
	nodes := slices.Sorted(maps.Keys(g))
	for _, n := range nodes {
		if d, ok := dist[n]; ok {
			fmt.Printf("A->%s %3d %s\n", n, d, strings.Join(path(prev, "A", n), " "))
		} else {
			fmt.Printf("A->%s   - %v\n", n, path(prev, "A", n) == nil)
		}
	}
	fmt.Println(len(dist), len(g["C"]))
}
