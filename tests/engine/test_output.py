"""The output of a reply: order, budget, honest cuts."""

from __future__ import annotations

import json
from math import inf
from typing import Any

import pytest

from codemode import Engine, Failed, Limits, Session
from codemode.engine.cell_output import CellOutput
from codemode.engine.compiling import compile_given
from codemode.engine.guest import LocalGuest, Turn
from codemode.engine.replies import TextOutput
from codemode.engine.reply_output import outputs
from codemode.engine.session_state import SessionState
from codemode.engine.start import Start
from codemode.engine.toolbox import toolbox_of
from codemode.errors import ToolError
from codemode.interpreter.machine.signals import Sliced
from codemode.tool_cache import ToolCache
from tests.engine.completed_runs import completed

pytestmark = pytest.mark.anyio


@pytest.fixture
def of() -> Session:
    return Engine(limits=Limits(max_output_bytes=1024)).session()


def size(reply: Any) -> int:
    return len(reply.model_dump_json().encode())


async def test_what_fits_is_whole(of: Session) -> None:
    reply = await completed(of, '__out = strings.Repeat("x", 300)')
    assert reply.value == "x" * 300


async def test_a_value_too_large_is_cut_counted_and_kept(of: Session) -> None:
    reply = await completed(
        of, 'xs := []string{}\nfor i := range 500 { xs = append(xs, fmt.Sprint("ü", i)) }\n__out = xs'
    )
    whole = json.dumps([f"ü{i}" for i in range(500)], ensure_ascii=False, separators=(",", ":"))
    cut = reply.value
    assert cut["truncated"] is True
    assert whole.startswith(cut["prefix"])
    assert cut["omitted_bytes"] == len(whole.encode()) - len(cut["prefix"].encode())
    assert size(reply) <= 1024
    assert reply.run_id
    again = await completed(of, f'__out = len(results.Load("{cut["result_id"]}"))')
    assert again.value == 500


async def test_output_too_large_is_cut_counted_and_kept(of: Session) -> None:
    reply = await completed(of, 'text("first")\nfmt.Print(strings.Repeat("é", 2000))\njson(1)\ntext("last")\n__out = 7')
    assert reply.value == 7
    first, cut = reply.output
    assert first.text == "first"  # type: ignore[union-attr]
    assert isinstance(cut, TextOutput)
    assert set(cut.text) == {"é"}
    assert cut.omitted_bytes == 4000 - len(cut.text.encode()) + len(b"1") + len(b"last")
    assert size(reply) <= 1024
    again = await completed(
        of, f'r := results.Load("{cut.result_id}")\n__out = []any{{len(r), r[1], r[2], len([]rune(r[0].(string)))}}'
    )
    assert again.value == [3, 1, "last", 2000]


async def test_output_and_value_share_the_budget(of: Session) -> None:
    reply = await completed(of, 'fmt.Print(strings.Repeat("a", 5000))\n__out = strings.Repeat("b", 5000)')
    assert len(reply.output[0].text) > 100  # type: ignore[union-attr]
    assert len(reply.value["prefix"]) > 100
    assert size(reply) <= 1024


async def test_a_long_error_is_cut(of: Session) -> None:
    reply = await of.exec('fmt.Print("out")\nreturn errors.New(strings.Repeat("e", 9000))')
    assert isinstance(reply, Failed)
    assert reply.error.startswith("eee")
    assert len(reply.error.encode()) <= 1024
    assert reply.stdout == "out"


async def test_waiting_delivers_output_once(of: Session) -> None:
    reply = await of.exec('fmt.Print("one")\nyield_control("")\nfmt.Print("two")')
    assert reply.output[0].text == "one"  # type: ignore[union-attr]
    done = await of.wait(reply.run_id)
    assert [item.text for item in done.output] == ["two"]  # type: ignore[union-attr]


def test_standard_error_is_told_apart() -> None:
    printed = CellOutput()
    printed.take(
        [("stdout", b"a"), ("stderr", b"e1"), ("stderr", b"e2"), ("stdout", b"b"), ("text", b"t"), ("text", b"u")]
    )
    assert (printed.text("stdout"), printed.text("stderr")) == ("ab", "e1e2")
    items = outputs(printed.drain())
    assert [(i.text, i.stream) for i in items if isinstance(i, TextOutput)] == [
        ("a", "stdout"),
        ("e1e2", "stderr"),
        ("b", "stdout"),
        ("t", None),
        ("u", None),
    ]
    assert printed.drain() == []


def test_text_that_is_no_utf8() -> None:
    heard: list[str] = []
    printed = CellOutput(heard.append)
    printed.take([("stdout", b"\xff"), ("stdout", "é".encode()[:1]), ("stdout", "é".encode()[1:])])
    assert "".join(heard) == "�é"
    assert printed.text("stdout") == "�é"


async def test_saved_values_make_room_or_refuse() -> None:
    state = SessionState()
    old, strict = state.results, state.store
    for i in range(300):
        await old.save({str(i): "1"})
    with pytest.raises(KeyError):
        await old.load("0")
    assert await old.load("299") == 1
    with pytest.raises(ToolError, match="at most 256 values"):
        for i in range(300):
            await strict.save({str(i): "1"})
    with pytest.raises(ToolError, match="too large to keep"):
        await old.save({"big": "x" * ((64 << 20) + 1)})


FLOOD = 'for i := range 100 {\n\tfmt.Println(strings.Repeat("x", 65_000), i)\n}'
FLOOD_IN_PYTHON = 'for i in range(100):\n    print("x" * 65_000, i)'


@pytest.mark.parametrize(("language", "code"), [("go", FLOOD), ("python", FLOOD_IN_PYTHON)])
def test_a_turn_ends_when_much_was_printed(language: str, code: str) -> None:
    """Whoever drives the guest holds the output of a turn several times."""

    def turns(*ticks: int) -> list[Turn]:
        toolbox, limits = toolbox_of(()), Limits()
        start = Start(code, False, limits, 1, 1, None, (language,))
        guest = LocalGuest(
            compile_given(code, toolbox, ToolCache(), strict=False, languages=(language,)), toolbox.catalog, start
        )
        made = [guest.move_here([], *ticks, until=inf)]
        while type(made[-1].signal) is Sliced:
            made.append(guest.move_here([], until=inf))
        return made

    def printed(turn: Turn) -> bytes:
        return b"".join(block for _, block in turn.blocks)

    made = turns()
    assert b"".join(map(printed, made)) == b"".join(b"x" * 65_000 + b" %d\n" % i for i in range(100))
    assert max(len(printed(turn)) for turn in made) < 3_000_000
    assert turns(1_000_000)[0].ticks == made[0].ticks  # also when a run is repeated
