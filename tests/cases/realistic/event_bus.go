// A publish-subscribe bus with typed events, wildcards, unsubscription and history.
package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

type Event interface{ Topic() string }
type UserCreated struct {
	ID   int
	Name string
}
type OrderPlaced struct {
	User  int
	Total float64
}
type Tick struct{}

func (UserCreated) Topic() string  { return "user.created" }
func (*OrderPlaced) Topic() string { return "order.placed" }
func (Tick) Topic() string         { return "tick" }

type Handler func(Event) error
type sub struct {
	id      int
	pattern string
	h       Handler
}
type Bus struct {
	mu      sync.Mutex
	subs    []sub
	next    int
	history []string
}

func match(pattern, topic string) bool {
	if pattern == "*" || pattern == topic {
		return true
	}
	p, ok := strings.CutSuffix(pattern, ".*")
	return ok && strings.HasPrefix(topic, p+".")
}

func (b *Bus) On(pattern string, h Handler) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	id := b.next
	b.subs = append(b.subs, sub{id, pattern, h})
	return func() {
		b.subs = slices.DeleteFunc(b.subs, func(s sub) bool { return s.id == id })
	}
}

func (b *Bus) Publish(e Event) error {
	b.mu.Lock()
	subs := slices.Clone(b.subs)
	b.history = append(b.history, e.Topic())
	b.mu.Unlock()
	var errs []error
	for _, s := range subs {
		if !match(s.pattern, e.Topic()) {
			continue
		}
		func() {
			defer func() {
				if r := recover(); r != nil {
					errs = append(errs, fmt.Errorf("handler %d panicked: %v", s.id, r))
				}
			}()
			if err := s.h(e); err != nil {
				errs = append(errs, fmt.Errorf("handler %d: %w", s.id, err))
			}
		}()
	}
	return errors.Join(errs...)
}

func On[T Event](b *Bus, topic string, f func(T)) func() {
	return b.On(topic, func(e Event) error {
		t, ok := e.(T)
		if !ok {
			return fmt.Errorf("want %T, got %T", t, e)
		}
		f(t)
		return nil
	})
}

func main() {
	b := &Bus{}
	names := map[int]string{}
	revenue := 0.0
	On(b, "user.created", func(u UserCreated) { names[u.ID] = u.Name })
	On(b, "order.placed", func(o *OrderPlaced) { revenue += o.Total })
	On(b, "tick", func(u UserCreated) {})
	count := 0
	cancel := b.On("*", func(Event) error { count++; return nil })
	b.On("order.*", func(e Event) error {
		o := e.(*OrderPlaced)
		if _, ok := names[o.User]; !ok {
			panic(fmt.Sprintf("unknown user %d", o.User))
		}
		return nil
	})
	for _, e := range []Event{UserCreated{1, "ann"}, &OrderPlaced{1, 9.5}, Tick{}, &OrderPlaced{7, 1.25}, UserCreated{7, "bob"}, &OrderPlaced{7, 3}} {
		if err := b.Publish(e); err != nil {
			fmt.Printf("%T: %v\n", e, err)
		}
	}
	fmt.Println(names, revenue, count)
	cancel()
	fmt.Println(b.Publish(Tick{}) != nil, count, len(b.subs), strings.Join(b.history, ","))
	fmt.Println(match("a.*", "a.b.c"), match("a.*", "ab"), match("*", ""))
}
