"""What methods of other languages are in Go, for hints before and while a program runs."""

from __future__ import annotations

import re
from typing import Final

# name without case and underscores -> the Go for it; x stands for the receiver
METHODS: Final[dict[str, str]] = {
    **dict.fromkeys(("length", "len", "size"), "len(x)"),
    **dict.fromkeys(("push", "append", "add"), "x = append(x, v)"),
    **dict.fromkeys(("extend", "concat", "addall"), "x = append(x, ys...)"),
    "count": "strings.Count(x, part) for a string, for a list a loop: for _, v := range x { if v == value { n++ } }",
    "flat": "a loop: for _, part := range x { all = append(all, part...) }",
    "pop": "v := x[len(x)-1]; x = x[:len(x)-1]",
    "shift": "v := x[0]; x = x[1:]",
    **dict.fromkeys(("unshift", "insert"), "x = slices.Insert(x, i, v)"),
    "remove": "x = slices.Delete(x, i, i+1)",
    **dict.fromkeys(("sort", "sorted"), "slices.Sort(x), or sort.Slice(x, func(i, j int) bool { return x[i] < x[j] })"),
    **dict.fromkeys(("reverse", "reversed"), "slices.Reverse(x)"),
    **dict.fromkeys(("map", "foreach", "each"), "a loop: for _, v := range x { ... append }"),
    **dict.fromkeys(("filter", "find", "findindex"), "a loop with an if: for _, v := range x { if ... { ... } }"),
    **dict.fromkeys(("reduce", "sum"), "a loop: for _, v := range x { total += v }"),
    **dict.fromkeys(("some", "any", "every", "all"), "slices.ContainsFunc(x, func(v T) bool { ... })"),
    **dict.fromkeys(("tolowercase", "tolower", "lower"), "strings.ToLower(x)"),
    **dict.fromkeys(("touppercase", "toupper", "upper"), "strings.ToUpper(x)"),
    **dict.fromkeys(("title", "capitalize"), "strings.ToUpper(x[:1]) + x[1:]"),
    "split": "strings.Split(x, sep), or strings.Fields(x) for words",
    "join": "strings.Join(x, sep)",
    **dict.fromkeys(
        ("contains", "includes"), "strings.Contains(x, part) for a string, slices.Contains(x, v) for a slice"
    ),
    **dict.fromkeys(
        ("indexof", "index", "find"), "strings.Index(x, part) for a string, slices.Index(x, v) for a slice"
    ),
    "lastindexof": "strings.LastIndex(x, part)",
    **dict.fromkeys(("trim", "strip"), "strings.TrimSpace(x)"),
    **dict.fromkeys(("lstrip", "trimstart", "trimleft"), 'strings.TrimLeft(x, " ")'),
    **dict.fromkeys(("rstrip", "trimend", "trimright"), 'strings.TrimRight(x, " ")'),
    "replace": "strings.ReplaceAll(x, old, new) for all, strings.Replace(x, old, new, 1) for the first",
    "startswith": "strings.HasPrefix(x, prefix)",
    "endswith": "strings.HasSuffix(x, suffix)",
    **dict.fromkeys(("substring", "substr", "slice"), "x[from:to]"),
    "charat": "string(x[i])",
    **dict.fromkeys(("padstart", "rjust", "padleft"), 'fmt.Sprintf("%8s", x), with zeros for a number: %08d'),
    **dict.fromkeys(("padend", "ljust"), 'fmt.Sprintf("%-8s", x)'),
    "format": 'fmt.Sprintf("%v and %v", a, b)',
    "repeat": "strings.Repeat(x, n)",
    **dict.fromkeys(("tostring", "str"), "fmt.Sprint(x)"),
    "tofixed": 'fmt.Sprintf("%.2f", x)',
    **dict.fromkeys(("isdigit", "isnumeric"), "_, err := strconv.Atoi(x)"),
    **dict.fromkeys(("keys", "values", "items", "entries"), "a loop over a map: for key, value := range x { ... }"),
    "get": "x[key] of a map",
}
_RECEIVER: Final = re.compile(r"\bx\b")


def is_method(name: str) -> bool:
    """Whether other languages have a method of this name, so that it need not be the key of a map."""
    return name.replace("_", "").lower() in METHODS or name in ("has", "delete", "update", "set", "clear", "copy")


def put_in(way: str, text: str) -> str:
    return _RECEIVER.sub(lambda _: text, way)


def method_hint(name: str, text: str) -> str:
    """How Go does what the method `name` of other languages does with `text`; "" if that is not known."""
    way = METHODS.get(name.replace("_", "").lower())
    return f"write {put_in(way, text)}" if way else ""
