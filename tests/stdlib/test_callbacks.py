"""Library functions that call back pause in long work, also where what they call is a library function, which charges nothing."""

import pytest

from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.machine import Machine
from codemode.interpreter.machine.signals import Finished, Sliced
from tests.interpreter.running import START, program

SIZE = 1 << 18
CALLS = [
    "strings.IndexFunc(s, unicode.IsUpper)",
    "strings.LastIndexFunc(s, unicode.IsUpper)",
    "strings.ContainsFunc(s, unicode.IsUpper)",
    "strings.TrimFunc(s, unicode.IsLower)",
    "strings.TrimLeftFunc(s, unicode.IsLower)",
    "strings.TrimRightFunc(s, unicode.IsLower)",
    "strings.FieldsFunc(s, unicode.IsUpper)",
    "strings.Map(unicode.ToUpper, s)",
    "bytes.IndexFunc(b, unicode.IsUpper)",
    "bytes.LastIndexFunc(b, unicode.IsUpper)",
    "bytes.TrimFunc(b, unicode.IsLower)",
    "bytes.FieldsFunc(b, unicode.IsUpper)",
    "bytes.Map(unicode.ToUpper, b)",
    "slices.IndexFunc(runes, unicode.IsUpper)",
    "slices.ContainsFunc(runes, unicode.IsUpper)",
    "slices.DeleteFunc(runes, unicode.IsUpper)",
]


def pauses(source: str) -> int:
    """How often the machine comes back while it runs."""
    machine = Machine(program(source), limits=MachineLimits(max_steps=1 << 30, slice_steps=1 << 30), started_at=START)
    found = 0
    while isinstance(signal := machine.step(), Sliced):
        found += 1
    assert isinstance(signal, Finished), signal
    return found


@pytest.mark.parametrize("call", CALLS)
def test_long_work_pauses(call):
    text = f's := strings.Repeat("a", {SIZE})\nb := []byte(s)\nrunes := []rune(s)\n_, _, _ = s, b, runes\n'
    used = "var _, _, _ = bytes.Clone, slices.Max[[]int], unicode.IsUpper"
    whole = f'package main\nimport ("bytes"; "slices"; "strings"; "unicode")\n{used}\nfunc main() {{\n{text}%s}}\n'
    assert pauses(whole % f"_ = {call}\n") - pauses(whole % "") >= SIZE >> 15
