"""Calls, operators and layouts that are almost Go: what is certain runs and gives the value, and says what it was read as."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import codemode
from codemode import CodeModeError, FunctionSource, FunctionTool


def plan(week: int, line_name: str = "A", strict: bool = False) -> str:
    return f"{line_name}{week}"


SOURCE = FunctionSource([FunctionTool("mes.plan", plan)], owner="mes")
DAYS = "a := time.Date(2026, time.May, 2, 0, 0, 0, 0, time.UTC)\nb := a.AddDate(0, 0, -1)\n"
ROWS = 'rows := []map[string]any{{"n": 2}, {"n": 1}}\n'

RUNS: list[tuple[str, Any]] = [
    # less than a function takes
    ('x, err := strconv.ParseFloat("2.5")\nif err != nil { return err }\n__out = x', 2.5),
    ('__out = strconv.ParseInt("25")', 25),
    ('__out = strconv.ParseInt("ff", 16)', 255),
    ("__out = strconv.FormatInt(5) + strconv.FormatFloat(2.5)", "52.5"),
    ('__out = time.Date(2026, 5, 2).Format("2006-01-02 15:04:05 MST")', "2026-05-02 00:00:00 UTC"),
    ('__out = time.Date(2026, 5, 2, 13, 4, 5).Format("2006-01-02 15:04:05")', "2026-05-02 13:04:05"),
    ('__out = time.Date(2026, 5, 2, 13, 4, 5, time.UTC).Format("15:04:05 MST")', "13:04:05 UTC"),
    ('__out = strings.Trim(" x ") + strings.TrimRight("y ") + strings.Replace("aa", "a", "b")', "xybb"),
    ("re := regexp.MustCompile(`\\d+`)\n__out = re.FindAllString(`a1b22`)", ["1", "22"]),
    ('xs := make([]string)\nxs = append(xs, "a")\n__out = xs', ["a"]),
    ('err := errors.New("no %s", "way")\n__out = err.Error()', "no way"),
    ('__out = string(json.MarshalIndent(map[string]int{"a": 1}))', '{\n  "a": 1\n}'),
    # names without their package
    ('xs := []string{"b", "a"}\nsort(xs)\n__out = xs', ["a", "b"]),
    ('xs := []string{"b", "a"}\nif contains(xs, "a") { __out = "yes" }', "yes"),
    ('if contains("team", "ea") { __out = Sprintf("%d", 5) }', "5"),
    # numbers in texts
    ('p := strings.Split("1:30", ":")\n__out = int(p[0])*60 + int(p[1])', 90),
    ('__out = int(strings.Split("a 5", " ")[1]) + 1', 6),
    ('m := map[string]string{"x": " 2.5"}\n__out = float64(m["x"]) * 2', 5),
    # texts of errors and times
    (
        '_, err := strconv.Atoi("x")\nm := map[string]string{"e": err}\nif strings.Contains(err, "invalid") { __out = m }',
        {"e": 'strconv.Atoi: parsing "x": invalid syntax'},
    ),
    ('type E struct{}\nfunc (E) Error() string { return "mine" }\nvar err error = E{}\nvar s string = err\n__out = s', "mine"),
    ('m := map[string]string{}\nd := 90 * time.Minute\nm["d"] = d\n__out = m', {"d": "1h30m0s"}),
    # operators of times
    (DAYS + "__out = (a - b).Hours()", 24),
    (DAYS + "var d time.Duration = a - b\n__out = []any{d.String(), a < b, a >= b}", ["24h0m0s", False, True]),
    (DAYS + "m := map[string]string{}\nm[`x`] = a - b\n__out = m", {"x": "24h0m0s"}),
    ("var t time.Time = nil\nn := 0\nif t == nil { n++ }\nt = time.Now()\nif nil != t { n++ }\nt = nil\n__out = []any{n, t.IsZero()}", [2, True]),
    ("__out = []any{(0.05 * time.Second).String(), (time.Minute * 1.5).String()}", ["50ms", "1m30s"]),
    # errors and bytes in sums
    ('err := errors.New("bad")\ntext := "q: "\n__out = []any{"list: " + err, text + err}', ["list: bad", "q: bad"]),
    ('b := base64.b64decode("aGk=")\nif b == "hi" { __out = "x: " + b + strings.ToUpper(b) + hex.EncodeToString("a") }', "x: hiHI61"),
    # lists, structs and functions
    ("xs := []any{1}\nxs += []any{2}\n__out = xs", [1, 2]),
    ('type row struct {\n\ta, b int,\n\tkeys map[string]int,\n}\n__out = row{a: 1, keys: {"x": 2}}.keys', {"x": 2}),
    ("done := make(chan bool)\ngo func() { defer close(done)\nreturn nil }()\n<-done\n__out = 1", 1),
    ("f := func(a, b) { if a > b { return a }\nreturn b }\n__out = []any{f(1, 2), func(s) { return s + `!` }(`x`)}", [2, "x!"]),
    ("out := []any{}\nfor m := range []map[string]int{{`a`: 5}} { out = append(out, m[`a`]) }\n__out = out", [5]),
    ("n := 0\nf := func() int { n++\nreturn 5 }\n__out = []any{1 < f() <= 5, 1 < f() < 3, n}", [True, False, 2]),
    ("xs := []any{}\nif not xs and not `` { __out = 1 }", 1),
    # orders told by elements
    ('xs := []string{"bb", "a"}\nsort.Slice(xs, func(a, b string) bool { return len(a) < len(b) })\n__out = xs', ["a", "bb"]),
    (ROWS + 'sort.Slice(rows, func(a, b map[string]any) bool { return a["n"] < b["n"] })\n__out = rows', [{"n": 1}, {"n": 2}]),
    (ROWS + 'slices.SortFunc(rows, func(a, b map[string]any) bool { return a["n"] < b["n"] })\n__out = rows', [{"n": 1}, {"n": 2}]),
    ("xs := []int{3, 1, 2}\nsort.Slice(xs, func(a, b int) int { return a - b })\n__out = xs", [1, 2, 3]),
    ('xs := []string{"b", "a"}\nsort.Slice(xs, func(i, j any) bool { return xs[i] < xs[j] })\n__out = xs', ["a", "b"]),
    # layouts
    ('d := time.Date(2026, 5, 2, 13, 4, 5)\n__out = d.Format("%d.%m.%Y %H:%M")', "02.05.2026 13:04"),
    ('d := time.Date(2026, 5, 2, 13, 4, 5)\n__out = d.Format("YYYY-MM-DDTHH:mm:ss")', "2026-05-02T13:04:05"),
    ('d := time.Date(2026, 5, 2)\n__out = d.Format("yyyy-mm-dd") + d.Format(" MMM D, YYYY")', "2026-05-02 May 2, 2026"),
    ('d := time.Parse("%Y-%m-%d", "2026-05-02")\n__out = d.Day()', 2),
    # methods of texts
    ('s := "a--"\n__out = s.TrimRight("-") + "b  ".rstrip() + "x-y".removeprefix("x-")', "aby"),
    # one value for several names
    ('a, b := strings.Split("x:y", ":")\n__out = b + a', "yx"),
    ('var a, b string\na, b = strings.Split("x:y", ":")\n__out = b + a', "yx"),
    ("xs := []any{1, 2}\na, b := xs\n__out = a + b", 3),
    ('a, b = [x.strip() for x in "p |q".split("|")]\n__out = a + b', "pq"),
    ('parts, err := strings.Split("x:y", ":")\nif err != nil { return err }\n__out = parts', ["x", "y"]),
    ('var v []int\n_, err := json.Unmarshal([]byte("[1]"), &v)\nif err != nil { return err }\n__out = v', [1]),
    # names of a package without it
    ('_, err := strings.NewReader("").ReadByte()\n__out = err == EOF', True),
    ('t := time.Parse(RFC3339, "2026-05-01T10:00:00Z")\n__out = t.Add(2 * Hour).Hour()', 12),
    # what is there already
    ('s := "x"\nt := s.(string)\n__out = t + s.(string)', "xx"),
    # nothing in a string, and no time yet
    ('t := ""\nfor _, s := range []string{"", "x"} { if s != nil { t += s } }\n__out = t', "x"),
    ("best := 0\nfor _, d := range []time.Duration{time.Hour, time.Minute} { if d > best { best = d } }\n__out = best.String()", "1h0m0s"),
    ("total := 0\ntotal += 90 * time.Minute\n__out = total.Hours()", 1.5),
    # lists
    ('xs := []any{"b", "a"}\nxs.sort()\n__out = xs', ["a", "b"]),
    ("xs := []int{1}\nys := []int{2, 3}\nxs.append(ys...)\n__out = xs", [1, 2, 3]),
    ("xs := [24.5, 2]\n__out = xs.reduce((a, b) => a + b, 0)", 26.5),
    ("xs := [3, 4]\ns := xs.reduce((a, b) => a + b, 0)\n__out = s / xs.length", 3.5),
    ('m := map[string][]string{}\nm["a"] = m["a"] || []\nm["a"].push("x")\n__out = m', {"a": ["x"]}),
    # parameters of tools
    ('__out = codemode.CallTool("mes.plan", map[string]any{"week": "18", "lineName": "B"})', "B18"),
    ('__out = codemode.CallTool("mes.plan", map[string]any{"Week": 18})', "A18"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "value"), RUNS, ids=[code for code, _ in RUNS])
def test_what_is_certain_runs_and_is_reported(code: str, value: Any) -> None:
    result = codemode.run(code, [SOURCE])
    assert result.value == value
    assert result.repairs


@pytest.mark.parametrize("code", [code for code, _ in RUNS])
def test_strict_programs_have_no_such_readings(code: str) -> None:
    with pytest.raises(CodeModeError):
        codemode.run(code, [SOURCE], strict=True)


REFUSED: list[tuple[str, str]] = [
    ("var err error\nvar s string = err\n__out = s", "nil pointer"),
    ("p := []string{`x`}\n__out = int(p[0])", "invalid syntax"),
    ("d := time.Date(2026, 5)\n__out = d", "not enough arguments"),
    ("d := time.Date(2026, 5, 1, time.January)\n__out = d", "not enough arguments"),
    ("xs := []int{1, 2, 3}\na, b := xs\n__out = a + b", "does not have the 2 elements"),
    ("f := 1.5\nm := map[string]int{}\nm[`a`] = f\n__out = m", "cannot use f"),
    ('__out = codemode.CallTool("mes.plan", map[string]any{"week": "one"})', "is an integer, not a string"),
    ('__out = codemode.CallTool("mes.plan", map[string]any{"week": 1, "Week": 2})', 'no parameter "Week"'),
    ('a := time.Now()\n__out = a + a', "operator + not defined"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "message"), REFUSED, ids=[code for code, _ in REFUSED])
def test_what_is_not_certain_is_refused(code: str, message: str) -> None:
    with pytest.raises(CodeModeError) as error:
        codemode.run(code, [SOURCE])
    assert message in str(error.value)


def test_numbers_are_keys_of_text() -> None:
    code = """r := codemode.CallTool("mes.lot", {})
