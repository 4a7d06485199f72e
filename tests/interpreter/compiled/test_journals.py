"""A run that began in one mode of the tier is brought back in another: its journal fits, and its clock and its values go on as they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from codemode.interpreter.compiled import hot
from codemode.interpreter.compiled.hot import Mode
from tests.engine.durable_world import World

pytestmark = pytest.mark.anyio

PROGRAM = """
func mix(n int) int {
	if n < 2 {
		return n
	}
	return mix(n-1)*3 ^ mix(n-2)
}
times, sums, t := []any{}, []int{0, 0, 0, 0}, 0
for round := range 6 {
	for i := 0; i < 9000; i++ {
		t += i ^ round
		sums[i&3] += t % 7
	}
	t += mix(12) + len(codemode.CallTool("w.read", map[string]any{"key": fmt.Sprint(t)}).(string))
	now := time.Now().UnixNano()
	times = append(times, fmt.Sprint(now, " ", t, " ", rand.Int()))
	fmt.Println(now, t)
	yield_control()
}
__out = []any{times, sums}
"""


def mix(n: int) -> int:
    return n if n < 2 else mix(n - 1) * 3 ^ mix(n - 2)


def expected() -> list[int]:
    sums, t = [0, 0, 0, 0], 0
    for turn in range(6):
        for i in range(9000):
            t += i ^ turn
            sums[i & 3] += t % 7
        t += mix(12) + len(f"<{t}>")
    return sums


@pytest.mark.parametrize("modes", [("off", "now", "hot"), ("now", "off", "now"), ("hot", "now", "off")])
async def test_a_run_goes_on_in_another_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, modes: tuple[Mode, ...]
) -> None:
    world = World(tmp_path)
    printed: list[str] = []
    reply: Any = None
    try:
        for turn in range(20):
            monkeypatch.setattr(hot, "MODE", [modes[turn % len(modes)]])
            session = world.session()
            reply = await (session.exec(PROGRAM) if reply is None else session.wait(reply.run_id))
            printed += [block.text for block in reply.output if block.text.strip()]
            await session.engine.close()
            if reply.status != "waiting":
                break
        assert reply.status == "completed", reply
        times, sums = reply.value
        assert [line.rsplit(" ", 1)[0] for line in times] == "".join(printed).splitlines()
        assert sums == expected()
        assert len(world.done) == 6
    finally:
        await world.close()
