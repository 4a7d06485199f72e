"""container/heap and container/list against what real Go printed (printed/container.go made printed/container.txt)."""

import pytest

from tests.interpreter.running import run
from tests.stdlib.printed_programs import assert_prints_the_same

LIST = 'package main\nimport "container/list"\nfunc main() {{ l := list.New(); l.PushBack(1); {} }}\n'
ENDLESS = """package main
import "container/heap"
type endless struct{ n int }
func (e endless) Len() int { return 1 << 62 }
func (e endless) Less(i, j int) bool { return false }
func (e endless) Swap(i, j int) {}
func (e endless) Push(x any) {}
func (e endless) Pop() any { return nil }
func main() { heap.Init(endless{}) }
"""


def test_prints_what_go_prints():
    assert_prints_the_same("container")


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (LIST.format("for { l.PushBack(1) }"), "memory_limit_exceeded"),
        (LIST.format("for { l.PushBackList(l) }"), "memory_limit_exceeded"),
        (LIST.format("for { l.MoveToBack(l.Front()) }"), "step_limit_exceeded"),
        (ENDLESS, "step_limit_exceeded"),
    ],
)
def test_what_grows_is_charged(source: str, code: str):
    assert run(source, max_steps=200_000, memory_limit_bytes=1 << 20).failure.code == code
