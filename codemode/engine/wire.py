"""The messages between a guest and its driver, as plain JSON data: events in, turns out. The journal keeps the same form. Messages of a worker
process are not trusted: invalid ones raise `WireError`."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import asdict, fields
from functools import lru_cache, partial, wraps
from typing import Any, ParamSpec, TypeVar, cast, get_args

from codemode.catalog import ToolEntry
from codemode.catalog.lazy_schemas import Deferred, shallow
from codemode.catalog.namespaces import Namespace, Offered, Verb
from codemode.catalog.schemas import NOTHING, Schema, properties, takes_bytes
from codemode.dsl import Diagnostic, Repair
from codemode.dsl.diagnostics import Severity
from codemode.engine.codes import ERRORS, error_class
from codemode.engine.failures import Failure
from codemode.engine.guest import Turn, read
from codemode.engine.json_data import WireError, decode, encode
from codemode.engine.languages.language import Prepared
from codemode.engine.limits import Limits
from codemode.engine.rejections import MAX_TOLD
from codemode.engine.start import Start
from codemode.errors import CodeModeError, Phase
from codemode.interpreter.machine.request_limits import MAX_NAME
from codemode.interpreter.machine.signals import (
    MAX_WARNINGS,
    Abort,
    Block,
    Calls,
    Chunk,
    Event,
    Failed,
    Finished,
    Resume,
    Signal,
    Sleeping,
    Sliced,
    Stream,
    StreamEnd,
    TimerFired,
    ToolCall,
    ToolFailure,
    ToolResult,
    Yielded,
)

P = ParamSpec("P")
T = TypeVar("T")

# bytes of printed JSON that are checked when they arrive; longer JSON is checked when it is shown
CHECKED_AT_ONCE = 1 << 20


def _read_as(what: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Makes a function that reads a form, such as "a turn", raise WireError for any other form."""

    def checked(read: Callable[P, T]) -> Callable[P, T]:
        @wraps(read)
        def found(*given: P.args, **named: P.kwargs) -> T:
            try:
                return read(*given, **named)
            except WireError:
                raise
            except (LookupError, TypeError, ValueError, AttributeError) as odd:
                raise WireError(f"not {what}: {odd}") from odd

        return found

    return checked


# --- events ----------------------------------------------------------------------------------------------------------


def of_event(event: Event) -> list[Any]:
    return _EVENTS_OUT[type(event)](event)


def event_parts(event: Event) -> Sequence[bytes]:
    """The JSON of an event in parts: a result that is JSON already is not copied. Raises WireError."""
    if isinstance(event, ToolResult) and event.encoded is not None and not event.is_read:
        head = b'["saved",%d,%b,' % (event.at, encode(event.call_id))
        return head, encode(event.encoded.decode("utf-8", "surrogatepass")), b"]"
    if isinstance(event, ToolResult | Chunk) and event.encoded is not None:
        kind = b"result" if isinstance(event, ToolResult) else b"chunk"
        return b'["%b",%d,%b,' % (kind, event.at, encode(event.call_id)), event.encoded, b"]"
    return (encode(of_event(event)),)


_EVENTS_OUT: dict[type, Callable[[Any], list[Any]]] = {
    ToolResult: lambda e: ["result", e.at, e.call_id, e.value],
    ToolFailure: lambda e: ["failure", e.at, e.call_id, e.message, e.code],
    Chunk: lambda e: ["chunk", e.at, e.call_id, e.value],
    StreamEnd: lambda e: ["end", e.at, e.call_id],
    TimerFired: lambda e: ["timer", e.at],
    Resume: lambda e: ["resume", e.at],
    Abort: lambda e: ["abort", e.at, e.code, e.message],
}


def _saved(at: int, call_id: str, text: str) -> Event:
    return read(at, call_id, _of(str, text).encode("utf-8", "surrogatepass"))


_EVENTS_IN: dict[str, Callable[..., Event]] = {
    "saved": _saved,
    "result": ToolResult,
    "failure": ToolFailure,
    "chunk": Chunk,
    "end": StreamEnd,
    "timer": TimerFired,
    "resume": Resume,
    "abort": Abort,
}


@_read_as("an event")
def to_event(form: list[Any]) -> Event:
    return _EVENTS_IN[form[0]](*form[1:])


# --- turns -----------------------------------------------------------------------------------------------------------


_SAVED = ("results", "store")  # requests whose value is JSON already, which nobody reads on the way


