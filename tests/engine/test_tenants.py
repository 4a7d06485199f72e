"""What a program leaves in its process is not seen by the programs after it, whoever they belong to."""

from __future__ import annotations

import asyncio
import re

import pytest

import codemode
from codemode import Completed, Engine, FunctionSource, FunctionTool, Limits
from codemode.errors import CheckError

pytestmark = pytest.mark.anyio

NESTED = "a = []; b = []\nfor i in range(40):\n    a = [a, a]; b = [b, b]\n"  # to compare them takes for ever
IN_A_CYCLE = "left = g(); next(left)\nkept = [left]; kept.append(kept)\n"
GO = {
    "an error of the library is changed": (
        'var e any = strconv.ErrSyntax\ne.s = "call bank.transfer"',
        '_, err := strconv.Atoi("12a")\n__out = err.Error()',
    ),
    "the end of a file is changed": (
        'var e any = io.EOF\ne["s"] = "call bank.transfer"',
        "__out = io.EOF.Error()",
    ),
    "types are exchanged": (
        'var x any = reflect.TypeOf("s")\nvar y any = reflect.TypeOf(1)\nx.t = y.t',
        '__out = reflect.TypeOf("s").String()',
    ),
    "something else becomes a type": (
        'var x any = reflect.TypeOf(1)\nvar y any = regexp.MustCompile("a")\nx.t = y.pattern',
        "__out = reflect.TypeOf(5).String()",
    ),
    "the output goes elsewhere": ("*os.Stdout = *os.Stderr", 'fmt.Fprintln(os.Stdout, "said")'),
    "the log goes elsewhere": ("*os.Stderr = os.File{}", 'fmt.Fprintln(os.Stderr, "said")'),
    "the key of contexts is written to": (
        """type spy struct{ context.Context }
func (s spy) Value(key any) any {
	if p, ok := key.(*int); ok { fmt.Println(*p); *p = 4242 }
	return s.Context.Value(key)
}
_, cancel := context.WithCancel(spy{context.Background()})
cancel()""",
        """type spy struct{ context.Context }
func (s spy) Value(key any) any {
	if p, ok := key.(*int); ok { __out = *p }
	return s.Context.Value(key)
}
_, cancel := context.WithCancel(spy{context.Background()})
cancel()""",
    ),
}
COUNTS = "__out = sum([len([i]) for i in range(200_000)])"  # garbage is collected meanwhile
PYTHON = {
    "a handler sets the precision": (
        "import decimal\nctx = decimal.getcontext()\ndef g():\n    try:\n        yield 1\n    except BaseException:\n"
        f"        ctx.prec = 3\n{IN_A_CYCLE}",
        'import decimal\nmade = [[i] for i in range(50_000)]\n__out = str(sum([decimal.Decimal("1234.56")] * 100))',
    ),
    "a handler takes for ever": (
        f"{NESTED}def g():\n    try:\n        yield 1\n    except GeneratorExit:\n        a == b\nleft = g(); next(left)",
        COUNTS,
    ),
    "what a handler catches takes for ever": (
        f"{NESTED}def g():\n    try:\n        yield 1\n    except (a == b):\n        pass\n{IN_A_CYCLE}",
        COUNTS,
    ),
    "the end of a block takes for ever": (
        f"{NESTED}class C:\n    def __enter__(self): return self\n    __exit__ = lambda self, *x: a == b\n"
        f"def g():\n    with C():\n        yield 1\n{IN_A_CYCLE}",
        COUNTS,
    ),
    "a callback takes for ever": (
        f"import contextlib, functools, operator\n{NESTED}def g():\n    with contextlib.ExitStack() as s:\n"
        f"        s.callback(functools.partial(operator.eq, a, b))\n        yield 1\n{IN_A_CYCLE}",
        COUNTS,
    ),
    "close of another iterator takes for ever": (
        f"import functools, operator\n{NESTED}class It:\n    def __iter__(self): return self\n    def __next__(self): return 1\n"
        f"    close = staticmethod(functools.partial(operator.eq, a, b))\ndef g():\n    yield from It()\n{IN_A_CYCLE}",
        COUNTS,
    ),
}


@pytest.mark.parametrize("isolation", ["process", "inline"])
@pytest.mark.parametrize(("before", "after"), GO.values(), ids=GO)
async def test_a_program_in_go_leaves_nothing(isolation: str, before: str, after: str) -> None:
    async with Engine([], isolation=isolation, workers=1) as engine:
        first = await engine.session("one", "victim").exec(after)
        await engine.session("one", "other").exec(before)
        second = await engine.session("one", "victim").exec(after)
    assert isinstance(first, Completed), first
    assert isinstance(second, Completed), second
    assert (second.value, second.output) == (first.value, first.output)


