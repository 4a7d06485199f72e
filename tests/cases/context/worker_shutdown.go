// Workers stop on cancellation; the first error cancels the others.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

func run(ctx context.Context, tasks []func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make(chan error, len(tasks))
	for _, t := range tasks {
		go func() { errs <- t(ctx) }()
	}
	var first error
	for range tasks {
		if err := <-errs; err != nil && first == nil {
			first = err
			cancel()
		}
	}
	return first
}

func sleeper(d time.Duration, log *atomic.Int32) func(context.Context) error {
	return func(ctx context.Context) error {
		select {
		case <-time.After(d):
			log.Add(1)
			return nil
		case <-ctx.Done():
			log.Add(100)
			return ctx.Err()
		}
	}
}

func main() {
	var log atomic.Int32
	fail := func(ctx context.Context) error {
		time.Sleep(30 * time.Millisecond)
		return errors.New("boom")
	}
	fmt.Println(run(context.Background(), []func(context.Context) error{sleeper(time.Minute, &log), fail, sleeper(time.Millisecond, &log), sleeper(time.Hour, &log)}))
	fmt.Println(log.Load())
	log.Store(0)
	fmt.Println(run(context.Background(), []func(context.Context) error{sleeper(1, &log), sleeper(2, &log)}), log.Load())
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	fmt.Println(run(ctx, []func(context.Context) error{sleeper(time.Minute, &log)}))
	fmt.Println(run(context.Background(), nil))
	count := 0
	ctx2, cancel2 := context.WithCancel(context.Background())
	ticks := make(chan int)
	go func() {
		defer close(ticks)
		for i := 0; ; i++ {
			select {
			case ticks <- i:
			case <-ctx2.Done():
				return
			}
		}
	}()
	for v := range ticks {
		count += v
		if v == 5 {
			cancel2()
			break
		}
	}
	fmt.Println(count)
}
