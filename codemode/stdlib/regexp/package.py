"""regexp: Go's functions and methods on top of engine.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, cast

from codemode.interpreter.machine.comparing import LONG, reading
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, GoPanic, Halt, Slice, new_error, nil_deref, slice_from
from codemode.stdlib.regexp.engine import FEW, Pattern, Span, SyntaxProblem, Text, compiled
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import pieces
from codemode.stdlib.slices.base import appended_one_by_one
from codemode.stdlib.strconv.quoting import can_backquote, quote
from codemode.types import model
from codemode.types.model import Type

regexp = Package("regexp")

regexp.type("type Regexp struct { pattern native }")

Storage = list[Any]
Spans = list[Span]

MAX_EXPRESSIONS = 500  # different ones in a run, because each may use memory that is not measured
_QUOTED = [b"\\%c" % c if c in b"\\.+*?()|[]{}^$" else b"%c" % c for c in range(256)]
INTS = model.slice_of(model.INT)


# --- compiling -------------------------------------------------------------------------------------------------------


def make(run: Run, expr: bytes) -> Pattern:
    """Compiles an expression, charged to the run. Raises SyntaxProblem."""
    known: set[bytes] = run.services.setdefault("regexp", set())
    if expr not in known:
        run.charge(20 + 2 * len(expr))
        run.alloc(4096 + 64 * len(expr))
        if len(known) >= MAX_EXPRESSIONS:
            raise Halt(
                "memory_limit_exceeded",
                f"the program compiles more than {MAX_EXPRESSIONS} different regular expressions",
                "compile an expression once, and put what varies into the text or use strings functions",
            )
        known.add(expr)
    try:
        pattern = compiled(expr)
    except SyntaxProblem as problem:
        run.charge(problem.steps)
        raise
    run.charge(1 + pattern.size)
    run.alloc(64 + 16 * pattern.size)
    if pattern.groups > FEW:  # in a search, RE2 may keep the places of all groups for each state
        run.alloc(16 * pattern.size * pattern.groups)
    return pattern


@regexp.func("func Compile(expr string) (*Regexp, error)", run=True)
def compile_(run: Run, expr: bytes) -> tuple[Storage | None, Any]:
    try:
        return [make(run, expr)], None
    except SyntaxProblem as problem:
        return None, new_error(problem.text)


@regexp.func("func MustCompile(str string) *Regexp", run=True)
def must_compile(run: Run, str: bytes) -> Storage:
    try:
        return [make(run, str)]
    except SyntaxProblem as problem:
        shown = b"`" + str + b"`" if can_backquote(str) else quote(str)
        raise GoPanic(b"regexp: Compile(" + shown + b"): " + problem.text) from None


regexp.row(
    "func QuoteMeta(s string) string",
    lambda s: b"".join([b"".join([_QUOTED[c] for c in piece]) for piece in pieces(s)]),
    "len(s) // 8",
)


def pattern_of(re: Storage | None) -> Pattern:
    if re is None or re[0] is None:
        raise nil_deref()
    return re[0]


# --- matching --------------------------------------------------------------------------------------------------------


def first(run: Run, re: Storage | None, data: bytes) -> Spans | None:
    """Returns the spans of the first match, or None."""
    pattern = pattern_of(re)
    run.charge(pattern.cost(len(data)))
    if pattern.is_quick(len(data)):
        spans = Text(data).match(pattern, 0)
    else:
        _not_too_much(pattern, len(data))
        spans = run.aside(lambda: Text(data).match(pattern, 0))
    if spans is not None:
        pay_for_groups(run, pattern, spans)
    return spans


def pay_for_groups(run: Run, pattern: Pattern, spans: Spans) -> None:
    """Charges for a match, when it is known how long it is: for the places of many groups, and for the texts of all if they are long."""
    size = spans[0][1] - spans[0][0]
    if pattern.groups > FEW:
        run.charge(pattern.cost_of_groups(size))
        run.alloc(128 * len(spans))
    if size * len(spans) > LONG:
        copied = sum([stop - start for start, stop in spans])
        run.charge(reading(copied) + (size >> 3 if len(spans) > 1 else 0))
        run.alloc(copied)


def _not_too_much(pattern: Pattern, size: int) -> None:
    """Refuses a search that would take too long. RE2 cannot be interrupted and at worst visits each byte with all states. Raises Halt."""
    if pattern.work * size > _LARGEST_SEARCH:
        raise Halt(
            "step_limit_exceeded",
            f"a regular expression of {pattern.size} states and {pattern.groups} groups is too much for a text of {size} bytes",
            "search line by line, or with a simpler expression; strings functions find fixed texts",
        )


_LARGEST_SEARCH = 1 << 30  # states times bytes: at worst some 9 seconds, usually a hundredth of that
_BREATH = 16 << 20  # bytes that may be searched before the driver gets a turn


def look(run: Run, rest: int) -> None:
    """Charges one of many searches. How much of the rest it will read is unknown; RE2 reads it quickly."""
    run.charge(1 + (rest >> 12))
    services = run.services
    looked = services.get("regexp.looked", 0) + rest
    if looked > _BREATH:
        looked = 0
        sched = cast(Any, run.sched)
        if sched is not None:  # tests also call bodies without a scheduler
            sched.slice_over()
    services["regexp.looked"] = looked


def every(run: Run, re: Storage | None, data: bytes, n: int) -> Iterator[Spans]:
    """Iterates over the first n matches (all if n is negative), without overlaps. An empty match right after a match is skipped."""
    if n == 0:
        return
    found, pattern = 0, pattern_of(re)
    for at, spans, counts in prepared(run, re, data, _searches):
        look(run, len(data) - at)
        if spans is None:
            return
        pay_for_groups(run, pattern, spans)
        if counts:
            yield spans
            found += 1
            if found == n:
                return


Search = tuple[int, Spans | None, bool]  # where the search began, the spans of the match, whether the match counts


def _searches(pattern: Pattern, text: Text) -> Iterator[Search]:
    """Searches again and again, until a search finds nothing."""
    end = len(text.data)
    at = 0
    previous = -1
    while at <= end:
        begin = at
        spans = text.match(pattern, at)
        if spans is None:
            yield begin, None, False
            return
        start, stop = spans[0]
        counts = stop != at or start != previous
        at = stop if stop != at else at + (text.width(at) or end + 1 - at)
        previous = stop
        yield begin, spans, counts


def prepared(
    run: Run, re: Storage | None, data: bytes, searches: Callable[[Pattern, Text], Iterator[Search]]
) -> Iterator[Search]:
    """Returns the searches, charged; if they may take long, they are made with run.aside."""
    pattern = pattern_of(re)
    run.charge(pattern.cost(len(data)))
    if pattern.is_quick(len(data)):
        return searches(pattern, Text(data))
    _not_too_much(pattern, len(data))
    return _aside(run, searches(pattern, run.aside(lambda: Text(data))))


def _aside(run: Run, searches: Iterator[Search]) -> Iterator[Search]:
    """Makes the searches in batches with run.aside. A batch may contain more than the caller takes; each search is charged when it is taken."""
    while some := run.aside(lambda: _some(searches)):
        yield from some


def _some(searches: Iterator[Search]) -> list[Search]:
    until = monotonic() + 0.005
    some: list[Search] = []
    for search in searches:
        some.append(search)
        if monotonic() > until:
            break
    return some


def view(b: Slice) -> bytes:
    return bytes(b.view())


regexp.row("func (re *Regexp) MatchString(s string) bool", lambda run, re, s: first(run, re, s) is not None)
regexp.row("func (re *Regexp) Match(b []byte) bool", lambda run, re, b: first(run, re, view(b)) is not None)


def _match_once(run: Run, pattern: bytes, data: bytes) -> tuple[bool, Any]:
    re, error = compile_(run, pattern)
    return (False, error) if re is None else (first(run, re, data) is not None, None)


regexp.row(
    "func MatchString(pattern string, s string) (matched bool, err error)",
    lambda run, pattern, s: _match_once(run, pattern, s),
)
regexp.row(
    "func Match(pattern string, b []byte) (matched bool, err error)",
    lambda run, pattern, b: _match_once(run, pattern, view(b)),
)


# --- finding ---------------------------------------------------------------------------------------------------------

# how to return a match: as string, []byte, indices or submatches
Cut = Callable[[Any, Span], Any]


def cut_string(s: Any, span: Span) -> bytes:
    return s[span[0] : span[1]] if span[0] >= 0 else b""


def cut_bytes(b: Any, span: Span) -> Slice:
    if span[0] < 0:
        return NIL_SLICE
    size = span[1] - span[0]
    return Slice(b.arr, b.off + span[0], size, size)


def _indices(spans: Spans) -> Slice:
    return slice_from([i for span in spans for i in span])


def _register_finders(kind: str, text: str, elem: Type, cut: Cut, data_of: Callable[[Any], bytes]) -> None:
    """Registers Find, FindAll and related methods for strings or []byte. `kind` is "String" or ""."""
    param = "s string" if kind else "b []byte"

    def first_of(subject: Any, spans: Spans) -> Any:
        return cut(subject, spans[0])

    def groups(subject: Any, spans: Spans) -> Slice:
        return slice_from([cut(subject, span) for span in spans])

    def add(tail: str, result: str, none: Any, t: Type, take: Callable[[Any, Spans], Any]) -> None:
        """Registers a Find method, which returns `none` if nothing matches, and its FindAll, which returns elements of type `t`."""

        def find(run: Run, re: Storage, subject: Any) -> Any:
            spans = first(run, re, data_of(subject))
            return none if spans is None else take(subject, spans)

        def find_all(run: Run, re: Storage, subject: Any, n: int) -> Slice:
            size = 128 + 64 * pattern_of(re).groups if "Submatch" in tail else 128 if tail else 64
            items: list[Any] = []
            for spans in every(run, re, data_of(subject), n):
                run.alloc(size)
                items.append(take(subject, spans))
            run.alloc(32 * len(items))
            return appended_one_by_one(t, items)

        regexp.method(f"func (re *Regexp) Find{kind}{tail}({param}) {result}", run=True)(find)
        regexp.method(f"func (re *Regexp) FindAll{kind}{tail}({param}, n int) []{result}", run=True)(find_all)

    add("", text, b"" if kind else NIL_SLICE, elem, first_of)
    add("Index", "[]int", NIL_SLICE, INTS, lambda _, spans: _indices(spans[:1]))
    add("Submatch", f"[]{text}", NIL_SLICE, model.slice_of(elem), groups)
    add("SubmatchIndex", "[]int", NIL_SLICE, INTS, lambda _, spans: _indices(spans))


def _itself(s: bytes) -> bytes:
    return s


_register_finders("String", "string", model.STRING, cut_string, _itself)
_register_finders("", "[]byte", model.SLICE_BYTE, cut_bytes, view)


@regexp.method("func (re *Regexp) Split(s string, n int) []string", run=True)
def split(run: Run, re: Storage, s: bytes, n: int) -> Slice:
    if n == 0:
        return NIL_SLICE
    if pattern_of(re).expr and not s:
        return slice_from([b""])
    parts: list[Any] = []
    begin = end = 0
    for spans in every(run, re, s, n):
        if n > 0 and len(parts) == n - 1:
            break
        start, stop = spans[0]
        end = start
        run.alloc(48)
        if stop != 0:
            parts.append(s[begin:end])
        begin = stop
    if end != len(s):
        parts.append(s[begin:])
    return slice_from(parts)


# --- about the expression --------------------------------------------------------------------------------------------


def _is_zero(re: Storage | None) -> bool:
    return re is not None and re[0] is None


regexp.row("func (re *Regexp) String() string", lambda re: b"" if _is_zero(re) else pattern_of(re).expr)
regexp.row("func (re *Regexp) NumSubexp() int", lambda re: 0 if _is_zero(re) else pattern_of(re).groups)
regexp.row(
    "func (re *Regexp) SubexpNames() []string",
    lambda re: NIL_SLICE if _is_zero(re) else slice_from(list(pattern_of(re).names)),
)


@regexp.method("func (re *Regexp) SubexpIndex(name string) int")
def subexp_index(re: Storage, name: bytes) -> int:
    return pattern_of(re).named.get(name, [-1])[0] if name and not _is_zero(re) else -1
