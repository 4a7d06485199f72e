// Generic containers, iterators, caches and error chains, together.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~float32 | ~float64 | ~string
}

type Set[T comparable] map[T]struct{}

func (s Set[T]) Add(v T)           { s[v] = struct{}{} }
func (s Set[T]) Has(v T) bool      { _, ok := s[v]; return ok }
func NewSet[T comparable](vs ...T) Set[T] {
	s := Set[T]{}
	for _, v := range vs {
		s.Add(v)
	}
	return s
}
func (s Set[T]) Each() iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range s {
			if !yield(v) {
				return
			}
		}
	}
}

type Heap[T any] struct {
	data []T
	less func(a, b T) bool
}

func (h *Heap[T]) Push(v T) {
	h.data = append(h.data, v)
	i := len(h.data) - 1
	for i > 0 {
		p := (i - 1) / 2
		if !h.less(h.data[i], h.data[p]) {
			break
		}
		h.data[i], h.data[p] = h.data[p], h.data[i]
		i = p
	}
}
func (h *Heap[T]) Pop() (v T, ok bool) {
	if len(h.data) == 0 {
		return
	}
	v = h.data[0]
	n := len(h.data) - 1
	h.data[0] = h.data[n]
	h.data = h.data[:n]
	i := 0
	for {
		l, m := 2*i+1, i
		if l < n && h.less(h.data[l], h.data[m]) {
			m = l
		}
		if r := l + 1; r < n && h.less(h.data[r], h.data[m]) {
			m = r
		}
		if m == i {
			return v, true
		}
		h.data[i], h.data[m] = h.data[m], h.data[i]
		i = m
	}
}

type Cache[K comparable, V any] struct {
	mu   sync.Mutex
	data map[K]V
	hits atomic.Int64
	load func(K) (V, error)
}

func NewCache[K comparable, V any](load func(K) (V, error)) *Cache[K, V] {
	return &Cache[K, V]{data: make(map[K]V), load: load}
}
func (c *Cache[K, V]) Get(k K) (V, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.data[k]; ok {
		c.hits.Add(1)
		return v, nil
	}
	v, err := c.load(k)
	if err != nil {
		var zero V
		return zero, fmt.Errorf("load %v: %w", k, err)
	}
	c.data[k] = v
	return v, nil
}

func Filter[T any](seq iter.Seq[T], keep func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range seq {
			if keep(v) && !yield(v) {
				return
			}
		}
	}
}
func Reduce[T, A any](xs []T, init A, f func(A, T) A) A {
	for _, x := range xs {
		init = f(init, x)
	}
	return init
}
func MaxOf[T Ordered](first T, rest ...T) T {
	m := first
	for _, v := range rest {
		if v > m {
			m = v
		}
	}
	return m
}
func GroupBy[T any, K comparable](xs []T, key func(T) K) map[K][]T {
	g := map[K][]T{}
	for _, x := range xs {
		g[key(x)] = append(g[key(x)], x)
	}
	return g
}

type Numeric interface{ ~int | ~float64 }
type Vec[T Numeric] []T

func (v Vec[T]) Dot(o Vec[T]) (t T) {
	for i := range v {
		t += v[i] * o[i]
	}
	return
}

type Node[T any] struct {
	Val  T
	Next *Node[T]
}
type LinkedList[T any] struct {
	Head *Node[T]
	*Stats
}
type Stats struct{ n int }

func (s *Stats) Inc()  { s.n++ }
func (s Stats) N() int { return s.n }
func (l *LinkedList[T]) Push(v T) {
	l.Head = &Node[T]{v, l.Head}
	l.Inc()
}

type Stringer interface{ String() string }
type ID int

func (i ID) String() string { return fmt.Sprintf("#%d", int(i)) }

func Strs[T Stringer](xs ...T) (out []string) {
	for _, x := range xs {
		out = append(out, x.String())
	}
	return
}

type Opt[T any] struct {
	v  T
	ok bool
}

func Some[T any](v T) Opt[T]      { return Opt[T]{v, true} }
func None[T any]() Opt[T]         { return Opt[T]{} }
func (o Opt[T]) Or(d T) T {
	if o.ok {
		return o.v
	}
	return d
}
func Apply[T, U any](o Opt[T], f func(T) U) Opt[U] {
	if !o.ok {
		return None[U]()
	}
	return Some(f(o.v))
}

type Event interface{ isEvent() }
type Click struct{ X, Y int }
type Key struct{ Code rune }

func (Click) isEvent() {}
func (*Key) isEvent()  {}

func handle(e Event) string {
	switch e := e.(type) {
	case Click:
		return fmt.Sprintf("click %d,%d", e.X, e.Y)
	case *Key:
		return fmt.Sprintf("key %c", e.Code)
	default:
		return "?"
	}
}

type ErrKind int

const (
	NotFound ErrKind = iota + 1
	Denied
)

type AppErr struct {
	Kind ErrKind
	Err  error
}

func (e *AppErr) Error() string        { return fmt.Sprintf("kind %d: %v", e.Kind, e.Err) }
func (e *AppErr) Unwrap() error        { return e.Err }
func (e *AppErr) Is(target error) bool { t, ok := target.(*AppErr); return ok && t.Kind == e.Kind }

