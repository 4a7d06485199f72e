"""The ledger of a request: what worked is not done twice, what happened is told."""

from __future__ import annotations

import time
from typing import Any

import pytest

from codemode.engine.protocols import CallContext
from codemode.errors import ToolError
from codemode.orchestrator.effect_ledger import CallRecord, Ledger, Observer, RecordedSource
from codemode.orchestrator.events import silent
from codemode.orchestrator.problems import calls_text
from codemode.sources import FunctionSource, FunctionTool

pytestmark = pytest.mark.anyio
HERE = CallContext(session="s")


class Bank:
    """Functions with effects that can be counted."""

    def __init__(self) -> None:
        self.made: list[tuple[str, Any]] = []

    def source(self) -> FunctionSource:
        return FunctionSource(
            [
                FunctionTool("pay", self.pay),
                FunctionTool("pay_later", self.pay_later),
                FunctionTool("balance", self.balance, read_only=True),
                FunctionTool("watch", self.watch),
            ]
        )

    def pay(self, amount: int) -> dict[str, int]:
        if amount < 0:
            raise ValueError("not below zero")
        self.made.append(("pay", amount))
        return {"paid": amount, "number": len(self.made)}

    async def pay_later(self, amount: int) -> int:
        self.made.append(("pay_later", amount))
        return amount

    def balance(self) -> int:
        self.made.append(("balance", None))
        return len(self.made)

    def watch(self, count: int) -> Any:
        self.made.append(("watch", count))
        yield from range(count)


async def make(source: RecordedSource, tool: str, arguments: dict[str, Any], directly: bool) -> Any:
    direct = source.direct(tool)
    if directly and direct is not None:
        return direct(arguments, HERE)
    return await source.call(tool, arguments, HERE)


@pytest.fixture
def bank() -> Bank:
    return Bank()


def recorded(bank: Bank) -> tuple[RecordedSource, Ledger]:
    ledger = Ledger()
    source = RecordedSource(bank.source(), {"s": Observer(silent, ledger)})
    source.known_tools()
    return source, ledger


@pytest.mark.parametrize("directly", [False, True])
async def test_calls_that_worked_in_an_earlier_attempt_are_answered_from_the_record(bank: Bank, directly: bool) -> None:
    source, ledger = recorded(bank)
    first = await make(source, "pay", {"amount": 5}, directly)
    ledger.next_attempt()
    first["paid"] = "changed by the caller"
    assert await make(source, "pay", {"amount": 5}, directly) == {"paid": 5, "number": 1}
    assert bank.made == [("pay", 5)]
    # the second one in this attempt is a new one
    assert (await make(source, "pay", {"amount": 5}, directly))["number"] == 2
    ledger.next_attempt()
    for number in (1, 2):
        assert (await make(source, "pay", {"amount": 5}, directly))["number"] == number
    assert len(bank.made) == 2


@pytest.mark.parametrize("directly", [False, True])
async def test_a_call_whose_end_is_not_known_is_not_made_again(bank: Bank, directly: bool) -> None:
    source, ledger = recorded(bank)
    ledger.begin("pay", {"amount": 5}, repeatable=False)  # and its program was ended
    ledger.begin("balance", {}, repeatable=True)
    assert (await make(source, "pay", {"amount": 5}, directly))["number"] == 1  # by the same program, on purpose
    for number in (2, 3):
        ledger.next_attempt()
        assert (await make(source, "pay", {"amount": 5}, directly))["number"] == 1  # the one that worked
        with pytest.raises(ToolError, match="not made again"):
            await make(source, "pay", {"amount": 5}, directly)
        assert await make(source, "balance", {}, directly) == number
    assert [record.status for record in ledger.records] == ["in doubt", "in doubt", "ok", "ok", "ok"]
    assert Ledger.of(4, ledger.records, []).in_doubt


def test_calls_in_doubt_are_looked_up_not_searched() -> None:
    ledger = Ledger()
    for number in range(2000):
        ledger.begin("pay", {"amount": number}, repeatable=False)
    ledger.next_attempt()
    began = time.process_time()
    for number in range(2000):
        with pytest.raises(ToolError):
            ledger.begin("pay", {"amount": number}, repeatable=False)
    assert time.process_time() - began < 5  # it took 20 s


