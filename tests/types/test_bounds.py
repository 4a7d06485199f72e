"""Texts that try to make checking slow or large."""

from __future__ import annotations

import sys

import pytest

from tests.types.support import run

N = 40
MOST = 6_000_000  # calls and returns: four times what the longest takes
ATTACKS = {
    "names that are like others": "\n".join(f"abcde{i} + {i}" for i in range(4000)),
    "structs of structs": "\n".join(f"type T{i} struct {{ a, b T{i - 1} }}" for i in range(N, 0, -1))
    + f"\ntype T0 struct{{}}\nvar x T{N}\n_ = x",
    "aliases of aliases": "type A0 = struct{}\n"
    + "\n".join(f"type A{i} = struct {{ a, b A{i - 1} }}" for i in range(1, N))
    + f"\nvar x A{N - 1}\nx = 1",
    "generic types of each other": "\n".join(f"type G{i}[T any] struct {{ a, b G{i - 1}[T] }}" for i in range(N, 0, -1))
    + f"\ntype G0[T any] struct{{}}\nvar x G{N}[int]\n_ = x",
    "instances of instances": "type P[A, B any] struct { a A; b B }\ntype A0 = P[int, int]\n"
    + "\n".join(f"type A{i} = P[A{i - 1}, A{i - 1}]" for i in range(1, N))
    + f"\nvar x A{N - 1}\nx = 1",
    "constant strings": 'const s0 = "xxxxxxxxxxxxxxxx"\n'
    + "\n".join(f"const s{i} = s{i - 1} + s{i - 1}" for i in range(1, 200))
    + "\n__out = len(s199)",
    "constant integers": "const s0 = 7\n" + "\n".join(f"const s{i} = s{i - 1} * s{i - 1}" for i in range(1, 200)),
    "constant floats": "const s0 = 1.0/3\n"
    + "\n".join(f"const s{i} = s{i - 1} * s{i - 1} + 1.0/7" for i in range(1, 200)),
    "a long sum": "x := 1\n__out = " + " + ".join(["x"] * 900),
    "embedding": "\n".join(
        f"type E{i} struct {{ *E{i - 1}; *F{i - 1} }}\ntype F{i} struct {{ *E{i - 1}; *F{i - 1} }}"
        for i in range(N, 0, -1)
    )
    + f"\ntype E0 struct{{}}\ntype F0 struct{{}}\nvar x E{N}\n_ = x.zzz",
    "inference": "func f[T any](x T) []T { return nil }\n__out = " + "f(" * 60 + "1" + ")" * 60,
    "package variables": "package main\n"
    + "\n".join(f"var x{i} = x{i + 1}" for i in range(3000))
    + "\nvar x3000 = 1\nfunc main() {}",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_checking_is_little_work(name: str) -> None:
    """Counted in calls of functions, Python's own among them: seconds depend on the machine."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1
        if calls > MOST:
            sys.setprofile(None)
            pytest.fail(f"more than {MOST} calls and returns")

    sys.setprofile(count)
    try:
        run(ATTACKS[name])
    finally:
        sys.setprofile(None)


def test_the_number_of_problems_is_limited() -> None:
    result = run("\n".join(f"abcde{i} + {i}" for i in range(2000)))
    assert len(result.errors) == 501
    assert result.errors[-1].endswith("too many errors")


def test_warnings_do_not_hide_errors() -> None:
    result = run("\n".join(f"x{i} := {i}" for i in range(1000)) + "\n__out = missing")
    assert len(result.warnings) == 500
    assert result.errors == ["1001: undefined: missing"]


def test_a_chain_that_is_too_deep_is_refused() -> None:
    text = (
        "package main\n" + "\n".join(f"var x{i} = x{i + 1}" for i in range(12000)) + "\nvar x12000 = 1\nfunc main() {}"
    )
    assert run(text).errors in ([], ["1: the program is nested too deeply"])
