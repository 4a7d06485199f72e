"""What has no counterpart in real Go: numbers of tools, made-up addresses, values printed without a program."""

import pytest

from codemode.interpreter.machine.values import Box, JsonInt, new_error, slice_from
from codemode.stdlib.fmt import print as fmt
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
