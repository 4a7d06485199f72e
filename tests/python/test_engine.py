"""Where programs in Python run, and where they go on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from codemode import Completed, Engine, Failed, Waiting

pytestmark = pytest.mark.anyio


async def test_a_host_that_does_not_trust_python_runs_none_in_its_own_process() -> None:
    async with Engine(isolation="inline", languages=("python",)) as engine:
        reply = await engine.session().exec("1 + 1")
        assert isinstance(reply, Failed)
        assert reply.code == "runtime_unavailable"
        assert "trust_python=True" in reply.error


async def test_where_go_is_first_a_program_in_python_is_refused_inline_all_the_same() -> None:
    async with Engine(isolation="inline", languages=("go", "python")) as engine:
        session = engine.session()
        reply = await session.exec("1 + 1", language="python")
        assert isinstance(reply, Failed)
        assert isinstance(await session.exec("__out = 1"), Completed)


async def test_a_host_that_does_runs_it() -> None:
    async with Engine(isolation="inline", languages=("python",), trust_python=True) as engine:
        reply = await engine.session().exec("1 + 1")
        assert isinstance(reply, Completed)
        assert reply.value == 2


async def test_a_run_that_another_python_began_is_refused_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'runs.db'}"

    def engine() -> Engine:
        return Engine(isolation="inline", languages=("python",), trust_python=True, store=url)

    async with engine() as first:
        waiting = await first.session("a", "s").exec("yield_control('look')\n5")
        assert isinstance(waiting, Waiting), waiting
    ours = f"{sys.version_info[0]}.{sys.version_info[1]}"
    with monkeypatch.context() as other:
        other.setattr("codemode.engine.durable.journal._minor", lambda start: "3.99")
        async with engine() as second:
            refused = await second.session("a", "s").wait(waiting.run_id)
            assert isinstance(refused, Failed)
            assert refused.code == "snapshot_restore_failed"
            assert f"the run was begun by Python {ours}, this is 3.99" in refused.error
    async with engine() as third:
        done = await third.session("a", "s").wait(waiting.run_id)
        assert isinstance(done, Completed), done
        assert done.value == 5
