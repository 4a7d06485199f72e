"""Protections that a system does not have are told, and an engine that needs one of them runs no program."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from codemode import CodeModeUTCP, Completed, Engine, Failed
from codemode.engine import PROTECTIONS
from codemode.engine.workers import fork_server
from codemode.errors import ConfigError, InternalError

pytestmark = pytest.mark.anyio

WEAK = "import sys; sys.path[:] = sys.argv[3:]; from tests.engine.weak import main; main()"
LACKING = ["worker processes lack: not root (dropping root)", "worker processes lack: few system calls (seccomp)"]


@pytest.fixture
def weak() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fork_server, "_START", WEAK)
        patch.setattr(fork_server, "_shared", None)
        made = fork_server.borrow()
        yield
        fork_server.give_back(made)


async def test_with_all_protections_there_is_no_warning(caplog: pytest.LogCaptureFixture) -> None:
    async with Engine(require=PROTECTIONS) as engine:
        assert engine.warnings == []
        assert isinstance(await engine.session().exec("__out = 1"), Completed)
        assert engine.protections == list(PROTECTIONS)
        assert engine.warnings == []
    assert not caplog.records


async def test_missing_protections_are_warned_about_and_logged_once(
    weak: None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "codemode"):
        async with Engine(workers=2) as engine:
            for _ in range(2):
                assert isinstance(await engine.session().exec("__out = 1"), Completed)
            assert engine.warnings == LACKING
    [told] = caplog.messages
    assert told == (
        "worker processes do not have these protections: not root (dropping root); few system calls (seccomp)"
    )


@pytest.mark.parametrize("name", ["few system calls", "not root"])
async def test_a_missing_required_protection_runs_nothing(weak: None, name: str) -> None:
    async with Engine(require=[name]) as engine:
        for _ in range(2):  # nor a second time
            reply = await engine.session().exec("__out = 1")
            assert isinstance(reply, Failed)
            assert reply.code == "runtime_unavailable"
            assert f"do not have the required protections: {name}" in reply.error
        with pytest.raises(InternalError, match="do not have the required protections"):
            await engine.ready()


async def test_a_missing_protection_that_is_not_required_does_not_stop_runs(weak: None) -> None:
    async with Engine(require=["no core dumps", "no file system, network or signals"]) as engine:
        assert isinstance(await engine.session().exec("__out = 1"), Completed)


@pytest.mark.parametrize("wrong", [["seccomp"], "not root", 7, [None]])
def test_an_unknown_protection_is_refused_with_the_known_ones(wrong: object) -> None:
    with pytest.raises(ConfigError, match=r"there are: address space limited, .*not root.*few system calls"):
        Engine(require=wrong)  # type: ignore[arg-type]


def test_inline_has_no_protections_to_require() -> None:
    with pytest.raises(ConfigError, match="runs programs in this process"):
        Engine(isolation="inline", require=["not root"])
    with pytest.raises(ConfigError, match="runs programs in this process"):
        CodeModeUTCP(isolation="inline", require=["not root"])
