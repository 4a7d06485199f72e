// Interval scheduling: merge meetings, find free slots, rooms needed.
package main

import (
	"fmt"
	"slices"
	"sort"
	"time"
)

type Interval struct{ Start, End int }

func parse(s string) (Interval, error) {
	var h1, m1, h2, m2 int
	if _, err := fmt.Sscanf(s, "%d:%d-%d:%d", &h1, &m1, &h2, &m2); err != nil {
		return Interval{}, fmt.Errorf("%q: %v", s, err)
	}
	iv := Interval{h1*60 + m1, h2*60 + m2}
	if iv.End <= iv.Start {
		return iv, fmt.Errorf("%q ends before it starts", s)
	}
	return iv, nil
}

func clock(m int) string { return fmt.Sprintf("%02d:%02d", m/60, m%60) }

func (iv Interval) String() string { return clock(iv.Start) + "-" + clock(iv.End) }

func merge(ivs []Interval) (out []Interval) {
	sort.Slice(ivs, func(i, j int) bool { return ivs[i].Start < ivs[j].Start })
	for _, iv := range ivs {
		if n := len(out); n > 0 && iv.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, iv.End)
			continue
		}
		out = append(out, iv)
	}
	return
}

func free(busy []Interval, from, to, min int) (out []Interval) {
	cur := from
	for _, b := range append(busy, Interval{to, to}) {
		if b.Start-cur >= min {
			out = append(out, Interval{cur, b.Start})
		}
		if b.End > cur {
			cur = b.End
		}
	}
	return
}

func rooms(ivs []Interval) (best int) {
	type ev struct{ t, d int }
	var evs []ev
	for _, iv := range ivs {
		evs = append(evs, ev{iv.Start, 1}, ev{iv.End, -1})
	}
	sort.Slice(evs, func(i, j int) bool {
		return evs[i].t < evs[j].t || evs[i].t == evs[j].t && evs[i].d < evs[j].d
	})
	n := 0
	for _, e := range evs {
		n += e.d
		best = max(best, n)
	}
	return
}

func greedy(ivs []Interval) (out []Interval) {
	s := slices.Clone(ivs)
	slices.SortFunc(s, func(a, b Interval) int { return a.End - b.End })
	end := -1
	for _, iv := range s {
		if iv.Start >= end {
			out = append(out, iv)
			end = iv.End
		}
	}
	return
}

func main() {
	var ivs []Interval
	for _, s := range []string{"9:00-10:30", "10:00-11:00", "13:15-14:00", "11:00-11:30", "16:00-15:00", "lunch", "13:00-13:45", "15:30-17:00"} {
		iv, err := parse(s)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		ivs = append(ivs, iv)
	}
	fmt.Println(ivs)
	fmt.Println("rooms:", rooms(ivs), "greedy:", greedy(ivs))
	busy := merge(ivs)
	fmt.Println("busy:", busy)
	fmt.Println("free:", free(busy, 8*60, 18*60, 45), free(nil, 0, 30, 60) == nil)
	total := 0
	for _, b := range busy {
		total += b.End - b.Start
	}
	fmt.Println(time.Duration(total)*time.Minute, fmt.Sprintf("%.1f%%", float64(total)/600*100))
}