async def test_what_was_answered_from_the_record_is_noted(bank: Bank) -> None:
    source, ledger = recorded(bank)
    for tool in ("watch", "pay", "pay"):
        await source.call(tool, {"count": 1} if tool == "watch" else {"amount": 5}, HERE)
    assert ledger.notes() == []
    ledger.next_attempt()
    await source.call("watch", {"count": 1}, HERE)
    await source.call("pay", {"amount": 5}, HERE)
    await source.call("pay", {"amount": 5}, HERE)
    [note] = ledger.notes()
    assert note == "answered from the record of an earlier attempt, and not called again: watch, pay (2 times)"
    ledger.next_attempt()
    assert ledger.notes() == []
    await source.call("pay", {"amount": 5}, HERE)
    await source.call("watch", {"count": 1}, HERE)
    [note] = ledger.notes()
    assert "pay, watch; some of these answers are older than calls that came before them" in note


async def test_within_one_attempt_every_call_is_made(bank: Bank) -> None:
    source, _ = recorded(bank)
    for _ in range(3):
        await source.call("pay_later", {"amount": 5}, HERE)
    assert len(bank.made) == 3


async def test_other_arguments_are_another_call(bank: Bank) -> None:
    source, ledger = recorded(bank)
    await source.call("pay", {"amount": 5}, HERE)
    ledger.next_attempt()
    await source.call("pay", {"amount": 6}, HERE)
    assert bank.made == [("pay", 5), ("pay", 6)]


@pytest.mark.parametrize("directly", [False, True])
async def test_a_tool_that_only_reads_is_asked_again(bank: Bank, directly: bool) -> None:
    source, ledger = recorded(bank)
    assert await make(source, "balance", {}, directly) == 1
    ledger.next_attempt()
    assert await make(source, "balance", {}, directly) == 2


@pytest.mark.parametrize("directly", [False, True])
async def test_failed_calls_are_tried_again(bank: Bank, directly: bool) -> None:
    source, ledger = recorded(bank)
    for _ in range(2):
        with pytest.raises(ToolError, match="not below zero"):
            await make(source, "pay", {"amount": -1}, directly)
        ledger.next_attempt()
    assert [record.status for record in ledger.records] == ["error", "error"]


async def test_streams_are_written_down_and_read_again(bank: Bank) -> None:
    source, ledger = recorded(bank)
    for _ in range(2):
        assert [piece async for piece in source.stream("watch", {"count": 2}, HERE)] == [0, 1]
        ledger.next_attempt()
    assert len(bank.made) == 2


async def test_sessions_do_not_share_a_record(bank: Bank) -> None:
    ledgers = {"s": Ledger(), "t": Ledger()}
    source = RecordedSource(bank.source(), {name: Observer(silent, ledger) for name, ledger in ledgers.items()})
    await source.call("pay", {"amount": 1}, HERE)
    ledgers["t"].next_attempt()
    await source.call("pay", {"amount": 1}, CallContext(session="t"))
    await source.call("pay", {"amount": 1}, CallContext(session="nobody's"))
    assert len(bank.made) == 3


async def test_what_happened_is_told(bank: Bank) -> None:
    source, ledger = recorded(bank)
    assert calls_text(ledger) == "None."
    await source.call("pay", {"amount": 5}, HERE)
    with pytest.raises(ToolError):
        await source.call("pay", {"amount": -1}, HERE)
    ledger.next_attempt()
    ledger.begin("pay_later", {"amount": 7}, repeatable=False)
    lines = calls_text(ledger).splitlines()
    assert lines[0] == '- attempt 1: pay({"amount": 5}) worked and gave {"paid": 5, "number": 1}'
    assert lines[1] == '- attempt 1: pay({"amount": -1}) failed: not below zero'
    assert lines[2] == '- attempt 2: pay_later({"amount": 7}) was started; how it ended is not known'
    assert "gives its recorded result" in lines[3]
    assert "is not made again: find out with other tools" in lines[4]


async def test_long_arguments_are_shortened(bank: Bank) -> None:
    _, ledger = recorded(bank)
    ledger.begin("pay", {"text": "x" * 10_000}, repeatable=False)
    assert len(calls_text(ledger)) < 1000


def test_a_text_is_told_from_the_data_it_looks_like() -> None:
    text, data = (CallRecord(1, "hotels", {}, True, "ok", answer) for answer in ('[{"stars": 3}]', [{"stars": 3}]))
    assert str(text) == 'hotels({}) worked and gave "[{\\"stars\\": 3}]"'
    assert str(data) == 'hotels({}) worked and gave [{"stars": 3}]'
