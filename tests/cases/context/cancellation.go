// Background, WithCancel, values, causes, errors and parents.
package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

type key string

func worker(ctx context.Context, out chan<- string) {
	<-ctx.Done()
	out <- ctx.Err().Error()
}

func step(ctx context.Context, n int) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("step %d: %w", n, err)
	}
	return nil
}

func main() {
	bg := context.Background()
	fmt.Println(bg, context.TODO(), bg.Err(), bg.Done() == nil)
	ctx, cancel := context.WithCancel(bg)
	child := context.WithValue(ctx, key("user"), "ann")
	fmt.Println(child.Value(key("user")), child.Value("user"), child.Value(key("x")), ctx.Value(key("user")))
	grand, cancel2 := context.WithCancel(child)
	defer cancel2()
	fmt.Println(grand.Value(key("user")), step(grand, 1))
	out := make(chan string)
	go worker(grand, out)
	cancel()
	fmt.Println(<-out, ctx.Err(), child.Err(), grand.Err(), bg.Err())
	err := step(grand, 2)
	fmt.Println(err, errors.Is(err, context.Canceled), context.Cause(ctx))
	cancel()
	c3, cause := context.WithCancelCause(bg)
	cause(errors.New("out of coffee"))
	fmt.Println(c3.Err(), context.Cause(c3))
	c4, stop := context.WithTimeout(bg, 20*time.Millisecond)
	defer stop()
	select {
	case <-c4.Done():
		fmt.Println(c4.Err(), errors.Is(c4.Err(), context.DeadlineExceeded))
	case <-time.After(5 * time.Second):
		fmt.Println("too slow")
	}
	_, has := c4.Deadline()
	_, has2 := ctx.Deadline()
	fmt.Println(has, has2)
	c5, stop5 := context.WithTimeout(c4, time.Hour)
	defer stop5()
	fmt.Println(c5.Err())
	c6 := context.WithoutCancel(grand)
	fmt.Println(c6.Err(), c6.Value(key("user")))
	fired := make(chan bool, 1)
	c7, stop7 := context.WithCancel(bg)
	context.AfterFunc(c7, func() { fired <- true })
	stop7()
	fmt.Println(<-fired)
	c8, stop8 := context.WithDeadline(bg, time.Now().Add(-time.Second))
	defer stop8()
	fmt.Println(c8.Err())
	c9, stop9 := context.WithTimeoutCause(bg, time.Millisecond, errors.New("my cause"))
	defer stop9()
	<-c9.Done()
	fmt.Println(c9.Err(), context.Cause(c9))
}
