"""Modules textwrap and unicodedata, whose results may be much longer than what they are made of."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import textwrap
import unicodedata
from operator import index
from typing import Any, Final

from codemode.python.library.text_formats import priced

Members = dict[str, Any]


def _textwrap(guest: Any) -> Members:
    def filled(name: str) -> Any:
        real = getattr(textwrap, name)

        def call(text: str, *args: Any, **named: Any) -> Any:
            guest.run.work(len(text))
            if any(len(each) > 1000 for each in (*args, *named.values()) if isinstance(each, str)):
                raise ValueError("an indent or a placeholder has at most 1000 characters")
            if "tabsize" in named:
                named["tabsize"] = index(named["tabsize"])
            width = index(named.get("width", args[0] if args and isinstance(args[0], int) else 70))
            longest = max(map(len, text.split()), default=0)
            # what is left of a long word is copied for each line
            guest.run.work(longest * longest // max(1, width) >> 12)
            tabs = text.count("\t") * max(0, named.get("tabsize", 8))
            guest.run.take(
                len(text) * 4
                + tabs * 4
                + (len(text.split()) + len(text) // max(1, width) + text.count("\n") + 1)  # lines at most
                * max((len(x) for x in (*args, *named.values()) if isinstance(x, str)), default=0)
            )
            return real(text, *args, **named)

        return call

    return {name: filled(name) for name in ("dedent", "fill", "wrap", "shorten", "indent")}


def _unicodedata(guest: Any) -> Members:
    def normalize(form: Any, text: str) -> str:
        guest.run.take(len(text) if text.isascii() else 36 * len(text))  # one letter may become 18
        return unicodedata.normalize(form, text)

    names = "category name lookup numeric decimal digit combining east_asian_width".split()
    return {**{name: priced(guest, getattr(unicodedata, name)) for name in names}, "normalize": normalize}


MODULES: Final[dict[str, Any]] = {"textwrap": _textwrap, "unicodedata": _unicodedata}
