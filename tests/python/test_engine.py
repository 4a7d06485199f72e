"""Where programs in Python run, and where they go on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TypedDict

import pytest

import codemode
from codemode import CodeModeError, Completed, Engine, Failed, FunctionSource, Waiting
from codemode.errors import ConfigError

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


def test_trusted_python_runs_in_this_process_without_an_engine() -> None:
    done = codemode.run("x = [n * n for n in range(4)]\nprint(sum(x))\n__out = x", language="python", trust_python=True)
    assert (done.value, done.stdout) == ([0, 1, 4, 9], "14\n")
    with pytest.raises(CodeModeError) as caught:
        codemode.run("1 / 0", language="python", trust_python=True)
    assert caught.value.code == "guest_error"
    with pytest.raises(ConfigError):
        codemode.run("1", language="python", trust_python="yes")  # type: ignore[arg-type]


async def test_the_list_of_tools_spells_types_as_python_does() -> None:
    def book(seats: list[int], name: str = "", price: float = 1.5) -> dict[str, list[bool]]:
        """Book seats."""
        return {}

    source = FunctionSource.from_functions(book, owner="hall")
    async with Engine([source], languages=("python", "go")) as engine:
        described = engine.session().tools("mcp")[0]["description"]
    assert (
        '- hall.book(seats: list[int], name?: str (default ""), price?: float (default 1.5)): Book seats.' in described
    )
    assert "Gives dict[str, list[bool]]" in described


async def test_a_shell_command_is_refused_with_a_program_in_the_language_that_was_asked_for() -> None:
    async with Engine(isolation="inline", languages=("python", "go"), trust_python=True) as engine:
        session = engine.session()
        in_python = await session.exec("ls -la")
        in_go = await session.exec("ls -la", language="go")
        assert isinstance(in_python, Failed)
        assert isinstance(in_go, Failed)
        assert "write Python and call tools" in in_python.error
        assert "write Go and call tools" in in_go.error
        example = in_python.error.partition("for example:\n")[2]
        assert isinstance(await session.exec(example), Completed)


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
        other.setattr("codemode.engine.durable.journal.python_of", lambda _: "3.99")
        async with engine() as second:
            refused = await second.session("a", "s").wait(waiting.run_id)
            assert isinstance(refused, Failed)
            assert refused.code == "snapshot_restore_failed"
            assert f"the run was begun by Python {ours}, this is 3.99" in refused.error
    async with engine() as third:
        done = await third.session("a", "s").wait(waiting.run_id)
        assert isinstance(done, Completed), done
        assert done.value == 5


def python(code: str, *sources: FunctionSource) -> codemode.CodeModeResult:
    return codemode.run(code, language="python", trust_python=True, sources=sources)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ('{"a": 1, "b": [true, null]}', {"a": 1, "b": [True, None]}),
        (' [true, "\\ud83d\\ude00", 1e2]\n', [True, "\U0001f600", 100]),
        ('```json\n{"a": false}\n```', {"a": False}),
        ("[True, None]", [True, None]),
    ],
)
def test_a_json_value_is_a_program(code: str, value: object) -> None:
    done = python(code)
    assert (done.value, done.repairs, done.warnings) == (value, [], [])


@pytest.mark.parametrize("name", ["now", "strptime"])
def test_a_member_of_a_class_of_the_module_is_found(name: str) -> None:
    with pytest.raises(CodeModeError) as caught:
        python(f"import datetime\ndatetime.{name}()")
    hint = f"write datetime.datetime.{name}, or datetime.{name} after from datetime import datetime"
    assert caught.value.diagnostics[0].hint == hint


def test_an_integer_of_too_many_digits_is_told_without_advice_that_programs_cannot_follow() -> None:
    for code in ('f"{10 ** 5000}"', "str(10 ** 5000)"):
        with pytest.raises(CodeModeError) as caught:
            python(code)
        assert "set_int_max_str_digits" not in str(caught.value)
        assert "hex(n)" in caught.value.hint


@pytest.mark.parametrize(
    ("code", "value", "told"),
    [
        ('float("nan")', "NaN", "the value is NaN"),
        ('{"a": [1, float("-inf")], "b": float("nan")}', {"a": [1, "-Inf"], "b": "NaN"}, "a[1] is -Inf"),
        ('__out = {"a b": float("inf")}', {"a b": "+Inf"}, '"a b" is +Inf'),
    ],
)
def test_a_number_that_json_does_not_have_is_a_text_with_a_warning(code: str, value: object, told: str) -> None:
    done = python(code)
    assert done.value == value
    (warning,) = done.warnings
    assert warning.message == f"in the result, {told}, which is not a JSON number: the result has a text instead"
    assert not python("1.5").warnings


@pytest.mark.parametrize(
    ("code", "value", "told"),
    [
        ('{"total": 5, "o": A(), "l": [1, A()]}', {"total": 5, "o": "<A object>", "l": [1, "<A object>"]}, ["o", "l[1]"]),
        ('d = {"a": 1}\nd["self"] = d\nd', {"a": 1, "self": "{'a': 1, 'self': {...}}"}, ["self"]),
        ('({"k": len}, A)', [{"k": "<built-in function len>"}, "<class '__main__.A'>"], ["[0].k", "[1]"]),
        ('{"x y": [A()], "n": [float("nan")]}', {"x y": ["<A object>"], "n": ["NaN"]}, ['"x y"[0]', "n"]),
        ('{1: 2, "1": A()}', "{1: 2, '1': <A object>}", [None]),
        ("A()", "<A object>", [None]),
    ],
)  # fmt: skip
def test_what_is_not_data_is_a_text_and_everything_around_it_stays(
    code: str, value: object, told: list[str | None]
) -> None:
    done = python(f"class A: pass\n{code}")
    assert done.value == value
    for place, warning in zip(told, done.warnings, strict=True):
        begin = "the result: " if place is None else f"in the result, {place}"
        assert warning.message.startswith((begin, f"in {place} of the result")), warning.message
        assert warning.message.endswith("the result has a text instead")


def test_many_values_that_are_not_data_are_one_text() -> None:
    done = python("class A: pass\n[A() for _ in range(3000)]")
    assert isinstance(done.value, str)
    assert done.value.startswith("[<A object>, ")
    assert len(done.warnings) <= 20


def test_bytes_arrive_as_those_bytes() -> None:
    seen: list[object] = []

    def take(data: bytes, more: list[bytes] | None = None) -> str:
        seen.append((data, more))
        return data.hex()

    def text(data: str) -> str:
        return data

    source = FunctionSource.from_functions(take, text, owner="t")
    done = python('[t.take(data=b"hi"), t.take(b"hi", [b"a"]), t.take({"data": b"\\xff"}), t.text(b"hi")]', source)
    assert done.value == ["6869", "6869", "ff", "aGk="]
    python('t.take("aGk=")', source)  # a text is a text, also one that looks like base64
    assert seen == [(b"hi", None), (b"hi", [b"a"]), (b"\xff", None), (b"aGk=", None)]


def test_a_none_by_position_is_the_same_as_by_name() -> None:
    def pick(x: str | None = "default", y: int = 1) -> list[object]:
        return [x, y]

    def need(x: int | None) -> list[object]:
        return [x]

    def nothing() -> str:
        return "nothing"

    shop = FunctionSource.from_functions(pick, need, nothing, owner="m")
    code = (
        "[m.pick(None), m.pick(x=None), m.pick(None, None), m.need(None), m.nothing(None), "
        "call_tool('m.pick', None), call_tool('m.pick', {'x': None})]"
    )
    given = [[None, 1], [None, 1], [None, 1], [None], "nothing", ["default", 1], [None, 1]]
    assert python(code, shop).value == given


class Item(TypedDict):
    price: float


def test_a_decimal_arrives_as_a_number_where_the_tool_takes_numbers_only() -> None:
    seen: list[object] = []

    def take(a: float, b: int | None = None, c: list[float] | None = None, d: Item | None = None, e: str = "") -> None:
        seen.append((a, b, c, d, e))

    source = FunctionSource.from_functions(take, owner="t")
    head = "from decimal import Decimal as D\n"
    python(head + 't.take(D("1.5"), D(3), [D("0.1"), 2], {"price": D("2.25")}, D("0.10"))', source)
    python(head + 't.take({"a": D(2)}, b=D("1e2"))', source)
    assert seen == [(1.5, 3, [0.1, 2], {"price": 2.25}, "0.10"), (2, 100, None, None, "")]
    for odd in ("NaN", "Infinity", "1e99999"):
        with pytest.raises(CodeModeError, match="must be number"):
            python(head + f't.take(D("{odd}"))', source)
    with pytest.raises(CodeModeError, match="must be integer"):
        python(head + 't.take(1, D("1.5"))', source)


async def test_encodings_are_the_same_in_workers() -> None:
    names = "utf-8-sig CP1252 windows-1252 utf-16-le UTF_16 iso-8859-15 latin1 mac_roman gbk cp437"
    code = f'["é".encode(c).decode(c) for c in "{names}".split()] + [str(bytes("é", "cp1252"), encoding="cp1252")]'
    for how in ({}, {"isolation": "inline", "trust_python": True}):
        async with Engine(languages=("python",), **how) as engine:  # pyright: ignore[reportArgumentType]
            assert (await engine.session().exec(code)).result() == ["é"] * 11
            for odd in ("'a'.encode('rot13')", "b'a'.decode('cp1140')", "str(b'a', 'idna')", "bytes('a', 'punycode')"):
                reply = await engine.session().exec(odd)
                assert isinstance(reply, Failed)
                assert "unknown encoding: " in reply.error
                assert "there are ascii, big5, " in reply.diagnostics[0].hint