@pytest.mark.parametrize("isolation", ["process", "inline"])
@pytest.mark.parametrize(("before", "after"), PYTHON.values(), ids=PYTHON)
async def test_a_program_in_python_leaves_nothing_that_runs(isolation: str, before: str, after: str) -> None:
    limits = Limits(timeout_ms=20_000)
    trusted = isolation == "inline"
    engine = Engine([], limits, isolation=isolation, workers=1, languages=("python",), trust_python=trusted)
    async with engine:
        first = await engine.session("one", "victim").exec(after)
        assert (await engine.session("one", "other").exec(before)).status == "completed"
        for _ in range(2):
            second = await engine.session("one", "victim").exec(after)
            assert isinstance(second, Completed), second
            assert second.value == first.result()


async def test_what_patterns_keep_is_bounded_and_left_to_nobody() -> None:
    code = """import re, random
random.seed(7)
text = "".join(random.choice("ab") for _ in range(40_000))
for i in range(60):
    re.compile("[ab]*a[ab]{17}x%d" % i).search(text)
__out = 1"""
    limits = Limits(memory_limit_bytes=64 << 20, timeout_ms=30_000)
    async with Engine([], limits, workers=1, languages=("python",)) as engine:
        assert (await engine.session("one", "other").exec("__out = 1")).result() == 1
        [pid] = engine._pool.pids()  # pyright: ignore
        assert (await engine.session("one", "other").exec(code)).result() == 1
        assert (await engine.session("one", "victim").exec("__out = 2")).result() == 2
        assert engine._pool.pids() != [pid]  # pyright: ignore


async def test_a_worker_has_guests_of_one_agent_only() -> None:
    async with Engine([], workers=3) as engine:
        had: dict[str, set[int]] = {}
        for agent in ("ann", "bob", "ann", "cat", "bob", "ann"):
            before = set(engine._pool.pids())  # pyright: ignore
            assert (await engine.session(agent).exec("__out = 1")).result() == 1
            worker = engine._pool._idle[-1]  # pyright: ignore
            assert worker.agent == agent  # pyright: ignore
            had.setdefault(agent, set()).add(worker.pid)  # pyright: ignore
            assert len(before) <= 4
        assert not had["ann"] & had["bob"]
        assert not had["cat"] & (had["ann"] | had["bob"])
        assert len(had["ann"]) == 1, "its own is used again"


async def test_a_worker_that_is_taken_from_a_waiting_run_is_not_given_to_another_agent() -> None:
    async def slow() -> str:
        await asyncio.sleep(1)
        return "slow"

    async with Engine([FunctionSource([FunctionTool("t.slow", slow)])], workers=1) as engine:
        await engine.ready()
        code = '__out = codemode.CallTool("t.slow")'
        waiting = [asyncio.create_task(engine.session("ann", str(i)).exec(code)) for i in range(4)]
        await asyncio.sleep(0.4)
        pids = set(engine._pool.pids())  # pyright: ignore
        assert (await engine.session("bob").exec("__out = 1")).result() == 1
        assert pids
        assert pids.isdisjoint(engine._pool.pids()), "it had to go"  # pyright: ignore
        assert [(await each).result() for each in waiting] == ["slow"] * 4


# --- the fields that make it so --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('re := regexp.MustCompile("a")\n__out = re.pattern', "cannot refer to unexported field pattern"),
        ("type D regexp.Regexp\nvar d D\n__out = d.pattern", "cannot refer to unexported field pattern"),
        ("type D struct{ strings.Builder }\nvar d D\nd.parts = nil", "has no field or method parts"),
        ("type D struct{ *regexp.Regexp }\nvar d D\nd.pattern = nil", "cannot refer to unexported field pattern"),
        ("type D regexp.Regexp\n_ = D{nil}", "implicit assignment to unexported field pattern"),
        (
            "type D regexp.Regexp\n_ = D{pattern: nil}",
            "cannot refer to unexported field pattern in struct literal of type D",
        ),
    ],
)
def test_programs_cannot_name_unexported_fields_of_the_library(code: str, told: str) -> None:
    with pytest.raises(CheckError, match=re.escape(told)):
        codemode.run(code)


def test_a_field_of_the_program_may_have_the_name_of_a_hidden_one() -> None:
    code = 'type D struct {\n\t*regexp.Regexp\n\tpattern int\n}\nd := D{regexp.MustCompile("a"), 3}\n__out = []any{d.pattern, d.MatchString("a")}'
    assert codemode.run(code).value == [3, True]
    converted = (
        'type D regexp.Regexp\nd := D(*regexp.MustCompile("a"))\nre := regexp.Regexp(d)\n__out = re.MatchString("a")'
    )
    assert codemode.run(converted).value is True
