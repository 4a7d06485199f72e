"""Every function and method of the library charges more for a longer text, or is one of those that do not read it.

Steps are counted by the guest's own clock, so no second is measured: `tests/stdlib/test_growth.py` measures those. A new function that takes a text
is asked from the day it is registered.
"""

from __future__ import annotations

import pytest

import codemode
from codemode import CodeModeError, Limits
from codemode.stdlib.registry import Entry, LibraryFunc, Package, library
from tests.stdlib.growth_values import ALWAYS, RECEIVERS, VALUES
from tests.stdlib.test_growth import BUDGETS, ENDS, callables, expressions, setup, type_text

LIMITS = Limits(memory_limit_bytes=512 << 20, max_steps=100_000_000)
NS_PER_STEP = 50
LENGTH = 1 << 16
LEAST = LENGTH >> 12  # steps; what is fastest, a comparison, costs eight times as much

# the length is data, so that a program is compiled once for all lengths
TWO_TEXTS = 'x := strings.Repeat("a", int(data))\ny := strings.Repeat("aa", int(data) / 2)\n'

# what is put in the place of a value of the type; `x` is the long text, `y` is equal and made by itself
TEXTS = {
    "string": "x",
    "[]uint8": "[]byte(x)",
    "any": "any(x)",
    "[]any": "[]any{x, y}",
    "[]string": "[]string{x, y}",
    "[][]uint8": "[][]byte{[]byte(x), []byte(y)}",
}
# what keeps a text, looks at its ends, or refuses another type
UNREAD: dict[str, set[str]] = {
    "container/heap": {"Push"},
    "container/list": {"List.InsertAfter", "List.InsertBefore", "List.PushBack", "List.PushFront"},
    "context": {"WithValue"},
    "encoding/base64": {"NewEncoding"},
    "encoding/json": {"Decoder.Decode", "Encoder.SetIndent"},
    "errors": {"As", "New"},
    "fmt": {"Fscan", "Fscanln", "Sscan", "Sscanln"},
    "log": {"Logger.SetPrefix", "New", "SetPrefix"},
    "net/url": {"User", "UserPassword"},
    "path": {"IsAbs"},
    "path/filepath": {"FromSlash", "IsAbs", "ToSlash", "VolumeName"},
    "reflect": {"TypeOf"},
    "regexp": {"Regexp.SubexpIndex"},
    "sort": {"Slice", "SliceIsSorted", "SliceStable"},
    "strconv": {"ParseBool"},
    "strings": {"Clone", "NewReader", "Reader.Reset"},
    "sync": {"Pool.Put"},
    "sync/atomic": {"Value.CompareAndSwap", "Value.Store", "Value.Swap"},
    "text/template": {"New", "Template.Delims", "Template.Lookup", "Template.New"},
    "time": {"FixedZone"},
    "unicode/utf8": {"DecodeLastRuneInString", "DecodeRuneInString", "FullRuneInString"},
}


def with_text(t: object, path: str, second: bool) -> str:
    text = TEXTS.get(type_text(t, path))
    if text is None:
        return expressions(VALUES, t, path)[-1]
    return text.replace("(x)", "(y)").replace("x", "y", 1) if second and text == "x" else text


def steps(package: Package, entry: Entry, func: LibraryFunc, length: int) -> int:
    signature = func.signature
    values = [with_text(t, package.path, n > 0) for n, t in enumerate(signature.params)]
    if signature.variadic:
        values[-1] += "..."
    call = f"({', '.join(values)})"
    if entry.kind == "func":
        once, call = "", f"{package.name}.{entry.name}{call}"
    else:
        made = expressions(RECEIVERS, ("*" if func.pointer_recv else "") + str(func.recv), package.path)
        # of the expressions the one that matches all of a text at once
        once, call = f"receiver := {made[package.path == 'regexp']}\n", f"receiver.{entry.name.partition('.')[2]}{call}"
    results = func.signature.results
    if results and str(results[0]).startswith("iter.Seq"):
        call = f"for range {call} {{ break }}"
    body = TWO_TEXTS + f"{once}began := time.Now()\ntry(func() {{ {call} }})\n__out = int(time.Since(began))\n"
    head = 'import "math/rand/v2"\n' if package.path == "math/rand/v2" else ""
    code = head + setup(body) + ALWAYS + body
    return (codemode.run(code, data=length, limits=LIMITS, timeout_ms=60_000).value or 0) // NS_PER_STEP


