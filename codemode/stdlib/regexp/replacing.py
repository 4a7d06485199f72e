"""regexp: replaces matches and expands templates."""

from __future__ import annotations

import re as host
from collections.abc import Callable, Iterator

from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Slice
from codemode.stdlib.appending import byte_slice
from codemode.stdlib.regexp.engine import Pattern, Text
from codemode.stdlib.regexp.package import (
    Search,
    Spans,
    Storage,
    cut_bytes,
    cut_string,
    look,
    pattern_of,
    pay_for_groups,
    prepared,
    regexp,
    view,
)


def _places(pattern: Pattern, text: Text) -> Iterator[Search]:
    """Searches again and again as Go's ReplaceAll does: after an empty match it continues at the next rune."""
    end = len(text.data)
    at = 0
    while at <= end:
        begin = at
        spans = text.match(pattern, at)
        yield begin, spans, True
        if spans is None:
            return
        stop = spans[0][1]
        width = text.width(at)
        at = at + width if at + width > stop else at + 1 if at + 1 > stop else stop


def replaced(run: Run, re: Storage, data: bytes, make_text: Callable[[Spans], bytes]) -> bytes:
    """Returns the text with all matches replaced. It uses only Python frames, because `make_text` may call the guest."""
    pattern = pattern_of(re)
    parts: list[bytes] = []
    last = 0
    for at, spans, _ in prepared(run, re, data, _places):
        look(run, len(data) - at)
        if spans is None:
            break
        pay_for_groups(run, pattern, spans)
        start, stop = spans[0]
        parts.append(data[last:start])
        if stop > last or start == 0:
            piece = make_text(spans)
            run.charge(len(piece) // 64)
            run.alloc(48 + len(piece) + start - last)
            parts.append(piece)
        last = stop
    if not parts:
        return data
    parts.append(data[last:])
    return b"".join(parts)


_REFERENCE = host.compile(rb"\$(?:(\$)|([0-9A-Za-z_]+)|\{([0-9A-Za-z_]+)\})|\$")

# the parts of a template: literal text, or the groups of which the first that matched is meant
Template = list[bytes | list[int]]


def template_of(run: Run, pattern: Pattern, template: bytes) -> Template:
    run.charge(len(template) >> 2)
    run.alloc(64 * template.count(b"$"))
    parts: Template = []
    at = 0
    for found in run.paced(_REFERENCE.finditer(template), len(template)):
        parts.append(template[at : found.start()])
        at = found.end()
        name = (found[2] or found[3] or b"").decode()
        if found[1]:
            parts.append(b"$")
        elif not name:
            parts.append(found[0])
        elif name.isdigit() and len(name) < 9 and (name == "0" or name[0] != "0"):
            parts.append([int(name)])
        else:
            parts.append(pattern.named.get(name.encode(), []))
    parts.append(template[at:])
    return parts


def expand(run: Run, template: Template, data: bytes, spans: Spans) -> bytes:
    out: list[bytes] = []
    size = 0
    run.charge(len(template) >> 2)
    for part in run.paced(template, len(template)):
        if isinstance(part, list):
            group = next((i for i in part if i < len(spans) and spans[i][0] >= 0), None)
            part = b"" if group is None else cut_string(data, spans[group])
            size += len(part)
            if size > LONG:
                run.alloc(size)
                size = 0
        out.append(part)
    return b"".join(out)


def _expander(run: Run, re: Storage, template: bytes, data: bytes) -> Callable[[Spans], bytes]:
    if b"$" not in template:
        return lambda spans: template
    parts = template_of(run, pattern_of(re), template)
    return lambda spans: expand(run, parts, data, spans)


regexp.row(
    "func (re *Regexp) ReplaceAllString(src, repl string) string",
    lambda run, re, src, repl: replaced(run, re, src, _expander(run, re, repl, src)),
)
regexp.row(
    "func (re *Regexp) ReplaceAllLiteralString(src, repl string) string",
    lambda run, re, src, repl: replaced(run, re, src, lambda spans: repl),
)
regexp.row(
    "func (re *Regexp) ReplaceAllStringFunc(src string, repl func(string) string) string",
    lambda run, re, src, repl: replaced(run, re, src, lambda spans: repl(cut_string(src, spans[0]))),
)


@regexp.method("func (re *Regexp) ReplaceAll(src, repl []byte) []byte", run=True)
def replace_all(run: Run, re: Storage, src: Slice, repl: Slice) -> Slice:
    data = view(src)
    return byte_slice(run, replaced(run, re, data, _expander(run, re, view(repl), data)))


regexp.row(
    "func (re *Regexp) ReplaceAllFunc(src []byte, repl func([]byte) []byte) []byte",
    lambda run, re, src, repl: byte_slice(
        run, replaced(run, re, view(src), lambda spans: view(repl(cut_bytes(src, spans[0]))))
    ),
)
