"""Module re on RE2, whose time is linear in the text. Python's own parser reads a pattern and it is written again for RE2; syntax that RE2 lacks
is refused by name."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from re import _constants as sre  # pyright: ignore - names of the standard library's reader of patterns
from re import _parser as parser  # pyright: ignore - the reader itself
from typing import Any, Final

import re2  # pyright: ignore[reportMissingTypeStubs] - it has none

from codemode.interpreter.machine.values import Halt
from codemode.python.methods import LONG
from codemode.python.values import Handle, Native

error = re.error
MAX_PATTERN = 2000  # characters
MAX_PATTERNS = 500  # different ones in a run
_CLASSES: Final = {
    sre.CATEGORY_DIGIT: r"\p{Nd}",
    sre.CATEGORY_NOT_DIGIT: r"\P{Nd}",
    sre.CATEGORY_SPACE: r"\s\x{0b}\x{1c}-\x{1f}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}",
    sre.CATEGORY_WORD: r"\p{L}\p{N}_",
}
_NEGATED: Final = {sre.CATEGORY_NOT_SPACE: sre.CATEGORY_SPACE, sre.CATEGORY_NOT_WORD: sre.CATEGORY_WORD}
_ASCII: Final = {sre.CATEGORY_DIGIT: "0-9", sre.CATEGORY_SPACE: r"\s\x{0b}", sre.CATEGORY_WORD: "0-9A-Za-z_"}


class Refused(error):
    """A pattern of Python that RE2 lacks."""


Refused.__name__ = Refused.__qualname__ = error.__name__


def _refused(what: str) -> error:
    return Refused(
        f"{what} is not offered here: patterns run in linear time; use a simpler pattern and test the rest in the program"
    )


class _Writing:
    """Writes a parsed pattern in RE2's syntax."""

    def __init__(self, flags: int) -> None:
        self.flags = flags

    def all(self, items: Any) -> str:
        return "".join(self.one(op, value) for op, value in items)

    def one(self, op: Any, value: Any) -> str:
        match op:
            case sre.LITERAL:
                return _char(value)
            case sre.NOT_LITERAL:
                return f"[^{_char(value)}]"
            case sre.ANY:
                return "(?s:.)" if self.flags & re.DOTALL else r"[^\n]"
            case sre.IN:
                return self.set(value)
            case sre.BRANCH:
                return f"(?:{'|'.join(self.all(each) for each in value[1])})"
            case sre.SUBPATTERN:
                return self.group(*value)
            case sre.MAX_REPEAT | sre.MIN_REPEAT:
                return self.repeat(op, *value)
            case sre.AT:
                return self.place(value)
            case sre.ASSERT | sre.ASSERT_NOT:
                raise _refused("a look ahead or behind, (?=...), (?!...), (?<=...),")
            case sre.GROUPREF | sre.GROUPREF_EXISTS:
                raise _refused(r"a back reference, \1 or (?P=name),")
            case _:
                raise _refused(f"the pattern element {op}")

    def set(self, items: Any) -> str:
        negate = bool(items) and items[0][0] is sre.NEGATE
        inside, apart = "", []
        for op, value in items[1:] if negate else items:
            if op is sre.LITERAL:
                inside += _char(value)
            elif op is sre.RANGE:
                inside += f"{_char(value[0])}-{_char(value[1])}"
            elif value in _NEGATED:
                apart.append(f"[^{self.named(_NEGATED[value])}]")
            elif value is sre.CATEGORY_NOT_DIGIT:
                apart.append(f"[^{self.named(sre.CATEGORY_DIGIT)}]")
            else:
                inside += self.named(value)
        if not apart:
            return f"[{'^' if negate else ''}{inside}]"
        if len(apart) == 1 and not inside:
            return f"[{apart[0][2:-1]}]" if negate else apart[0]
        if negate:
            return self.word_without(items[1:])
        return f"(?:{'|'.join([*apart, *([f'[{inside}]'] if inside else [])])})"

    def word_without(self, items: Any) -> str:
        """Returns a set like [^\\W\\d_] for RE2: letters and digits without some of them."""
        kinds = {value for op, value in items if op is sre.CATEGORY}
        signs = {value for op, value in items if op is not sre.CATEGORY}
        known = kinds <= {sre.CATEGORY_NOT_WORD, sre.CATEGORY_DIGIT} and sre.CATEGORY_NOT_WORD in kinds
        if self.flags & re.ASCII or not known or signs - {95}:
            raise _refused(r"a set such as [^\Wx]")
        numbers = r"\p{Nl}\p{No}" if sre.CATEGORY_DIGIT in kinds else r"\p{N}"
        return rf"[\p{{L}}{numbers}{'' if signs else '_'}]"

    def named(self, category: Any) -> str:
        return (_ASCII if self.flags & re.ASCII else _CLASSES)[category]

    def group(self, number: int | None, add: int, remove: int, items: Any) -> str:
        before = self.flags
        self.flags = (self.flags | add) & ~remove
        inside = self.all(items)
        changed = (add | remove) & re.IGNORECASE
        self.flags = before
        if changed:
            inside = f"(?{'i' if add & re.IGNORECASE else '-i'}:{inside})"
        return f"(?:{inside})" if number is None else f"({inside})"

    def repeat(self, op: Any, low: int, high: Any, items: Any) -> str:
        inside = f"(?:{self.all(items)})"
        lazy = "?" if op is sre.MIN_REPEAT else ""
        if high is sre.MAXREPEAT:
            mark = "*" if low == 0 else "+" if low == 1 else f"{{{low},}}"
        else:
            mark = "?" if (low, high) == (0, 1) else f"{{{low},{high}}}"
        if max(low, 0 if high is sre.MAXREPEAT else high) > 1000:
            raise _refused("a count above 1000")
        return f"{inside}{mark}{lazy}"

    def place(self, at: Any) -> str:
        many = self.flags & re.MULTILINE
        match at:
            case sre.AT_BEGINNING:
                return "(?m:^)" if many else r"\A"
            case sre.AT_BEGINNING_STRING:
                return r"\A"
            case sre.AT_END:
                return "(?m:$)" if many else r"(?:\z)"
            case sre.AT_END_STRING:
                return r"\z"
            case sre.AT_BOUNDARY:
                return r"\b"
            case _:
                return r"\B"