m := map[string]int{}
m[r["id"]] = 1
m[r["id"]] += 2
m[r["weight"]]++
n, ok := m[r["id"]]
delete(m, r["weight"])
__out = []any{m, n, ok}"""
    source = FunctionSource([FunctionTool("mes.lot", lot)], owner="mes")
    assert codemode.run(code, [source]).value == [{"102": 3}, 3, True]
    with pytest.raises(CodeModeError, match="as string value"):
        codemode.run(code.replace('r["weight"]', 'r["nope"]'), [source])


def lot() -> dict[str, float]:
    return {"id": 102, "weight": 2.5}


DATA = {"xs": ["b", "a"], "ms": [{"n": 2}, {"n": 1}], "o": {"a": 1.5, "b": 2}, "n": "42", "f": " 2.5"}
HELD: list[tuple[str, Any]] = [
    ('xs := d["xs"].([]string)\nsort.Strings(xs)\n__out = xs', ["a", "b"]),
    ('ms := d["ms"].([]map[string]any)\n__out = ms[0]["n"]', 2),
    ('o := d["o"].(map[string]float64)\n__out = o["a"] + o["b"]', 3.5),
    ('_, ok := d["xs"].([]string)\n__out = ok', False),
    ('switch d["xs"].(type) {\ncase []string:\n\t__out = 1\ncase []any:\n\t__out = 2\n}', 2),
    ('__out = []any{int(d["n"]) + 1, float64(d["f"])}', [43, 2.5]),
]


@pytest.mark.parametrize(("code", "value"), HELD, ids=[code for code, _ in HELD])
def test_data_of_tools_is_used_as_what_it_holds(code: str, value: Any) -> None:
    assert codemode.run("d := data\n" + code, data=DATA).value == value


OWN: list[tuple[str, str]] = [
    ("var x any = []any{1, 2}\n__out = x.([]int)", "is []interface {}, not []int"),
    ('xs := []any{"a"}\nvar x any = append(xs, "b")\n__out = x.([]string)', "is []interface {}, not []string"),
    ('var x any\njson.Unmarshal([]byte(`["a"]`), &x)\n__out = x.([]string)', "is []interface {}, not []string"),
    ('xs := []any{}\nfor _, x := range d["xs"] { xs = append(xs, x) }\n__out = any(xs).([]string)', "not []string"),
    ('var x any = map[string]any{"a": 1}\n__out = x.(map[string]int)', "not map[string]int"),
    ('var x any = map[string]any{"a": []any{}}\n__out = x.(map[string][]string)', "not map[string][]string"),
]


@pytest.mark.parametrize(("code", "message"), OWN, ids=[code for code, _ in OWN])
def test_a_list_of_the_programs_own_is_asserted_as_in_go(code: str, message: str) -> None:
    with pytest.raises(CodeModeError) as error:
        codemode.run("d := data\n" + code, data=DATA)
    assert message in str(error.value)


def test_without_data_of_a_tool_no_map_is_asserted_to_what_is_in_it() -> None:
    with pytest.raises(CodeModeError, match="not map"):
        codemode.run('var x any = map[string]any{"a": "b"}\n__out = x.(map[string]string)')


NOT_HELD: list[tuple[str, str, str]] = [
    ('__out = d["xs"].([]int)', "is []interface {}, not []int", "a list of a tool has the type []any"),
    ('__out = d["nope"].([]string)', "is nil, not []string", "the value may be missing"),
    ('type T struct{ N int }\n__out = d["ms"].([]T)', "not []main.T", "json.Unmarshal(b, &v)"),
    ('type T struct{ N int }\n__out = d["o"].(T)', "not main.T", "json.Unmarshal(b, &v)"),
    ('for k := range d["ms"].(map[string]any) { __out = k }', "not map[string]interface {}", "it is a list"),
    ('__out = int(d["f"])', "cannot convert", "strconv.Atoi"),
    ('__out = d["nope"] > d["o"]["a"]', "operator > not defined on nil", "one of the two is missing"),
]


@pytest.mark.parametrize(("code", "message", "hint"), NOT_HELD, ids=[code for code, _, _ in NOT_HELD])
def test_impossible_assertions_of_data_are_reported(code: str, message: str, hint: str) -> None:
    with pytest.raises(CodeModeError) as error:
        codemode.run("d := data\n" + code, data=DATA)
    assert message in str(error.value)
    assert hint in error.value.diagnostics[0].hint


def test_keys_that_are_spelled_otherwise_are_told() -> None:
    code = """r, _ := codemode.CallTool("mes.table", map[string]any{})
