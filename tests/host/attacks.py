"""All attacks of the suite on the host, in one table. `tests/host/gate.py` says what each may cost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.host.host import Host

ISOLATIONS = ("inline", "process")
STEPS, MEMORY, OUTPUT = "step_limit_exceeded", "memory_limit_exceeded", "output_limit_exceeded"
DEPTH, GOROUTINES, CALLS = "call_depth_exceeded", "too_many_goroutines", "tool_call_limit_exceeded"
CHECK, PARSE, COMPLEX, DONE = "check_failed", "parse_failed", "program_too_complex", "completed"

Play = Callable[["Host", Any], Awaitable[object]]


@dataclass(frozen=True)
class Attack:
    """A program, or what a stranger does.

    `group` is its line in the document. `ends` are the codes that its replies may have (`completed`, and reasons of waiting, among them); nothing
    means any but `internal_error`. `limits` are those of the quick form, in which a program may be ended earlier than by default. `make` makes what
    is not to be measured, `play` does the attack with it; without `play` the code is run. `seen` is the line of the list of weaknesses that it shows.
    """

    name: str
    group: str
    code: str = ""
    ends: frozenset[str] = frozenset()
    limits: Mapping[str, Any] = field(default_factory=dict[str, Any])
    timeout_ms: float | None = None
    data: Any = None
    make: Callable[[], Any] = lambda: None
    play: Play | None = None
    isolations: tuple[str, ...] = ISOLATIONS
    seen: int = 0
    seldom: bool = False  # the suite leaves it to `make test-host`


def table() -> dict[str, Attack]:
    """By name."""
    from tests.host import (
        answers,
        bombs,
        clients,
        conditions,
        hosts,
        library,
        programs,
        python_programs,
        raw,
        requests,
        results,
        schemas,
        servers,
        stores,
    )

    modules = (
        bombs,
        library,
        programs,
        python_programs,
        raw,
        requests,
        results,
        schemas,
        conditions,
        answers,
        servers,
        stores,
        hosts,
        clients,
    )
    attacks = [attack for module in modules for attack in module.ATTACKS]
    found = {attack.name: attack for attack in attacks}
    assert len(found) == len(attacks), "two attacks have one name"
    return found


def controls() -> dict[str, Attack]:
    """What an attack would do that works, so that it is known that it would be seen."""
    import asyncio
    import time

    async def block(*_: Any) -> None:
        time.sleep(0.3)

    async def hold(*_: Any) -> None:
        held = bytearray(200 << 20)
        held[::4096] = bytes(len(held[::4096]))
        await asyncio.sleep(0)

    return {
        name: Attack(name, "controls", play=play)
        for name, play in {"the loop is blocked for 0.3 s": block, "the host holds 200 MB": hold}.items()
    }
