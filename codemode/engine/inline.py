"""Runs a program directly: in this process, to its end. An event loop is started only if a tool needs one."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from codemode.catalog.entries import Outputs, checked_outputs
from codemode.catalog.observed_results import Observed
from codemode.dsl import Diagnostic
from codemode.engine.attachment_storage import RunFiles, named_in
from codemode.engine.background import blocking, running_loop, waited_for
from codemode.engine.calls import Calls, CallSettings
from codemode.engine.cell import Cell
from codemode.engine.cell_output import Listener
from codemode.engine.clock import Clock
from codemode.engine.codes import error_class, phase_of
from codemode.engine.compiling import compile_cached, compile_given, languages_of
from codemode.engine.driver_policy import Ended
from codemode.engine.durable.memory_store import at_once
from codemode.engine.failures import Failure
from codemode.engine.given_sources import Source, checked_sources
from codemode.engine.guest import LocalGuest
from codemode.engine.inline_driver import InlineDriver
from codemode.engine.inputs import checked_flag, checked_text, source_text
from codemode.engine.languages import GO, ONLY_IN_WORKERS, candidates, checked_language, language_of
from codemode.engine.languages.language import Compiled, OtherLanguage
from codemode.engine.limits import Limits, checked_limits, checked_timeout
from codemode.engine.protocols import ToolSource
from codemode.engine.requests import Requests
from codemode.engine.results import CodeModeResult
from codemode.engine.session_state import SessionState, compact
from codemode.engine.start import Start
from codemode.engine.toolbox import Toolbox, toolbox_of
from codemode.errors import CodeModeError, SourceRejected, ToolError
from codemode.interpreter.machine.signals import Finished
from codemode.tool_cache import ToolCache

if TYPE_CHECKING:
    from codemode.engine.listing import Listings
    from codemode.engine.replies import Attachment

# only a program that looks tools up can see the shapes of their results, which cost more than a short program
_LOOKS_TOOLS_UP = ("tools", "api", "describe", "search")


class Writer(Protocol):
    def write(self, text: str, /) -> object: ...


def check(code: str, sources: Sequence[Source] = (), strict: bool = False, *, language: str = GO) -> list[Diagnostic]:
    """Returns the problems and warnings of a program, in order of place. Runs nothing. `language` is "go" or "python". Raises ConfigError."""
    name = checked_language(language)
    toolbox, _ = _toolbox(code, checked_sources(sources), Limits().timeout_ms)
    text = source_text(code, language=name)
    if name == GO:
        name = languages_of(text, toolbox, program_cache(), strict=strict)[-1]
    try:
        return language_of(name).check(text, toolbox, strict=strict)
    except SourceRejected as rejected:
        return list(rejected.diagnostics)


def run(
    code: str,
    sources: Sequence[Source] = (),
    data: Any = None,
    limits: Limits | None = None,
    stdout: Writer | Callable[[str], object] | None = None,
    *,
    strict: bool = False,
    timeout_ms: float | None = None,
    cache: ToolCache | None = None,
    outputs: Outputs = "warn",
    language: str = GO,
    trust_python: bool = False,
) -> CodeModeResult:
    """Runs a program to its end and returns its result.

    Works with and without a running event loop; a loop that runs in this thread is blocked meanwhile. `stdout` (a writer or a function) gets printed
    text as it comes. With `timeout_ms` (milliseconds) or `limits`, the time limit also applies while a plain function blocks, because functions run
    in other threads. With neither, a function that the program waits for is called in this thread, and the default time limit is checked when it has
    returned. `outputs` is for results that do not match the tool's output schema, as in Engine. A program in the `language` "python", or
    one that turns out to be in Python, runs in a worker process, or in this one if `trust_python` is true; docs/security.md explains what that means.
    Raises a CodeModeError: `code` is the reason, `trace` the program's own stack.
    """
    checked_text("code", code)
    limited = limits is not None or timeout_ms is not None
    limits = checked_limits(limits) or _default_limits()
    budget = limits.timeout_ms if timeout_ms is None else checked_timeout(timeout_ms)
    deadline = time.monotonic() + budget / 1000
    taken, outputs = checked_sources(sources), checked_outputs(outputs)
    cache = cache if cache is not None else program_cache()
    listener = _listener(stdout)
    trusted, languages = checked_flag("trust_python", trust_python), (checked_language(language),)
    found: _Found | None = None
    if trusted or language not in ONLY_IN_WORKERS:
        found, languages = _found(code, languages, taken, budget, cache, strict=strict, trusted=trusted)
    if found is None:
        from codemode.engine.run_to_end import run_in_worker

        options: dict[str, Any] = {"strict": strict, "cache": cache, "outputs": outputs, "languages": languages}
        return run_in_worker(code, data, budget, listener, taken, limits, options)
    compiled, toolbox, listings = found
    settings = CallSettings(outputs=outputs, observed=Observed(_looks_tools_up(code)))
    calls = Calls(toolbox, taken, settings, files=RunFiles(limits=limits), listings=listings)
    start = Start(code, strict, limits, int.from_bytes(os.urandom(7)), time.time_ns(), data, languages)
    cell = _cell(LocalGuest(compiled, toolbox.catalog, start, aside=True), calls, start, listener)
    ended = _driven(InlineDriver(cell, deadline, budget), limited=limited, aside=stdout is None)
    if ended.signal is None:
        assert ended.failure is not None
        raise _error(cell, ended.failure)
    return _result(cell, ended.signal)


def _looks_tools_up(code: str) -> bool:
    lowered = code.lower()
    return any(word in lowered for word in _LOOKS_TOOLS_UP)


class _Found(NamedTuple):
    """A program that may run in this process, and the tools for it."""

    compiled: Compiled
    toolbox: Toolbox
    listings: Listings | None


def _found(
    code: str,
    languages: tuple[str, ...],
    sources: Sequence[ToolSource],
    budget: float,
    cache: ToolCache,
    *,
    strict: bool,
    trusted: bool,
) -> tuple[_Found | None, tuple[str, ...]]:
    """Returns the program and the languages that it may be in; None for one that has to run in a worker process. Raises SourceRejected."""
    if languages != (GO,):
        languages = candidates(languages[0], (), strict=strict)
    toolbox, listings = _toolbox(code, sources, budget)
    try:
        made = compile_given(code, toolbox, cache, strict=strict, languages=languages)
    except OtherLanguage as other:
        languages = (*languages, other.name)
        made = compile_cached(code, toolbox, cache, strict=strict, languages=languages) if trusted else None
    return None if made is None else _Found(made, toolbox, listings), languages


def _cell(guest: LocalGuest, calls: Calls, start: Start, listener: Listener | None) -> Cell:
    requests = Requests(calls, SessionState, start.limits)
    return Cell("run", guest, requests, Clock(start.started_at), listener=listener)


def _driven(driver: InlineDriver, *, limited: bool, aside: bool) -> Ended:
    """`limited`: the caller gave a time limit. `aside`: the program may run in another thread."""
    loop = running_loop()
    if loop is None and not limited:
        drive = driver.drive_and_call
    elif aside and _calls_functions(driver.cell):
        drive = driver.drive_aside
    else:
        drive = driver.drive
    if loop is None:
        return drive()
    with blocking(loop):
        return drive()


def _result(cell: Cell, finished: Finished) -> CodeModeResult:
    return CodeModeResult(
        value=cell.value,
        stdout=cell.printed.text("stdout"),
        stderr=cell.printed.text("stderr"),
        exit_code=finished.exit_code,
        has_value=finished.has_value,
        repairs=cell.repairs,
        warnings=cell.warnings,
        tool_calls=list(cell.records.values()),
        steps=cell.steps,
        attachments=_attachments(cell) if cell.calls.files.is_used else [],
    )


def _attachments(cell: Cell) -> list[Attachment]:
    from codemode.engine.replies import Attachment

    files = cell.calls.files.files
    said = [_json_of(cell), *(cell.printed.text(kind) for kind in ("stdout", "stderr", "text", "json"))]
    return [Attachment.of(info, at_once(files.find(info.id))) for info in at_once(files.known(named_in(said)))]


def _json_of(cell: Cell) -> str:
    large = cell.large_value
    return large.decode("latin-1") if large is not None else compact(cell.value)  # ids are ASCII


@cache
def program_cache() -> ToolCache:
    """Programs compiled by `run`."""
    return ToolCache()


@cache
def _default_limits() -> Limits:
    return Limits()


def _listener(stdout: Writer | Callable[[str], object] | None) -> Listener | None:
    """A listener that passes on only standard output."""
    if stdout is None:
        return None
    write = cast("Callable[[str], object]", getattr(stdout, "write", stdout))
    return lambda text: write(text) if text.stream == "stdout" else None


def _toolbox(code: str, sources: Sequence[ToolSource], budget: float) -> tuple[Toolbox, Listings | None]:
    """The tools that the sources list in time."""
    known = [source.known_tools() for source in sources]
    if all(tools is not None for tools in known):
        return toolbox_of(tuple(tools or () for tools in known)), None
    from codemode.engine.listing import Listings

    listings = Listings(sources)
    waited_for(lambda: listings.ready(code, budget / 1000))
    return toolbox_of(listings.listing(), listings.absent(), listings.notes()), listings


def _calls_functions(cell: Cell) -> bool:
    """Whether the program calls tools that are plain functions."""
    for name, streaming, _ in cell.prepared.calls:
        try:
            entry, source = cell.calls.find(name)
        except ToolError:
            continue
        if not streaming and source.direct(entry.name) is not None:
            return True
    return False


def _error(cell: Cell, failure: Failure) -> CodeModeError:
    message = failure.message.removeprefix("panic: ")
    error = error_class(failure.code)(
        message, code=failure.code, phase=phase_of(failure.code), diagnostics=failure.diagnostics
    )
    error.hint, error.trace, error.exit_code = failure.hint, failure.trace, failure.exit_code
    error.stdout, error.stderr = cell.printed.text("stdout"), cell.printed.text("stderr")
    error.tool_calls, error.steps = list(cell.records.values()), cell.steps
    return error
