"""Calls, operators and layouts that are almost Go: what is certain runs and gives the value, and says what it was read as."""

from __future__ import annotations

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


def test_layouts_that_are_not_known_are_warned_of() -> None:
    result = codemode.run('d := time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)\n__out = d.Format("%Y week %U")')
    assert [w.message for w in result.warnings] == ['"%Y week %U" is no layout of Go']


def test_functions_that_are_declared_keep_their_meaning() -> None:
    code = "func contains(a, b int) bool { return a > b }\nfunc sort(n int) int { return n + 1 }\n__out = []any{contains(2, 1), sort(1)}"
    result = codemode.run(code)
    assert result.value == [True, 2]
    assert result.repairs == []
