"""Makes texts of values for a program: f-strings, `str.format` and the operator `%`."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import _string  # pyright: ignore - the standard library's own way to read a field
import string
from collections.abc import Callable
from typing import Any

from codemode.python import words
from codemode.python.methods import is_narrow
from codemode.python.operators import NUMBERS, SMALL

FREE = 512  # characters of a field that are not charged
FEW = 8  # fields of an f-string for which that does no harm
_SHORT = 200  # characters of a format that is kept
_MOST = 100  # formats that are kept in a run


def field(guest: Any) -> Callable[[Any], str]:
    """Makes the text of a value in an f-string."""
    number, low, high = str, -SMALL, SMALL

    def text(value: Any) -> str:
        kind = type(value)
        if kind is str:
            if len(value) > FREE:
                guest.run.take(len(value))
            return value
        if kind in NUMBERS and low < value < high:
            return number(value)
        return guest.str(value) if kind in NUMBERS or kind is list or kind is dict else guest.format(value)

    return text


def many_fields(guest: Any) -> Callable[[str], str]:
    """Charges for an f-string of many fields, each of which may be too short for a charge."""

    def text(made: str) -> str:
        if len(made) > FREE:
            guest.run.take(len(made))
        return made

    return text


def narrow(guest: Any) -> Callable[[Any, str], str]:
    """Makes the text of a value in an f-string, by a specification of the program's text that has no large number."""
    make, low, high = format, -SMALL, SMALL

    def text(value: Any, spec: str) -> str:
        if type(value) in NUMBERS and low < value < high:
            return make(value, spec)
        return guest.format(value, spec)

    return text


class Formatter(string.Formatter):
    """str.format with guarded attributes."""

    def __init__(self, guest: Any) -> None:
        self._guest = guest
        self._known: dict[str, bool] = {}
        self._pieces: list[int] = []  # the length of what the formats under way have made

    def formatted(self, text: str, args: tuple[Any, ...], named: dict[str, Any]) -> str:
        if (
            type(text) is str
            and self._is_simple(text)
            and all(map(_is_short, args))
            and all(map(_is_short, named.values()))
        ):
            return text.format(*args, **named)
        self._pieces.append(0)
        try:
            return self.vformat(text, args, named)
        finally:
            self._guest.run.pledged -= self._pieces.pop()

    def _is_simple(self, text: str) -> bool:
        """Returns whether the format is simple, if that is known."""
        known = self._known.get(text)
        if known is None and len(text) <= _SHORT and len(self._known) < _MOST:
            known = self._known[text] = _is_simple(text)
        return known is True

    def get_value(self, key: Any, args: Any, kwargs: Any) -> Any:
        if isinstance(key, int) and key >= len(args):
            raise IndexError(f"Replacement index {key} out of range for positional args tuple")
        return super().get_value(key, args, kwargs)

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        first, rest = _string.formatter_field_name_split(field_name)
        found = self.get_value(first, args, kwargs)
        for is_attribute, name in rest:
            if is_attribute:
                if name.startswith("_") or words.inspects(name):
                    raise AttributeError(f"the attribute {name} is not offered in a format")
                found = self._guest.guard("attr")(found, name)
            else:
                found = found[name]
        return found, first

    def convert_field(self, value: Any, conversion: Any) -> Any:
        return self._guest.format(value, "", conversion) if conversion else value

    def format_field(self, value: Any, format_spec: str) -> str:
        made = self._guest.format(value, format_spec)
        if self._pieces:
            self._pieces[-1] += len(made)
            self._guest.run.pledged += len(made)  # nothing refers to the pieces yet
        self._guest.run.take(len(made))
        return made


def _is_simple(text: str) -> bool:
    """Returns whether a format reads no attributes and no items of its arguments, and has no wide fields."""
    try:
        return all(
            name is None
            or (
                (name.replace("_", "x").isalnum() or not name)
                and not conversion
                and "{" not in spec
                and is_narrow(spec)
            )
            for _, name, spec, conversion in _string.formatter_parser(text)
        )
    except ValueError:
        return False


def _is_short(value: Any) -> bool:
    """Returns whether a value can be formatted without a charge, and without a search for addresses in its text."""
    kind = type(value)
    return (kind is str and len(value) <= _SHORT and " at 0x" not in value) or (
        kind in NUMBERS and -SMALL < value < SMALL
    )