if r["Mon"] == nil {
	__out = 0
}"""
    with pytest.raises(CodeModeError) as error:
        codemode.run(code, [SOURCES])
    assert 'cannot index r with "Mon": it has no entry "Mon", but "mon"' in str(error.value)
    assert error.value.diagnostics[0].hint == "write the key as the tool spells it"
    assert codemode.run(code.replace("Mon", "sun"), [SOURCES]).value == 0


def test_lists_of_tools_are_never_ok_as_lists_of_strings() -> None:
    code = """r, _ := codemode.CallTool("mes.days", map[string]any{})
days, ok := r.(LIST)
__out = []any{len(days), ok}"""
    result = codemode.run(code.replace("LIST", "[]string"), [SOURCES])
    assert result.value == [0, False]
    assert [w.message for w in result.warnings] == [
        "for data of a tool ok is always false here: the data has the type []any, and not []string"
    ]
    assert codemode.run(code.replace("LIST", "[]any"), [SOURCES]).warnings == []


def test_formats_of_python_have_a_side_and_a_width() -> None:
    result = codemode.run('x := 2.5\nn := "ab"\n__out = f"{n:<4}|{x:>6.2f}|{n:>4}|{3:03}"')
    assert result.value == "ab  |  2.50|  ab|003"


def pieces(n: int) -> Iterator[int]:
    for i in range(n):
        if i == 3:
            raise ValueError("broken")
        yield i


@pytest.mark.parametrize(("name", "cond"), [("ok", "!ok"), ("done", "done")])
def test_the_error_of_next_as_a_condition(name: str, cond: str) -> None:
    code = f"""stream, err := codemode.CallToolStream("mes.pieces", map[string]any{{"n": COUNT}})
