// Values through layers, typed keys, request scopes and cancellation order.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type ctxKey int

const (
	userKey ctxKey = iota
	traceKey
)

type user struct{ name string }

func withUser(ctx context.Context, u *user) context.Context {
	return context.WithValue(ctx, userKey, u)
}
func userFrom(ctx context.Context) (*user, bool) {
	u, ok := ctx.Value(userKey).(*user)
	return u, ok
}

func trace(ctx context.Context, name string) context.Context {
	path, _ := ctx.Value(traceKey).(string)
	return context.WithValue(ctx, traceKey, path+"/"+name)
}

func handler(ctx context.Context, depth int) (string, error) {
	ctx = trace(ctx, fmt.Sprint("h", depth))
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("%v: %w", ctx.Value(traceKey), err)
	}
	if depth == 0 {
		u, ok := userFrom(ctx)
		if !ok {
			return "", errors.New("no user")
		}
		return u.name + " via " + ctx.Value(traceKey).(string), nil
	}
	return handler(ctx, depth-1)
}

func main() {
	root := context.Background()
	fmt.Println(handler(root, 1))
	ctx := withUser(root, &user{"ann"})
	fmt.Println(handler(ctx, 2))
	fmt.Println(handler(withUser(ctx, &user{"bob"}), 0))
	_, ok := userFrom(context.WithValue(root, userKey, "not a user"))
	fmt.Println(ok, root.Value(userKey) == nil, ctx.Value(0), ctx.Value(ctxKey(0)) != nil)
	parent, cancel := context.WithCancelCause(ctx)
	var order []string
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		child, stop := context.WithCancel(trace(parent, name))
		defer stop()
		wg.Go(func() {
			<-child.Done()
			if !errors.Is(context.Cause(child), context.Canceled) {
				return
			}
			panic("never")
		})
	}
	stopped := context.AfterFunc(parent, func() { order = append(order, "after"); wg.Done() })
	wg.Add(1)
	cancel(errors.New("shutdown"))
	wg.Wait()
	fmt.Println(order, stopped(), parent.Err(), context.Cause(parent))
	fmt.Println(handler(parent, 3))
	d1, c1 := context.WithTimeout(root, time.Hour)
	d2, c2 := context.WithTimeout(d1, 10*time.Millisecond)
	defer c1()
	defer c2()
	<-d2.Done()
	fmt.Println(d2.Err(), d1.Err(), context.Cause(d2))
	t1, _ := d1.Deadline()
	t2, _ := d2.Deadline()
	fmt.Println(t2.Before(t1))
	func() {
		defer func() { fmt.Println(recover()) }()
		context.WithValue(root, nil, 1)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		context.WithValue(root, []int{}, 1)
	}()
}
