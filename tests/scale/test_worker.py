"""Runs that are submitted to real workers over a real Postgres."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from codemode import Completed, Engine, Failed
from codemode.engine.submitting import SubmittedRun
from codemode.errors import ConfigError, InputError
from tests.scale.fleet import PATIENCE, SHOP, Fleet, fleet

pytestmark = pytest.mark.anyio


def call(tool: str, key: str, **more: Any) -> str:
    given = ", ".join(f'"{name}": {value}' for name, value in {"key": f'"{key}"', **more}.items())
    return (
        f'v, err := codemode.CallTool("shop.{tool}", map[string]any{{{given}}})\nif err != nil {{ v = err.Error() }}\n'
    )


async def value_of(run: SubmittedRun) -> Any:
    reply = await run.reply(PATIENCE)
    assert isinstance(reply, Completed), reply
    return reply.value


async def until(run: SubmittedRun, *states: str) -> Any:
    give_up = time.monotonic() + PATIENCE
    while (job := await run.job()).state not in states:
        assert time.monotonic() < give_up, job
        await asyncio.sleep(0.05)
    return job


async def until_effect(hosts: Fleet, kind: str, key: str) -> None:
    give_up = time.monotonic() + PATIENCE
    while (kind, key) not in [effect[:2] for effect in hosts.effects()]:
        assert time.monotonic() < give_up, hosts.logs()
        await asyncio.sleep(0.05)


async def test_submit_returns_an_id_at_once_and_the_reply_later(hosts: Fleet, engine: Engine) -> None:
    runs = [await engine.submit(f'fmt.Println("run {n}")\n{call("put", f"p{n}")}__out = v') for n in range(20)]
    assert len({run.run_id for run in runs}) == 20
    replies = await asyncio.gather(*(run.reply(PATIENCE) for run in runs))
    for number, reply in enumerate(replies):
        assert isinstance(reply, Completed), reply
        assert (reply.run_id, reply.value) == (runs[number].run_id, f"put p{number}")
        assert [item.text for item in reply.output if item.type == "text"] == [f"run {number}\n"]
    again = await engine.submitted(runs[0].run_id).reply(1)
    assert again == replies[0]


async def test_a_submitted_run_can_be_waited_for(database: str, folder: Path, engine: Engine) -> None:
    run = await engine.submit("__out = 6 * 7", agent="a", session="s", queue="later")
    waits = await engine.session("a", "s").wait(run.run_id)
    assert isinstance(waits, Failed)
    assert waits.code == "run_busy"
    assert "waits in the queue 'later' for a worker" in waits.error
    with fleet(database, folder) as made:
        made.start("--queue", "later")
        assert await value_of(run) == 42
    for _ in range(2):  # also once more
        ended = await engine.session("a", "s").wait(run.run_id)
        assert isinstance(ended, Completed)
        assert ended.value == 42
    stranger = await engine.session("b", "s").wait(run.run_id)
    assert isinstance(stranger, Failed)
    assert stranger.code in ("run_not_found", "run_scope_mismatch")


async def test_data_session_and_failures(hosts: Fleet, engine: Engine) -> None:
    code = 'store.Save("k", data["n"])\n__out = data'
    data = {"n": 1, "zero": "a\0b", "deep": [[[[{}]]]]}
    assert await value_of(await engine.submit(code, data=data, agent="a", session="s")) == data
    assert await value_of(await engine.submit('v, _ := store.Load("k")\n__out = v', agent="a", session="s")) == 1
    failed = await (await engine.submit("__out = nothing")).reply(PATIENCE)
    assert isinstance(failed, Failed)
    assert (failed.code, failed.phase) == ("check_failed", "check")
    failed = await (await engine.submit("__out = nothing", language="go")).reply(PATIENCE)
    assert failed.status == "failed"


async def test_a_key_is_one_run(hosts: Fleet, engine: Engine) -> None:
    runs = await asyncio.gather(*(engine.submit(f"{call('put', 'keyed')}__out = v", key="k\0ey") for _ in range(8)))
    assert len({run.run_id for run in runs}) == 1
    other = await engine.submit("__out = 2", key="k\0ey", session="other")
    assert await value_of(other) == 2
    assert await value_of(runs[0]) == "put keyed"
    assert [key for _, key, _ in hosts.effects()].count("keyed") == 1


async def test_a_delay_is_waited_for(hosts: Fleet, engine: Engine) -> None:
    began = time.monotonic()
    later = await engine.submit("__out = 1", delay=1.5)
    assert (await later.job()).state == "queued"
    assert await value_of(later) == 1
    assert time.monotonic() - began > 1.5


async def test_an_approval_given_anywhere_lets_a_run_go_on(hosts: Fleet, engine: Engine) -> None:
    """The run rests meanwhile: no host has it, and whichever is free goes on with it."""
    code = f'fmt.Println("before")\n{call("pay", "asked")}fmt.Println("after")\n__out = v'
    run = await engine.submit(code, agent="payer")
    job = await until(run, "resting")
    assert job.reason == "approval"
    session = engine.session("payer")
    ((run_id, asked),) = (await session.asked()).items()
    assert (run_id, [call.tool for call in asked]) == (run.run_id, ["shop.pay"])
    await session.approve(asked[0].call_id, run_id=run_id)
    reply = await run.reply(PATIENCE)
    assert isinstance(reply, Completed), reply
    assert reply.value == "paid asked"
    assert "".join(item.text for item in reply.output if item.type == "text") == "before\nafter\n"
    assert [key for kind, key, _ in hosts.effects() if kind == "pay"] == ["asked"]


async def test_a_run_that_is_denied_or_aborted_while_it_rests(hosts: Fleet, engine: Engine) -> None:
    runs = [await engine.submit(f"{call('pay', 'never')}__out = v", agent="denied") for _ in range(2)]
    for run in runs:
        await until(run, "resting")
    session = engine.session("denied")
    asked = await session.asked()
    await session.deny(asked[runs[0].run_id][0].call_id, "too much", run_id=runs[0].run_id)
    assert "too much" in await value_of(runs[0])
    await session.abort(runs[1].run_id)
    assert engine.store.jobs is not None
    await engine.store.jobs.sweep()
    reply = await runs[1].reply(PATIENCE)
    assert isinstance(reply, Failed)
    assert reply.code == "aborted"
    assert all(key != "never" for _, key, _ in hosts.effects())


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"queue": "a b"}, "the name of a queue must be"),
        ({"queue": "q\0"}, "the name of a queue must be"),
        ({"priority": -1}, "priority must be a whole number"),
        ({"priority": True}, "priority must be a whole number"),
        ({"delay": -1}, "delay must be seconds"),
        ({"delay": float("nan")}, "delay must be seconds"),
        ({"key": "k" * 201}, "key must have 1 to 200"),
        ({"key": ""}, "key must have 1 to 200"),
        ({"sources": ["a b"]}, "sources must be names"),
        ({"language": "rust"}, """the language must be "go" or "python", not 'rust'"""),
    ],
)
async def test_invalid_submissions_are_refused(engine: Engine, how: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        await engine.submit("__out = 1", **how)


async def test_a_store_of_one_machine_has_no_queues(tmp_path: Path) -> None:
    for store in (None, f"sqlite:///{tmp_path}/runs.db"):
        async with Engine(store=store, isolation="inline") as engine:
            with pytest.raises(ConfigError, match="a store that machines share"):
                await engine.submit("__out = 1")


async def test_of_a_run_that_was_never_submitted(engine: Engine) -> None:
    with pytest.raises(InputError, match="was submitted"):
        await engine.submitted("run_nobody").reply(1)


# --- hosts of their own -------------------------------------------------------------------------------------------------


@contextmanager
def own(database: str, folder: Path) -> Iterator[Fleet]:
    with fleet(database, folder) as made:
        yield made


async def test_a_host_that_is_killed_loses_nothing(database: str, folder: Path, engine: Engine) -> None:
    """One call was under way, and may have had its effect: it is in doubt, and not made again."""
    code = f"{call('put', 'first')}\nfmt.Println(v)\n{call('slow', 'long', seconds=30).replace('v, err :=', 'v, err =')}__out = v"
    with own(database, folder) as made:
        first = made.start("--queue", "killed")
        run = await engine.submit(code, queue="killed")
        while ("slow", "long") not in [effect[:2] for effect in made.effects()]:
            await asyncio.sleep(0.05)
        made.start("--queue", "killed")
        made.kill(first)
        value = await value_of(run)
        assert "may or may not have taken effect" in value
        assert [effect[:2] for effect in made.effects()] == [("put", "first"), ("slow", "long")]


DIES = """
import os
from codemode.engine.durable.runs import Runs

