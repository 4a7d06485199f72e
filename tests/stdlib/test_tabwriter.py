"""text/tabwriter against what real Go printed (printed/tabwriter.go made printed/tabwriter.txt)."""

import pytest

from tests.interpreter.running import run
from tests.stdlib.printed_programs import assert_prints_the_same

PROGRAM = """package main
import ("text/tabwriter"; "strings"; "fmt"; "io")
type sink struct{{}}
func (sink) Write(b []byte) (int, error) {{ return len(b), nil }}
var _ = fmt.Sprint
func main() {{ w := tabwriter.NewWriter(io.Discard, 0, 8, 1, ' ', 0); _ = strings.Repeat; {} }}
"""


def test_prints_what_go_prints():
    assert_prints_the_same("tabwriter")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("w.Init(io.Discard, 1<<40, 8, 1, ' ', 0); w.Write([]byte(\"a\\tb\\n\")); w.Flush()", "memory_limit_exceeded"),
        ("w.Init(sink{}, 1<<40, 8, 1, ' ', 0); w.Write([]byte(\"a\\tb\\n\")); w.Flush()", "memory_limit_exceeded"),
        ('for { fmt.Fprint(w, "a\\tb\\n") }', "memory_limit_exceeded"),
        ('for { fmt.Fprint(w, strings.Repeat("\\t", 1000), "\\n"); w.Flush() }', "step_limit_exceeded"),
        ('for { fmt.Fprint(w, strings.Repeat("x", 1<<16)); w.Flush() }', "step_limit_exceeded"),
    ],
)
def test_what_grows_is_charged(body: str, code: str):
    failed = run(PROGRAM.format(body), max_steps=500_000, memory_limit_bytes=1 << 20).failure
    assert failed.code == code, failed


def test_many_columns_do_not_recurse():
    body = 'fmt.Fprintln(w, strings.Repeat("a\\t", 20000)); fmt.Println(w.Flush())'
    outcome = run(PROGRAM.format(body))
    assert outcome.stdout == "<nil>\n", outcome.end