def saved_bytes(call: ToolCall) -> int:
    """The bytes that a request to save a value needs at least in a message."""
    return len(call.arguments.get("value", b"")) * 4 // 3 if call.kind in _SAVED else 0


def of_call(call: ToolCall) -> list[Any]:
    arguments = call.arguments
    if call.kind in _SAVED and "value" in arguments:
        arguments = {**arguments, "value": b64encode(arguments["value"]).decode()}
    return [call.call_id, call.tool, arguments, call.streaming, call.kind]


def to_call(form: Any) -> ToolCall:
    call_id, tool, arguments, streaming, kind = form
    arguments = _plain(_of(dict, arguments))
    if kind in _SAVED and "value" in arguments:
        arguments["value"] = b64decode(_of(str, arguments["value"]))
    tool = _text(tool)
    if len(tool) > MAX_NAME:
        raise WireError("a name that is too long")
    return ToolCall(_text(call_id), tool, arguments, _of(bool, streaming), _text(kind))


def of_signal(signal: Signal) -> list[Any]:
    match signal:
        case Calls():
            return ["calls", signal.wake_at]
        case Sleeping():
            return ["sleeping", signal.wake_at]
        case Yielded():
            return ["yielded", signal.reason]
        case Finished(encoded=bytes()):
            return ["handed over", signal.exit_code]
        case Finished():
            return ["finished", signal.value, signal.has_value, signal.exit_code]
        case Failed():
            return ["failed"]
        case _:
            return ["sliced"]


def to_signal(form: Any, result: bytes) -> Signal:
    match form:
        case ["calls", None]:
            return Calls()
        case ["calls", wake_at]:
            return Calls(wake_at=_number(wake_at))
        case ["sleeping", wake_at]:
            return Sleeping(wake_at=_number(wake_at))
        case ["yielded", reason]:
            return Yielded(reason=_text(reason))
        case ["finished", value, bool(has_value), exit_code]:
            return Finished(value=_plain(value), has_value=has_value, exit_code=_number(exit_code))
        case ["handed over", exit_code]:
            return Finished(encoded=result, has_value=True, exit_code=_number(exit_code))
        case ["failed"]:
            return Failed()
        case ["sliced"]:
            return Sliced()
        case _:
            raise WireError("not a signal")


_STREAMS: dict[str, Stream] = {"o": "stdout", "e": "stderr", "t": "text", "j": "json"}
_STREAM_NAMES = {stream: name for name, stream in _STREAMS.items()}


def of_turn(turn: Turn) -> dict[str, Any]:
    form: dict[str, Any] = {"s": of_signal(turn.signal), "n": [turn.ticks, turn.steps, turn.memory]}
    if turn.signal.calls:
        form["c"] = [of_call(call) for call in turn.signal.calls]
    if turn.signal.closed:
        form["x"] = turn.signal.closed
    if turn.blocks:
        # one flat list, because Python would look for cycles among many small ones
        form["o"] = [
            part for stream, block in turn.blocks for part in (_STREAM_NAMES[stream], b64encode(block).decode())
        ]
    if turn.buffered:
        form["b"] = turn.buffered
    if turn.failure is not None:
        form["f"] = of_failure(turn.failure)
    if turn.warnings:
        form["w"] = [asdict(d) for d in turn.warnings]
    return form


@_read_as("a turn")
def to_turn(form: Any, result: bytes = b"") -> Turn:
    """`result` is the JSON of a large one, which is not in the message. Raises WireError."""
    ticks, steps, memory = form["n"]
    blocks = form.get("o", ())
    signal = to_signal(form["s"], result)
    signal.calls = [to_call(call) for call in form.get("c", ())]
    signal.closed = [_text(call_id) for call_id in form.get("x", ())]
    turn = Turn(
        signal,
        _number(ticks),
        _number(steps),
        _number(memory),
        [_to_block(name, text) for name, text in zip(blocks[::2], blocks[1::2], strict=True)],
        {_text(call_id): _number(count) for call_id, count in form.get("b", {}).items()},
        to_failure(form["f"]) if "f" in form else None,
        [_filled(Diagnostic, d) for d in form.get("w", ())[:MAX_WARNINGS]],
    )
    if isinstance(signal, Failed) and turn.failure is None:
        raise WireError("a failed turn without its failure")
    return turn


def _of(kind: type[Any], value: Any) -> Any:
    """Checks that the value has exactly this type."""
    if type(value) is not kind:
        raise WireError(f"{kind.__name__} expected")
    return value


