"""Long arguments are worked on part by part: what is made of all of them at once takes many times their memory, which no meter counts."""

from collections.abc import Callable

import pytest

from codemode.stdlib.strings import spans
from codemode.stdlib.time.instants import moment_of
from codemode.stdlib.time.layout import format_moment
from codemode.stdlib.time.parse import ParseFailure, parse
from tests.traced_memory import peak_of

LENGTH = 200_000
ELEMENTS = 50_000  # each is an object while memory is traced, which takes time
MOMENT = moment_of([0, 63_000_000_000, None])


def fails_to_parse(layout: str) -> None:
    with pytest.raises(ParseFailure):
        parse(layout, "x")


WORK: dict[str, tuple[int, Callable[[], object]]] = {
    "layouts that are written": (ELEMENTS, lambda: format_moment(MOMENT, "1" * ELEMENTS)),
    "layouts that are read": (ELEMENTS, lambda: fails_to_parse("1" * ELEMENTS)),
    "characters that are looked for": (LENGTH, lambda: spans.index_any("aé".encode(), b"b" * LENGTH)),
    "characters that are looked for from the end": (LENGTH, lambda: spans.last_index_any("aé".encode(), b"b" * LENGTH)),
    "characters that are trimmed": (LENGTH, lambda: spans.trim("aé".encode(), b"b" * LENGTH)),
    "bytes that are valid": (LENGTH, lambda: spans.to_valid(b"b" * LENGTH, b"")),
}


@pytest.mark.parametrize(("length", "work"), WORK.values(), ids=WORK)
def test_memory_is_little_more_than_the_argument(length: int, work: Callable[[], object]) -> None:
    assert peak_of(work, 7 * length) < 7 * length
