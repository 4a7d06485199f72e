"""Describes what a text or a number looks like without giving it away: a format, a length, a coarse range."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Collection

from codemode.catalog.observed_keys import is_field, is_identifier
from codemode.records import dataclass

MAX_LOOKED = 4096  # characters of a text that are examined
MAX_COLUMNS, MAX_ROWS = 30, 20
LONG = 200  # characters from which the length of a text is shown

# patterns that match whole texts of at most this length, each without a way to backtrack
_MAX_SHORT = 320
_FORMS = (
    (r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)", "RFC 3339 time"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?", "time without a zone, layout 2006-01-02T15:04:05"),
    (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "time without a zone, layout 2006-01-02 15:04:05"),
    (r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d", "time without a zone, like 2006-01-02 15:04"),
    (r"\d{4}-\d\d-\d\d", "date, layout 2006-01-02"),
    (r"\d{1,2}/\d{1,2}/\d{4}", "date with slashes, the year last"),
    (r"\d{1,2}\.\d{1,2}\.\d{4}", "date with dots, the year last"),
    (r"\d{4}-\d\d", "month, layout 2006-01"),
    (r"\d\d:\d\d", "time of day, layout 15:04"),
    (r"\d\d:\d\d:\d\d", "time of day, layout 15:04:05"),
    (r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d? \w{3} \d{4} \d\d:\d\d:\d\d .{1,6}", "RFC 1123 time"),
    (r"[^\s@<>\"]+@[^\s@<>\"]+", "mail address"),
    (r"[^<>@]*<[^\s@<>]+@[^\s@<>]+>", "name <address>"),
    (r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}", "UUID"),
    (r"[a-zA-Z][a-zA-Z0-9+.-]{1,10}://\S+", "URL"),
    (r"\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}", "IP address"),
    (r"[+-]?\d+\.\d+", "number as text"),
    (r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", "number as text, with commas"),
    (r"\+\d[\d ()/-]{5,20}", "telephone number"),
    (r"P(?=.*\d)(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?", "ISO 8601 duration"),
    (r"data:[\w/+.-]+;base64,.*", "data URL"),
)
# one look instead of one for each: the number of the group that matches is that of the form
_ANY_FORM = re.compile("|".join(f"({pattern})" for pattern, _ in _FORMS), re.ASCII)
_COUNTED = re.compile("([0-9]+)|([A-Z]+)|((?=.*[0-9])[0-9a-fA-F]{8,})", re.ASCII)
_COUNTED_FORMS = ("digits", "capital letters", "hexadecimal digits")
_HTML = re.compile(r"<(!doctype html|html)\b", re.IGNORECASE)
_ID_KEY = re.compile(r"(^|_|\.)(id|ID|no|number|code)$|[a-z](Id|ID|No)$")  # forms that are counted, not measured
_TIME_KEY = re.compile(r"(^|_)(time|timestamp|ts|date|at|since|until|expires|epoch|unix)($|_|s$|ms$)|(At|Time|Date)$")


@dataclass(slots=True, frozen=True)
class Form:
    """`told` with a count: how many characters where `counted`, else the powers of ten between which numbers or lengths lie."""

    told: str
    low: int = 0
    high: int = 0
    counted: bool = False

    def text(self) -> str:
        if not self.counted:
            return self.told
        if self.told == "characters":
            return f"up to {self.high:,} characters"
        between = f"{self.low}" if self.low == self.high else f"{self.low:,} to {self.high:,}"
        return f"{between} {self.told}".strip()

    def merged(self, other: Form | None) -> Form | None:
        if other is None or (self.told, self.counted) != (other.told, other.counted):
            return None
        return Form(self.told, min(self.low, other.low), max(self.high, other.high), self.counted)


def form_of_text(text: str, told: Collection[str] = frozenset()) -> Form | None:
    """The description of a text, None if there is nothing to say. `told` are words that the tool uses for itself."""
    if len(text) <= _MAX_SHORT:
        found = _ANY_FORM.fullmatch(text)
        if found is not None and found.lastindex is not None:
            return Form(_FORMS[found.lastindex - 1][1])
        counted = _COUNTED.fullmatch(text) if len(text) <= 64 else None
        if counted is not None and counted.lastindex is not None:
            return Form(_COUNTED_FORMS[counted.lastindex - 1], len(text), len(text), counted=True)
    head = text[:MAX_LOOKED]
    form = (
        _table(head, len(text) > len(head), told)
        or _document(text)
        or ("text of several lines" if "\n" in head.strip() else "")
    )
    if form:
        return Form(form)
    return Form("characters", 0, _decade(len(text)), counted=True) if len(text) >= LONG else None


def form_of_number(number: float, key: str) -> Form | None:
    """A coarse range; Unix times by the name of the key that has them."""
    if number != number or number in (float("inf"), float("-inf")):
        return None
    if _TIME_KEY.search(key) and number >= 10**9:
        for unit, least in (("seconds", 10**9), ("milliseconds", 10**12), ("microseconds", 10**15)):
            if least <= number < 3 * least:
                return Form(f"Unix time in {unit}")
    if _ID_KEY.search(key):
        return None
    top = _decade(min(abs(number), 10**18))
    return Form("", -top if number < 0 else 0, top, counted=True)


def _decade(size: float) -> int:
    top = 1
    while top < size:
        top *= 10
    return top


# --- tables and documents ------------------------------------------------------------------------------------------------


def _table(head: str, cut: bool, told: Collection[str]) -> str:
    """CSV with columns id, name: the names only where the first row has nothing but names of fields, and another looks different."""
    lines = head.splitlines()[: MAX_ROWS + 1]
    if cut and len(lines) <= MAX_ROWS:
        lines = lines[:-1]
    lines = [line for line in lines if line.strip()]
    if len(lines) < 2:
        return ""
    for sign, kind in (
        (",", "CSV"),
        (";", "CSV with semicolons"),
        ("\t", "tab-separated values"),
        ("|", "rows with |"),
    ):
        if sign not in lines[0]:
            continue
        try:
            rows = list(csv.reader(lines, delimiter=sign))
        except csv.Error:
            continue
        width = len(rows[0])
        if 2 <= width <= MAX_COLUMNS and all(len(row) == width for row in rows):
            if not _has_header(rows):
                return f"{kind}, {width} columns"
            columns = _columns(rows)
            sure = all(is_field(each, told) for each in columns)
            return f"{kind}, columns {', '.join(columns)}" if sure else f"{kind}, {width} columns, with a header"
    return ""


def _columns(rows: list[list[str]]) -> list[str]:
    return [cell.strip() for cell in rows[0]]


def _has_header(rows: list[list[str]]) -> bool:
    names = _columns(rows)
    if len(set(names)) < len(names) or not all(map(_may_be_name, names)):
        return False
    # where every column of the others could be a row of names, the first may be somebody's data, too
    return any(all(not _may_be_name(row[at].strip()) for row in rows[1:]) for at in range(len(names)))


def _may_be_name(cell: str) -> bool:
    return is_field(cell) or is_identifier(cell)


def _document(text: str) -> str:
    start = text[:200].lstrip()
    if start[:1] in ("{", "[") and len(text) <= 4 * MAX_LOOKED:
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return ""
        return "JSON as text"
    if not start.startswith("<"):
        return ""
    return "HTML" if _HTML.match(start) else "XML" if start.startswith("<?xml") else ""