def _char(code: int) -> str:
    ch = chr(code)
    return ch if ch.isalnum() and ch.isascii() else f"\\x{{{code:x}}}"


def _options(memory: int) -> Any:
    made = re2.Options()
    made.log_errors = False
    made.max_mem = memory
    return made


# what RE2 may keep for a pattern; no meter sees it
_USUAL, _LARGE = _options(2 << 20), _options(8 << 20)
_LARGE_WEIGHT = 4


def refusal_of(pattern: str, flags: int) -> str:
    """Returns why a pattern of Python is refused, or ""; also "" for what is no pattern of Python."""
    try:
        if len(pattern) <= MAX_PATTERN:
            parsed = parser.parse(pattern, flags)
            _Writing(parsed.state.flags).all(parsed)
    except Refused as refused:
        return str(refused)
    except (error, RecursionError, OverflowError):
        pass
    return ""


@lru_cache(maxsize=64)
def compiled(pattern: str, flags: int) -> tuple[Any, dict[str, int], int, int, int]:
    """Returns the pattern compiled by RE2, its named groups, the number of groups, its flags, and for how many patterns it counts. Raises
    re.error."""
    if len(pattern) > MAX_PATTERN:
        raise error(f"a pattern has at most {MAX_PATTERN} characters")
    parsed = parser.parse(pattern, flags & ~re.DEBUG)
    flags = parsed.state.flags
    text = _Writing(flags).all(parsed)
    if flags & re.IGNORECASE:
        text = f"(?i){text}"
    made, weight = _made(text)
    return made, dict(parsed.state.groupdict), parsed.state.groups - 1, flags, weight


