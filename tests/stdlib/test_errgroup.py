"""golang.org/x/sync/errgroup. The expected output is what the package's own code printed with real Go."""

from __future__ import annotations

import pytest

from tests.interpreter.running import run

PROGRAM = """package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"
)

var _ = errors.New
var _ = runtime.Goexit
var _ = time.Second
var _ = context.Background

func main() {
	%s
}
"""
PRINTS = [
    (
        """g, ctx := errgroup.WithContext(context.Background())
	for i := range 3 {
		g.Go(func() error {
			time.Sleep(time.Duration(3-i) * time.Millisecond)
			if i > 0 {
				return fmt.Errorf("no %d", i)
			}
			return nil
		})
	}
	fmt.Println(g.Wait(), ctx.Err(), context.Cause(ctx))""",
        "no 2 context canceled no 2\n",
    ),
    (
        """var g errgroup.Group
	g.SetLimit(2)
	active, most := 0, 0
	for range 6 {
		g.Go(func() error {
			active++
			most = max(most, active)
			time.Sleep(time.Millisecond)
			active--
			return nil
		})
	}
	fmt.Println(g.Wait(), most, active)
	fmt.Println(g.TryGo(func() error { time.Sleep(time.Millisecond); return nil }), g.TryGo(func() error { return nil }))
	fmt.Println(g.TryGo(func() error { return nil }))
	g.Wait()
	g.SetLimit(-1)
	fmt.Println(g.TryGo(func() error { return errors.New("late") }), g.Wait(), g.Wait())""",
        "<nil> 2 0\ntrue true\nfalse\ntrue late late\n",
    ),
    (
        """var g errgroup.Group
	g.SetLimit(1)
	g.Go(func() error { time.Sleep(time.Millisecond); return nil })
	defer func() { fmt.Println(recover()) }()
	g.SetLimit(3)""",
        "errgroup: modify limit while 1 goroutines in the group are still active\n",
    ),
    (
        """g := new(errgroup.Group)
	g.Go(func() error { runtime.Goexit(); return nil })
	_, ctx := errgroup.WithContext(context.Background())
	fmt.Println(g.Wait(), ctx.Err())""",
        "<nil> <nil>\n",
    ),
]


@pytest.mark.parametrize(("body", "printed"), PRINTS)
def test_prints_what_go_prints(body: str, printed: str) -> None:
    assert run(PROGRAM % body).stdout == printed


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("var g errgroup.Group; g.SetLimit(0); g.Go(func() error { return nil })", "all goroutines are asleep"),
        ('var g errgroup.Group; g.Go(func() error { panic("x") }); g.Wait()', "panic: x"),
        ("var g *errgroup.Group; g.Wait()", "nil pointer dereference"),
    ],
)
def test_ends_as_in_go(body: str, message: str) -> None:
    failed = run(PROGRAM % body).failure
    assert failed is not None
    assert message in failed.message
