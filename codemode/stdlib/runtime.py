"""runtime: the little of it that makes sense for a program that cannot look at its own machine."""

from __future__ import annotations

from codemode.interpreter.run import Run
from codemode.interpreter.values import GoPanic
from codemode.stdlib.registry import Package

runtime = Package("runtime", "goroutines, and the interface of run-time errors")

runtime.type("type Error interface { error; RuntimeError() }", "Error identifies a run time error.")
runtime.const('const GOOS = "linux"', "the running program's operating system target")
runtime.const('const GOARCH = "amd64"', "the running program's architecture target")
runtime.const('const Compiler = "gc"', "the name of the compiler toolchain that built the running binary")


@runtime.func("func Gosched()", run=True)
def gosched(run: Run) -> None:
    """Gosched yields the processor, allowing other goroutines to run."""
    run.sched.gosched()


@runtime.func("func Goexit()")
def goexit() -> None:
    """Goexit terminates the goroutine that calls it, after running all deferred calls. No other goroutine is affected."""
    raise GoPanic(None, goexit=True)


@runtime.func("func NumGoroutine() int", run=True)
def num_goroutine(run: Run) -> int:
    """NumGoroutine returns the number of goroutines that currently exist."""
    return len(run.sched.alive)


@runtime.func("func NumCPU() int")
def num_cpu() -> int:
    """NumCPU returns the number of logical CPUs usable by the current process."""
    return 1


@runtime.func("func GOMAXPROCS(n int) int")
def gomaxprocs(n: int) -> int:
    """GOMAXPROCS returns the number of CPUs that can be executing simultaneously: always one."""
    return 1


@runtime.func("func GC()")
def gc() -> None:
    """GC does nothing: memory is collected as needed."""


@runtime.func("func Version() string")
def version() -> bytes:
    """Version returns the Go version whose behaviour is followed."""
    return b"go1.27"