def _made(text: str) -> tuple[Any, int]:
    try:
        return re2.compile(text, options=_USUAL), 1
    except re2.error:
        pass
    try:
        return re2.compile(text, options=_LARGE), _LARGE_WEIGHT
    except re2.error as odd:
        raise error(f"the pattern is too large or cannot be used: {odd}") from None


class Match(Handle):
    __slots__ = ("_pattern", "_spans", "_text", "pos", "string")
    offered = frozenset("group groups groupdict start end span expand string re pos endpos lastindex lastgroup".split())

    def __init__(self, pattern: Pattern, spans: list[tuple[int, int]], text: str, string: str) -> None:
        """`text` is what was searched, `string` what the program gave."""
        self._pattern, self._spans, self._text, self.string, self.pos = pattern, spans, text, string, 0

    @property
    def lastindex(self) -> int | None:
        numbers = [i for i in range(1, len(self._spans)) if self._spans[i][0] >= 0]
        return max(numbers, key=lambda i: self._spans[i][1], default=None)

    @property
    def re(self) -> Pattern:
        return self._pattern

    @property
    def endpos(self) -> int:
        return len(self.string)

    @property
    def lastgroup(self) -> str | None:
        return next((name for name, at in self._pattern.groupindex.items() if at == self.lastindex), None)

    def _at(self, key: Any) -> int:
        at = self._pattern.groupindex.get(key, -1) if isinstance(key, str) else key
        if not isinstance(at, int) or not 0 <= at <= self._pattern.groups:
            raise IndexError("no such group")
        return at

    def _group(self, key: Any) -> Any:
        start, end = self._spans[self._at(key)]
        if start < 0:
            return None
        found = self._text[start:end]
        self._pattern.charge(found)
        return found

    def group(self, *keys: Any) -> Any:
        if len(keys) > 1:
            return tuple(map(self._group, keys))
        return self._group(keys[0] if keys else 0)

    __getitem__ = _group

    def groups(self, default: Any = None) -> tuple[Any, ...]:
        return tuple(default if (got := self._group(i)) is None else got for i in range(1, self._pattern.groups + 1))

    def groupdict(self, default: Any = None) -> dict[str, Any]:
        return {
            name: default if (got := self._group(at)) is None else got for name, at in self._pattern.groupindex.items()
        }

    def start(self, key: Any = 0) -> int:
        return self._spans[self._at(key)][0]

    def end(self, key: Any = 0) -> int:
        return self._spans[self._at(key)][1]

    def span(self, key: Any = 0) -> tuple[int, int]:
        return self._spans[self._at(key)]

    def expand(self, template: str) -> str:
        return self._pattern.expander(template)(self)

    def __repr__(self) -> str:
        return f"<re.Match object; span={self.span()}, match={self.group()!r}>"


def _count(run: Any, pattern: str, weight: int) -> None:
    """Ends a run that uses too many different patterns."""
    known: dict[str, int] = run.services.setdefault("re", {})
    if known.get(pattern) == weight:
        return
    known[pattern] = weight
    if sum(known.values()) > MAX_PATTERNS:
        told = f"the program compiles more than {MAX_PATTERNS} different patterns"
        run.stop(Halt("memory_limit_exceeded", told, "write what varies into the text, or use methods of texts"))


