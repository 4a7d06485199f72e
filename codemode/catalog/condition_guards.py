"""What a policy condition can use: guarded operators and a few functions, all with bounded work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import GeneratorType
from typing import Any, Final, cast

from codemode.records import dataclass

MAX_WORK: Final = 100_000  # one for each value looked at and for 64 characters of text; some ten milliseconds
MAX_BITS: Final = 256
MAX_TEXT: Final = 10_000  # characters of a text that may be joined to another or converted to a number
SORTING: Final = 8  # how often sorting may look at a value

FACTS: Final = ("id", "name", "source", "owner", "tags", "read_only")
FUNCTIONS: Final = ("len", "min", "max", "any", "all", "str", "int", "float", "abs", "sum", "sorted")

TOO_MUCH = "the condition reads too much data"
_NUMBERS = (bool, float, int)  # a union would be made again for each value
_LISTS = (list, tuple, set)
_SIZED: Final = (str, list, tuple, dict, set)


class TooMuchWork(Exception):
    """The condition needs more work than is allowed for one call."""


@dataclass(slots=True, frozen=True)
class ToolFacts:
    """What a condition can read about the tool."""

    id: str
    name: str
    source: str
    owner: str
    tags: tuple[str, ...]
    read_only: bool


class Guards:
    """The guards of one decision, which may ask several conditions. Their work is charged before it is done."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MAX_WORK

    def names(self) -> dict[str, Any]:
        """The globals of an expression, without its own names."""
        return {
            "__builtins__": {},
            "_getattr_": _fact,
            "_getitem_": self._item,
            "_getiter_": self._iterate,
            "_number_": _number,
            "_term_": self._term,
            "_compared_": self._compared,
            "len": self._len,
            "any": self._any,
            "all": self._all,
            "str": self._str,
            "int": self._int,
            "float": self._float,
            "abs": _abs,
            "sum": self._sum,
            "min": self._min,
            "max": self._max,
            "sorted": self._sorted,
        }

    # --- the meter ------------------------------------------------------------------------------------------------

    def _charge(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise TooMuchWork(TOO_MUCH)

    def _weigh(self, value: object, times: int = 1) -> None:
        """Charges for looking at all of a value. Raises TypeError for what is not plain data."""
        work: list[Any] = [value]
        while work:
            each = work.pop()
            if isinstance(each, str):
                self.left -= times * (1 + len(each) // 64)
            elif each is None or isinstance(each, _NUMBERS):
                if each != each:
                    raise ValueError("NaN cannot be compared: it would make every comparison False")
                self.left -= times
            elif isinstance(each, dict):
                members = cast("dict[Any, Any]", each)
                self.left -= times * (1 + len(members))
                if self.left >= 0:
                    work += members
                    work += members.values()
            elif isinstance(each, _LISTS):
                items = cast("list[Any]", each)
                self.left -= times * (1 + len(items))
                if self.left >= 0:
                    work += items
            else:
                raise TypeError(f"{type(each).__name__} is not plain data")
            if self.left < 0:
                raise TooMuchWork(TOO_MUCH)

    # --- operators ------------------------------------------------------------------------------------------------

    def _compared(self, value: Any) -> Any:
        self._weigh(value)
        return value

    def _item(self, whole: Any, key: Any) -> Any:
        if not isinstance(whole, str | list | tuple | dict):
            raise TypeError(f"{type(whole).__name__} has no members")
        if isinstance(key, slice):
            self._weigh(cast(object, whole))
        elif not isinstance(key, str | int):
            raise TypeError(f"the name of a member must be a text or a number, not {type(key).__name__}")
        self._charge(1)
        return cast(Any, whole)[key]

    def _iterate(self, whole: Any) -> Iterator[Any]:
        if not isinstance(whole, (*_SIZED, GeneratorType)):
            raise TypeError(f"{type(whole).__name__} cannot be looped over")
        for each in cast("Iterable[Any]", whole):
            self._charge(1)
            yield each

    # --- functions ------------------------------------------------------------------------------------------------

    def _len(self, value: Any) -> int:
        if not isinstance(value, _SIZED):
            raise TypeError(f"{type(value).__name__} has no length")
        return len(cast("list[Any]", value))

    def _any(self, values: Any) -> bool:
        return any(self._iterate(values))

    def _all(self, values: Any) -> bool:
        return all(self._iterate(values))

    def _sum(self, values: Any) -> Any:
        return sum(_number(each) for each in self._iterate(values))

    def _min(self, *values: Any) -> Any:
        return min(self._compared(self._among(values)))

    def _max(self, *values: Any) -> Any:
        return max(self._compared(self._among(values)))

    def _sorted(self, values: Any) -> list[Any]:
        found = list(self._iterate(values))
        self._weigh(found, SORTING)
        return sorted(found)

    def _among(self, values: tuple[Any, ...]) -> list[Any]:
        return list(self._iterate(values[0] if len(values) == 1 else values))

    def _term(self, value: Any) -> Any:
        """Adding to a text is charged by the length of the new text."""
        if not isinstance(value, str):
            return _number(value)
        if len(value) > MAX_TEXT:
            raise TooMuchWork(f"a text of {len(value)} characters is too long to be joined to another")
        self._charge(1 + len(value) // 64)
        return value

    def _int(self, value: Any) -> int:
        return int(self._term(value))

    def _float(self, value: Any) -> float:
        return float(self._term(value))

    def _str(self, value: Any) -> str:
        if isinstance(value, str):
            return value
        if value is None or isinstance(value, bool | int | float):
            return str(value)
        raise TypeError(f"str takes a number or a text, not {type(value).__name__}")


def _fact(tool: Any, name: str) -> Any:
    if not isinstance(tool, ToolFacts) or name not in FACTS:
        raise TypeError(f"no value has an attribute {name!r} here")
    return getattr(tool, name)


def _number(value: Any) -> Any:
    if (isinstance(value, float) and value == value) or (isinstance(value, int) and value.bit_length() <= MAX_BITS):
        return value
    raise TypeError(f"the number must have at most {MAX_BITS} bits, not {type(value).__name__}")


def _abs(value: Any) -> Any:
    return abs(_number(value))
