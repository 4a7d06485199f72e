"""Sessions: what the host says of them, how they end, and what hooks see; the same in both isolations."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path
from typing import Any

import pytest

from codemode import (
    CodeModeUTCP,
    Completed,
    Engine,
    Failed,
    FunctionSource,
    FunctionTool,
    Hook,
    Limits,
    Namespace,
    Policy,
    Rule,
    ScriptedModel,
    Verb,
    Waiting,
)
from codemode.catalog import ToolEntry
from codemode.engine.protocols import CallContext
from codemode.errors import ConfigError, InputError, ToolError
from tests.engine.conftest import Tools

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["inline", "process"])
def isolation(request: pytest.FixtureRequest) -> str:
    return request.param


NOTE = (
    'v, err := codemode.CallTool("t.note", map[string]any{"text": "x"})\nif err != nil { v = err.Error() }\n__out = v'
)


# --- context -------------------------------------------------------------------------------------------------------------


class Seeing(Hook):
    def __init__(self) -> None:
        self.seen: list[Any] = []

    async def before(self, tool: ToolEntry, arguments: dict[str, Any], context: CallContext) -> None:
        self.seen.append(("before", context.context))

    async def after(self, tool: ToolEntry, arguments: dict[str, Any], result: Any, context: CallContext) -> None:
        self.seen.append(("after", context.context))

    async def before_exec(self, code: str, context: CallContext) -> None:
        self.seen.append(("before_exec", context.context))

    async def after_exec(self, reply: Any, context: CallContext) -> None:
        self.seen.append(("after_exec", context.context))


async def test_functions_hooks_and_policies_see_the_context(tools: Tools, isolation: str) -> None:
    hook, live = Seeing(), object()
    policy = Policy([Rule("deny", "t.note", when="context['role'] != 'clerk'")])
    async with Engine([tools.source()], isolation=isolation, hooks=[hook], policy=policy) as engine:
        clerk = engine.session("a", "s", context={"role": "clerk", "connection": live})
        reply = await clerk.exec(NOTE)
        assert isinstance(reply, Completed), reply
        assert reply.value == "noted x"
        assert tools.contexts[0].context == {"role": "clerk", "connection": live}
        assert [when for when, _ in hook.seen] == ["before_exec", "before", "after", "after_exec"]
        assert all(context == {"role": "clerk", "connection": live} for _, context in hook.seen)
        guest = await engine.session("a", "t", context={"role": "guest"}).exec(NOTE)
        assert guest.value == 'the tool "t.note" may not be called here'
        nobody = await engine.session("a", "u").exec(NOTE)
        assert nobody.value == 'the tool "t.note" may not be called here'


async def test_a_function_of_a_rule_gets_the_context_as_its_third_argument(tools: Tools, isolation: str) -> None:
    policy = Policy([Rule("deny", "t.note", when=lambda args, tool, context: context["level"] < 3)])
    async with Engine([tools.source()], isolation=isolation, policy=policy) as engine:
        assert (await engine.session(context={"level": 3}).exec(NOTE)).value == "noted x"
        assert "may not" in (await engine.session(context={"level": 2}).exec(NOTE)).value


async def test_a_context_is_a_dict_that_nobody_changes(isolation: str) -> None:
    given = {"role": "clerk"}
    async with Engine(isolation=isolation) as engine:
        session = engine.session(context=given)
        given["role"] = "boss"
        assert session.context == {"role": "clerk"}
        with pytest.raises(TypeError):
            session.context["role"] = "boss"  # type: ignore[index]
        wrong: Any = ["clerk"]
        with pytest.raises(ConfigError, match="context must be a dict"):
            engine.session(context=wrong)


# --- tools ---------------------------------------------------------------------------------------------------------------


def own(name: str, answer: str) -> FunctionSource:
    def work() -> str:
        """Work."""
        return answer

    return FunctionSource([FunctionTool(name, work)])


@pytest.mark.parametrize("hooks", [0, 1])
async def test_tools_of_a_session_are_its_own(tools: Tools, isolation: str, hooks: int) -> None:
    policy = Policy([Rule("deny", "mine.secret")])
    async with Engine([tools.source()], isolation=isolation, policy=policy, hooks=[Stamp()] * hooks) as engine:
        ann = engine.session("a", "ann", sources=[own("mine.work", "for Ann"), own("mine.secret", "no")])
        bob = engine.session("a", "bob", sources=[own("mine.work", "for Bob")])
        code = (
            '__out = []any{codemode.CallTool("mine.work"), codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})}'
        )
        assert (await ann.exec(code)).value == ["for Ann", 3]
        assert (await bob.exec(code)).value == ["for Bob", 3]
        nobody = await engine.session("a", "ann").exec(code)
        assert isinstance(nobody, Failed)
        assert "mine.work" in nobody.error
        assert "mine.work" in str(ann.tools())
        assert "mine.work" in str(await bob.definitions())
        assert "mine.work" not in str(engine.session("a", "x").tools())
        denied = await ann.exec('__out = codemode.CallTool("mine.secret")')
        assert isinstance(denied, Failed)
        assert 'unknown tool "mine.secret"' in denied.error
        assert [entry.name for entry in (await engine.catalog()).entries if entry.name.startswith("mine")] == []
    wrong: Any = [3]
    with pytest.raises(ConfigError, match="not a tool source"):
        Engine(isolation="inline").session(sources=wrong)


async def test_a_run_of_a_session_with_tools_goes_on_in_another_process(isolation: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/runs.db"
    async with Engine(isolation=isolation, store=url) as engine:
        session = engine.session("a", "s", sources=[own("mine.work", "first")])
        reply = await session.exec(
            'a := codemode.CallTool("mine.work")\nyield_control("")\n__out = []any{a, codemode.CallTool("mine.work")}'
        )
        assert isinstance(reply, Waiting), reply
    async with Engine(isolation=isolation, store=url) as engine:
        without = await engine.session("a", "s").wait(reply.run_id)
        assert isinstance(without, Failed)
        assert without.code == "snapshot_restore_failed"  # and it stays
        session = engine.session("a", "s", sources=[own("mine.work", "second")])
        assert (await session.wait(reply.run_id)).value == ["first", "second"]


@pytest.mark.parametrize("name", ["exec", "wait"])
async def test_a_host_tool_called_like_ours_is_callable_by_its_id(isolation: str, name: str) -> None:
    source = FunctionSource([FunctionTool(name, lambda: "mine")], owner="box")
    async with Engine([source], isolation=isolation) as engine:
        session = engine.session()
        for called in (f"function:box:{name}", f"box.{name}"):
            assert (await session.exec(f'__out = codemode.CallTool("{called}")')).value == "mine"
        by_name = await session.exec(f'__out = codemode.CallTool("{name}")')
        assert isinstance(by_name, Failed)
        assert [text for text in engine.warnings if f"only by its id 'function:box:{name}'" in text]
        other = await session.handle("exec", {"code": "__out = 1"})
        assert other.value == 1


# --- closing -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("store", ["memory", "file"])
async def test_closing_a_session_aborts_its_runs_and_no_others(
    tools: Tools, isolation: str, store: str, tmp_path: Path
) -> None:
    url = None if store == "memory" else f"sqlite:///{tmp_path}/runs.db"
    async with Engine([tools.source()], isolation=isolation, store=url) as engine:
        mine, other = engine.session("a", "mine"), engine.session("a", "other")
        waits = await mine.exec('yield_control("")\n__out = 1')
        stays = await other.exec('yield_control("")\n__out = 2')
        busy = asyncio.create_task(mine.exec('codemode.CallTool("t.slow", map[string]any{"seconds": 30, "name": "x"})'))
        while not tools.running:
            await asyncio.sleep(0.005)
        await mine.close()
        ended = await busy
        assert isinstance(ended, Failed)
        assert (ended.code, ended.error) == ("aborted", "the session was closed")
        assert tools.cancelled == ["x"]
        again = await engine.session("a", "mine").wait(waits.run_id)
        assert isinstance(again, Failed)
        assert again.code == "aborted"
        assert (await other.wait(stays.run_id)).value == 2
        late = await mine.exec("__out = 1")
        assert isinstance(late, Failed)
        assert "the session is closed" in late.error


async def test_a_program_that_computes_ends_with_its_session(isolation: str) -> None:
    async with Engine(isolation=isolation, limits=Limits(max_steps=10**10, timeout_ms=60_000)) as engine:
        async with engine.session() as session:
            busy = asyncio.create_task(session.exec("for {}"))
            await asyncio.sleep(0.3)
        reply = await asyncio.wait_for(busy, 10)
        assert isinstance(reply, Failed)
        assert reply.code == "aborted"


async def test_a_program_that_is_being_prepared_does_not_begin_in_a_closed_session(isolation: str) -> None:
    async with Engine(isolation=isolation, limits=Limits(max_steps=10**10, timeout_ms=60_000)) as engine:
        session = engine.session()
        busy = asyncio.create_task(session.exec("for {}"))
        await asyncio.sleep(0)
        await session.close()
        reply = await asyncio.wait_for(busy, 10)
        assert isinstance(reply, Failed)
        assert (reply.code, reply.error) == ("aborted", "the session was closed")


# --- hooks on the program itself ---------------------------------------------------------------------------------------------


class Outer(Hook):
    def before_exec(self, code: str, context: CallContext) -> str | None:  # type: ignore[override]
        if "forbidden" in code:
            raise ToolError("no forbidden words", code="tool_denied")
        if "broken" in code:
            raise ValueError("s3cret")
        return code.replace("1 + 1", "40 + 2")

    def after_exec(self, reply: Any, context: CallContext) -> Any:  # type: ignore[override]
        if isinstance(reply, Completed) and reply.value == "secret":
            return reply.model_copy(update={"value": "***"})
        if isinstance(reply, Completed) and reply.value == "worse":
            raise ValueError("cannot redact")
        return None


async def test_hooks_rewrite_and_refuse_programs_and_replies(isolation: str) -> None:
    async with Engine(isolation=isolation, hooks=[Outer()]) as engine:
        session = engine.session()
        assert (await session.exec("__out = 1 + 1")).value == 42
        assert (await session.exec(command="__out = 1 + 1")).value == 42
        refused = await session.exec('__out = "forbidden"')
        assert isinstance(refused, Failed)
        assert (refused.code, refused.error) == ("tool_denied", "no forbidden words")
        broken = await session.exec('__out = "broken"')
        assert isinstance(broken, Failed)
        assert broken.code == "internal_error"
        assert "s3cret" not in broken.error
        assert (await session.exec('__out = "secret"')).value == "***"
        withheld = await session.exec('__out = "worse"')
        assert isinstance(withheld, Failed)
        assert "worse" not in withheld.model_dump_json()
        first = await session.exec('yield_control("")\n__out = "secret"')
        assert (await session.wait(first.run_id)).value == "***"


class Stamp(Hook):
    """Fills in what the program may leave out, and counts."""

    def __init__(self) -> None:
        self.saw: list[dict[str, Any]] = []

    async def before(self, tool: ToolEntry, arguments: dict[str, Any], context: CallContext) -> dict[str, Any]:
        self.saw.append(arguments)
        return {"text": "by the hook", **arguments} if tool.name == "t.note" else arguments


@pytest.mark.parametrize("call", ['codemode.CallTool("t.note", map[string]any{})', 'codemode.CallTool("t.note")'])
async def test_a_hook_supplies_a_required_argument_of_a_literal_call(tools: Tools, isolation: str, call: str) -> None:
    async with Engine([tools.source()], isolation=isolation, hooks=[Stamp()]) as engine:
        assert (await engine.session().exec(f"__out = {call}")).value == "noted by the hook"
    async with Engine([tools.source()], isolation=isolation, hooks=[Outer()]) as engine:
        refused = await engine.session().exec(f"__out = {call}")  # nothing fills it in: told before it runs
        assert isinstance(refused, Failed)
        assert refused.code == "check_failed"


async def test_arguments_that_a_person_edited_pass_hooks_again(tools: Tools, isolation: str) -> None:
    hook = Stamp()
    policy = Policy([Rule("ask", "t.note")])
    async with Engine([tools.source()], isolation=isolation, hooks=[hook], policy=policy) as engine:
        session = engine.session()
        reply = await session.exec(NOTE)
        await session.approve(reply.pending_tool_calls[0].id, {"text": "edited"})
        assert (await session.wait(reply.run_id)).value == "noted edited"
        assert hook.saw == [{"text": "x"}, {"text": "edited"}]
        hook.saw.clear()
        reply = await session.exec(NOTE)
        await session.approve(reply.pending_tool_calls[0].id)
        assert (await session.wait(reply.run_id)).value == "noted x"
        assert hook.saw == [{"text": "x"}]  # what only was allowed has been through them


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_a_hook_supplies_what_a_person_left_out(
    tools: Tools, isolation: str, elsewhere: bool, tmp_path: Path
) -> None:
    policy, url = Policy([Rule("ask", "t.note")]), f"sqlite:///{tmp_path}/runs.db"
    options: dict[str, Any] = {"isolation": isolation, "store": url, "hooks": [Stamp()], "policy": policy}
    async with Engine([tools.source()], **options) as engine, Engine([tools.source()], **options) as other:
        session = engine.session()
        reply = await session.exec(NOTE)
        deciding = other.session() if elsewhere else session
        with pytest.raises(InputError, match=r"do not fit t\.note: "):  # what is there still has to fit
            await deciding.approve(reply.pending_tool_calls[0].id, {"text": []})
        await deciding.approve(reply.pending_tool_calls[0].id, {})
        assert (await session.wait(reply.run_id)).value == "noted by the hook"


# --- namespaces ----------------------------------------------------------------------------------------------------------------


def namespace(name: str, tool: str = "t.add", required: tuple[str, ...] = ()) -> Namespace:
    return Namespace(name, owner="t", verbs={"Do": Verb(tool)}, required_tools=required)


async def test_namespaces_are_unregistered_one_by_one(tools: Tools, isolation: str) -> None:
    async with Engine([tools.source()], isolation=isolation) as engine:
        engine.register(namespace("One"))
        engine.register(namespace("Two"))
        assert engine.unregister("t", "One") == 1
        assert engine.unregister("other", "Two") == 0
        session = engine.session()
        assert (await session.exec('__out = Two.Do(map[string]any{"a": 1, "b": 2})')).value == 3
        assert isinstance(await session.exec('__out = One.Do(map[string]any{"a": 1, "b": 2})'), Failed)
        assert engine.unregister("t") == 1


def test_a_namespace_reaches_only_what_it_requires() -> None:
    with pytest.raises(ConfigError, match=r"Do calls 't.note', which is not in required_tools"):
        namespace("One", "t.note", ("t.add",))
    namespace("One", "t.note", ("t.add", "t.note"))


# --- another engine --------------------------------------------------------------------------------------------------------------


async def test_a_run_does_not_go_on_over_the_limits_of_a_smaller_engine(isolation: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/runs.db"
    large, small = Limits(max_steps=50_000_000), Limits(max_steps=1_000_000)
    async with Engine(isolation=isolation, store=url, limits=large) as engine:
        reply = await engine.session().exec('yield_control("")\n__out = 1')
        assert isinstance(reply, Waiting)
    async with Engine(isolation=isolation, store=url, limits=small) as engine:
        refused = await engine.session().wait(reply.run_id)
        assert isinstance(refused, Failed)
        assert refused.code == "snapshot_restore_failed"
        assert "max_steps is 50000000, the limit here is 1000000" in refused.error
    async with Engine(isolation=isolation, store=url, limits=large) as engine:  # it stays for one that allows as much
        assert (await engine.session().wait(reply.run_id)).value == 1


# --- the log -----------------------------------------------------------------------------------------------------------------------


async def test_the_log_tells_what_happens_and_nothing_secret(
    tools: Tools, isolation: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="codemode")
    code = """
    fmt.Println("pr1nted")
    codemode.CallTool("t.note", map[string]any{"text": "argum3nt"})
    _, err := codemode.CallTool("t.fail", map[string]any{"message": "m3ssage"})
    x := 1 +
        2
    __out = []any{"resu1t", x, err.Error()}
    """
    async with Engine([tools.source()], isolation=isolation) as engine:
        reply = await engine.session("ann", "today").exec(code)
        assert isinstance(reply, Completed), reply
        await engine.session().exec("__out = missing")
    told = [record.getMessage() for record in caplog.records]
    whole = "\n".join(told)
    assert f"{reply.run_id}: a program of {len(code)} characters for 'ann', 'today'" in whole
    assert "begins: t.note" in whole
    assert "ends: t.note: ok," in whole
    assert "ends: t.fail: error, nested_tool_failed," in whole
    assert f"{reply.run_id}: completed" in whole
    assert ": failed with check_failed" in whole
    for secret in ("pr1nted", "argum3nt", "m3ssage", "resu1t", code):
        assert secret not in whole
    raised = next(
        record for record in caplog.records if "the function of t.fail raised ValueError" in record.getMessage()
    )
    assert raised.levelname == "INFO"
    assert raised.exc_text is not None or raised.exc_info is not None


async def test_at_debug_the_log_has_the_texts(tools: Tools, isolation: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="codemode")
    async with Engine([tools.source()], isolation=isolation) as engine:
        await engine.session().exec('fmt.Println("pr1nted")\ncodemode.CallTool("t.fail")')
    whole = "\n".join(record.getMessage() for record in caplog.records)
    assert "stdout: pr1nted" in whole
    assert 'codemode.CallTool("t.fail")' in whole
    assert "503 unavailable" in whole


async def test_a_host_that_does_not_log_hears_nothing(
    tools: Tools, isolation: str, capfd: pytest.CaptureFixture[str]
) -> None:
    async with Engine([tools.source()], isolation=isolation) as engine:
        await engine.session().exec('_, err := codemode.CallTool("t.fail")\n__out = err.Error()')
    assert capfd.readouterr().err == ""


async def test_prompts_and_answers_are_logged_by_size_and_at_debug_by_their_text(
    tools: Tools, isolation: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = (
        '{"tools": ["t.add"], "code": "__out = codemode.CallTool(\\"t.add\\", map[string]any{\\"a\\": 1, \\"b\\": 2})"}'
    )
    caplog.set_level(logging.INFO, logger="codemode")
    async with CodeModeUTCP(None, ScriptedModel([answer] * 2), [tools.source()], isolation=isolation) as cm:
        outcome = await cm.call_tool("what is pr0mpt?")
        assert outcome.value == 3
        whole = "\n".join(record.getMessage() for record in caplog.records)
        assert "the model is asked: a prompt of " in whole
        assert "the model answered after " in whole
        assert "pr0mpt" not in whole
        assert "map[string]any" not in whole
        caplog.set_level(logging.DEBUG, logger="codemode")
        await cm.call_tool("what is pr0mpt?")
        whole = "\n".join(record.getMessage() for record in caplog.records)
        assert "pr0mpt" in whole
        assert "map[string]any" in whole


# --- telemetry -----------------------------------------------------------------------------------------------------------------------


async def test_telemetry_tells_ids_truncation_and_expiry(tools: Tools, isolation: str) -> None:
    limits = Limits(max_output_bytes=2000, snapshot_ttl_seconds=1)
    async with Engine([tools.source()], limits, isolation=isolation) as engine:
        session = engine.session()
        small = await session.exec(NOTE)
        assert (small.telemetry.called_ids, small.telemetry.truncated) == (["function:t:note"], False)
        assert small.telemetry.expires_at is None
        large = await session.exec('__out = strings.Repeat("x", 100000)')
        assert large.telemetry.truncated
        began = time.time()
        waits = await session.exec('yield_control("")')
        assert waits.telemetry.expires_at is not None
        assert began < waits.telemetry.expires_at <= time.time() + 1.01  # it is told in milliseconds
        await asyncio.sleep(1.3)
        late = await session.wait(waits.run_id)
        assert isinstance(late, Failed)
        assert (late.code, late.telemetry.events) == ("snapshot_expired", ["started", "expired"])