class Pattern(Handle):
    __slots__ = ("_guest", "_real", "flags", "groupindex", "groups", "pattern")
    offered = frozenset(
        "search match fullmatch findall finditer sub subn split pattern flags groups groupindex".split()
    )

    def __init__(self, guest: Any, pattern: str, flags: int = 0) -> None:
        self._guest = guest
        guest.run.work(50 + len(pattern))
        self._real, self.groupindex, self.groups, flags, weight = compiled(pattern, int(flags))
        _count(guest.run, pattern, weight)
        self.groupindex, self.flags = dict(self.groupindex), int(flags)
        self.pattern = pattern

    def __repr__(self) -> str:
        shown = [f"re.{name}" for name in _SHOWN if self.flags & FLAGS[name]]
        return f"re.compile({', '.join([f'{self.pattern!r:.200}', *(['|'.join(shown)] if shown else [])])})"

    def __hash__(self) -> int:
        return hash((self.pattern, self.flags))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pattern) and (self.pattern, self.flags) == (other.pattern, other.flags)

    def _looked_at(self, text: Any) -> str:
        if not isinstance(text, str):
            raise TypeError(f"expected string or bytes-like object, got {type(text).__name__!r}")
        self._guest.run.work(2 + (len(text) >> 5))
        return str(text)

    def charge(self, text: Any) -> None:
        """Charges for a text that is copied, or for the parts of one that is split."""
        if isinstance(text, str) and len(text) > LONG:
            self._guest.run.take(len(text))

    def _one(self, find: Any, string: Any, pos: int, endpos: int | None) -> Match | None:
        text = self._looked_at(string)
        found = find(_as_bytes(text), pos, endpos)
        return Match(self, _spans(found, self.groups), text, string) if found is not None else None

    def search(self, string: str, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._one(self._real.search, string, pos, endpos)

    def match(self, string: str, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._one(self._real.match, string, pos, endpos)

    def fullmatch(self, string: str, pos: int = 0, endpos: int | None = None) -> Match | None:
        return self._one(self._real.fullmatch, string, pos, endpos)

    def finditer(self, string: str, pos: int = 0, endpos: int | None = None) -> Iterator[Match]:
        text = self._looked_at(string)
        for spans in self._all(text, pos, endpos):
            yield Match(self, spans, text, text)

    def _all(self, text: str, pos: int = 0, endpos: int | None = None) -> Iterator[list[tuple[int, int]]]:
        run, before = self._guest.run, None
        searched = _as_bytes(text)  # has a name, so that the meter sees it
        for found in self._real.finditer(searched, pos, endpos):
            run.take(200)
            run.work(2)
            spans = _spans(found, self.groups)
            # RE2 finds an empty match again if its search did not begin there
            if spans[0] != before:
                yield spans
            before = spans[0]

    def findall(self, string: str, pos: int = 0, endpos: int | None = None) -> list[Any]:
        found: list[Any] = []  # has a name, so that the meter sees it
        if self.groups > 1:
            found.extend(tuple(each or "" for each in m.groups()) for m in self.finditer(string, pos, endpos))
            return found
        text = self._looked_at(string)
        for spans in self._all(text, pos, endpos):
            start, end = spans[-1]
            part = text[start:end] if start >= 0 else ""
            self.charge(part)
            found.append(part)
        return found

    def expander(self, template: str) -> Callable[[Match], str]:
        if "\\" not in template:
            return lambda match: template
        parts = _template(template, self)
        return lambda match: "".join(part if isinstance(part, str) else match.group(part) or "" for part in parts)

    def subn(self, repl: Any, string: str, count: int = 0) -> tuple[str, int]:
        always: str | None = repl if type(repl) is str and "\\" not in repl else None
        make = repl if callable(repl) else self.expander(repl)
        self.charge(string)
        parts: list[str] = []
        at = done = 0
        text = self._looked_at(string)
        for spans in self._all(text):
            if count and done >= count:
                break
            made = always if always is not None else make(Match(self, spans, text, text))
            if not isinstance(made, str):
                raise TypeError(f"expected str instance, {type(made).__name__} found")
            self._guest.run.take(len(made))
            start, end = spans[0]
            parts += (string[at:start], made)
            at, done = end, done + 1
        return "".join([*parts, string[at:]]), done

    def sub(self, repl: Any, string: str, count: int = 0) -> str:
        return self.subn(repl, string, count)[0]

    def split(self, string: str, maxsplit: int = 0) -> list[Any]:
        parts: list[Any] = []
        at = 0
        self.charge(string)
        for match in self.finditer(string):
            if maxsplit and len(parts) >= maxsplit * (1 + self.groups):
                break
            parts += (string[at : match.start()], *match.groups())
            at = match.end()
        return [*parts, string[at:]]


def _as_bytes(text: str) -> str | bytes:
    """Returns what RE2 searches: the bytes of a text in ASCII, whose places are those in the text, so that nobody counts characters."""
    return text.encode() if text.isascii() else text


def _spans(found: Any, groups: int) -> list[tuple[int, int]]:
    """Returns where the match and its groups are; (-1, -1) for a group that is not part of it."""
    return [found.span(number) for number in range(groups + 1)]


def _template(template: str, pattern: Pattern) -> list[Any]:
    """Splits a replacement into literal texts and numbers of groups."""
    parts: list[Any] = []
    for found in re.finditer(r"\\g<[^>]*+>?+|\\\d{1,2}|\\.|[^\\]+|\\$", template, re.S):
        piece, place = found.group(), found.start()
        if piece.startswith("\\g<"):
            if piece[-1] != ">":
                raise error("missing >, unterminated name", template, place + 3)
            name = piece[3:-1]
            at = int(name) if name.isdigit() else pattern.groupindex.get(name, -1)
            if not 0 <= at <= pattern.groups:
                raise IndexError(f"unknown group name {name!r}")
            parts.append(at)
        elif piece.startswith("\\") and piece[1:].isdigit() and piece[1:] != "0":
            if int(piece[1:]) > pattern.groups:
                raise error(f"invalid group reference {piece[1:]}", template, place + 1)
            parts.append(int(piece[1:]))
        elif piece.startswith("\\"):
            if piece not in _ESCAPES and piece[1:].isascii() and piece[1:].isalpha():
                raise error(f"bad escape {piece}", template, place)
            parts.append(_ESCAPES.get(piece, piece))
        else:
            parts.append(piece)
    return parts


_ESCAPES: Final = dict(zip(("\\\\", *(rf"\{each}" for each in "0abfnrtv")), "\\\0\a\b\f\n\r\t\v", strict=True))
FLAGS: Final = {
    name: int(getattr(re, name)) for name in "IGNORECASE I MULTILINE M DOTALL S ASCII A VERBOSE X UNICODE U".split()
}
_SHOWN: Final = ("IGNORECASE", "MULTILINE", "DOTALL", "VERBOSE", "ASCII")  # in the text of a pattern, in this order


def members(guest: Any) -> dict[str, Any]:
    def of(pattern: Any, flags: int = 0) -> Pattern:
        if isinstance(pattern, Pattern):
            return pattern
        if not isinstance(pattern, str):
            raise TypeError("a pattern is a text here")
        return Pattern(guest, str.__str__(pattern), int(flags))  # no enum: it would be kept beyond the run

    def escape(text: str) -> str:
        guest.run.take(2 * len(text))
        return re.escape(text)

    return {
        "compile": of,
        "search": lambda pattern, string, flags=0: of(pattern, flags).search(string),
        "match": lambda pattern, string, flags=0: of(pattern, flags).match(string),
        "fullmatch": lambda pattern, string, flags=0: of(pattern, flags).fullmatch(string),
        "findall": lambda pattern, string, flags=0: of(pattern, flags).findall(string),
        "finditer": lambda pattern, string, flags=0: of(pattern, flags).finditer(string),
        "sub": lambda pattern, repl, string, count=0, flags=0: of(pattern, flags).sub(repl, string, count),
        "subn": lambda pattern, repl, string, count=0, flags=0: of(pattern, flags).subn(repl, string, count),
        "split": lambda pattern, string, maxsplit=0, flags=0: of(pattern, flags).split(string, maxsplit),
        "escape": escape,
        "error": error,
        "Match": Native("Match", lambda: None, kind=Match),
        "Pattern": Native("Pattern", of, kind=Pattern),
        **FLAGS,
    }
