"""What docs/differences.md says of values and texts, shown. Most of its other lines have tests where the thing itself is tested."""

from __future__ import annotations

from typing import Any

import pytest

import codemode
from codemode import CodeModeError

VALUES: dict[str, tuple[str, Any]] = {
    "numbers of a tool divide as in JSON": ("__out = data.a / data.b", 3.5),
    "with an int too": ("n := len(`ab`)\n__out = data.a / n", 3.5),
    "in an int they divide as integers": ("var a int = data.a\n__out = a / 2", 3),
    "numbers are joined as text": ('__out = "a: " + data.a', "a: 7"),
    "small fields are in the result": ("type row struct{ a, b int }\n__out = row{1, 2}", {"a": 1, "b": 2}),
    "the local zone is UTC": ("__out = fmt.Sprint(time.Local, time.Date(2024, 1, 2, 0, 0, 0, 0, time.Local))", "Local 2024-01-02 00:00:00 +0000 UTC"),
    "times have no monotonic part": ('__out = strings.Contains(time.Now().String(), "m=")', False),
    "deadlines have none": (
        "ctx, stop := context.WithTimeout(context.Background(), time.Hour)\ndefer stop()\nd, _ := ctx.Deadline()\n"
        '__out = strings.Contains(fmt.Sprint(ctx, d), "m=")',
        False,
    ),
    "one processor": ("__out = runtime.NumCPU()", 1),
    "logs name no file": (
        'var b strings.Builder\nlog.New(&b, "", log.Lshortfile).Print("x")\n__out = b.String()',
        "???:0: x\n",
    ),
    "a prefix of letters and escapes": ('__out, _ = regexp.MustCompile(`a\\.b(c)`).LiteralPrefix()', "a.b"),
    "local types in generic ones": (
        'type T struct{}\n__out = fmt.Sprintf("%T", atomic.Pointer[T]{})',
        "atomic.Pointer[main.T]",
    ),
    "maps keep their order": ('m := map[string]int{"b": 1, "a": 2}\nfor k := range m {\n\tfmt.Print(k)\n\t__out = k\n}', "a"),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_value(name: str) -> None:
    source, want = VALUES[name]
    assert codemode.run(source, data={"a": 7, "b": 2}).value == want


FAILURES = {
    "var x any\nfor range x {\n}": ("guest_panic", "cannot range over x: it is nil"),
    'var x any\n__out = x["a"]': ("guest_panic", "cannot index x: it is nil"),
    "for i := range 501 {\n\tregexp.MustCompile(fmt.Sprint(i))\n}": ("memory_limit_exceeded", "500 different"),
    "new(big.Int).Lsh(big.NewInt(1), 1<<20)": ("memory_limit_exceeded", "at most 1048576 bits"),
    "x := big.NewFloat(1)\n__out = x": ("check_failed", "undefined: big.NewFloat"),
    "io.EOF = nil": ("check_failed", "it does not belong to the program"),
    "fmt.Scanln()": ("check_failed", "undefined: fmt.Scanln"),
}


@pytest.mark.parametrize("source", FAILURES)
def test_failure(source: str) -> None:
    code, words = FAILURES[source]
    with pytest.raises(CodeModeError) as caught:
        codemode.run(source)
    assert caught.value.code == code
    assert words in str(caught.value)