async def end(*_, **__):
    os.kill(os.getpid(), 9)

Runs.end = end
"""


async def test_a_host_is_killed_after_the_reply_and_before_the_run_is_over(database: str, folder: Path) -> None:
    """Another host ends the run as it ended, and not as one whose time is over."""
    async with Engine(store=database, isolation="inline", history="1h") as engine:
        with own(database, folder) as made:
            made.start("--queue", "left", prelude=DIES)
            run = await engine.submit(f"{call('put', 'once')}fmt.Println(v)\n__out = v", queue="left")
            assert await value_of(run) == "put once"
            info = await engine.store.info(run.run_id)
            assert info is not None
            assert info.state == "running"
            with psycopg.connect(database) as db:  # its lease is over
                db.execute("UPDATE codemode_runs SET lease_until = 0 WHERE run_id = %b", (run.run_id.encode(),))
            made.start("--queue", "left")
            give_up = time.monotonic() + PATIENCE
            while (info := await engine.store.info(run.run_id)) is None or info.state != "completed":
                assert time.monotonic() < give_up, info
                await asyncio.sleep(0.05)
            assert [effect[:2] for effect in made.effects()] == [("put", "once")]
        (record,) = [each for each in await engine.runs(limit=200) if each.run_id == run.run_id]
        assert record.status == "completed"


FOUR = """
found := []any{}
for i := range 4 {
	v, err := codemode.CallTool("shop.slow", map[string]any{"key": fmt.Sprint(data, i), "seconds": 0.5})
	if err != nil { v = err.Error() }
	found = append(found, v)
}
__out = found
"""


async def test_a_host_that_is_told_to_end_gives_its_runs_to_others(database: str, folder: Path, engine: Engine) -> None:
    """It waits for calls that are open, so that none is in doubt."""
    with own(database, folder) as made:
        both = [made.start("--queue", "drained", "--concurrency", "3", wait=False) for _ in range(2)]
        for host in both:
            made.wait_for(host)
        runs = {name: await engine.submit(FOUR, data=name, queue="drained") for name in "abcdef"}
        while not (ended := [pid for kind, _, pid in made.effects() if kind == "slow over"]):
            await asyncio.sleep(0.02)
        (first,) = [host for host in both if host.pid == ended[0]]
        assert await asyncio.to_thread(made.stop, first) == 0
        for name, run in runs.items():
            assert await value_of(run) == [f"slept {name}{n}" for n in range(4)], made.logs()
        calls = [effect for effect in made.effects() if effect[0] == "slow"]
        assert len(calls) == 24, "no call was lost, none was made twice"
        hosts_of = {name: {pid for _, key, pid in calls if key.startswith(name)} for name in runs}
        assert max(map(len, hosts_of.values())) == 2, "a run went from one to the other"


async def test_priorities_limits_and_agents(database: str, folder: Path, engine: Engine) -> None:
    """One run at a time of each agent, two in all."""
    with own(database, folder) as made:
        order = ["low", "high", "middle"]
        for number, name in enumerate(order):
            priority = {"high": 0, "middle": 5, "low": 9}[name]
            await engine.submit(call("slow", name, seconds=0.3), queue="limits", agent="one", priority=priority)
            await engine.submit(call("slow", f"other{number}", seconds=0.3), queue="limits", agent="two")
        made.start("--queue", "limits", "--concurrency", "2", "--per-agent", "1")
        give_up = time.monotonic() + PATIENCE
        while len(made.effects()) < 12:
            assert time.monotonic() < give_up, made.logs()
            await asyncio.sleep(0.05)
        kinds = [effect[:2] for effect in made.effects()]
        assert [key for kind, key in kinds if kind == "slow" and key in order] == ["high", "middle", "low"]
        for agent in (lambda key: key in order, lambda key: key not in order):
            of_agent = [kind for kind, key in kinds if agent(key)]
            assert of_agent == ["slow", "slow over"] * 3


async def test_a_host_gets_only_runs_that_it_can_drive(database: str, folder: Path, engine: Engine) -> None:
    with own(database, folder) as made:
        (folder / "other.py").write_text("def greet(name: str) -> str:\n    return 'hello ' + name\n")
        made.start("--queue", "able", "--functions", str(folder / "other.py"))
        needs = await engine.submit(f"{call('put', 'needed')}__out = v", queue="able", sources=["shop"])
        assert await value_of(await engine.submit("__out = 1", queue="able")) == 1
        give_up = time.monotonic() + PATIENCE
        while not (job := await needs.job()).reason:
            assert time.monotonic() < give_up, made.logs()
            await asyncio.sleep(0.05)
        assert (job.state, job.reason) == ("queued", "no host has what it needs: go, shop")
        made.start("--queue", "able", "--functions", str(Path(__file__).with_name("shop.py")))
        assert await value_of(needs) == "put needed"


# each budget of a run is short, and it takes a while to put one to rest
SHORT = (
    "import asyncio, codemode.scale.host as host\nfrom codemode.engine.durable.runs import Runs\nhost.MAX_BUDGET = 300\nreal = Runs.let_go\n"
    "async def let_go(runs, run_id):\n    await asyncio.sleep(1.0)\n    await real(runs, run_id)\nRuns.let_go = let_go\n"
)


async def test_a_run_goes_on_in_the_turn_in_which_it_began(database: str, folder: Path, engine: Engine) -> None:
    """Its call takes longer than one budget, or a person decides while its host is about to put it to rest."""
    (folder / "ask.json").write_text('{"rules": [{"action": "ask", "tool": "shop.pay"}]}')
    with own(database, folder) as made:
        made.start("--queue", "short", "--policy", str(folder / "ask.json"), prelude=SHORT)
        long = await engine.submit(f"{call('slow', 'long', seconds=1.5)}__out = v", queue="short", agent="long")
        asks = await engine.submit(f"{call('pay', 'soon')}__out = v", queue="short", agent="asks")
        give_up = time.monotonic() + PATIENCE
        while not await engine.session("asks").asked():
            assert time.monotonic() < give_up, made.logs()
        await engine.session("asks").approve("call_1", run_id=asks.run_id)
        assert await value_of(asks) == "paid soon", made.logs()
        assert await value_of(long) == "slept long", made.logs()
        assert [(await run.job()).turn for run in (asks, long)] == [1, 1]
        assert sorted(effect[:2] for effect in made.effects()) == [
            ("pay", "soon"),
            ("slow", "long"),
            ("slow over", "long"),
        ]


OTHER_PYTHON = (
    "import types\nimport codemode.engine.durable.jobs as jobs\n"
    "jobs.sys = types.SimpleNamespace(version_info=(3, 99))\n"
)


async def test_programs_in_python_go_to_hosts_with_their_python(database: str, folder: Path, engine: Engine) -> None:
    code = 'call_tool("shop.pay", key="py")'
    (folder / "ask.json").write_text('{"rules": [{"action": "ask", "tool": "shop.pay"}]}')
    options = ("--queue", "python", "--policy", str(folder / "ask.json"))
    in_python = (*options, "--isolation", "process", "--language", "python", "--language", "go")
    with own(database, folder) as made:

        async def reason(told: str) -> None:
            give_up = time.monotonic() + PATIENCE
            while (job := await run.job()).reason != told:
                assert time.monotonic() < give_up, (job, made.logs())
                await asyncio.sleep(0.05)

        only_go = made.start(*options)
        run = await engine.submit(code, queue="python", agent="py", language="python")
        await reason("no host has what it needs: python")
        here = made.start(*in_python)
        await until(run, "resting")
        assert made.stop(here) == 0
        elsewhere = made.start(*in_python, prelude=OTHER_PYTHON)
        await engine.session("py").approve("call_1", run_id=run.run_id)
        await reason(f"no host has what it needs: python, not codemode {engine.build} on Python 3.99")
        here = made.start(*in_python)
        assert await value_of(run) == "paid py", made.logs()
        assert [pid for _, _, pid in made.effects()] == [here.pid]
        assert await value_of(await engine.submit("__out = 1", queue="python")) == 1
        assert [made.stop(host) for host in (only_go, elsewhere, here)] == [0, 0, 0]


async def test_a_host_with_other_tools_leaves_runs_to_those_that_can_continue_them(
    hosts: Fleet, engine: Engine, tmp_path: Path
) -> None:
    asks = ("--policy", str(hosts.folder / "ask.json"), "--queue", "changed")
    right = hosts.start(*asks)
    runs = [await engine.submit(f"{call('pay', f'c{n}')}__out = v", agent=f"c{n}", queue="changed") for n in range(3)]
    for run in runs:
        await until(run, "resting")
    changed = tmp_path / "shop.py"
    changed.write_text(SHOP.read_text().replace("def pay(key: str)", "def pay(key: str, currency: str)"))
    wrong = hosts.start(*asks, "--functions", str(changed))
    try:
        for n, run in enumerate(runs):
            await engine.session(f"c{n}").approve("call_1", run_id=run.run_id)
        assert [await value_of(run) for run in runs] == ["paid c0", "paid c1", "paid c2"]
    finally:
        hosts.kill(right)
        hosts.kill(wrong)


async def test_stores_in_two_schemas_of_a_database_have_their_own_queues(hosts: Fleet, database: str) -> None:
    started: list[Any] = []
    runs: list[SubmittedRun] = []
    try:
        for schema in ("team_a", "team_b"):
            with psycopg.connect(database, autocommit=True) as db:
                db.execute(f"CREATE SCHEMA {schema}")  # type: ignore[arg-type]
            url = f"{database}{'&' if '?' in database else '?'}options=-csearch_path%3D{schema}"
            started.append(hosts.start(url=url))
            async with Engine(store=url, isolation="inline") as engine:
                runs = [await engine.submit(f"__out = {n}") for n in range(12)]
                if schema == "team_b":
                    assert [await value_of(run) for run in runs] == list(range(12))
    finally:
        for host in started:
            hosts.kill(host)


async def test_a_run_that_a_host_drives_is_aborted_from_elsewhere(hosts: Fleet, engine: Engine) -> None:
    slow = f"{call('slow', 'unheard', seconds=60)}{call('put', 'after_an_abort')}__out = v"
    naps = "for { time.Sleep(20 * time.Millisecond) }"
    for code, begun in ((slow, ("slow", "unheard")), (naps, None)):
        run = await engine.submit(code, agent="a", session="aborts")
        await until(run, "driven")
        if begun is not None:
            await until_effect(hosts, *begun)
        stranger = await engine.session("a", "other").abort(run.run_id)
        assert stranger.code in ("run_scope_mismatch", "run_not_found"), stranger
        reply = await engine.session("a", "aborts").abort(run.run_id)
        assert reply.is_abort, reply
        last = await run.reply(PATIENCE)
        assert (last.status, last.run_id) == ("failed", run.run_id)
        assert isinstance(last, Failed)
        assert last.code == "aborted"
        again = await engine.session("a", "aborts").abort(run.run_id)
        assert not again.is_abort
    await asyncio.sleep(0.5)
    assert ("put", "after_an_abort") not in [effect[:2] for effect in hosts.effects()]


async def test_an_abort_outlives_the_host_that_did_not_hear_of_it(database: str, folder: Path, engine: Engine) -> None:
    with fleet(database, folder) as made:
        first = made.start("--queue", "deaf")
        code = f"{call('slow', 'deaf', seconds=60)}{call('put', 'after_the_deaf')}__out = v"
        run = await engine.submit(code, agent="a", session="deaf", queue="deaf")
        await until(run, "driven")
        await until_effect(made, "slow", "deaf")
        first.send_signal(signal.SIGSTOP)
        asked = await engine.session("a", "deaf").abort(run.run_id)
        assert (asked.code, asked.is_abort) == ("run_busy", False)
        assert "was asked to abort it" in asked.error
        made.kill(first)
        made.start("--queue", "deaf")
        last = await run.reply(PATIENCE)
        assert isinstance(last, Failed)
        assert last.code == "aborted"
        assert [effect[:2] for effect in made.effects()] == [("slow", "deaf")]


async def test_a_session_that_closes_leaves_what_workers_drive(hosts: Fleet, engine: Engine) -> None:
    run = await engine.submit(f"{call('slow', 'goes_on', seconds=1)}__out = v", agent="a", session="closes")
    await until_effect(hosts, "slow", "goes_on")
    await engine.session("a", "closes").close()
    assert await value_of(run) == "slept goes_on"


async def test_a_run_is_aborted_just_before_its_host_records_that_it_rests(hosts: Fleet, engine: Engine) -> None:
    for number in range(4):
        run = await engine.submit(f"{call('pay', 'never_ever')}__out = v", agent="a", session=f"rests {number}")
        session, give_up = engine.session("a", f"rests {number}"), time.monotonic() + PATIENCE
        while not (await session.abort(run.run_id)).is_abort:
            assert time.monotonic() < give_up, hosts.logs()
        last = await run.reply(10)
        assert isinstance(last, Failed)
        assert last.code == "aborted"
    assert all(key != "never_ever" for _, key, _ in hosts.effects())