def _number(value: Any) -> int:
    """Checks that the value is an integer that fits into an int64 of Go."""
    if not -(1 << 63) <= _of(int, value) < 1 << 63:
        raise WireError("a number that is too large")
    return value


def _text(value: Any) -> str:
    """Checks that the value is a text that UTF-8 can encode."""
    try:
        _of(str, value).encode()
    except UnicodeEncodeError as odd:
        raise WireError(f"not a text: {odd}") from odd
    return value


def _plain(value: Any) -> Any:
    """Checks that the value can be written as JSON. What `decode` returns may have half characters, or be nested too deeply."""
    import pydantic_core

    try:
        pydantic_core.to_json(value, inf_nan_mode="constants")
    except ValueError as odd:
        raise WireError(f"no data for a reply: {odd}") from odd
    return value


def _to_block(name: str, text: str) -> Block:
    block = b64decode(text)
    if name == "j" and len(block) <= CHECKED_AT_ONCE:
        _plain(decode(block))
    return _STREAMS[name], block


def _one_of(values: Container[str], value: Any) -> Any:
    if _of(str, value) not in values:
        raise WireError(f"an unknown value: {value[:80]!r}")
    return value


# --- what is found out about programs ----------------------------------------------------------------------------------


def of_failure(failure: Failure) -> dict[str, Any]:
    form = {"code": failure.code, "message": failure.message, "hint": failure.hint, "trace": failure.trace}
    return form | {"exit_code": failure.exit_code, "diagnostics": [asdict(d) for d in failure.diagnostics]}


@_read_as("a failure")
def to_failure(form: Any) -> Failure:
    diagnostics = list(_places(Diagnostic, form["diagnostics"]))
    texts = [_text(form[key]) for key in ("message", "hint", "trace")]
    return Failure(_one_of(ERRORS, form["code"]), *texts, exit_code=_number(form["exit_code"]), diagnostics=diagnostics)


_FIELDS: dict[Any, Callable[[Any], Any]] = {
    "str": _text,
    "int": _number,
    "Severity": partial(_one_of, get_args(Severity)),
}


def _filled(kind: type[T], form: Any) -> T:
    """Makes a Diagnostic or a Repair from its fields."""
    return kind(**{field.name: _FIELDS[field.type](form[field.name]) for field in fields(cast("Any", kind))})


def _places(kind: type[T], forms: Any) -> tuple[T, ...]:
    return tuple(_filled(kind, form) for form in forms[:MAX_TOLD])


def of_prepared(prepared: Prepared) -> dict[str, Any]:
    return {
        "repairs": [asdict(r) for r in prepared.repairs],
        "result_repairs": [asdict(r) for r in prepared.result_repairs],
        "warnings": [asdict(d) for d in prepared.warnings],
        "calls": [list(call) for call in prepared.calls],
        "ms": prepared.ms,
    }


@_read_as("the description of a prepared program")
def to_prepared(form: Any) -> Prepared:
    return Prepared(
        _places(Repair, form["repairs"]),
        _places(Diagnostic, form["warnings"]),
        tuple((_text(name), _of(bool, streaming), _number(pos)) for name, streaming, pos in form["calls"]),
        {_text(name): float(ms) for name, ms in form["ms"].items()},
        _places(Repair, form["result_repairs"]),
    )


def encode_start(start: Start) -> bytes:
    """The JSON of a start. Raises WireError."""
    return b"".join(start_parts(start))


def start_parts(start: Start) -> Sequence[bytes]:
    """Returns the JSON of a start in parts, so that its data is not copied. Raises WireError."""
    form = {
        "code": start.code,
        "strict": start.strict,
        "limits": _limits_form(start.limits),
        "seed": start.seed,
        "started_at": start.started_at,
        "languages": list(start.languages),
    }
    data = encode(start.data) if start.encoded is None else start.encoded
    return b'%b,"data":' % encode(form)[:-1], data, b"}"


@lru_cache(maxsize=64)
def _limits_form(limits: Limits) -> dict[str, int]:
    return asdict(limits)


@lru_cache(maxsize=64)
def _limits_of(**given: int) -> Limits:
    return Limits(**given)


@_read_as("the start of a run")
def to_start(form: Any) -> Start:
    given = cast("dict[str, Any]", dict(form))
    given["limits"] = _limits_of(**given["limits"])
    given["languages"] = tuple(
        given.get("languages", ("go",))
    )  # the first versions knew no other language, and did not write it
    return Start(**given)


