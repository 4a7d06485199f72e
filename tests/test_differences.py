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
    "local types in generic ones": (
        'type T struct{}\n__out = fmt.Sprintf("%T", atomic.Pointer[T]{})',
        "atomic.Pointer[main.T]",
    ),
    "equal elements stay in their order": (
        "xs := []int{}\nfor i := range 50 { xs = append(xs, i) }\nsort.Slice(xs, func(i, j int) bool { return xs[i]%2 < xs[j]%2 })\n"
        "__out = []int{xs[0], xs[1], xs[24], xs[25], xs[49]}",
        [0, 2, 48, 1, 49],
    ),
    "collections are swapped into order": (
        "xs := sort.StringSlice{}\nfor i := range 30 { xs = append(xs, fmt.Sprint(i%7, i)) }\n"
        "type by struct{ sort.StringSlice }\nsort.Sort(by{xs})\n__out = sort.IsSorted(xs)",
        True,
    ),
    "a seed gives its sequence in every run": (
        "r := rand.New(rand.NewSource(42))\n__out = []int{r.Intn(1000), r.Intn(1000), r.Intn(1000)}",
        [741, 159, 278],
    ),
    "waiting times have their mean": (
        "r, sum := rand.New(rand.NewSource(1)), 0.0\nfor range 4000 { sum += r.ExpFloat64() }\n__out = math.Abs(sum/4000-1) < 0.1",
        True,
    ),
    "the gamma function has 14 digits": ("__out = math.Abs(math.Gamma(10.5)/1133278.3889487855-1) < 1e-14", True),
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
    "__out = math.J0(1)": ("check_failed", "undefined: math.J0"),
    "__out = math.Erfinv(0.5)": ("check_failed", "undefined: math.Erfinv"),
    "rand.NewZipf(nil, 2, 1, 9)": ("check_failed", "undefined: rand.NewZipf"),
    'import "container/ring"\n__out = ring.New(3)': ("module_access_denied", "container/ring"),
    'import "unicode/utf16"\n__out = utf16.Encode(nil)': ("module_access_denied", "unicode/utf16"),
    "r, w := io.Pipe()\n__out = []any{r, w}": ("check_failed", "undefined: io.Pipe"),
    "__out = base64.NewEncoder": ("check_failed", "undefined: base64.NewEncoder"),
    "__out = crc32.MakeTable(1)": ("check_failed", "undefined: crc32.MakeTable"),
    "fmt.Scanln()": ("check_failed", "undefined: fmt.Scanln"),
}


@pytest.mark.parametrize("source", FAILURES)
def test_failure(source: str) -> None:
    code, words = FAILURES[source]
    with pytest.raises(CodeModeError) as caught:
        codemode.run(source)
    assert caught.value.code == code
    assert words in str(caught.value)
