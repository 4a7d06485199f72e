"""context against what real Go printed (printed/context.go made printed/context.txt)."""

import pytest

from tests.interpreter.running import run
from tests.stdlib.printed_programs import assert_prints_the_same

PROGRAM = 'package main\nimport ("context"; "time"; "fmt")\nvar _ = fmt.Sprint\nvar _ time.Time\nfunc main() {{ {} }}\n'


def test_prints_what_go_prints():
    assert_prints_the_same("context")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (
            "ctx := context.Background(); for { ctx = context.WithValue(ctx, 1, 2) }",
            "memory_limit_exceeded",
        ),
        (
            "ctx := context.Background(); for { c, cancel := context.WithCancel(ctx); ctx = c; defer cancel() }",
            "memory_limit_exceeded",
        ),
        (
            "var all []func(); for { _, cancel := context.WithCancel(context.Background()); all = append(all, cancel) }",
            "memory_limit_exceeded",
        ),
        (
            "ctx, cancel := context.WithCancel(context.Background()); cancel();"
            "for { context.AfterFunc(ctx, func() { select {} }) }",
            "too_many_goroutines",
        ),
        ("ctx, _ := context.WithCancel(context.Background()); <-ctx.Done()", "deadlock"),
    ],
)
def test_what_grows_is_charged(body: str, code: str):
    failed = run(PROGRAM.format(body), max_steps=1_000_000, memory_limit_bytes=2 << 20).failure
    assert failed.code == code, failed


CHAIN = """
ctx, cancel := context.WithCancel(context.Background())
root := ctx
for range 20000 {
    next, stop := context.WithCancel(context.WithValue(ctx, 1, 2))
    defer stop()
    ctx = next
}
"""


def test_long_chains_do_not_recurse():
    body = (
        CHAIN
        + "fmt.Println(ctx.Value(5), len(fmt.Sprint(ctx))); ctx.Deadline(); cancel(); fmt.Println(ctx.Err(), root.Err())"
    )
    outcome = run(PROGRAM.format(body), max_steps=50_000_000, memory_limit_bytes=256 << 20)
    assert outcome.stdout == "<nil> 620029\ncontext canceled context canceled\n", outcome.end


def test_the_walk_up_a_chain_is_charged():
    failed = run(
        PROGRAM.format(CHAIN + "for { ctx.Value(5) }; _ = root; _ = cancel"),
        max_steps=500_000,
        memory_limit_bytes=256 << 20,
    )
    assert failed.failure.code == "step_limit_exceeded"


def test_a_budget_spent_by_a_timer_ends_the_run():
    body = (
        "ctx, cancel := context.WithTimeout(context.Background(), time.Second); defer cancel();"
        "for range 5 { context.AfterFunc(ctx, func() { time.Sleep(time.Hour) }) }; time.Sleep(time.Minute)"
    )
    assert run(PROGRAM.format(body), max_goroutines=4).failure.code == "too_many_goroutines"
