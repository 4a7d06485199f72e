"""JSON that a program hands over as text: in the program it is a few bytes, in the host hundreds of thousands of lists."""

from __future__ import annotations

import asyncio
from typing import Any

from codemode import FunctionSource, FunctionTool, Policy, Rule, Waiting
from tests.host.attacks import Attack
from tests.host.host import Host
from tests.host.requests import ENDS

RAW = 'r := json.RawMessage("[" + strings.Repeat("[],", {}) + "[]]")\n'
SENT = RAW.format(150_000) + 'codemode.CallTool("t.echo", map[string]any{"value": r})'
ASKS = Policy([Rule("ask", tool="*")])

PROGRAMS = {
    "a stored list of lists is loaded": RAW.format(1_000_000) + 'store.Save("k", r)\nfor {\n\tstore.Load("k")\n}',
    "results of lists are loaded at once": RAW.format(800_000)
    + "id := results.Save(r)\nfor range 300 {\n\tgo results.Load(id)\n}\ntime.Sleep(2 * time.Second)",
}


async def asks(host: Host, _: Any) -> None:
    await host.exec(host.session(await host.own_engine(policy=ASKS)), SENT)


async def waits(host: Host, _: Any) -> None:
    session = host.session(await host.own_engine(policy=ASKS))
    reply = await session.exec(SENT)
    assert isinstance(reply, Waiting), reply
    await session.asked()
    host.replied(await session.wait(reply.run_id, timeout_ms=500))
    host.replied(await session.abort(reply.run_id))


async def nobody_listens(host: Host, _: Any) -> None:
    """Approvals of large calls are told to a listener that takes its time."""

    async def listen(_: object) -> None:
        await asyncio.sleep(1)

    engine = await host.own_engine(on_event=listen, policy=ASKS)
    code = 'codemode.CallTool("t.echo", map[string]any{"value": strings.Repeat("x", 8_000_000)})'
    for _ in range(30):
        await host.exec(host.session(engine), code)


async def handles(host: Host, _: Any) -> None:
    """A model calls exec with a million lists, and with a language of 50 MB."""
    session = host.session(await host.engine())
    host.replied(await session.handle("exec", '{"code": [' + "[]," * 1_000_000 + "0]}"))
    host.replied(await session.handle("exec", {"code": "1", "language": "x" * 50_000_000}))


async def is_read(host: Host, _: Any) -> None:
    """The host reads what a program saved."""
    session = host.session(await host.own_engine())
    reply = await session.exec(RAW.format(200_000) + "__out = results.Save(r)")
    host.replied(reply)
    assert reply.status == "completed"
    await session.result(reply.value)


def tools_of_many_words() -> list[FunctionTool]:
    schema = {
        "type": "object",
        "properties": {f"p{i}": {"type": "string", "description": f"word{i} and more"} for i in range(20)},
    }
    return [FunctionTool(f"s{i}.tool", lambda: 1, f"Does thing {i}.", schema) for i in range(2000)]


async def many_tools(host: Host, tools: Any) -> None:
    """A catalog is listed, searched, and asked for a name that it does not have."""
    engine = await host.own_engine([FunctionSource(tools, owner="s")])
    session = host.session(engine)
    await session.definitions("openai")
    await host.exec(session, '__out = tools.Search("thing 7", 5)')
    await host.exec(session, '_, err := codemode.CallTool(fmt.Sprint("s7.", "toool"))\n__out = err.Error()')


GROUP = "what is asked of the host"
ATTACKS = [
    *(Attack(name, GROUP, code, ENDS, timeout_ms=3000) for name, code in PROGRAMS.items()),
    Attack("lists in a call wait for approval", GROUP, ends=ENDS | {"approval"}, play=asks),
    Attack("lists in a call wait again", GROUP, ends=ENDS | {"approval", "aborted"}, play=waits),
    Attack("a slow listener hears of large calls", GROUP, ends=ENDS | {"approval"}, play=nobody_listens, seldom=True),
    Attack("arguments of lists", GROUP, ends=ENDS | {"unsupported_language", "invalid_input"}, play=handles),
    Attack("a saved list of lists is read", GROUP, ends=ENDS, play=is_read),
    Attack("2,000 tools of many words", GROUP, ends=ENDS, make=tools_of_many_words, play=many_tools),
]
