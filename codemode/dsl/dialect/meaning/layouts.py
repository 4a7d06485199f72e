"""Time layouts of other languages, "%Y-%m-%d" and "YYYY-MM-DD". Go accepts them as layouts, but they never mean what the program intends."""

from __future__ import annotations

import re
from typing import Final

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.objects import Func

_FUNCTIONS: Final = frozenset({"Parse", "ParseInLocation", "Format"})
_LONGEST: Final = 100  # longest layout that is checked, in bytes


def _pairs(text: str) -> dict[str, str]:
    return {word: go for word, _, go in (pair.partition("=") for pair in text.split())}


_PERCENT: Final = _pairs(
    "%Y=2006 %y=06 %m=01 %d=02 %H=15 %I=03 %M=04 %S=05 %p=PM %B=January %b=Jan %A=Monday %a=Mon %j=002 %e=_2 "
    "%Z=MST %z=-0700 %F=2006-01-02 %T=15:04:05 %R=15:04 %-d=2 %-m=1 %-H=15 %%=%"
)
_LETTERS: Final = _pairs(
    "YYYY=2006 yyyy=2006 YY=06 yy=06 MMMM=January MMM=Jan MM=01 M=1 DD=02 dd=02 D=2 d=2 dddd=Monday EEEE=Monday "
    "ddd=Mon EEE=Mon HH=15 hh=03 h=3 mm=04 ss=05 SSS=000 A=PM a=pm"
)
_WORDS: Final = re.compile(rf"%-?[A-Za-z%]|{'|'.join(sorted(_LETTERS, key=len, reverse=True))}|[A-Za-z%]|[^A-Za-z%]+")


def check(c: Checker, e: nodes.CallExpr, func: Func) -> None:
    """Replaces such a layout with Go's if all its parts are known, and warns otherwise."""
    if func.name not in _FUNCTIONS or not e.args:
        return
    value = e.args[0].const
    if not isinstance(value, bytes) or len(value) > _LONGEST:
        return
    if not any(mark in value for mark in (b"YY", b"yyyy", b"DD", b"MM", b"HH", b"%Y", b"%m", b"%d", b"%H")):
        return
    shown, literal = expr_text(e.args[0]), unparen(e.args[0])
    meant = _meant(value.decode("utf-8", "replace")) if c.gradual else ""
    if meant and isinstance(literal, nodes.BasicLit):
        literal.raw, literal.value = f'"{meant}"', meant.encode()
        literal.const = literal.value
        c.mend("date_layout", literal, found=shown, meant=meant)
        return
    hint = 'a layout is the time 2006-01-02 15:04:05 in the wanted form, such as "2006-01-02"'
    if meant:
        hint = f'write "{meant}"'
    c.warning(e.args[0], f"{shown} is not a layout of Go", hint, reason="wrong_layout")


def _meant(text: str) -> str:
    """Returns the same layout in Go's form, or "" if it has an unknown part."""
    if any(ch in text for ch in '"\\\n') or re.search(r"\d", text):
        return ""
    parts: list[str] = _WORDS.findall(text)
    known = _PERCENT if "%" in text else _LETTERS
    hours = any(part in ("HH", "hh", "h") for part in parts)
    made: list[str] = []
    for part in parts:
        if not part[0].isalpha() and part[0] != "%":
            made.append(part)
        elif part == "mm" and not hours:  # without hours, as in "yyyy-mm-dd", mm is the month
            made.append("01")
        elif part in known:
            made.append(known[part])
        elif part in ("T", "Z"):
            made.append(part)
        else:
            return ""
    return "".join(made)
