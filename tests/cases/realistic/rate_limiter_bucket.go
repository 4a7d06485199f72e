// A token bucket and a sliding window on a hand-driven clock.
package main

import (
	"fmt"
	"math"
	"sort"
	"time"
)

type Clock struct{ now time.Time }

func (c *Clock) Advance(d time.Duration) { c.now = c.now.Add(d) }

type Bucket struct {
	clock    *Clock
	rate     float64
	burst    float64
	tokens   float64
	last     time.Time
	rejected int
}

func NewBucket(c *Clock, perSecond, burst float64) *Bucket {
	return &Bucket{clock: c, rate: perSecond, burst: burst, tokens: burst, last: c.now}
}

func (b *Bucket) Allow(n float64) bool {
	elapsed := b.clock.now.Sub(b.last).Seconds()
	b.last = b.clock.now
	b.tokens = math.Min(b.burst, b.tokens+elapsed*b.rate)
	if b.tokens < n {
		b.rejected++
		return false
	}
	b.tokens -= n
	return true
}

type Window struct {
	clock *Clock
	size  time.Duration
	max   int
	hits  map[string][]time.Time
}

func (w *Window) Allow(key string) (ok bool, retry time.Duration) {
	hits := w.hits[key]
	cut := w.clock.now.Add(-w.size)
	i := sort.Search(len(hits), func(i int) bool { return hits[i].After(cut) })
	hits = hits[i:]
	if len(hits) >= w.max {
		w.hits[key] = hits
		return false, hits[0].Sub(cut)
	}
	w.hits[key] = append(hits, w.clock.now)
	return true, 0
}

func backoff(attempt int, base, limit time.Duration) time.Duration {
	d := base << attempt
	if d > limit || d <= 0 {
		return limit
	}
	return d
}

func main() {
	c := &Clock{time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)}
	b := NewBucket(c, 2, 5)
	for _, step := range []struct {
		after time.Duration
		n     float64
	}{{0, 3}, {0, 2}, {0, 1}, {500 * time.Millisecond, 1}, {250 * time.Millisecond, 1}, {10 * time.Second, 5}, {0, 0.5}} {
		c.Advance(step.after)
		fmt.Printf("%s need %.1f: %v left %.2f\n", c.now.Format("05.000"), step.n, b.Allow(step.n), b.tokens)
	}
	fmt.Println(b.rejected)
	w := &Window{c, time.Minute, 2, map[string][]time.Time{}}
	for i := range 6 {
		ok, retry := w.Allow("ann")
		fmt.Println(i, ok, retry, len(w.hits["ann"]))
		c.Advance(25 * time.Second)
	}
	for i := range 8 {
		fmt.Print(backoff(i, 100*time.Millisecond, 5*time.Second), " ")
	}
	fmt.Println(backoff(70, time.Second, time.Minute))
}
