"""What a person answers once for several calls; the same in both isolations and stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemode import Completed, Engine, Policy, Rule, Waiting
from tests.engine.conftest import Tools

pytestmark = pytest.mark.anyio

THREE = """
out := []any{}
for _, text := range []string{"a", "b", "c"} {
    v, err := codemode.CallTool("t.note", map[string]any{"text": text})
    if err != nil { v = err.Error() }
    out = append(out, v)
}
_, err := codemode.CallTool("t.fail")
__out = append(out, err != nil)
"""
ALL = ["noted a", "noted b", "noted c", True]


@pytest.fixture(params=["inline", "process"])
def isolation(request: pytest.FixtureRequest) -> str:
    return request.param


def policy() -> Policy:
    return Policy([Rule("deny", "t.fail", when="True"), Rule("ask", "t.note")])


@pytest.mark.parametrize("store", ["memory", "file"])
async def test_all_calls_of_a_run_are_approved_at_once(
    tools: Tools, isolation: str, store: str, tmp_path: Path
) -> None:
    url = None if store == "memory" else f"sqlite:///{tmp_path}/runs.db"
    async with Engine([tools.source()], isolation=isolation, policy=policy(), store=url) as engine:
        session = engine.session()
        reply = await session.exec(THREE)
        assert isinstance(reply, Waiting), reply
        await session.approve_all(reply.run_id)
        done = await session.wait(reply.run_id)
        assert isinstance(done, Completed), done
        assert done.value == ALL
        assert done.tool_calls[-1].status == "denied"  # what is forbidden stays so
        assert isinstance(await session.exec(THREE), Waiting)  # another run asks again


async def test_all_calls_of_a_run_that_another_process_began(tools: Tools, isolation: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/runs.db"
    async with Engine([tools.source()], isolation=isolation, policy=policy(), store=url) as engine:
        reply = await engine.session().exec(THREE)
    async with Engine([tools.source()], isolation=isolation, policy=policy(), store=url) as engine:
        await engine.session().approve_all(reply.run_id)
    async with Engine([tools.source()], isolation=isolation, policy=policy(), store=url) as engine:
        done = await engine.session().wait(reply.run_id)
        assert isinstance(done, Completed), done
        assert done.value == ALL


@pytest.mark.parametrize("moved", [False, True])
async def test_all_calls_that_wait_at_once_for_the_approval_of_their_program(
    tools: Tools, tmp_path: Path, moved: bool
) -> None:
    """The approval of the first one is that of the others, too."""
    url = f"sqlite:///{tmp_path}/runs.db"
    code = """
var wg sync.WaitGroup
for i := range 3 {
    wg.Go(func() { codemode.CallTool("t.note", map[string]any{"text": fmt.Sprint(i)}) })
}
wg.Wait()
"""
    rules = Policy([Rule("ask", "t.note")], ask="program")
    async with Engine([tools.source()], isolation="inline", policy=rules, store=url) as engine:
        reply = await engine.session().exec(code)
        assert isinstance(reply, Waiting), reply
        assert len(reply.pending_tool_calls) == 3
        async with Engine([tools.source()], isolation="inline", policy=rules, store=url) as other:
            session = (other if moved else engine).session()
            await session.approve_all(reply.run_id)
            assert isinstance(await session.wait(reply.run_id), Completed)
    assert sorted(tools.effects) == ["0", "1", "2"]


@pytest.mark.parametrize("answer", ["approve", "deny"])
async def test_a_decision_may_be_for_all_later_calls(tools: Tools, isolation: str, answer: str) -> None:
    rules = policy()
    async with Engine([tools.source()], isolation=isolation, policy=rules) as engine:
        session = engine.session("ann", "one")
        reply = await session.exec(THREE)
        call_id = reply.pending_tool_calls[0].id
        await (session.approve(call_id, always=True) if answer == "approve" else session.deny(call_id, always=True))
        done = await session.wait(reply.run_id)
        assert isinstance(done, Completed), done
        # another session of the agent is not asked either, another agent is
        again = await engine.session("ann", "two").exec(THREE)
        assert isinstance(again, Completed), again
        if answer == "approve":
            assert done.value == again.value == ALL
        else:
            assert "not be called" in again.value[0]
        assert isinstance(await engine.session("bob", "one").exec(THREE), Waiting)
    assert len(rules.answers) == 1
    # a host keeps what its people said
    later = policy()
    for rule in rules.answers:
        later.remember(rule)
    async with Engine([tools.source()], isolation=isolation, policy=later) as engine:
        assert isinstance(await engine.session("ann").exec(THREE), Completed)
