"""What guest code has besides packages: output, yielding, the host's data, and values that live from cell to cell."""

from __future__ import annotations

import json as json_module
from typing import Any

from codemode.engine.natives.calling import host_of
from codemode.engine.natives.catalog import DESCRIPTION, description_text
from codemode.engine.natives.host_requests import ask, must, saved
from codemode.interpreter.machine.guest_to_host import to_json
from codemode.interpreter.machine.host_to_guest import to_guest
from codemode.interpreter.machine.request_limits import NOTE, too_long
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, GoPanic, new_error
from codemode.stdlib.registry import Package

results = Package("results", "results of earlier cells of this session")
store = Package("store", "values that live from cell to cell of this session")
globals_ = Package("host", "names that need no package")


@results.func("func Save(value any) string", run=True)
def save_result(run: Run, value: Any) -> bytes:
    """Save keeps a value for later cells of the session and gives its id."""
    data = saved(run, value)
    id, error = ask(run, "results", "save", len(data), value=data)
    must(error)
    return id


@results.func("func Load(id string) (any, error)", run=True)
def load_result(run: Run, id: bytes) -> tuple[Any, Any]:
    """Load gives a saved value, or a result that was too large to show."""
    return ask(run, "results", "load", id=id)


@results.func("func Delete(id string) error", run=True)
def delete_result(run: Run, id: bytes) -> Any:
    """Delete forgets a saved value."""
    return ask(run, "results", "delete", id=id)[1]


@store.func("func Save(key string, value any) error", run=True)
def save(run: Run, key: bytes, value: Any) -> Any:
    """Save keeps a value under a key; it is there for later cells if this one completes."""
    data = saved(run, value)
    return ask(run, "store", "save", len(data), key=key, value=data)[1]


@store.func("func Load(key string) (any, error)", run=True)
def load(run: Run, key: bytes) -> tuple[Any, Any]:
    """Load gives the value under a key, nil if there is none."""
    return ask(run, "store", "load", key=key)


@globals_.func("func text(value any)", run=True)
def text(run: Run, value: Any) -> None:
    """text adds text to the output."""
    if isinstance(value, Box) and value.t is DESCRIPTION:
        value = description_text(value.v)
    elif not isinstance(value, bytes):
        value = _dumped(run, value)
    run.print(value, "text")


@globals_.func("func json(value any)", run=True)
def json(run: Run, value: Any) -> None:
    """json adds a value to the output."""
    run.print(_dumped(run, value), "json")


def _dumped(run: Run, value: Any) -> bytes:
    made = json_module.dumps(to_json(run, value), ensure_ascii=False, separators=(",", ":"))
    run.charge(len(made) // 64)
    run.alloc(len(made))
    return made.encode("utf-8", "replace")


@globals_.func("func yield_control(reason ...string)", run=True)
def yield_control(run: Run, reason: list[bytes]) -> None:
    """yield_control pauses the program until the caller waits for it again."""
    note = reason[0] if reason else b""
    problem = too_long(NOTE, note)
    if problem:
        raise GoPanic(new_error(problem))
    run.sched.yield_control(note.decode("utf-8", "replace"))


def data(run: Run) -> Any:
    """Returns the value of `data`: the guest's own copy, made once in a run."""
    if "host_data" not in run.services:
        run.services["host_data"] = to_guest(run, host_of(run).data)
    return run.services["host_data"]
