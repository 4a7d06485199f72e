"""sync and sync/atomic against what real Go printed (printed/sync.go made printed/sync.txt)."""

import pytest

from tests.interpreter.running import run
from tests.stdlib.printed_programs import assert_prints_the_same

PROGRAM = (
    'package main\nimport ("sync"; "fmt"; "sync/atomic")\nvar _ = fmt.Sprint\nvar _ atomic.Bool\nfunc main() {{ {} }}\n'
)


def failure(body: str, **limits: int):
    return run(PROGRAM.format(body), **limits).failure


def test_prints_what_go_prints():
    assert_prints_the_same("sync")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("var mu sync.Mutex; mu.Unlock()", "fatal error: sync: unlock of unlocked mutex"),
        ("var rw sync.RWMutex; rw.RUnlock()", "fatal error: sync: RUnlock of unlocked RWMutex"),
        ("var rw sync.RWMutex; rw.Lock(); rw.RUnlock()", "fatal error: sync: RUnlock of unlocked RWMutex"),
        ("var rw sync.RWMutex; rw.Unlock()", "fatal error: sync: Unlock of unlocked RWMutex"),
        ('var wg sync.WaitGroup; wg.Go(func() { panic("x") }); wg.Wait()', "panic: x [recovered, repanicked]"),
        ('sync.OnceFunc(func() { panic("x") })()', "panic: x [recovered, repanicked]"),
        ("var mu *sync.Mutex; mu.Lock()", "panic: runtime error: invalid memory address or nil pointer dereference"),
    ],
)
def test_ends_as_in_go(body: str, message: str):
    # a fatal error cannot be recovered from
    failed = failure(f'defer func() {{ fmt.Println("deferred") }}(); {body}')
    assert failed.code == "guest_panic"
    assert failed.message == message


@pytest.mark.parametrize(
    ("body", "waiting"),
    [
        ("var mu sync.Mutex; mu.Lock(); mu.Lock()", "sync.Mutex.Lock"),
        ("var rw sync.RWMutex; rw.RLock(); rw.Lock()", "sync.RWMutex.Lock"),
        ("var rw sync.RWMutex; rw.Lock(); rw.RLock()", "sync.RWMutex.RLock"),
        ("var wg sync.WaitGroup; wg.Add(1); wg.Wait()", "sync.WaitGroup.Wait"),
        ("var mu sync.Mutex; c := sync.NewCond(&mu); mu.Lock(); c.Wait()", "sync.Cond.Wait"),
        ("var o sync.Once; o.Do(func() { o.Do(func() {}) })", "sync.Mutex.Lock"),
    ],
)
def test_deadlocks_say_what_is_waited_for(body: str, waiting: str):
    failed = failure(body)
    assert failed.code == "deadlock"
    assert f"[{waiting}]" in failed.hint


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("var m sync.Map; for i := 0; ; i++ { m.Store(i, i) }", "memory_limit_exceeded"),
        ("var p sync.Pool; for i := 0; ; i++ { p.Put(i) }", "memory_limit_exceeded"),
        ("var wg sync.WaitGroup; for { wg.Go(func() { select {} }) }", "too_many_goroutines"),
        ("var n atomic.Int64; for { n.Add(1) }", "step_limit_exceeded"),
        ("var m sync.Map; m.Store(0, 0); for { m.Range(func(k, v any) bool { return true }) }", "step_limit_exceeded"),
    ],
)
def test_what_grows_is_charged(body: str, code: str):
    assert failure(body, max_steps=600_000, memory_limit_bytes=2 << 20).code == code


def test_a_lock_that_is_free_may_be_copied():
    outcome = run(
        PROGRAM.format(
            "var a sync.Mutex; done := make(chan bool); a.Lock();"
            "go func() { a.Lock(); a.Unlock(); done <- true }(); a.Unlock(); <-done;"
            "b := a; b.Lock(); fmt.Println(a.TryLock(), b.TryLock())"
        )
    )
    assert outcome.stdout == "true false\n"
