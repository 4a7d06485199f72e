"""Measuring what comes in parts."""

from __future__ import annotations

import pytest

from codemode.sources.answer_limits import MAX_NESTED, AnswerTooLarge, Events, Measure


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 1000])
def test_events_end_in_whatever_parts_they_come(line_end: bytes, size: int) -> None:
    stream = line_end.join([b"data: [1]", b"data: [2]", b"", b"event: x", b"data: {}", b"", b"data: end", b"", b""])
    events, found, pieces = Events(), [b""], b""
    for at in range(0, len(stream), size):
        for piece, is_end in events.cut(stream[at : at + size]):
            pieces += piece
            found[-1] += piece
            if is_end:
                found.append(b"")
    assert pieces == stream
    assert [event.split() for event in found if event.strip()] == [
        [b"data:", b"[1]", b"data:", b"[2]"],
        [b"event:", b"x", b"data:", b"{}"],
        [b"data:", b"end"],
    ]


def test_a_line_end_in_two_parts_ends_no_event() -> None:
    events = Events()
    assert [end for part in (b"data: 1\r", b"\ndata: 2\r", b"\n") for _, end in events.cut(part)] == [False] * 3
    assert [end for _, end in events.cut(b"\r\n")] == [True, False]


def test_which_responses_are_measured() -> None:
    measure = Measure(10)
    measure.add(b"x" * 10)
    with pytest.raises(AnswerTooLarge, match="more than 10 bytes"):
        measure.add(b"x")
    measure.begin()
    measure.add(b"x" * 10)
    nested = Measure(1 << 30)
    nested.add(b"[{" * (MAX_NESTED // 2))
    with pytest.raises(AnswerTooLarge, match="more than 500000 lists and objects"):
        nested.add(b"[")
