"""`codemode run` and `codemode check`."""

from __future__ import annotations

import asyncio
import json as json_
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from codemode.dsl.diagnostics import Diagnostic, Repair
from codemode.engine import Completed, Failed, Session, Waiting
from codemode.engine.inputs import source_text
from codemode.engine.run_to_end import run_to_end, whole_value
from codemode.engine.toolbox import Toolbox
from codemode.errors import InputError, SourceRejected
from codemode.terminal.attachment_files import make_folder, save_attachments
from codemode.terminal.exits import DONE, FAILED, WAITING
from codemode.terminal.inputs import EngineRequest, ToolFiles, limits_of, parse_data, read_source, tell_warnings
from codemode.terminal.json_output import put
from codemode.terminal.printing import Printer
from codemode.terminal.render import failure_text, none_given, notes_text, problems_text, quoted, tell, value_text
from codemode.terminal.unfinished_calls import UnfinishedCalls
from codemode.tool_cache import ToolCache

if TYPE_CHECKING:
    from codemode.engine.effects import Effects


@dataclass(slots=True, frozen=True, kw_only=True)
class RunRequest(EngineRequest):
    """What `codemode run` is asked for."""

    file: str | None
    code: str | None = None
    language: str | None = None
    json: bool = False
    timeout_ms: int | None = None
    max_steps: int | None = None
    data: str | None = None
    strict: bool = False
    attachments: str | None = None


@dataclass(slots=True, frozen=True, kw_only=True)
class CheckRequest(EngineRequest):
    """What `codemode check` is asked for."""

    file: str | None
    code: str | None
    language: str | None
    json: bool
    strict: bool
    effects: bool


async def run_file(request: RunRequest) -> int:
    name, code = read_source(request.file, request.code)
    data = parse_data(request.data)
    make_folder(request.attachments)
    limits = limits_of(timeout_ms=request.timeout_ms, max_steps=request.max_steps)
    options: dict[str, Any] = {"languages": (language_in(name, request.language),), "strict": request.strict}
    watch = UnfinishedCalls()
    async with request.made(limits, on_event=watch.hear, **options) as engine, engine:
        session = engine.session("cli", "run")
        printer = Printer()
        try:
            reply = await run_to_end(
                session,
                code,
                engine.limits.timeout_ms,
                data=data,
                on_output=None if request.json else printer.write,
            )
            if printer.gone is not None:
                await asyncio.sleep(0)  # the program may have ended at the same moment
        except asyncio.CancelledError:
            if printer.gone is None:
                tell("\n".join(watch.calls_under_way()))
                raise
            raise printer.gone from None
    if request.json:
        put(reply.model_dump_json())
    else:
        await show_end(printer, session, reply, name, request.tools)
    save_attachments(reply.attachments, request.attachments)
    return status_of(reply)


async def show_end(printer: Printer, session: Session, reply: Completed | Failed, name: str, tools: ToolFiles) -> None:
    """Prints the outcome of a program: its value and the notes, or its failure."""
    if isinstance(reply, Completed):
        printer.tell(notes_text(reply, name))
        if reply.has_value:
            printer.end_line()
            print(value_text(await whole_value(session, reply.value)))
    else:
        printer.end_line()
        printer.tell(failure_text(reply, name))
        printer.tell(none_given(reply.diagnostics, tools))


def status_of(reply: Completed | Waiting | Failed) -> int:
    """Returns the exit status. A program that left with os.Exit has completed, with a status of its own."""
    if isinstance(reply, Waiting):
        return WAITING
    return reply.exit_code if isinstance(reply, Completed) else FAILED


def language_in(name: str, given: str | None) -> str:
    """Returns the language of a file: the given one, else by the ending of its name."""
    return given or ("python" if name.endswith(".py") else "go")


async def check_file(request: CheckRequest) -> int:
    name, code = read_source(request.file, request.code)
    async with request.made() as engine:  # it runs nothing
        toolbox = await engine.toolbox("cli", "default")
        tell_warnings(engine)
    try:
        languages = _languages(code, toolbox, language_in(name, request.language), strict=request.strict)
        examine = partial(_examine_python, languages) if "python" in languages else _examine
        diagnostics, repairs, found = examine(code, toolbox, request.strict)
    except InputError as refused:  # it is no program at all, as `run` says, too
        diagnostics, repairs, found = [Diagnostic(refused.code, refused.message, 0, 0, 0, 0, "")], [], None
    errors = [d for d in diagnostics if d.severity == "error"]
    if request.json:
        told: dict[str, Any] = {
            "ok": not errors,
            "diagnostics": [d.as_dict() for d in diagnostics],
            "repairs": [r.as_dict() for r in repairs],
        }
        if request.effects:
            told["effects"] = found.model_dump(mode="json") if found is not None else None
        put(json_.dumps(told, ensure_ascii=False))
    else:
        if diagnostics:
            tell(problems_text(diagnostics, name))
            tell(none_given(diagnostics, request.tools))
        for repair in repairs:
            tell(f"{name}:{repair.line}:{repair.column}: repaired: {quoted(repair.message)}")
        if request.effects and found is not None:
            tell(str(found), stdout=True)
    return FAILED if errors else DONE


def _languages(code: str, toolbox: Toolbox, stated: str, *, strict: bool) -> tuple[str, ...]:
    """Returns the languages that a program may be in, the stated one first. Go in a Python file runs as Go, and the other way round."""
    from codemode.engine.compiling import languages_of  # here and below, because `run` does not need it
    from codemode.engine.languages import candidates

    known = candidates(stated, (), strict=strict)
    return languages_of(code, toolbox, ToolCache(), strict=strict, languages=known)


def _examine_python(
    languages: tuple[str, ...], code: str, toolbox: Toolbox, strict: bool
) -> tuple[list[Diagnostic], list[Repair], Effects | None]:
    """Like `_examine`, for Python, or for another language that the text is in."""
    from codemode.engine.languages import compile_as, language_of

    text, language = source_text(code, language=languages[0]), language_of("python")
    try:
        compiled = compile_as(languages, text, toolbox, strict=strict)
        repairs = [*compiled.prepared.repairs]
        warnings = [*compiled.prepared.warnings]
        return warnings, repairs, compiled.language.effects(text, toolbox, strict=strict)
    except SourceRejected:
        return language.check(text, toolbox, strict=strict), [], None


def _examine(code: str, toolbox: Toolbox, strict: bool) -> tuple[list[Diagnostic], list[Repair], Effects | None]:
    """Returns all problems in order of place, the repairs, and the effects of the program if it can run."""
    from codemode.engine.effect_sites import effects_of
    from codemode.engine.languages.go import checked

    try:
        parsed, found = checked(source_text(code), toolbox, strict=strict)
    except SourceRejected as rejected:
        return list(rejected.diagnostics), [], None
    mends = sorted([*parsed.mends, *found.mends], key=lambda mend: mend.pos)
    problems = sorted(found.problems, key=lambda problem: problem.pos)
    effects = None if found.errors else effects_of(found, parsed.source, toolbox.catalog)
    return [parsed.source.bind(p) for p in problems], [parsed.source.bind_mend(m) for m in mends], effects
