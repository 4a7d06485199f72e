"""Forms that are put into each other, or written in a row: what compiles them must not grow faster than they do."""

from __future__ import annotations

BEFORE = """
var x any = true
var m any = map[string]any{"a": 1}
xs := []any{1, 2, 3}
n := 5
s := "ab"
_, _, _, _, _ = x, m, xs, n, s
"""
ROWS = [
    ("x", " || "),
    ("x", " && "),
    ("x", " ?? "),
    ("x", " == "),
    ("x", " or "),
    ("x", " and "),
    ("m.a", " + "),
    ("m.a", " < "),
    ("n", " ** "),
    ("n", " % "),
    ("s", " + "),
    ("s + n", " + "),
    ('m.get("a")', " or "),
    ("x", " in "),
    ("x", " not in "),
    ("xs", " + "),
    ("n > 1", " ? 1 : "),
    ("1", " if x else "),
]
NESTS = (
    """
({}) | !({}) | [{}] | {{"a": {}}} | len({}) | int({}) | str({}) | sum([{}]) | sorted({}) | lambda q: {} | (q) => {} | m[{}] | any([{}])
[{} for q in xs] | {{q: {} for q in xs}} | xs.map(q => {}) | xs.filter(q => {}) | [...{}] | ({})?.a | m.get("a", {}) | max({}, 1)
(x ? {} : 1) | ({} if x else 1) | func() any {{ return {} }}() | (x || {}) | ({} || x) | (m.a + {}) | ({})[1:] | float64({}) | fmt.Sprint({})
append(xs, {}) | ({}).(int) | interface{{}}({}) | func() any {{ v, _ := ({}).(int); return v }}() | ({}).a | ({}).a() | -({}) | ({} << 1)
({} == x) | ({} in xs) | ({} ?? x) | ({} and x) | m.get("a", {}) or 1 | xs[{}] | xs.reduce((a, b) => {}, 0) | sorted(xs, key=lambda q: {})
xs.some(q => {}) | (({}) ? 1 : 2) | round({}, 2) | ({} ** 2) | min([{}]) | list(enumerate([{}])) | dict({}) | set([{}]) | Number({}) | String({})
JSON.stringify({}) | Object.keys({}) | isinstance({}, str) | strings.ToUpper({})
""".replace("\n", " | ")
    .strip(" |")
    .split(" | ")
)


def row(operand: str, operator: str, length: int) -> str:
    return f"{BEFORE}y := {operator.join([operand] * length)}\n__out = y"


def nest(form: str, depth: int) -> str:
    inner = "m.a"
    for _ in range(depth):
        inner = form.format(inner)
    return f"{BEFORE}y := {inner}\n__out = y"
