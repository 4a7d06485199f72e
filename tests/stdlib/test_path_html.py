"""path and html against what real Go printed (printed/NAME.go made printed/NAME.txt)."""

import pytest

from tests.interpreter.running import run
from tests.stdlib.printed_programs import assert_prints_the_same

PROGRAM = """package main
import ("html"; "path"; "strings")
var _, _, _ = html.EscapeString, path.Clean, strings.Repeat
func main() {{ {} }}
"""


@pytest.mark.parametrize("name", ["path", "html"])
def test_prints_what_go_prints(name: str):
    assert_prints_the_same(name)


@pytest.mark.parametrize(
    "body",
    [
        # each star makes Go try the rest of the pattern at every place of the name
        'p := strings.Repeat("a", 5000); for { path.Match("*" + p + "b", p + p) }',
        's := strings.Repeat("/", 1<<20); for { path.Clean(s) }',
        's := strings.Repeat("a", 1<<20); for { path.Join(s, s) }',
        's := strings.Repeat("<", 1<<20); for { html.EscapeString(s) }',
        's := strings.Repeat("&", 1<<20); for { html.UnescapeString(s) }',
        's := "&#" + strings.Repeat("1", 1<<20) + ";"; for { html.UnescapeString(s) }',
    ],
)
def test_work_is_charged(body: str):
    failed = run(PROGRAM.format(body), max_steps=300_000).failure
    assert failed.code == "step_limit_exceeded"


def test_what_is_made_is_charged():
    body = 's := "<"; for { s = html.EscapeString(s + s) }'
    assert run(PROGRAM.format(body), memory_limit_bytes=4 << 20).failure.code == "memory_limit_exceeded"
