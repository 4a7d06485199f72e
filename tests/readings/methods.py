"""Every method of Python's and JavaScript's texts, lists and maps, called on one receiver of each kind: what ours makes of it, and what they give."""

from __future__ import annotations

import json
from typing import NamedTuple

RECEIVERS = {"text": '"ab-cb"', "list": '["b", "a", "c"]', "map": '{"a": 1, "b": 2}'}
# arguments, where a call without any would say nothing
ARGUMENTS = {
    **dict.fromkeys(
        ("count", "index", "find", "rfind", "rindex", "includes", "indexOf", "lastIndexOf", "remove"), '"b"'
    ),
    **dict.fromkeys(("startswith", "startsWith", "removeprefix"), '"ab"'),
    **dict.fromkeys(("endswith", "endsWith", "removesuffix"), '"cb"'),
    **dict.fromkeys(("split", "rsplit", "partition", "rpartition"), '"-"'),
    **dict.fromkeys(("replace", "replaceAll"), '"b", "x"'),
    **dict.fromkeys(("ljust", "rjust", "center", "zfill", "padStart", "padEnd"), "8"),
    **dict.fromkeys(("get", "has", "hasOwnProperty", "pop", "setdefault", "delete"), '"a"'),
    **dict.fromkeys(("append", "push", "unshift", "add"), '"z"'),
    **dict.fromkeys(("extend", "concat"), '["z"]'),
    **dict.fromkeys(("insert", "set", "with", "fill", "splice"), '1, "z"'),
    **dict.fromkeys(("repeat", "at", "charAt", "charCodeAt", "codePointAt"), "2"),
    **dict.fromkeys(("slice", "substring", "substr"), "1, 3"),
    **dict.fromkeys(("match", "matchAll", "search", "localeCompare"), '"b"'),
    "join": '"-"',
    "update": '{"c": 3}',
}
# a list or a text has other arguments for the same name
OTHER = {("list", "pop"): "", ("text", "join"): '["x", "y"]', ("text", "concat"): '"z"', ("list", "at"): "1"}

_JAVASCRIPT = {
    "text": "at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare match matchAll normalize padEnd padStart "
    "repeat replace replaceAll search slice split startsWith substr substring toLowerCase toString toUpperCase trim trimEnd trimStart",
    "list": "at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys "
    "lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice toReversed toSorted toString unshift values with",
    "map": "clear delete entries forEach get has keys set values",
}
_PYTHON = {"text": str, "list": list, "map": dict}
_FUNCTIONS = frozenset(
    "every filter find findIndex findLast findLastIndex flatMap forEach map reduce reduceRight some".split()
)


class Call(NamedTuple):
    """One call of a method; `arguments` as its language and Go write them."""

    language: str
    kind: str
    name: str
    arguments: str

    @property
    def id(self) -> str:
        return f"{self.language}-{self.kind}-{self.name}"

    @property
    def original(self) -> str:
        called = f"({RECEIVERS[self.kind]}).{self.name}({self.arguments})"
        iterates = self.language == "javascript" and self.name in ("entries", "keys", "values")
        return f"Array.from({called})" if iterates else called

    def ours(self, *, dynamic: bool) -> str:
        literal = RECEIVERS[self.kind]
        typed = {"text": literal, "list": f"[]string{{{literal[1:-1]}}}", "map": f"map[string]int{literal}"}[self.kind]
        declared = f"var x any = {literal}" if dynamic else f"x := {typed}"
        return f"{declared}\n__out = x.{self.name}({self.arguments})"


def _call(language: str, kind: str, name: str) -> Call:
    return Call(language, kind, name, OTHER.get((kind, name), ARGUMENTS.get(name, "")))


CALLS = [
    *(_call("python", kind, name) for kind, cls in _PYTHON.items() for name in dir(cls) if name[0] != "_"),
    *(_call("javascript", kind, name) for kind, names in _JAVASCRIPT.items() for name in names.split()),
]
# what node can be asked: a map of ours is an object there, which has none of these methods, and a function is written otherwise
ASKED = [call for call in CALLS if call.language == "javascript" and call.kind != "map" and call.name not in _FUNCTIONS]


def expected(call: Call, stored: dict[str, object]) -> tuple[bool, object]:
    """Whether the original gives data that can be compared, and what."""
    if call.language == "javascript":
        return call.original in stored, stored.get(call.original)
    try:
        value = eval(call.original)
        return value is not None, json.loads(json.dumps(value))
    except (TypeError, ValueError, LookupError, AttributeError):
        return False, None
