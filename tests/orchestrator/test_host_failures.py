"""A failure of the host is no mistake of the model: the same snippet is run once more, and the model is not asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from codemode import Hook
from codemode.engine.protocols import CallContext
from codemode.errors import CodeModeError, InternalError, LimitError, ToolSourceError
from tests.orchestrator.shop import ADD, CHOSE_ADD, NEEDED, Shop, app, snippet

pytestmark = pytest.mark.anyio
ASK = "add 5 and 7"
REFUND = '_, err := codemode.CallTool("shop.refund", map[string]any{"order": "O-1", "amount": 5})\n'


class Troubled(Hook):
    """A host that fails with these errors, before a program or after it; `programs` are those that it was given."""

    def __init__(self, *before: CodeModeError, after: Sequence[CodeModeError] = ()) -> None:
        self.before_it, self.after_it = list(before), list(after)
        self.programs: list[str] = []

    async def before_exec(self, code: str, context: CallContext) -> None:
        self.programs.append(code)
        if self.before_it:
            raise self.before_it.pop(0)

    async def after_exec(self, reply: Any, context: CallContext) -> None:
        if self.after_it:
            raise self.after_it.pop(0)


def late() -> LimitError:
    return LimitError("the program could not be prepared within 2000 ms", code="timeout", phase="host")


FAILURES = [late, lambda: InternalError("the worker ended"), lambda: ToolSourceError("the tools cannot be listed")]


@pytest.mark.parametrize("failure", FAILURES, ids=["late", "broken", "unavailable"])
async def test_the_same_snippet_is_run_once_more(failure: Any) -> None:
    host = Troubled(failure())
    cm, model = app(Shop(), {**CHOSE_ADD, **snippet(ADD)}, pipeline="single", hooks=[host])
    outcome = await cm.call_tool(ASK)
    assert (outcome.value, outcome.attempts, len(model.prompts)) == (12, 1, 1)
    assert host.programs == [ADD, ADD]


@pytest.mark.parametrize("failure", FAILURES, ids=["late", "broken", "unavailable"])
async def test_a_host_that_fails_again_is_told_as_it_is(failure: Any) -> None:
    host, error = Troubled(failure(), failure(), failure()), failure()
    cm, model = app(Shop(), {**CHOSE_ADD, **snippet(ADD)}, pipeline="single", hooks=[host])
    with pytest.raises(type(error)) as caught:
        await cm.call_tool(ASK)
    assert (caught.value.message, caught.value.phase) == (error.message, "host")
    assert (len(host.programs), len(model.prompts), caught.value.outcome.attempts) == (2, 1, 1)


async def test_a_snippet_that_has_called_something_is_not_run_again() -> None:
    shop, host = Shop(), Troubled(after=[InternalError("the disk is full")])
    cm, model = app(shop, {**CHOSE_ADD, **snippet(REFUND + "return err")}, pipeline="single", hooks=[host])
    with pytest.raises(InternalError, match="the disk is full") as caught:
        await cm.call_tool(ASK)
    assert (shop.done, len(host.programs), len(model.prompts)) == (["refund O-1 5"], 1, 1)
    assert [call.tool for call in caught.value.outcome.tool_calls] == ["shop.refund"]


async def test_answers_from_the_record_count_as_calls() -> None:
    shop, host = Shop(), Troubled()
    answers = [{**CHOSE_ADD, **snippet(REFUND + 'return errors.New("no")')}, snippet(REFUND + "__out = 1\nreturn err")]

    class Later(Troubled):
        async def after_exec(self, reply: Any, context: CallContext) -> None:
            if len(self.programs) == 2:
                raise InternalError("the disk is full")

    host = Later()
    cm, _ = app(shop, *answers, pipeline="single", hooks=[host])
    with pytest.raises(InternalError, match="the disk is full"):
        await cm.call_tool(ASK)
    assert (shop.done, len(host.programs)) == (["refund O-1 5"], 2)


@pytest.mark.parametrize("code", ["memory_limit_exceeded", "snapshot_limit_exceeded"])
async def test_a_limit_that_a_snippet_reaches_is_its_mistake(code: str) -> None:
    host = Troubled(LimitError("too much", code=code, phase="host"))
    cm, model = app(Shop(), {**CHOSE_ADD, **snippet("__out = 1")}, snippet(ADD), pipeline="single", hooks=[host])
    assert (await cm.call_tool(ASK)).value == 12
    assert (host.programs, len(model.prompts)) == (["__out = 1", ADD], 2)


async def test_a_mistake_before_the_failure_does_not_matter() -> None:
    cm, model = app(Shop(), NEEDED, CHOSE_ADD, snippet("__out = one"), snippet(ADD), hooks=[Second()])
    outcome = await cm.call_tool(ASK)
    assert (outcome.value, outcome.attempts, len(model.prompts)) == (12, 2, 4)


class Second(Troubled):
    """Fails at the second program."""

    async def before_exec(self, code: str, context: CallContext) -> None:
        self.programs.append(code)
        if len(self.programs) == 2:
            raise late()
