"""`reply.result()`, and that any reply may be read as another without an AttributeError."""

from __future__ import annotations

from typing import Any

import pytest

from codemode import CodeModeError, Completed, Engine, Failed, Waiting
from codemode.errors import GuestError, InputError
from tests.engine.conftest import Tools

pytestmark = pytest.mark.anyio

SLOW = 'codemode.CallTool("t.slow", map[string]any{"seconds": 30})\n__out = 1'


@pytest.fixture(params=["inline", "process"])
def engine(request: pytest.FixtureRequest, tools: Tools) -> Engine:
    return Engine([tools.source()], isolation=request.param)


async def test_the_value_of_a_completed_reply(engine: Engine) -> None:
    async with engine:
        reply = await engine.session().exec("__out = []int{1}")
        assert isinstance(reply, Completed)
        assert reply.result() == reply.value == [1]
        assert (reply.code, reply.error, reply.pending_tool_calls) == ("", "", [])
        assert (await engine.session().exec("fmt.Println(1)")).result() is None


async def test_a_failed_reply_raises_its_failure(engine: Engine) -> None:
    async with engine:
        reply = await engine.session().exec('fmt.Print("x")\n__out = errors.New("no stock")')
    assert isinstance(reply, Failed)
    for read in (lambda: reply.result(), lambda: reply.value):
        with pytest.raises(GuestError, match="no stock") as caught:
            read()
        assert caught.value.code == "guest_error"
        assert caught.value.stdout == "x"
    assert (reply.has_value, reply.pending_tool_calls, reply.stdout) == (False, [], "x")


async def test_a_waiting_reply_names_the_way(engine: Engine) -> None:
    async with engine:
        session = engine.session()
        for code, words in (
            ('print("a")\n' + SLOW, "waits for t.slow"),
            ('yield_control("")\n__out = 1', "it yielded control"),
        ):
            reply = await session.exec(code, timeout_ms=500)
            assert isinstance(reply, Waiting)
            for read in (lambda reply=reply: reply.result(), lambda reply=reply: reply.value):
                with pytest.raises(InputError, match=f"{words}: continue it with .*session.wait"):
                    read()
            assert (reply.code, reply.error, reply.has_value) == ("", "", False)
            await session.abort(reply.run_id)


async def test_every_reply_has_the_attributes_of_every_other(engine: Engine) -> None:
    kinds = (Completed, Waiting, Failed)
    shared = {"run_id", "value", "has_value", "code", "error", "output", "stdout", "stderr", "pending_tool_calls"}
    shared |= {"repairs", "warnings", "tool_calls", "attachments", "omitted", "omitted_calls", "telemetry", "result"}
    for kind in kinds:
        assert shared <= set(dir(kind)) | set(kind.model_fields), kind


def test_reading_a_reply_does_not_change_it(engine: Engine) -> None:
    reply: Any = Failed(code="guest_error", error="x", phase="guest")
    assert "value" not in reply.model_dump()
    assert "value" not in reply.model_dump_json()
    assert "value" not in repr(reply)
    assert Failed.model_validate_json(reply.model_dump_json()) == reply
    with pytest.raises(CodeModeError):
        reply.result()
