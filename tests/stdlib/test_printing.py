"""What has no counterpart in real Go: numbers of tools, made-up addresses, values printed without a program."""

import math
import random

import pytest

from codemode.interpreter.machine.values import Box, JsonInt, new_error, slice_from
from codemode.stdlib.fmt import directives
from codemode.stdlib.fmt import print as fmt
from codemode.stdlib.fmt.values import Printer
from codemode.types import model
from tests.interpreter.running import run
from tests.stdlib.golang import fresh_run


def printed(format, *args):
    return fmt.sprintf(fresh_run(), format.encode(), list(args)).decode()


@pytest.mark.parametrize(
    ("format", "want"),
    [
        ("%v", "1234567"),
        ("%d", "1234567"),
        ("%s", "%!s(float64=1234567)"),
        ("%T", "float64"),
        ("%.2f", "1234567.00"),
        ("%g", "1.234567e+06"),
        ("%e", "1.234567e+06"),
        ("%10d|", "   1234567|"),
        ("%-10v|", "1234567   |"),
        ("%010v", "0001234567"),
        ("%#v", "1234567"),
        ("%+v", "1234567"),
        ("%.3v", "1.23e+06"),
        ("%t", "%!t(float64=1234567)"),
    ],
)
def test_an_integral_number_of_a_tool_shows_as_an_integer(format, want):
    assert printed(format, JsonInt(1234567)) == want


def test_no_digit_of_a_tool_number_is_lost():
    huge = JsonInt(12345678901234567890123)
    assert printed("%v %d", huge, huge) == f"{huge} {huge}"
    assert printed("%v", {b"id": JsonInt(9007199254740993)}) == "map[id:9007199254740993]"
    assert printed("%v", slice_from([JsonInt(2), 2.5, JsonInt(-3)])) == "[2 2.5 -3]"
    assert fmt.sprintln(fresh_run(), [JsonInt(1000000), b"x"]) == b"1000000 x\n"
    assert fmt.sprint(fresh_run(), [JsonInt(1), JsonInt(2)]) == b"1 2"


def test_a_tool_number_may_be_a_width():
    assert printed("%*d", JsonInt(5), 42) == "   42"


def test_a_tool_number_inside_typed_values():
    record = model.Named("T", "", model.struct_of([model.StructField("V", model.ANY)]))
    assert printed("%v %+v %#v", *[Box(record, [JsonInt(7)])] * 3) == "{7} {V:7} main.T{V:7}"


def test_maps_of_tools_are_shown_in_the_order_of_their_keys():
    assert printed("%v", {b"b": True, b"a": None, b"c": {b"z": 1, b"y": b"x"}}) == "map[a:<nil> b:true c:map[y:x z:1]]"


def test_errors_of_the_run_time_show_their_text():
    assert printed("%v|%s|%q", *[new_error("boom")] * 3) == 'boom|boom|"boom"'


def test_the_same_format_is_compiled_once():
    from codemode.stdlib.fmt.directives import compiled

    compiled.cache_clear()
    for number in range(100):
        assert printed("%d:%s", number, b"x") == f"{number}:x"
    assert compiled.cache_info().misses == 1
    for number in range(2000):
        printed(f"{number}%d", 1)
    assert compiled.cache_info().currsize <= 512


def test_a_long_format_is_not_kept():
    from codemode.stdlib.fmt.directives import compiled

    compiled.cache_clear()
    assert printed("x" * 10_000 + "%d", 1).endswith("x1")
    assert compiled.cache_info().currsize == 0


def test_a_panic_in_a_method_leaves_the_depth_of_calls_alone():
    outcome = run(
        'package main\nimport "fmt"\ntype bad struct{}\nfunc (bad) String() string { panic("x") }\n'
        "func main() { for range 6000 { _ = fmt.Sprint(bad{}) }; fmt.Println(bad{}) }\n"
    )
    assert outcome.stdout == "%!v(PANIC=String method: x)\n", outcome.end


DIRECTIVES = "%d %5d %-5d| %05d %+d %x %s %8s %-8s| %05s %.2s %v %5v %+v %#v %.2f %8.3f %-8.1f| %f %F %e %g %q %t %T %c %w %% %*d %[1]d %! %".split()
VALUES = [
    0,
    -5,
    1 << 62,
    1.5,
    -0.0,
    1e21,
    1e-7,
    math.inf,
    math.nan,
    b"ab",
    "é".encode(),
    b"",
    b"\xff",
    b"x" * 5000,
    True,
    None,
]
VALUES += [JsonInt(3), Box(model.UINT8, 7), new_error("bad"), slice_from([1, 2]), {b"a": 1}]

PLAIN_DIRECTIVES = {
    int: ["%d", "%5d", "%-5d|", "%05d", "%+d", "%v", "%x", "%d%%"],
    float: ["%v", "%.2f", "%8.3f", "%-8.1f|", "%f", "%e", "%g"],
    bytes: ["%s", "%8s", "%-8s|", "%v", "%q"],
}
PLAIN = [*PLAIN_DIRECTIVES]


def test_what_is_printed_at_once_is_printed_step_by_step_too():
    chance = random.Random(1)
    told = 0
    for number in range(6000):
        if plain := number % 3 > 0:
            kinds = chance.choices(PLAIN, k=chance.randrange(1, 4))
            parts = [chance.choice(PLAIN_DIRECTIVES[kind]) for kind in kinds]
        else:
            parts = chance.choices(DIRECTIVES, k=chance.randrange(4))
        text = chance.choice(["", "é: ", "a, "]).join(parts).encode()
        args = chance.choices(VALUES, k=max(0, len(parts) + chance.choice([0, 0, 0, 1, -1])))
        if plain:
            args = [chance.choice([value for value in VALUES if type(value) is kind]) for kind in kinds]
        quick, slow = fresh_run(), fresh_run()
        printer = Printer(slow)
        directives.printf(printer, text, list(args))
        assert fmt.sprintf(quick, text, args) == bytes(printer.out), (text, args)
        assert (quick.steps, quick.held) == (slow.steps, slow.held), (text, args)
        told += directives.at_once(text, args) is not None
    assert told > 1000


def test_formats_are_remembered_for_few_arguments_only():
    assert directives.at_once(b"%d", [1] * 1000) is None
    assert directives.at_once(b"%d" * 33, [1] * 33) is None
    assert directives.at_once(b"%d" * 32, [1] * 32) == b"1" * 32