def of_rejection(error: CodeModeError) -> list[Any]:
    return [error.code, error.phase, error.message, error.hint, [asdict(d) for d in error.diagnostics]]


@_read_as("a refusal")
def to_rejection(form: Any) -> CodeModeError:
    """The error that compiling in this process would have raised."""
    code, phase, message, hint, diagnostics = form
    found = _places(Diagnostic, diagnostics)
    kind, phase = error_class(_one_of(ERRORS, code)), _one_of(get_args(Phase), phase)
    error = kind(_text(message), code=code, phase=phase, diagnostics=found)
    error.hint = _text(hint)
    return error


# --- tools -------------------------------------------------------------------------------------------------------------


# what the host gives stays with the host
_OF_ENTRY = [each.name for each in fields(ToolEntry) if each.init and each.name != "preset"]
_OF_NAME = ("id", "name", "source", "source_name")
_FLAGS = ("streaming", "may_stream", "read_only", "idempotent", "client_provided", "outputs", "filled_in")


def of_entries(entries: Iterable[ToolEntry], whole: Container[str] | None = None) -> list[Any]:
    """`whole`: the ids of those that are sent as they are; of the others the process gets names now, and schemas with a program that needs them."""
    return [_of_entry(e) if whole is None or e.id in whole else _of_name(e) for e in entries]


def _of_entry(entry: ToolEntry) -> dict[str, Any]:
    schemas = {
        "input_schema": _of_schema(entry.input_schema, shallow),
        "output_schema": _of_schema(entry.output_schema),
    }
    return {name: getattr(entry, name) for name in _OF_ENTRY} | schemas


def _of_name(entry: ToolEntry) -> list[Any]:
    flags = {flag: value for flag in _FLAGS if (value := getattr(entry, flag))}
    return [*(getattr(entry, name) for name in _OF_NAME), flags, _of_arguments(entry.input_schema)]


def _of_arguments(schema: Schema) -> Schema:
    """What a call needs whose program makes the tool's name while it runs: where bytes are taken, and the only parameter."""
    told = shallow(schema.outline) if isinstance(schema, Deferred) else schema
    if takes_bytes(told):
        return told
    return shallow(told) if len(properties(told)) == 1 else NOTHING


def to_entries(form: Any) -> list[ToolEntry]:
    return [_to_name(each) if isinstance(each, list) else _to_entry(each) for each in form]


def _to_entry(form: Any) -> ToolEntry:
    schemas = {side: _to_schema(form[side]) for side in ("input_schema", "output_schema")}
    return ToolEntry(**form | {"tags": tuple(form["tags"])} | schemas)


def _to_name(form: Any) -> ToolEntry:
    *names, flags, told = form
    given = Deferred((lambda: told) if told else _nothing, told, "")
    known = dict(zip(_OF_NAME, names))
    return ToolEntry(**known, input_schema=given, output_schema=Deferred(_nothing, NOTHING, ""), **flags)


def _nothing() -> Schema:
    return NOTHING


def _of_schema(schema: Schema | None, told: Callable[[Schema], Schema] = lambda _: NOTHING) -> Any:
    """The form of a schema. A deferred schema is sent in full only with a program that needs it: here are `told` of its outline, and its digest."""
    return [told(schema.outline), schema.digest] if isinstance(schema, Deferred) else schema


def _to_schema(form: Any) -> Any:
    if not isinstance(form, list):
        return form
    made, digest = cast("list[Any]", form)
    return Deferred(lambda: made, made, digest)


def of_offers(offers: tuple[Offered, ...]) -> list[Any]:
    return [
        [o.namespace.name, o.namespace.owner, o.namespace.description, _of_member(o.namespace.verbs), dict(o.tools)]
        for o in offers
    ]


def to_offers(form: Any) -> tuple[Offered, ...]:
    return tuple(
        Offered(Namespace(name, owner, description, _to_member(verbs)), tools)
        for name, owner, description, verbs, tools in form
    )


def _of_member(member: Any) -> list[Any]:
    match member:
        case Verb():
            return ["verb", member.tool, member.params, member.doc]
        case dict():
            return ["map", [[name, _of_member(each)] for name, each in cast("dict[str, Any]", member).items()]]
        case _:
            return ["constant", member]


def _to_member(form: Any) -> Any:
    match form:
        case ["verb", tool, params, doc]:
            return Verb(tool, tuple(params), doc)
        case ["map", members]:
            return {name: _to_member(each) for name, each in members}
        case [_, value]:
            return cast(object, value)
        case _:
            raise WireError("not a namespace")