if err != nil {{ return err }}
count := 0
for {{
    piece, {name} := stream.Next()
    if {cond} {{ break }}
    count += piece
}}
__out = count"""
    source = FunctionSource([FunctionTool("mes.pieces", pieces)], owner="mes")
    result = codemode.run(code.replace("COUNT", "3"), [source])
    assert result.value == 3
    assert any("as a condition read as whether" in r.message for r in result.repairs)
    with pytest.raises(CodeModeError, match="broken"):
        codemode.run(code.replace("COUNT", "5"), [source])


STREAMS: list[tuple[str, Any]] = [
    ("__out = mes.pieces(n=3)", [0, 1, 2]),
    ("__out = mes.pieces(3)", [0, 1, 2]),
    ("__out = (mes.pieces(n=2))", [0, 1]),
    ('__out = map[string]any{"all": mes.pieces(n=2)}', {"all": [0, 1]}),
    ("return mes.pieces(n=2)", [0, 1]),
    ("__out = len([]any{mes.pieces(n=2)}[0])", 2),
    ("xs := mes.pieces(n=2)\nfor x in xs { __out = x }", 1),
    ("for x in mes.pieces(n=9) {\n    __out = x\n    break\n}", 0),
]


@pytest.mark.parametrize(("code", "value"), STREAMS, ids=[code for code, _ in STREAMS])
def test_a_streaming_tool_called_like_a_function_gives_its_pieces(code: str, value: Any) -> None:
    assert codemode.run(code, [FunctionSource([FunctionTool("mes.pieces", pieces)], owner="mes")]).value == value


def test_a_stream_in_a_variable_gives_a_warning() -> None:
    source = FunctionSource([FunctionTool("mes.pieces", pieces)], owner="mes")
    result = codemode.run("xs := mes.pieces(n=2)\n__out = xs", [source])
    assert [warning.message for warning in result.warnings] == ["xs is a stream: here it becomes an empty map"]
    assert "slices.Collect(xs.All())" in result.warnings[0].hint


WARNED: list[tuple[str, str]] = [
    ("i := 5\n__out = `u` + string(i)", "conversion from int to string yields a string of one rune"),
    ("d := time.Since(time.Unix(0, 0))\n__out = map[string]any{`d`: d}", "d is a time.Duration"),
    ("n := int(strings.TrimSpace(`7`))\n__out = n / 2", "n / 2 divides integers"),
]


@pytest.mark.parametrize(("code", "message"), WARNED, ids=[code for code, _ in WARNED])
def test_code_that_is_hardly_meant_gives_a_warning(code: str, message: str) -> None:
    assert message in " ".join(w.message for w in codemode.run(code).warnings)


def opened(day: str) -> str:
    return day.upper()


def days() -> list[str]:
    return ["mon", "tue"]


def table() -> dict[str, int]:
    return {"mon": 1, "tue": 2}


OPENED = """days := DAYS
out := []any{}
for day := range days {
	r, err := codemode.CallTool("mes.opened", map[string]any{"day": day})
	if err != nil {
		return err
	}
	out = append(out, r)
}
__out = out"""
SOURCES = FunctionSource([FunctionTool(f"mes.{f.__name__}", f) for f in (opened, days, table)], owner="mes")


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ('[]string{"mon", "tue"}', True),
        ('map[string]int{"mon": 1, "tue": 2}', False),
        ('codemode.CallTool("mes.days", map[string]any{})', False),
        ('codemode.CallTool("mes.table", map[string]any{})', False),
    ],
)
def test_elements_are_meant_where_a_tool_wants_them(text: str, mended: bool) -> None:
    result = codemode.run(OPENED.replace("DAYS", text), [SOURCES])
    assert result.value == ["MON", "TUE"]
    assert any("is used as an element, not as an index" in r.message for r in result.repairs) == mended


def test_positions_stay_positions() -> None:
    both = OPENED.replace("out = append(out, r)", "out = append(out, days[day])").replace("DAYS", '[]string{"mon"}')
    with pytest.raises(CodeModeError) as error:
        codemode.run(both, [SOURCES])
    assert "for elements write: for _, day := range days" in [d.hint for d in error.value.diagnostics]
    with pytest.raises(CodeModeError) as error:
        codemode.run(OPENED.replace("DAYS", "3"), [SOURCES])
    assert "a loop with one variable counts positions" in error.value.message


@pytest.mark.parametrize("head", ["while x := next() {", "while (x := next()) {", "while x = next() {"])
def test_a_loop_takes_elements_until_none_is_left(head: str) -> None:
    code = f"""xs := []any{{1, 2, nil, 5}}
at := 0
next := func() any {{
	at++
	return xs[at-1]
}}
var x any
sum := 0
{head}
	sum += x
}}
__out = sum"""
    result = codemode.run(code)
    assert result.value == 3
    assert any("a loop that ends when x is nil, empty or zero" in r.message for r in result.repairs)


def test_layouts_that_are_not_known_are_warned_of() -> None:
    result = codemode.run('d := time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)\n__out = d.Format("%Y week %U")')
    assert [w.message for w in result.warnings] == ['"%Y week %U" is not a layout of Go']


def test_functions_that_are_declared_keep_their_meaning() -> None:
    code = "func contains(a, b int) bool { return a > b }\nfunc sort(n int) int { return n + 1 }\n__out = []any{contains(2, 1), sort(1)}"
    result = codemode.run(code)
    assert result.value == [True, 2]
    assert result.repairs == []