def is_free(package: Package, entry: Entry, func: LibraryFunc) -> bool:
    """Whether it takes a text, and a long one costs no more than a short one. What ends the run has been charged, or ends it always."""
    if not any(type_text(t, package.path) in TEXTS for t in func.signature.params):
        return False
    if f"{package.path}.{entry.name}" in ENDS:
        return False
    try:
        return steps(package, entry, func, LENGTH) - steps(package, entry, func, 2) < LEAST
    except CodeModeError as error:
        if error.code not in BUDGETS:
            raise
        return False


@pytest.mark.parametrize("path", library().paths())
def test_what_reads_a_text_charges_for_its_length(path: str) -> None:
    package = library().package(path)
    assert package is not None
    found = {entry.name for entry, func in callables(package) if is_free(package, entry, func)}
    assert found == UNREAD.get(path, set())


# operations of the language, and functions, on two long texts that are equal but not one object
PAIRS = {
    "==": "x == y",
    "<": "x < y",
    "max": "max(x, y)",
    "any ==": "any(x) == any(y)",
    "any <": "any(x) < any(y)",
    "struct ==": "struct{ n int; s string }{1, x} == struct{ n int; s string }{1, y}",
    "array ==": "[2]string{``, x} == [2]string{``, y}",
    "map[string]": "map[string]int{x: 1}[y]",
    "map[any]": "map[any]int{x: 1}[y]",
    "map[struct]": "map[struct{ s string }]int{{x}: 1}[struct{ s string }{y}]",
    "map[array]": "map[[1]string]int{{x}: 1}[[1]string{y}]",
    "map[array of any]": "map[[1]any]int{{x}: 1}[[1]any{y}]",
    "in an any": "any(map[string]any{x: 1})[y]",
    "switch": "func() int { switch any(x) { case y: return 1 }; return 0 }()",
    "slices.Sort": "func() int { slices.Sort([]string{x, y}); return 0 }()",
    "sort.Strings": "func() int { sort.Strings([]string{x, y}); return 0 }()",
    "sort.StringsAreSorted": "sort.StringsAreSorted([]string{x, y})",
    "sort.StringSlice.Less": "sort.StringSlice{x, y}.Less(0, 1)",
    "sort.SearchStrings": "sort.SearchStrings([]string{x}, y)",
    "slices.BinarySearch": "func() int { i, _ := slices.BinarySearch([]string{x}, y); return i }()",
    "slices.Equal": "slices.Equal([]string{x}, []string{y})",
    "slices.Compare": "slices.Compare([]string{x}, []string{y})",
    "slices.Compact": "slices.Compact([]string{x, y})",
    "slices.Index": "slices.Index([]string{x}, y)",
    "slices.Max": "slices.Max([]string{x, y})",
    "slices.Min": "slices.Min([]string{x, y})",
    "slices.IsSorted": "slices.IsSorted([]string{x, y})",
    "cmp.Compare": "cmp.Compare(x, y)",
    "cmp.Less": "cmp.Less(x, y)",
    "maps.Equal": "maps.Equal(map[string]int{x: 1}, map[string]int{y: 1})",
    "maps.Equal of values": "maps.Equal(map[int]string{1: x}, map[int]string{1: y})",
    "url.Values.Get": "url.Values{x: nil}.Get(y)",
    "reflect.DeepEqual": "reflect.DeepEqual([]string{x}, []string{y})",
    "ctx.Value": "context.WithValue(context.Background(), x, 1).Value(y)",
}


def spent(expression: str, length: int) -> int:
    source = TWO_TEXTS + f"began := time.Now()\nv := {expression}\n_ = v\n__out = int(time.Since(began))"
    return codemode.run(source, data=length, limits=LIMITS, timeout_ms=60_000).value // NS_PER_STEP


@pytest.mark.parametrize("name", PAIRS)
def test_comparing_long_texts_costs_by_their_length(name: str) -> None:
    more = spent(PAIRS[name], LENGTH) - spent(PAIRS[name], 2)
    assert LENGTH >> 9 <= more <= LENGTH >> 5