func op(k int) (err error) {
	defer func() {
		if err != nil {
			err = &AppErr{ErrKind(k), err}
		}
	}()
	if k > 0 {
		return errors.New("boom")
	}
	return
}

func fib() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		a, b := 0, 1
		for i := 0; yield(i, a); i++ {
			a, b = b, a+b
		}
	}
}

func main() {
	s := NewSet("b", "a")
	s.Add("c")
	fmt.Println(len(s), s.Has("a"), s.Has("z"), slices.Sorted(maps.Keys(s)), slices.Sorted(s.Each()))
	h := &Heap[string]{less: func(a, b string) bool { return len(a) < len(b) }}
	for _, w := range strings.Fields("ccc a bb dddd") {
		h.Push(w)
	}
	for v, ok := h.Pop(); ok; v, ok = h.Pop() {
		fmt.Print(v, " ")
	}
	fmt.Println()
	c := NewCache(func(k string) (int, error) {
		if k == "" {
			return 0, errors.New("empty")
		}
		return len(k), nil
	})
	fmt.Println(c.Get("abc"))
	fmt.Println(c.Get("abc"))
	_, err := c.Get("")
	fmt.Println(err, c.hits.Load())
	evens := Filter(slices.Values([]int{1, 2, 3, 4, 5, 6}), func(i int) bool { return i%2 == 0 })
	for v := range evens {
		if v == 6 {
			break
		}
		fmt.Print(v, " ")
	}
	fmt.Println(slices.Collect(evens))
	fmt.Println(Reduce([]int{1, 2, 3}, "", func(a string, i int) string { return a + fmt.Sprint(i) }))
	fmt.Println(MaxOf(3, 9, 2), MaxOf("x"), MaxOf(1.5, 0.5))
	g := GroupBy([]string{"a", "bb", "c", "dd"}, func(s string) int { return len(s) })
	fmt.Println(g)
	fmt.Println(Vec[float64]{1, 2}.Dot(Vec[float64]{3, 4}), Vec[int]{2}.Dot(Vec[int]{5}))
	l := LinkedList[int]{Stats: &Stats{}}
	l.Push(1)
	l.Push(2)
	fmt.Println(l.N(), l.Head.Val, l.Head.Next.Val, l.Head.Next.Next == nil)
	fmt.Println(Strs(ID(1), ID(2)))
	fmt.Println(Apply(Some(21), func(i int) string { return fmt.Sprint(i * 2) }).Or("none"), Apply(None[int](), func(i int) string { return "x" }).Or("none"))
	for _, e := range []Event{Click{1, 2}, &Key{'q'}} {
		fmt.Println(handle(e))
	}
	e := op(1)
	fmt.Println(e, errors.Is(e, &AppErr{Kind: NotFound}), errors.Is(e, &AppErr{Kind: Denied}), op(0))
	var ae *AppErr
	fmt.Println(errors.As(fmt.Errorf("w: %w", e), &ae), ae.Kind)
	for i, f := range fib() {
		if i == 10 {
			break
		}
		fmt.Print(f, " ")
	}
	fmt.Println()
	type kv struct {
		k string
		v int
	}
	kvs := []kv{{"b", 2}, {"a", 2}, {"c", 1}}
	slices.SortFunc(kvs, func(a, b kv) int {
		return cmp.Or(-cmp.Compare(a.v, b.v), strings.Compare(a.k, b.k))
	})
	fmt.Println(kvs)
	sort.SliceStable(kvs, func(i, j int) bool { return kvs[i].k < kvs[j].k })
	fmt.Println(kvs, slices.IndexFunc(kvs, func(x kv) bool { return x.k == "c" }))
	fn := (*Stats).Inc
	st := Stats{}
	fn(&st)
	fmt.Println(st.N(), Stats.N(st))
	next, stop := iter.Pull(slices.Values([]int{7, 8}))
	fmt.Println(next())
	fmt.Println(next())
	fmt.Println(next())
	stop()
	var once sync.Once
	var wg sync.WaitGroup
	var cnt atomic.Int32
	for range 5 {
		wg.Go(func() {
			once.Do(func() { cnt.Add(100) })
			cnt.Add(1)
		})
	}
	wg.Wait()
	fmt.Println(cnt.Load())
	m := map[string]struct {
		n  int
		fs []func(int) int
	}{"x": {1, []func(int) int{func(i int) int { return i + 1 }}}}
	fmt.Println(m["x"].fs[0](m["x"].n), len(m["nope"].fs))
	anon := struct {
		Name string
		Tags []string
	}{"n", nil}
	anon.Tags = append(anon.Tags, "t")
	fmt.Printf("%+v %v %d\n", anon, [2][]int{{1}, {2, 3}}, []any{1, "a", nil})
	cc := make(chan chan int, 1)
	ci := make(chan int, 1)
	cc <- ci
	(<-cc) <- 5
	fmt.Println(<-ci)
	var fnil func(int) (int, error)
	fmt.Println(fnil == nil)
	x, y := 10, 3
	x, y = x/y, x%y
	x += y << 2
	fmt.Println(x, y, x&^y, x|y^7)
}
