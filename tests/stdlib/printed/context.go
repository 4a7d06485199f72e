package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type key string
type named struct{ n string }

func (n named) String() string { return "named " + n.n }

// ours has its own Done channel and asks its parent for nothing.
type ours struct {
	done chan struct{}
	err  error
}

func (o *ours) Deadline() (time.Time, bool) { return time.Time{}, false }
func (o *ours) Done() <-chan struct{}       { return o.done }
func (o *ours) Err() error                  { return o.err }
func (o *ours) Value(k any) any {
	if k == "ours" {
		return "yes"
	}
	return nil
}

// wrapper embeds a context and adds a value.
type wrapper struct {
	context.Context
	user string
}

func (w wrapper) Value(k any) any {
	if k == key("user") {
		return w.user
	}
	return w.Context.Value(k)
}

// scheduled has its own way to run functions afterwards.
type scheduled struct {
	ours
	fs []func()
}

func (s *scheduled) AfterFunc(f func()) func() bool {
	s.fs = append(s.fs, f)
	fmt.Println("AfterFunc called")
	return func() bool { fmt.Println("stop called"); return true }
}

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panic:", r)
		}
	}()
	f()
}

func state(name string, c context.Context) {
	done := false
	select {
	case <-c.Done():
		done = true
	default:
	}
	fmt.Println(name, done, c.Err(), context.Cause(c))
}

func texts() {
	bg := context.Background()
	a, cancel := context.WithCancel(bg)
	defer cancel()
	b := context.WithValue(a, key("k"), "v")
	c := context.WithValue(b, named{"x"}, named{"y"})
	d := context.WithValue(c, "plain", 5)
	e := context.WithValue(context.WithoutCancel(d), 3.5, nil)
	fmt.Println(e)
	fmt.Printf("%v %s %T %T %T %T\n", a, a, a, b, bg, context.TODO())
	w := wrapper{a, "u"}
	f, stop := context.WithCancel(&ours{done: make(chan struct{})})
	fmt.Println(f)
	stop()
	g, stop := context.WithCancel(w)
	fmt.Println(g)
	stop()
	fmt.Println(bg == context.Background(), bg == context.TODO())
	h := context.WithValue(bg, "l", []int{1})
	fmt.Println(h)
}

func trees() {
	root, cancel := context.WithCancelCause(context.Background())
	var kids []context.Context
	for i := range 3 {
		k, stop := context.WithTimeout(context.WithValue(root, i, i*i), time.Hour)
		kids = append(kids, k)
		if i == 1 {
			stop()
		}
	}
	for i, k := range kids {
		fmt.Println(k.Value(i), k.Value(i+1), k.Err())
	}
	cause := errors.New("the cause")
	cancel(cause)
	cancel(errors.New("too late"))
	for _, k := range kids {
		state("kid", k)
	}
	late, stop := context.WithCancel(root)
	state("late", late)
	stop()
	n, ncancel := context.WithCancelCause(context.Background())
	ncancel(nil)
	state("nil cause", n)
	fmt.Println(context.Cause(context.Background()), context.Cause(context.TODO()))
}

func foreign() {
	o := &ours{done: make(chan struct{})}
	c, cancel := context.WithCancel(o)
	defer cancel()
	fmt.Println(c.Value("ours"), c.Value("else"), c.Err())
	o.err = errors.New("ours is done")
	close(o.done)
	<-c.Done()
	state("foreign", c)
	after, cancel2 := context.WithTimeout(o, time.Hour)
	defer cancel2()
	state("after", after)

	parent, pcancel := context.WithCancel(context.Background())
	w := wrapper{parent, "ann"}
	child, ccancel := context.WithCancel(w)
	defer ccancel()
	fmt.Println(child.Value(key("user")), child.Value(key("other")))
	pcancel()
	state("through wrapper", child)

	s := &scheduled{ours: ours{done: make(chan struct{})}}
	x, xcancel := context.WithCancel(s)
	fmt.Println(x, len(s.fs))
	y, ycancel := context.WithCancel(s)
	xcancel()
	s.err = errors.New("s is done")
	close(s.done)
	s.fs[1]()
	state("y", y)
	ycancel()
}

func deadlines() {
	bg := context.Background()
	at := time.Date(2300, 1, 2, 3, 4, 5, 0, time.UTC)
	a, cancel := context.WithDeadline(bg, at)
	defer cancel()
	fmt.Println(a.Deadline())
	b, cancel2 := context.WithDeadline(a, at.Add(time.Hour))
	defer cancel2()
	fmt.Println(b.Deadline())
	fmt.Printf("%T %T\n", a, b)
	c, cancel3 := context.WithDeadline(context.WithValue(b, 1, 2), at.Add(-time.Hour))
	defer cancel3()
	fmt.Println(c.Deadline())
	fmt.Println(context.WithoutCancel(c).Deadline())
	past, cancel4 := context.WithDeadlineCause(bg, time.Now().Add(-1), errors.New("was over"))
	state("past", past)
	cancel4()
	zero, cancel5 := context.WithTimeout(bg, 0)
	state("zero", zero)
	cancel5()
	short, cancel6 := context.WithTimeoutCause(bg, 5*time.Millisecond, errors.New("short"))
	kid, cancel7 := context.WithCancel(short)
	defer cancel7()
	<-kid.Done()
	state("short", kid)
	cancel6()
	state("short", short)
	t, cancel8 := context.WithTimeout(bg, 5*time.Millisecond)
	cancel8()
	time.Sleep(10 * time.Millisecond)
	state("cancelled first", t)
	err := fmt.Errorf("wrapped: %w", context.DeadlineExceeded)
	fmt.Println(errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled))
	var te interface{ Timeout() bool }
	fmt.Println(errors.As(err, &te), te.Timeout())
	fmt.Printf("%v %T %T\n", context.DeadlineExceeded, context.DeadlineExceeded, context.Canceled)
}

func afterFuncs() {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Add(1)
	stop := context.AfterFunc(ctx, func() { fmt.Println("after", ctx.Err()); wg.Done() })
	stop2 := context.AfterFunc(ctx, func() { fmt.Println("never") })
	fmt.Println(stop2(), stop2())
	cancel()
	wg.Wait()
	fmt.Println(stop())
	wg.Add(1)
	context.AfterFunc(ctx, func() { fmt.Println("at once"); wg.Done() })
	wg.Wait()
	fmt.Println(context.AfterFunc(context.Background(), func() {})())
}

func panics() {
	try("nil parent", func() { context.WithCancel(nil) })
	try("nil parent", func() { context.WithValue(nil, 1, 2) })
	try("nil parent", func() { context.WithTimeout(nil, 1) })
	try("nil parent", func() { context.WithoutCancel(nil) })
	try("nil key", func() { context.WithValue(context.Background(), nil, 2) })
	try("key", func() { context.WithValue(context.Background(), []int{}, 2) })
	try("embedded nil", func() { fmt.Println(wrapper{}.Err()) })
	var stop context.CancelFunc
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var f func() = stop
	f()
	fmt.Printf("%v %T\n", ctx.Err(), stop)
}

func main() {
	texts()
	trees()
	foreign()
	deadlines()
	afterFuncs()
	panics()
}
