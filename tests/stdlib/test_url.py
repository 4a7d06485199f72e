"""net/url against what real Go printed (printed/url.go made printed/url.txt)."""

import pytest

from tests.interpreter.running import run
from tests.stdlib.printed_programs import assert_prints_the_same

PROGRAM = """package main
import ("net/url"; "strings")
func main() {{ s := strings.Repeat("é", 1<<18); slashes := strings.Repeat("/..", 1<<18); u := &url.URL{{Path: s}}; v := url.Values{{}}
_, _, _, _ = s, slashes, u, v
{} }}
"""


def test_prints_what_go_prints():
    assert_prints_the_same("url")


@pytest.mark.parametrize(
    "body",
    [
        "for { url.QueryEscape(s) }",
        'for { url.QueryUnescape(strings.Repeat("%41", 1<<18)) }',
        "for { url.Parse(s) }",
        "for { _ = u.String() }",
        "for { u.JoinPath(s) }",
        "for { u.Parse(slashes) }",
        'for { url.ParseQuery(strings.Repeat("a=b;", 1<<18)) }',
        'v["k"] = []string{s}; for { v.Encode() }',
    ],
)
def test_work_is_charged(body: str):
    failed = run(PROGRAM.format(body), max_steps=300_000).failure
    assert failed.code == "step_limit_exceeded"


@pytest.mark.parametrize(
    "body",
    [
        'for { v.Add("a", "b") }',
        "for i := 0; ; i++ { v.Set(string(rune(i)), s) }",
        "for { s = url.QueryEscape(s) }",
        "all := []url.Values{}; v.Set(s, s); for { all = append(all, v.Clone()) }",
        'all := []*url.URL{}; for { u, _ := url.Parse("a"); all = append(all, u) }',
    ],
)
def test_what_is_made_is_charged(body: str):
    failed = run(PROGRAM.format(body), memory_limit_bytes=3 << 20).failure
    assert failed.code == "memory_limit_exceeded"
