"""How encoding/json sees a struct: which fields are members, with which names and options. Used for data that leaves the machine, too."""

from __future__ import annotations

import re
from dataclasses import field
from typing import Any, cast

from codemode.interpreter.machine.typeops import per_type, zero_maker
from codemode.records import dataclass
from codemode.types import model
from codemode.types.model import Type

_PAIR = re.compile(r'\s*([^\s":\x00-\x1f\x7f]+):("(?:[^"\\]|\\.)*")')
_NAME = re.compile(r"[^,\\'\"`]*")
_WORD = re.compile(r"\w*")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


@dataclass(slots=True)
class Field:
    """One member. `path` leads to it through embedded structs; `through[i]` is the struct type to make if step i meets a nil pointer."""

    name: str
    path: tuple[int, ...]
    through: tuple[Type | None, ...]
    typ: Type
    omit_empty: bool = False
    omit_zero: bool = False
    quoted: bool = False
    tagged: bool = False
    key: bytes = field(init=False)

    def __post_init__(self) -> None:
        self.key = self.name.encode("utf-8", "replace")

    def get(self, storage: list[Any]) -> tuple[Any, bool]:
        """Returns the field's value in a struct, and whether it exists; it does not behind a nil embedded pointer."""
        value: Any = storage
        for index in self.path:
            if value is None:
                return None, False
            value = value[index]
        return value, True

    def holder(self, storage: list[Any]) -> list[Any]:
        """Returns the struct that directly contains the field; allocates embedded structs behind nil pointers on the way."""
        for index, made in zip(self.path[:-1], self.through):
            inner = storage[index]
            if inner is None:
                inner = storage[index] = zero_maker(cast(Type, made))()
            storage = inner
        return storage


def tag_value(tag: str, key: str) -> str | None:
    """Like reflect.StructTag.Lookup."""
    at = 0
    while True:
        pair = _PAIR.match(tag, at)
        if pair is None:
            return None
        if pair[1] == key:
            return _ESCAPE.sub(_unescape, pair[2][1:-1])
        at = pair.end()


def _unescape(found: re.Match[str]) -> str:
    return {"n": "\n", "t": "\t", "r": "\r"}.get(found[1], found[1])


def _parse(f: model.StructField, hidden: bool) -> tuple[str, bool, set[str]] | None:
    """Returns the member name, whether the tag gives it, and the options; None if the field is not a member."""
    tag = tag_value(f.tag, "json")
    if tag == "-" or not (f.exported or f.embedded or hidden) or (hidden and not _tells(f)):
        return None
    name, tagged = f.name, False
    rest = tag or ""
    if rest and not rest.startswith(","):
        found = cast("re.Match[str]", _NAME.match(rest))
        if found.end() < len(rest) and rest[found.end()] != ",":
            found = cast("re.Match[str]", _WORD.match(rest))
        if found[0]:
            name, tagged = found[0], True
        rest = rest[found.end() :]
    return name, tagged, {cast("re.Match[str]", _WORD.match(option))[0] for option in rest.split(",")[1:]}


def _tells(f: model.StructField) -> bool:
    """Whether an unexported field is something to show: no lock, and nothing from inside a struct of the library."""
    base = f.type.elem if isinstance(f.type, model.Pointer) else f.type
    package = base.package if isinstance(base, model.Named) else ""
    return f.name != "_" and package not in ("sync", "atomic") and not (f.embedded and package)


@per_type
def fields_of(t: Type) -> tuple[Field, ...]:
    """Returns the members of a struct type in the order in which they are written, by Go's rules for embedding and conflicts."""
    return _members_of(t, hidden=False)


@per_type
def hidden_fields_of(t: Type) -> tuple[Field, ...]:
    """Returns the members that a struct type would have if its unexported fields were exported."""
    return _members_of(t, hidden=True)


def _members_of(t: Type, *, hidden: bool) -> tuple[Field, ...]:
    found: list[Field] = []
    seen: set[Type] = {t}
    queue: list[tuple[Type, tuple[int, ...], tuple[Type | None, ...], bool]] = [(t, (), (), True)]
    while queue:
        struct, path, through, descend = queue.pop(0)
        for index, f in enumerate(cast(model.Struct, struct.underlying).fields):
            parsed = _parse(f, hidden)
            if parsed is None:
                continue
            name, tagged, options = parsed
            base = f.type.elem if isinstance(f.type, model.Pointer) else f.type
            is_struct = isinstance(base.underlying, model.Struct)
            if f.embedded and not tagged and is_struct:
                if descend:
                    made = base if base is not f.type else None
                    queue.append((base, (*path, index), (*through, made), base not in seen))
                seen.add(base)
                continue
            if not (f.exported or hidden or (f.embedded and is_struct)):
                continue
            member = Field(name, (*path, index), through, f.type, tagged=tagged)
            member.omit_empty, member.omit_zero = "omitempty" in options, "omitzero" in options
            member.quoted = "string" in options
            found.append(member)
    return tuple(sorted(_dominant(found), key=lambda m: m.path))


def _dominant(found: list[Field]) -> list[Field]:
    """Of several fields with one name the shallowest wins, then the tagged one; if that leaves more than one, none is a member."""
    by_name: dict[str, list[Field]] = {}
    for member in found:
        by_name.setdefault(member.name, []).append(member)
    kept: list[Field] = []
    for members in by_name.values():
        members.sort(key=lambda m: (len(m.path), not m.tagged))
        if len(members) == 1 or (len(members[0].path), members[0].tagged) != (len(members[1].path), members[1].tagged):
            kept.append(members[0])
    return kept


def is_empty(t: Type, v: Any) -> bool:
    """Whether `omitempty` omits the value: false, 0, nil, and values of length 0."""
    under = t.underlying
    if isinstance(under, model.Basic):
        return not v
    if isinstance(under, model.Slice):
        return v.len == 0
    if isinstance(under, model.Map | model.Array):
        return not v
    if isinstance(under, model.Pointer | model.Interface):
        return v is None
    return False
