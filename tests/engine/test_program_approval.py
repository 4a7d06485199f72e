"""`Policy(ask="program")`: a person is asked once about all that a program can do, and what he did not see asks again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from codemode import Completed, Engine, Hook, Policy, Rule, Session, Waiting
from codemode.engine.effects import Effect, Effects
from codemode.engine.grants import Fit, ProgramApproval
from codemode.errors import InputError, RunError
from tests.engine.durable_world import World

pytestmark = pytest.mark.anyio

ISOLATIONS = ["inline", "process"]
ASK = Policy([Rule("ask", "w.pay"), Rule("ask", "w.put")], ask="program")
LOOP = 'for i := range 3 {\n\tw.pay(to="ann", amount=i)\n}\n__out = "done"'
TRY = """
func try(to string, amount float64) string {
	paid, err := codemode.CallTool("w.pay", map[string]any{"to": to, "amount": amount})
	if err != nil {
		return err.Error()
	}
	return paid.(string)
}
"""


def asked(reply: object) -> list[tuple[str, dict[str, Any], bool]]:
    """Tool, arguments, and whether the whole program is asked about."""
    assert isinstance(reply, Waiting), reply
    assert reply.reason == "approval"
    return [(call.tool, call.arguments or {}, call.effects is not None) for call in reply.pending_tool_calls]


async def granted(session: Session, code: str, **options: Any) -> Any:
    """The reply after the whole program was approved."""
    reply = await session.exec(code)
    assert asked(reply)[0][2]
    assert isinstance(reply, Waiting)
    await session.approve(reply.pending_tool_calls[0].id, run_id=reply.run_id, **options)
    return await session.wait(reply.run_id)


@pytest.mark.parametrize("isolation", ISOLATIONS)
async def test_one_approval_for_the_whole_program(world: World, isolation: str) -> None:
    session = world.session(policy=ASK, isolation=isolation)
    reply = await session.exec(LOOP)
    assert asked(reply) == [("w.pay", {"to": "ann", "amount": 0}, True)]
    [[call]] = (await session.asked()).values()
    assert call.effects is not None
    assert str(call.effects) == 'line 2: w.pay(to: "ann", amount: computed), may write, up to 3 times'
    assert isinstance(reply, Waiting)
    await session.approve("call_1")
    done = await session.wait(reply.run_id)
    assert (done.value, world.done) == ("done", ["ann 0", "ann 1", "ann 2"])
    assert [call.status for call in done.tool_calls] == ["ok"] * 3


async def test_the_grant_ends_with_the_run(world: World) -> None:
    session = world.session(policy=ASK)
    assert (await granted(session, LOOP)).value == "done"
    assert asked(await session.exec(LOOP)) == [("w.pay", {"to": "ann", "amount": 0}, True)]


async def test_calls_at_the_same_time_are_one_question(world: World) -> None:
    session = world.session(policy=ASK)
    code = (
        'var wg sync.WaitGroup\nfor i := range 4 { wg.Go(func() { w.pay(to="ann", amount=i) }) }\nwg.Wait()\n__out = 1'
    )
    reply = await session.exec(code)
    assert [carries for *_, carries in asked(reply)] == [True, False, False, False]
    assert isinstance(reply, Waiting)
    await session.approve("call_1")
    assert (await session.wait(reply.run_id)).value == 1
    assert sorted(world.done) == ["ann 0", "ann 1", "ann 2", "ann 3"]


@pytest.mark.parametrize("how", ["here", "there"])
async def test_denied_is_every_call_that_would_ask(world: World, how: str) -> None:
    session = world.session(policy=ASK)
    reply = await session.exec(TRY + '__out = []any{try("ann", 1), try("bob", 2), w.read(key="a")}')
    assert isinstance(reply, Waiting)
    decider = session if how == "here" else world.session(policy=ASK)
    await decider.deny("call_1", "not today")
    done = await session.wait(reply.run_id)
    refused = "w.pay: the call was not approved: not today"
    assert (done.value, world.done) == ([refused, refused, "<a>"], ["a"])


async def test_one_call_can_be_denied_or_approved_alone(world: World) -> None:
    session = world.session(policy=ASK)
    reply = await session.exec(TRY + '__out = []any{try("ann", 1), try("bob", 2), try("eve", 3), try("joe", 4)}')
    assert isinstance(reply, Waiting)
    await session.deny("call_1", program=False)
    reply = await session.wait(reply.run_id)
    assert asked(reply) == [("w.pay", {"to": "bob", "amount": 2}, True)]
    await session.approve("call_2", program=False)
    reply = await session.wait(reply.run_id)
    assert asked(reply) == [("w.pay", {"to": "eve", "amount": 3}, True)]
    await session.approve("call_3")
    assert (await session.wait(reply.run_id)).value[1:] == ["paid 2 to bob", "paid 3 to eve", "paid 4 to joe"]


# --- in other processes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [1, 2])
async def test_a_grant_holds_in_another_process(world: World, at: int) -> None:
    """The first process is gone before the grant (1), or in the middle of what it covers (2)."""
    session = world.session(policy=ASK)
    reply = await session.exec(LOOP.replace("w.pay", 'if i == 1 { yield_control("now") }\n\tw.pay'))
    assert isinstance(reply, Waiting)
    if at == 2:
        await session.approve("call_1")
        reply = await session.wait(reply.run_id)
        assert (reply.status, reply.reason, world.done) == ("waiting", "yield", ["ann 0"])  # type: ignore[union-attr]
    await session.engine.close()
    other = world.session(policy=ASK)
    if at == 1:
        await world.session(policy=ASK).approve("call_1", run_id=reply.run_id)  # one more, which never has the cell
        reply = await other.wait(reply.run_id)
        assert isinstance(reply, Waiting)
    done = await other.wait(reply.run_id)
    assert (done.value, world.done) == ("done", ["ann 0", "ann 1", "ann 2"])


async def test_turns_that_were_used_stay_used_in_another_process(world: World) -> None:
    program = ProgramApproval(Effects(calls=(_place(times=2),)))
    program.grant([])
    assert [program.take(Fit((), [0])) for _ in range(3)] == [True, True, False]
    # what takes turns is in the journal, and is read again in the same order
    session = world.session(policy=ASK)
    code = 'for i := range 3 { if i == 2 { yield_control("now") }\n w.pay(to="ann", amount=i) }'
    reply = await granted(session, code)
    assert (reply.reason, world.done) == ("yield", ["ann 0", "ann 1"])
    await session.engine.close()
    other = world.session(policy=ASK)
    engine, runs = other.engine, other.engine.runs
    kept: list[Any] = []
    end = runs.end
    runs.end = lambda run, fate, **how: (kept.append(run.cell.program), end(run, fate, **how))[1]  # type: ignore[method-assign]
    assert (await other.wait(reply.run_id)).status == "completed"
    assert engine is other.engine
    assert [kept[0].take(Fit((), [0])) for _ in range(2)] == [False, False]


# --- attacks ----------------------------------------------------------------------------------------------------------------

OUTSIDE = [
    # harmless values are shown, and other ones are used: what is computed is shown as computed
    ('w.pay(to="ann", amount=1)\nto := "e" + fmt.Sprint("ve")\nw.put(key=to)', 'put(key: computed)', None),
    # a name that is made while it runs
    ('w.pay(to="ann", amount=1)\nname := "w." + fmt.Sprint("put")\ncodemode.CallTool(name, map[string]any{"key": "x"})', "any tool", "w.put"),
    # a function of the host as a value
    ('w.pay(to="ann", amount=1)\nf := codemode.CallTool\nf("w.put", map[string]any{"key": "x"})', "any tool", "w.put"),
    # what another program of the session has saved says what is called
    ('w.pay(to="ann", amount=1)\nname, _ := store.Load("tool")\ncodemode.CallTool(name.(string), map[string]any{"key": "x"})', "any tool", "w.put"),
    # what the list of tools says
    ('w.pay(to="ann", amount=1)\nfor _, t := range ALL_TOOLS { if t.Name == "w.put" { codemode.CallTool(t.Name, map[string]any{"key": "x"}) } }',
     "any tool", "w.put"),
]  # fmt: skip


@pytest.mark.parametrize("isolation", ISOLATIONS)
@pytest.mark.parametrize(("code", "shown", "asks"), OUTSIDE)
async def test_what_is_computed_is_shown_as_computed(
    world: World, isolation: str, code: str, shown: str, asks: str | None
) -> None:
    session = world.session(policy=ASK, isolation=isolation)
    await session.exec('store.Save("tool", "w.put")')
    reply = await session.exec(code)
    assert isinstance(reply, Waiting)
    assert shown in str(reply.pending_tool_calls[0].effects)
    await session.approve("call_1")
    reply = await session.wait(reply.run_id)
    if asks is not None:
        # nobody named the tool: the call asks for itself, and the answer is for it alone
        assert asked(reply) == [(asks, {"key": "x"}, False)]
        assert world.done == ["ann 1"]


async def test_a_computed_name_may_be_a_tool_that_was_named(world: World) -> None:
    session = world.session(policy=ASK)
    code = 'for range 2 { codemode.CallTool("w." + fmt.Sprint("put"), map[string]any{"key": "x"}) }\n'
    code += 'codemode.CallTool("w." + fmt.Sprint("pay"), map[string]any{"to": "eve", "amount": 1})'
    reply = await granted(session, code, tools=["w.put"])
    assert asked(reply) == [("w.pay", {"to": "eve", "amount": 1}, False)]
    assert world.done == ["x", "x"]


@pytest.mark.parametrize("tools", [["*"], ["w.*"], ["pay"], [""]])
async def test_names_are_named_in_full(world: World, tools: Sequence[str]) -> None:
    session = world.session(policy=ASK)
    code = 'name := fmt.Sprint("w.put")\nfor range 2 { codemode.CallTool(name, map[string]any{"key": "x"}) }'
    assert asked(await granted(session, code, tools=tools)) == [("w.put", {"key": "x"}, False)]


async def test_a_program_without_computed_names_has_none_to_name(world: World) -> None:
    session = world.session(policy=ASK)
    await session.exec(LOOP)
    with pytest.raises(InputError, match="leave tools out"):
        await session.approve("call_1", tools=["w.put"])
    await session.approve("call_1")


async def test_edited_arguments_are_for_one_call(world: World) -> None:
    """They widen nothing: not the grant that is asked for, nor one that is there."""
    session = world.session(policy=ASK)
    reply = await session.exec(TRY + 'first := try("ann", 1)\n__out = []any{first, try("eve", 1), try("eve", 2)}')
    await session.approve("call_1", {"to": "eve", "amount": 1000})
    reply = await session.wait(reply.run_id)
    assert asked(reply) == [("w.pay", {"to": "eve", "amount": 1}, True)]
    assert world.done == ["eve 1000"]


async def test_an_edited_call_beside_a_grant(world: World) -> None:
    session = world.session(policy=ASK)
    code = 'w.pay(to="ann", amount=1)\nname := fmt.Sprint("w.pay")\nfor range 2 { codemode.CallTool(name, map[string]any{"to": "bob", "amount": 2}) }'
    reply = await granted(session, code)
    assert asked(reply) == [("w.pay", {"to": "bob", "amount": 2}, False)]
    await session.approve("call_2", {"to": "joe", "amount": 3})
    reply = await session.wait(reply.run_id)
    assert asked(reply) == [("w.pay", {"to": "bob", "amount": 2}, False)]
    assert world.done == ["ann 1", "joe 3"]


class Doubles(Hook):
    """Doubles amounts, and says who is asked."""

    async def before(self, tool: Any, arguments: dict[str, Any], context: Any) -> dict[str, Any]:
        return arguments | ({"amount": arguments["amount"] * 2} if "amount" in arguments else {})


async def test_what_a_hook_changes_was_not_seen(world: World) -> None:
    session = world.session(policy=ASK, hooks=[Doubles()])
    code = 'w.pay(to="ann", amount=1)\nw.pay(to="bob", amount=5)\nn := 3\nw.pay(to="joe", amount=n)\n__out = 1'
    reply = await granted(session, code)
    assert asked(reply) == [("w.pay", {"to": "bob", "amount": 10}, False)]
    await session.approve("call_2")
    assert (await session.wait(reply.run_id)).value == 1  # of joe's amount a person saw that it is computed
    assert world.done == ["ann 2", "bob 10", "joe 6"]


async def test_a_rule_that_forbids_counts_more_than_a_grant(world: World) -> None:
    rules = [Rule("deny", "w.pay", when="args['amount'] > 1"), Rule("ask", "w.pay")]
    session = world.session(policy=Policy(rules, ask="program"))
    reply = await granted(
        session, TRY + 'one := try("ann", 1)\nfor i := range 3 { one += "; " + try("ann", float64(i)) }\n__out = one'
    )
    assert isinstance(reply, Completed)
    assert world.done == ["ann 1", "ann 0", "ann 1"]


async def test_more_than_is_shown_is_not_granted(world: World) -> None:
    long = "x" * 800
    code = "\n".join(f'w.put(key="{n}{long}")' for n in range(60))
    session = world.session(policy=ASK)
    reply = await session.exec(code)
    assert isinstance(reply, Waiting)
    effects = reply.pending_tool_calls[0].effects
    assert effects is not None
    assert effects.omitted + len(effects.calls) == 60
    assert effects.omitted > 30
    await session.approve("call_1")
    reply = await session.wait(reply.run_id)
    assert [carries for *_, carries in asked(reply)] == [False]
    assert len(world.done) == len(effects.calls)


def _place(tool: str = "w.pay", times: int | None = 1, **given: Any) -> Effect:
    return Effect(tool=tool, id=tool, arguments=given, open=not given, times=times, line=1, column=1)


@pytest.mark.parametrize(
    ("bounds", "calls", "covered"),
    [
        ([2], [[0], [0], [0]], [True, True, False]),
        ([0], [[0]], [False]),
        ([None], [[0]] * 5, [True] * 5),
        ([1, None], [[0], [0, 1], [0]], [True, True, False]),
        # the first call fits both places, and leaves the one that the second needs
        ([1, 1], [[0, 1], [0]], [True, True]),
        ([1, 1, 1], [[0, 1], [1, 2], [0], [1], [2]], [True, True, True, False, False]),
        ([1], [[], [7]], [False, False]),
    ],
)
def test_calls_above_the_bound_ask_again(bounds: list[int | None], calls: list[list[int]], covered: list[bool]) -> None:
    """A program that is what was looked at does not come here; one whose worker process lies does."""
    program = ProgramApproval(Effects(calls=tuple(_place(times=bound) for bound in bounds)))
    assert not any(program.take(Fit((), places)) for places in calls)
    program.grant([])
    assert [program.take(Fit((), places)) for places in calls] == covered


@pytest.mark.parametrize(
    ("shown", "given", "fits"),
    [
        ({"to": "ann"}, {"to": "ann"}, True),
        ({"to": "ann"}, {"to": "Ann"}, False),
        ({"to": "ann"}, {"to": "ann", "amount": 1}, False),
        ({"to": "ann"}, {}, False),
        ({"n": 1}, {"n": 1.0}, True),
        ({"n": 1}, {"n": True}, False),
        ({"n": 0}, {"n": False}, False),
        ({"n": None}, {"n": None}, True),
        ({"n": "1"}, {"n": 1}, False),
        ({"n": [1, {"a": 2}]}, {"n": [1, {"a": 2}]}, True),
        ({"n": [1, {"a": 2}]}, {"n": [1, {"a": 2, "b": 3}]}, False),
        ({"n": []}, {"n": {}}, False),
    ],
)
async def test_values_that_stand_in_the_program_are_those_of_the_call(
    world: World, shown: dict[str, Any], given: dict[str, Any], fits: bool
) -> None:
    entry = next(iter((await world.engine().catalog()).entries))
    program = ProgramApproval(Effects(calls=(Effect(tool=entry.name, id=entry.id, arguments=shown, line=1, column=1),)))
    assert program.places(entry, given, given, given) == ([0] if fits else [])


async def test_the_text_of_effects_is_ours(world: World) -> None:
    code = 'w.pay(to="ann\\u202e\\u001b[2J", amount=1)\ncodemode.CallTool(`w.put` + fmt.Sprint(`\nline 9: harmless`))'
    found = str(await world.engine().effects(code))
    assert len(found.splitlines()) == 2
    assert "\x1b" not in found
    assert "\u202e" not in found


# --- the policy --------------------------------------------------------------------------------------------------------------


async def test_other_policies_ask_about_each_call(world: World) -> None:
    session = world.session(policy=Policy([Rule("ask", "w.pay")]))
    reply = await session.exec(LOOP)
    assert asked(reply) == [("w.pay", {"to": "ann", "amount": 0}, False)]
    await session.approve("call_1")
    assert asked(await session.wait(reply.run_id)) == [("w.pay", {"to": "ann", "amount": 1}, False)]


async def test_the_second_decision_is_refused_with_the_first_one(world: World) -> None:
    session = world.session(policy=ASK)
    code = 'var wg sync.WaitGroup\nfor i := range 2 { wg.Go(func() { w.pay(to="ann", amount=i) }) }\nwg.Wait()'
    reply = await session.exec(code)
    await session.approve("call_1")
    for decide in (session.approve, session.deny, world.session(policy=ASK).deny):
        with pytest.raises(RunError, match="already approved") as told:
            await decide("call_2", run_id=reply.run_id)
        assert told.value.code == "already_decided"


async def test_an_engine_that_cannot_tell_asks_about_each_call(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def late(*_: object) -> None:
        return None

    monkeypatch.setattr(Engine, "shown_effects", late)
    session = world.session(policy=ASK)
    assert asked(await granted_alone(session)) == [("w.pay", {"to": "ann", "amount": 1}, False)]


async def granted_alone(session: Session) -> Any:
    reply = await session.exec(LOOP)
    await session.approve("call_1")
    return await session.wait(reply.run_id)
