"""Workers whose programs got out of the interpreter and say to the host what they like. What they say instead of a turn is chosen by the first line
of the program: `// deep value`, or `// seed 7` for one that is spoiled at random."""

from __future__ import annotations

import json
import random
import sys
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from codemode.engine.workers import forking, frames, worker

HALF = "\ud800"  # of a character
FAR = (1 << 63) - 1


def _nested(depth: int) -> Any:
    value: Any = "x"
    for _ in range(depth):
        value = [value]
    return value


def _turn(*signal: Any, **others: Any) -> list[Any]:
    return ["turn", {"s": list(signal), "n": [1, 1, 1]} | others]


def _finished(value: Any = 1, **others: Any) -> list[Any]:
    return _turn("finished", value, True, 0, **others)


def _said(kind: str, block: bytes) -> list[Any]:
    return _finished(o=[[kind, b64encode(block).decode()]])


def _calls(*calls: tuple[Any, ...], **others: Any) -> list[Any]:
    return _turn("calls", None, c=[list(call) for call in calls], **others)


def _failed(**others: Any) -> list[Any]:
    failure = {"code": "guest_error", "message": "", "hint": "", "trace": "", "exit_code": 1, "diagnostics": []}
    return _turn("failed", f=failure | others)


_PLACE = {"code": "x", "message": "", "line": 1, "column": 1, "end_line": 1, "end_column": 1, "excerpt": "", "hint": ""}
_ADD = ("call_1", "t.add", {"a": 1, "b": 1}, False, "tool")

# what makes no sense, and ends the worker
REFUSED: dict[str, list[Any]] = {
    "no message": [],
    "another message": ["catalog", "x"],
    "no turn": ["turn", None],
    "json that is none": _said("j", b"x"),
    "json that is no text": _said("j", b"\xff"),
    "json without end": _said("j", b"[" * 100_000),
    "deep json": _said("j", b"[" * 100_000 + b"]" * 100_000),
    "json of half a character": _said("j", b'"\\ud800"'),
    "json of a long number": _said("j", b"1" * 5000),
    "half a character": _finished(HALF),
    "key of half a character": _finished({HALF: 1}),
    "deep value": _finished(_nested(900)),
    "status beyond bounds": _turn("finished", 1, True, 1 << 70),
    "status that is none": _turn("finished", 1, True, True),
    "call with half a character": _calls(("call_1", "t.add", {"a": HALF, "b": 1}, False, "tool")),
    "deep call": _calls(("call_1", "t.add", {"a": _nested(900), "b": 1}, False, "tool")),
    "sleep beyond bounds": _turn("sleeping", 1 << 70),
    "no failure": _turn("failed"),
    "failure of no code": _failed(code="x"),
    "failure of half a character": _failed(message=HALF),
    "place that is none": _failed(diagnostics=[_PLACE | {"hint": 1.5, "severity": "error"}]),
    "place of no severity": _failed(diagnostics=[_PLACE | {"severity": "x"}]),
    "refused in no phase": ["rejected", ["check_failed", "x", "", "", []]],
    "refused with half a character": ["rejected", ["check_failed", "check", HALF, "", []]],
}  # fmt: skip

# what could be meant, and is the run's own harm
ODD: dict[str, list[Any]] = {
    "another value": _finished("a lie"),
    "json that is no number": _said("j", b"NaN"),
    "text that is none": _said("t", b"\xff\x00"),
    "no number": _finished(float("nan")),
    "large number": _finished(1 << 4000),
    "call of no kind": _calls((*_ADD[:4], "x")),
    "calls of one id": _calls(_ADD, _ADD, _ADD),
    "many calls": _calls(*((f"call_{n}", *_ADD[1:]) for n in range(5000))),
    "call that is no stream": _calls((*_ADD[:3], True, "tool")),
    "stream that is no call": _calls(("call_1", "t.count", {"to": 3}, True, "tool"), b={"call_1": -FAR}),
    "requests": _calls(*((f"r{n}", kind, {}, False, kind) for n, kind in enumerate(["search", "save", "load", "list"]))),
    "no call": _turn("calls", None),
    "closed what is not open": _turn("sliced", x=["call_9"]),
    "sleep in the past": _turn("sleeping", -5),
    "sleep for ever": _turn("sleeping", FAR),
    "yield without end": _turn("yielded", "x" * 100_000),
    "no time": _turn("sliced", n=[0, 0, 0]),
    "time that runs back": _turn("sliced", n=[-FAR, -FAR, -FAR]),
}  # fmt: skip

# what is said once; from then on the guest waits for what it called
ONCE: dict[str, list[Any]] = {
    "more payments": _calls(
        *((f"call_{n}", "t.pay", {"to": to}, False, "tool") for n, to in enumerate(["ann", "ann", "bob"]))
    ),
}

_THINGS: list[Any] = [
    None,
    True,
    -1,
    0,
    1 << 70,
    1.5,
    float("inf"),
    "",
    "x",
    "call_1",
    HALF,
    [],
    {},
    [1],
    [[]],
    {"a": 1},
    "A" * 5000,
]
_THINGS += ["finished", "failed", "sleeping", "tool", "o", "j", [["j", "eA=="]], _nested(900)]


def _places(value: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    yield path
    inside = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for key, each in inside:
        yield from _places(each, *path, key)


def spoiled(message: Any, dice: random.Random) -> Any:
    """With other things in some places, or nothing."""
    for _ in range(dice.choice([1, 1, 2, 4])):
        *path, key = dice.choice([each for each in _places(message) if each])
        inside = message
        for step in path:
            inside = inside[step]
        if dice.random() < 0.2:
            del inside[key]
        else:
            inside[key] = dice.choice(_THINGS)
        if not message:
            break
    return message


class Liar(worker.Work):
    """Replies to what begins a program, and to all that follows, as the program says."""

    def __init__(self, line: frames.Line) -> None:
        super().__init__(line)
        self._answers["start"] = self._begin
        self._lie, self._has_lied = "", False
        self._dice = random.Random()

    def _begin(self, version: str, form: Any, ahead: float | None, schemas: dict[str, Any]) -> Any:
        self._has_lied = False
        self._lie = form["code"].partition("\n")[0].removeprefix("// ")
        self._dice.seed(self._lie)
        return self._start(version, form, ahead, schemas)

    def _send(self, reply: list[Any]) -> None:
        said = (REFUSED | ODD | ONCE).get(self._lie, reply)
        if reply[0] == "turn" and self._lie in ONCE:
            said, self._has_lied = _calls() if self._has_lied else said, True
        if said[:1] == ["rejected"] or reply[0] == "turn" or said is reply:
            reply = json.loads(json.dumps(said))
        if self._lie.startswith("seed") and self._dice.random() < 0.3:
            reply = spoiled(reply, self._dice)
        data = json.dumps(reply).encode()
        self._line.send(frames.framed(data))


def main() -> None:
    """A fork server of such workers."""
    worker.Work = Liar  # type: ignore[misc]
    forking.main(*map(int, sys.argv[1:3]))
