// A discrete event simulation with a priority queue and handlers.
package main

import (
	"fmt"
	"sort"
	"strings"
)

type Event struct {
	At   int
	Seq  int
	Name string
	Run  func(*Sim)
}
type Sim struct {
	now    int
	seq    int
	events []*Event
	log    []string
	stats  map[string]int
}

func (s *Sim) Schedule(delay int, name string, run func(*Sim)) {
	s.seq++
	e := &Event{s.now + delay, s.seq, name, run}
	i := sort.Search(len(s.events), func(i int) bool {
		x := s.events[i]
		return x.At > e.At
	})
	s.events = append(s.events, nil)
	copy(s.events[i+1:], s.events[i:])
	s.events[i] = e
}

func (s *Sim) Run(until int) {
	for len(s.events) > 0 && s.events[0].At <= until {
		e := s.events[0]
		s.events = s.events[1:]
		s.now = e.At
		s.stats[e.Name]++
		s.log = append(s.log, fmt.Sprintf("%3d %s", s.now, e.Name))
		if e.Run != nil {
			e.Run(s)
		}
	}
	s.now = until
}

type Shop struct {
	waiting []string
	busy    bool
	served  []string
}

func (sh *Shop) arrive(name string, service int) func(*Sim) {
	return func(s *Sim) {
		sh.waiting = append(sh.waiting, name)
		sh.start(s, service)
	}
}

func (sh *Shop) start(s *Sim, service int) {
	if sh.busy || len(sh.waiting) == 0 {
		return
	}
	sh.busy = true
	who := sh.waiting[0]
	sh.waiting = sh.waiting[1:]
	s.Schedule(service, "done:"+who, func(s *Sim) {
		sh.busy = false
		sh.served = append(sh.served, who)
		sh.start(s, service)
	})
}

func main() {
	sim := &Sim{stats: map[string]int{}}
	shop := &Shop{}
	for i, c := range []string{"ann", "bob", "cid", "dan"} {
		sim.Schedule(i*2, "arrive:"+c, shop.arrive(c, 5))
	}
	var tick func(*Sim)
	tick = func(s *Sim) {
		if s.now < 20 {
			s.Schedule(10, "tick", tick)
		}
	}
	sim.Schedule(0, "tick", tick)
	sim.Schedule(100, "never", nil)
	sim.Run(30)
	fmt.Println(strings.Join(sim.log, "\n"))
	fmt.Println(shop.served, len(shop.waiting), len(sim.events), sim.now, sim.stats["tick"])
}
