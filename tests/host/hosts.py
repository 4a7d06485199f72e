"""What a host does or lacks: it changes what it is shown, its functions leave, its system protects little."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from codemode import Engine, FunctionSource, Policy, Rule, Waiting
from codemode.engine.workers import fork_server
from codemode.errors import ConfigError
from tests.host.attacks import DONE, Attack
from tests.host.host import Host
from tests.host.requests import ENDS

WEAK = "import sys; sys.path[:] = sys.argv[3:]; from tests.engine.weak import main; main()"
PAYS = 'codemode.CallTool("bank.pay", map[string]any{"to": "ann", "amounts": []any{1, 2}})\n__out = 1'


async def shown_arguments_are_changed(host: Host, _: Any) -> None:
    """To show them without what is secret, say: the call is made as the program asked for it."""
    paid: list[Any] = []

    def pay(to: str, amounts: list[int]) -> int:
        """Pay."""
        paid.append((to, amounts))
        return 1

    source = FunctionSource.from_functions(pay, owner="bank")
    engine = await host.own_engine([source], policy=Policy([Rule("ask", tool="bank.*")]))
    session = host.session(engine)
    reply = await session.exec(PAYS)
    assert isinstance(reply, Waiting), reply
    [call] = reply.pending_tool_calls
    assert call.arguments is not None
    call.arguments["amounts"].append(1_000_000)
    call.arguments["to"] = "mallory"
    await session.approve(call.id, run_id=reply.run_id)
    host.replied(await session.wait(reply.run_id))
    assert paid == [("ann", [1, 2])], paid


def leaves(kind: type[BaseException], streamed: bool) -> Callable[[Host, Any], Any]:
    async def play(host: Host, _: Any) -> None:
        def leave() -> None:
            """Leave."""
            raise kind(3)

        def pieces() -> Iterator[int]:
            """Leave later."""
            yield 1
            raise kind(3)

        engine = await host.own_engine([FunctionSource.from_functions(leave, pieces, owner="t")])
        call = (
            's, _ := codemode.CallToolStream("t.pieces")\nfor p := range s.All() {\n\t_ = p\n}'
            if streamed
            else 'codemode.CallTool("t.leave")'
        )
        try:
            host.replied(await host.session(engine).exec(f"{call}\n__out = 1"))
        except kind:
            host.ended("left")

    return play


async def a_protection_is_missing(host: Host, _: Any) -> None:
    """One that the host requires: no program runs, and the host is told."""
    required = ["few system calls"]
    if host.isolation == "inline":
        try:
            await host.own_engine(require=required)
        except ConfigError as refused:
            host.ended(refused.code)
        return
    kept = fork_server._START, fork_server._shared  # pyright: ignore[reportPrivateUsage]
    fork_server._START, fork_server._shared = WEAK, None  # pyright: ignore[reportPrivateUsage]
    weak = fork_server.borrow()
    try:
        engine = await Engine(host.sources, require=required, workers=1).__aenter__()
        host.replied(await host.session(engine).exec("__out = 1"))
        await engine.close()
    finally:
        fork_server.give_back(weak)
        fork_server._START, fork_server._shared = kept  # pyright: ignore[reportPrivateUsage]


async def gives_data(host: Host, value: Any) -> None:
    """To a program, as the data that it was asked about."""
    engine = await host.own_engine()
    await host.exec(host.session(engine), "__out = len(data)", timeout_ms=5000, data=value)


DATA: dict[str, Callable[[], Any]] = {
    "many numbers": lambda: list(range(1_000_000)),
    "many small objects": lambda: [{"a": i} for i in range(200_000)],
    "many sets": lambda: [{i} for i in range(200_000)],
    "half characters": lambda: ["\ud800" * 100] * 20_000,
    "texts of 15 MB": lambda: ["x" * 1000] * 15_000,
}

GROUP = "what hosts do and lack"
ATTACKS = [
    Attack(
        "arguments that are changed where they are shown",
        GROUP,
        ends=frozenset({DONE}),
        play=shown_arguments_are_changed,
        seen=11,
    ),
    Attack(
        "a protection that is required and missing",
        GROUP,
        ends=frozenset({"runtime_unavailable", "invalid_config"}),
        play=a_protection_is_missing,
        seen=12,
    ),
    *(
        Attack(f"data of {name}", GROUP, ends=frozenset({DONE, *ENDS}), make=make, play=gives_data)
        for name, make in DATA.items()
    ),
    *(
        Attack(
            f"a function that {'streams and ' if streamed else ''}raises {kind.__name__}",
            GROUP,
            ends=frozenset({"left"}),
            play=leaves(kind, streamed),
            seen=13,
        )
        for kind in (SystemExit, KeyboardInterrupt, BaseException)
        for streamed in (False, True)
    ),
]
