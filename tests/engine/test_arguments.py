"""What a program passes to a tool is data, or an error that says which key it was."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

import codemode
from codemode import Engine, FunctionSource, FunctionTool

EVERYWHERE = pytest.mark.parametrize("isolation", ["run", "inline", "process"])
SEEN: list[Any] = []


class Letter(BaseModel):
    body: bytes
    name: str = ""


def tools() -> FunctionSource:
    def take(**given: Any) -> int:
        SEEN.append(given)
        return len(given)

    def one(x: Any) -> int:
        SEEN.append(x)
        return 1

    def raw(data: bytes, name: str = "") -> list[Any]:
        SEEN.append(data)
        return [type(data).__name__, data, name]

    def many(parts: list[bytes], letter: Letter, extra: bytes | None = None) -> bool:
        SEEN.append((parts, letter.body, extra))
        return True

    def short(data: Annotated[bytes, Field(max_length=4)]) -> bytes:
        return data

    text = {"type": "string", "contentEncoding": "base64"}
    own = FunctionTool("t.own", lambda data: data, "", {"type": "object", "properties": {"data": text}})
    return FunctionSource([*(FunctionTool(f"t.{f.__name__}", f) for f in (take, one, raw, many, short)), own])


def run(code: str, isolation: str = "run") -> Any:
    SEEN.clear()
    if isolation == "run":
        try:
            return codemode.run(code, sources=[tools()])
        except codemode.CodeModeError as failed:
            return failed

    async def main() -> Any:
        async with Engine([tools()], isolation=isolation) as engine:
            return await engine.session().exec(code)

    return asyncio.run(main())


ODD = [
    ('map[string]any{"a": 1, "f": func(n int) {}}', "f is a func(int), which is not data"),
    ('map[string]any{"list": []any{1, map[string]any{"c": make(chan int)}}}', "list[1].c is a chan int, which is not data"),
    ('map[string]any{"rates": []float64{1, math.NaN()}}', "rates[1] is NaN, which is not a JSON number"),
    ('map[string]any{"a b": math.Inf(1)}', '"a b" is +Inf, which is not a JSON number'),
    ("struct{ Low float64 }{math.Inf(-1)}", "Low is -Inf, which is not a JSON number"),
    ("loop", "m is inside itself, which is not data"),
    ("deep", "nested deeper than 200, which is not data"),
]  # fmt: skip
BEFORE = (
    'loop := map[string]any{}\nloop["m"] = loop\n'
    'deep := map[string]any{}\nfor i := 0; i < 300; i++ { deep = map[string]any{"d": deep} }\n_, _ = loop, deep\n'
)


@EVERYWHERE
@pytest.mark.parametrize(("given", "told"), ODD)
def test_arguments_that_are_not_data_are_not_sent(isolation: str, given: str, told: str) -> None:
    failed = run(
        f'{BEFORE}v, err := codemode.CallTool("t.take", {given})\nif err != nil {{\n\treturn err\n}}\n__out = v',
        isolation,
    )
    assert failed.code == "guest_error"
    assert told in str(getattr(failed, "error", failed))
    assert "t.take: " in str(getattr(failed, "error", failed))
    assert [d.line for d in failed.diagnostics] == [8]  # where the error is returned
    assert (SEEN, failed.tool_calls) == ([], [])


def test_a_single_value_is_checked_too() -> None:
    failed = run('v, err := codemode.CallTool("t.one", []any{func() {}})\nif err != nil { return err }\n__out = v')
    assert "t.one: [0] is a func(), which is not data" in str(failed)
    assert run('__out = codemode.CallTool("t.one", map[string]any{"x": nil})').value == 1
    assert run('var f func()\n__out = codemode.CallTool("t.one", map[string]any{"x": f})').value == 1
    assert SEEN == [None]
    assert run('__out = codemode.CallTool("t.one", map[string]any{"x": "<cycle>", })').value == 1


@EVERYWHERE
def test_in_the_result_it_becomes_a_text_with_a_warning(isolation: str) -> None:
    done = run('a := 1\n__out = map[string]any{"a": a, "f": []any{func() {}}, "n": math.NaN()}', isolation)
    assert done.value == {"a": 1, "f": ["<func()>"], "n": "NaN"}
    (warning,) = done.warnings
    assert (warning.code, warning.line, warning.column) == ("runtime_warning", 2, 1)
    assert warning.message == "in __out, f[0] is a func(), which is not data: the result has a text instead"


# --- bytes --------------------------------------------------------------------------------------------------------------


@EVERYWHERE
def test_bytes_arrive_as_those_bytes(isolation: str) -> None:
    done = run(
        '__out = codemode.CallTool("t.raw", map[string]any{"data": []byte{0, 255, 104}, "name": "n"})', isolation
    )
    assert done.value == ["bytes", "AP9o", "n"]
    assert SEEN == [b"\x00\xffh"]
    assert run('__out = codemode.CallTool("t.raw", []byte("hi"))', isolation).value[1] == "aGk="
    # a text is a text, also one that looks like base64
    assert run('__out = codemode.CallTool("t.raw", map[string]any{"data": "abcd"})', isolation).value[1] == "YWJjZA=="
    assert run('__out = codemode.CallTool("t.raw", struct{ Data []byte }{[]byte("")})', isolation).value[1] == ""


@EVERYWHERE
def test_bytes_inside_lists_and_models_arrive_too(isolation: str) -> None:
    letter = 'map[string]any{"body": []byte("b"), "name": "n"}'
    parts = '[][]byte{[]byte("a"), []byte("\\xff")}'
    given = f'map[string]any{{"parts": {parts}, "letter": {letter}, "extra": []byte("e")}}'
    code = f'__out = codemode.CallTool("t.many", {given})'
    assert run(code, isolation).value is True, run(code, isolation)
    assert SEEN == [([b"a", b"\xff"], b"b", b"e")]


def test_the_length_of_bytes_is_that_of_the_bytes() -> None:
    assert run('__out = codemode.CallTool("t.short", []byte("1234"))').value == "MTIzNA=="
    assert "at most 4 bytes" in str(
        run('v, err := codemode.CallTool("t.short", []byte("12345"))\nif err != nil { return err }\n__out = v')
    )


def test_a_tool_that_declares_base64_gets_base64() -> None:
    assert run('__out = codemode.CallTool("t.own", map[string]any{"data": []byte("hi")})').value == "aGk="
    assert run('__out = codemode.CallTool("t.take", map[string]any{"data": []byte("hi")})').value == 1
    assert SEEN == [{"data": "aGk="}]


def test_a_text_that_only_begins_like_bytes_stays_a_text() -> None:
    text = "data:application/octet-stream;base64,"
    assert run(f'__out = codemode.CallTool("t.raw", "{text}%%%")').value[0] == "bytes"
    assert [f"{text}%%%".encode()] == SEEN


# --- the result through a pointer ---------------------------------------------------------------------------------------


@EVERYWHERE
@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("p := &__out\n*p = 1", 1),
        ("p := &__out; *p = 1", 1),
        ("func set(p *any) { *p = 5 }\nset(&__out)", 5),
        ('var p *any = &__out\nif true {\n\t*p = "x"\n}', "x"),
        ('if err := json.Unmarshal([]byte(`{"a": [1]}`), &__out); err != nil {\n\treturn err\n}', {"a": [1]}),
    ],
)
def test_a_pointer_to_the_result_sets_it(isolation: str, code: str, value: Any) -> None:
    done = run(code, isolation)
    assert (done.value, done.has_value) == (value, True)
