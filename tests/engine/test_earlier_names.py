"""A program that uses a variable of an earlier program of its session is told so."""

from __future__ import annotations

import time

import pytest

from codemode import Engine, Failed
from codemode.engine.earlier_names import MOST, EarlierNames

pytestmark = pytest.mark.anyio

SAVE = 'store.Save("files", files) and read it here with store.Load("files")'


@pytest.mark.parametrize(
    ("earlier", "later", "told"),
    [
        ("files, err := data, 1\n__out = []any{files, err}", "fmt.Println(len(files))", SAVE),
        ("var files = 1\n__out = files", "__out = files", SAVE),
        ("__out = 1\nif true {\n\tfiles := 2\n\t__out = files\n}", "__out = files", SAVE),
        ("func half(n int) int { return n / 2 }\n__out = half(4)", "__out = half(6)", "declare it here, too"),
        ("files := 1\npanic(files)", "__out = files", SAVE),  # it began
        ("files := nothing\n__out = files", "__out = files", ""),  # it did not
        ("__out = 1", "__out = files", ""),
        ("total := 1\n__out = total", "totals := 2\n__out = total + totals", "store.Load"),
    ],
)
async def test_a_name_of_an_earlier_program(earlier: str, later: str, told: str) -> None:
    async with Engine(isolation="inline") as engine:
        session = engine.session("a", "s")
        await session.exec(earlier)
        reply = await session.exec(later)
        assert isinstance(reply, Failed)
        assert told in reply.hint
        assert bool(told) == ("is of an earlier program" in reply.hint)
        other = await engine.session("a", "another").exec(later)
        assert isinstance(other, Failed)
        assert "earlier" not in other.hint


async def test_in_python() -> None:
    async with Engine(isolation="inline", languages=["python"], trust_python=True) as engine:
        session = engine.session()
        await session.exec("files = [1]")
        reply = await session.exec("print(len(files))")  # filter is similar
        assert isinstance(reply, Failed)
        assert SAVE in reply.hint


def test_names_are_bounded_and_found_quickly() -> None:
    names = EarlierNames()
    began = time.process_time()
    for code in (
        "a," * (1 << 20),
        "a" * (1 << 20),
        "\n".join(f"x{n} := 1" for n in range(99_999)),
        "func " * (1 << 18),
    ):
        names.note(code)
    assert time.process_time() - began < 1.0
    assert len(vars(names)["_names"]) <= MOST
