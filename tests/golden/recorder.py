"""A plugin of pytest: notes what `parse`, `dsl.check.check` and `run` give for each text that the tests hand to them.

It stands in their place before any test is imported. One line of the file is one text: the value and the output of its run, the repairs, the
problems with their codes, texts and places, and the warnings.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest

import codemode
from codemode import dsl
from codemode.dsl import check as door
from codemode.errors import CodeModeError

LONGEST = 2_000  # characters of a text: longer ones are made by loops, to measure

Record = dict[str, Any]


class Recorder:
    def __init__(self, path: str) -> None:
        self.path = path
        self.found: dict[str, dict[str, Record]] = {}  # by what was asked, and by what came out

    def note(self, door: str, code: str, options: Record, made: Record) -> None:
        if len(code) <= LONGEST:
            asked = json.dumps({"door": door, "code": code, **options}, sort_keys=True, default=repr)
            made = {name: part for name, part in made.items() if part not in ([], "", None)}
            self.found.setdefault(asked, {})[json.dumps(made, sort_keys=True, default=repr)] = made

    def pytest_sessionfinish(self) -> None:
        with open(self.path, "w", encoding="utf-8") as out:
            for asked, made in sorted(self.found.items()):
                out.write(json.dumps({"asked": json.loads(asked), "made": [made[key] for key in sorted(made)]}) + "\n")


def _shown(each: Any) -> str:
    """A diagnostic, or a repair, in one line."""
    parts = [f"{each.line}:{each.column}"]
    if hasattr(each, "severity"):
        parts += [f"{each.severity} {each.code}"]
    text = f"{' '.join(parts)}: {each.message}"
    return f"{text} | {each.hint}" if getattr(each, "hint", "") else text


def _refused(error: CodeModeError) -> Record:
    return {
        "error": f"{error.code}: {error.message}",
        "hint": error.hint,
        "problems": [*map(_shown, error.diagnostics)],
    }


def _ran(result: Any) -> Record:
    return {
        "value": result.value if result.has_value else None,
        "stdout": result.stdout,
        "repairs": [*map(_shown, result.repairs)],
        "warnings": [*map(_shown, result.warnings)],
    }


def _parsed(parsed: Any) -> Record:
    return {"mends": [_shown(parsed.source.bind_mend(mend)) for mend in parsed.mends]}


def _options_of_run(sources: Any = (), data: Any = None, *_: Any, strict: bool = False, **__: Any) -> Record:
    return {"sources": [getattr(each, "owner", "") for each in sources], "data": data, "strict": strict}


def _checked(source: Any, found: Any) -> Record:
    return {
        "mends": [_shown(source.bind_mend(mend)) for mend in found.mends],
        "problems": [_shown(source.bind(problem)) for problem in found.problems],
    }


def _install(recorder: Recorder) -> None:
    from codemode.engine import inline  # binds the two wrapped below, which must be in their places by then

    codemode.run = _recorded(recorder, "run", inline.run, _options_of_run, lambda asked, result: _ran(result))


def _recorded(
    recorder: Recorder,
    door: str,
    work: Callable[..., Any],
    options: Callable[..., Record],
    made: Callable[[dict[str, Any], Any], Record],
) -> Callable[..., Any]:
    """The function, which also notes what it gives."""

    @wraps(work)
    def wrapped(code: Any, *args: Any, **kwargs: Any) -> Any:
        text = code if isinstance(code, str) else getattr(kwargs.get("source"), "text", None)
        try:
            result = work(code, *args, **kwargs)
        except CodeModeError as error:
            if isinstance(text, str):
                recorder.note(door, text, options(*args, **kwargs), _refused(error))
            raise
        if isinstance(text, str):
            recorder.note(door, text, options(*args, **kwargs), made(kwargs, result))
        return result

    return wrapped


def pytest_configure(config: pytest.Config) -> None:
    recorder = Recorder(config.getoption("golden"))
    dsl.parse = _recorded(recorder, "parse", dsl.parse, lambda **o: o, lambda asked, result: _parsed(result))
    strictness = lambda strict=False, **_: {"strict": strict}  # noqa: E731 - one word of the options
    door.check = _recorded(
        recorder, "check", door.check, strictness, lambda asked, found: _checked(asked["source"], found)
    )
    _install(recorder)
    config.pluginmanager.register(recorder)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", required=True, help="the file to write")
