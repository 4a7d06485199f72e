"""The methods of Python, JavaScript and similar languages and what Go has instead. The repair, the hints and the documents use these rows.

A row lists the kinds of receiver that it applies to in `of`: text, list, map, number, pattern (a compiled regular expression), and any, whose kind
is known at run time. If `go` is set, the call is read as a call of that function with the receiver and `args` more arguments. Otherwise the
meaning is uncertain or Go has no expression for it, and `hint` is what to write, with x for the receiver.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from codemode.dsl.names import letters_of


class Row(NamedTuple):
    names: tuple[str, ...]  # lower case, without underscores
    of: tuple[str, ...]
    args: int = 0
    go: str = ""
    hint: str = ""


def _read(names: str, of: str, args: int, go: str) -> Row:
    return Row(tuple(names.split()), tuple(of.split()), args, go)


def _hint(names: str, of: str, hint: str) -> Row:
    return Row(tuple(names.split()), tuple(of.split()), hint=hint)


# A `go` that is one word, such as lower, is a method that Go does not have, or that gives other results in Go: `__of_text` does what the other
# language does. `len` is Go's own. Names with two underscores are functions of `dsl/prelude.py`.
READ: Final[tuple[Row, ...]] = (
    _read("upper touppercase toupper", "text any", 0, "upper"),
    _read("lower tolowercase tolower", "text any", 0, "lower"),
    *(_read(name, "text any", 0, name) for name in ("strip", "lstrip", "rstrip", "trim", "trimstart", "trimend")),
    _read("trimspace", "text any", 0, "strings.TrimSpace"),
    _read("strip trim", "text any", 1, "strings.Trim"),
    _read("lstrip trimleft", "text any", 1, "strings.TrimLeft"),
    _read("rstrip trimright", "text any", 1, "strings.TrimRight"),
    _read("split", "text any", 0, "strings.Fields"),
    _read("split", "text any", 1, "strings.Split"),
    _read("splitn", "text any", 2, "strings.SplitN"),
    _read("splitlines", "text any", 0, "__lines"),
    _read("fields", "text any", 0, "strings.Fields"),
    _read("startswith hasprefix", "text any", 1, "strings.HasPrefix"),
    _read("endswith hassuffix", "text any", 1, "strings.HasSuffix"),
    _read("replaceall", "text any", 2, "strings.ReplaceAll"),
    _read("repeat", "text any", 1, "strings.Repeat"),
    _read("count", "text any", 1, "strings.Count"),
    _read("trimprefix removeprefix", "text any", 1, "strings.TrimPrefix"),
    _read("trimsuffix removesuffix", "text any", 1, "strings.TrimSuffix"),
    _read("equalfold", "text any", 1, "strings.EqualFold"),
    _read("localecompare", "text any", 1, "__locale"),
    _read("includes contains", "text list map any", 1, "__contains"),
    _read("has haskey hasownproperty containskey", "map any", 1, "__contains"),
    _read("len size", "text list any", 0, "len"),
    _read("join", "list any", 1, "strings.Join"),
    _read("tostring", "text list map number any", 0, "__js"),
)

_LOOP_IF: Final = "a loop with an if: for _, v := range x { if ... { ... } }"
HINTS: Final[tuple[Row, ...]] = (
    # texts
    _hint("lower tolowercase tolower casefold tolocalelowercase", "text", "strings.ToLower(x)"),
    _hint("upper touppercase toupper tolocaleuppercase", "text", "strings.ToUpper(x)"),
    _hint("title capitalize", "text", "strings.ToUpper(x[:1]) + x[1:]"),
    _hint("swapcase", "text", "strings.Map(func(r rune) rune { ... }, x) with unicode.IsUpper(r)"),
    _hint("split rsplit", "text", "strings.Split(x, sep), or strings.Fields(x) for words"),
    _hint("splitlines", "text", 'strings.Split(x, "\\n")'),
    _hint("partition", "text", "before, after, found := strings.Cut(x, sep)"),
    _hint("rpartition", "text", "i := strings.LastIndex(x, sep); before, after := x[:i], x[i+len(sep):]"),
    _hint("join", "text", "strings.Join(parts, x)"),
    _hint("contains includes", "text", "strings.Contains(x, part)"),
    _hint("indexof index find search", "text", "strings.Index(x, part), -1 where it is not there"),
    _hint("lastindexof rindex rfind", "text", "strings.LastIndex(x, part)"),
    _hint("count", "text", "strings.Count(x, part)"),
    _hint("trim strip", "text", "strings.TrimSpace(x)"),
    _hint("lstrip trimstart trimleft", "text", 'strings.TrimLeft(x, " ")'),
    _hint("rstrip trimend trimright", "text", 'strings.TrimRight(x, " ")'),
    _hint("removeprefix", "text", "strings.TrimPrefix(x, prefix)"),
    _hint("removesuffix", "text", "strings.TrimSuffix(x, suffix)"),
    _hint(
        "replace replaceall",
        "text",
        "strings.ReplaceAll(x, old, new) for all, strings.Replace(x, old, new, 1) for the first",
    ),
    _hint("translate maketrans", "text", "strings.NewReplacer(old, new, ...).Replace(x)"),
    _hint("startswith", "text", "strings.HasPrefix(x, prefix)"),
    _hint("endswith", "text", "strings.HasSuffix(x, suffix)"),
    _hint("substring substr", "text", "x[from:to]"),
    _hint("slice", "text list", "x[from:to]"),
    _hint("charat", "text", "string(x[i])"),
    _hint("charcodeat codepointat", "text", "x[i] for the byte, []rune(x)[i] for the character"),
    _hint("padstart rjust padleft", "text", 'fmt.Sprintf("%8s", x), with zeros for a number: %08d'),
    _hint("padend ljust", "text", 'fmt.Sprintf("%-8s", x)'),
    _hint("center", "text", 'fmt.Sprintf("%*s", (width+len(x))/2, x)'),
    _hint("zfill", "text", 'fmt.Sprintf("%08d", n) of the number'),
    _hint("expandtabs", "text", 'strings.ReplaceAll(x, "\\t", "        ")'),
    _hint("format formatmap", "text", 'fmt.Sprintf("%v and %v", a, b)'),
    _hint("repeat", "text", "strings.Repeat(x, n)"),
    _hint("concat append push add", "text", "x + part"),
    _hint("isdigit isnumeric isdecimal", "text", "_, err := strconv.Atoi(x)"),
    _hint(
        "isalpha isalnum isspace isupper islower istitle isascii isidentifier isprintable",
        "text",
        "a loop: for _, r := range x { if !unicode.IsLetter(r) { ... } }, with IsDigit, IsSpace, IsUpper, IsLower",
    ),
    _hint(
        "match matchall", "text", "re := regexp.MustCompile(`...`): re.FindStringSubmatch(x), re.FindAllString(x, -1)"
    ),
    _hint("encode", "text", "[]byte(x)"),
    _hint("reverse reversed", "text", "r := []rune(x); slices.Reverse(r); string(r)"),
    _hint("normalize iswellformed towellformed anchor", "text", "x as it is"),
    _hint("localecompare", "text", "strings.Compare(x, y)"),
    _hint("at", "text", "string(x[i]), from the end string(x[len(x)-1])"),
    # what several kinds have
    _hint("length len size", "text list map", "len(x)"),
    _hint("tostring str valueof tolocalestring", "text list map number", "fmt.Sprint(x)"),
    # lists
    _hint("push append add", "list", "x = append(x, v)"),
    _hint("extend concat addall", "list", "x = append(x, ys...)"),
    _hint("count", "list", "a loop: for _, v := range x { if v == value { n++ } }"),
    _hint("flat flatmap", "list", "a loop: for _, part := range x { all = append(all, part...) }"),
    _hint("pop", "list", "v := x[len(x)-1]; x = x[:len(x)-1]"),
    _hint("shift", "list", "v := x[0]; x = x[1:]"),
    _hint("unshift insert", "list", "x = slices.Insert(x, i, v)"),
    _hint("remove splice", "list", "x = slices.Delete(x, i, i+1)"),
    _hint("clear", "list", "x = x[:0]"),
    _hint("copy", "list", "slices.Clone(x)"),
    _hint("fill copywithin", "list", "a loop: for i := range x { x[i] = v }"),
    _hint("at", "list", "x[i], from the end x[len(x)-1]"),
    _hint("with", "list", "y := slices.Clone(x); y[i] = v"),
    _hint(
        "sort sorted tosorted", "list", "slices.Sort(x), or sort.Slice(x, func(i, j int) bool { return x[i] < x[j] })"
    ),
    _hint("reverse reversed toreversed", "list", "slices.Reverse(x)"),
    _hint("tospliced", "list", "slices.Delete(slices.Clone(x), i, j)"),
    _hint("map foreach each", "list", "a loop: for _, v := range x { ... append }"),
    _hint("filter find findindex findlast findlastindex", "list", _LOOP_IF),
    _hint("reduce reduceright sum", "list", "a loop: for _, v := range x { total += v }"),
    _hint("some any every all", "list", "slices.ContainsFunc(x, func(v T) bool { ... })"),
    _hint("join", "list", "strings.Join(x, sep)"),
    _hint("contains includes", "list", "slices.Contains(x, v)"),
    _hint("indexof index", "list", "slices.Index(x, v), -1 where it is not there"),
    _hint("lastindexof", "list", "a loop from the end: for i := len(x) - 1; i >= 0; i-- { ... }"),
    _hint("keys", "list", "a loop over the positions: for i := range x { ... }"),
    _hint("values", "list", "a loop: for _, v := range x { ... }"),
    _hint("items entries", "list", "a loop: for i, v := range x { ... }"),
    _hint("get", "list", "x[i], which exists if i < len(x)"),
    _hint("tolocalestring", "number", 'fmt.Sprintf("%.2f", x)'),
    # maps
    _hint(
        "keys", "map", "slices.Collect(maps.Keys(x)), sorted: slices.Sorted(maps.Keys(x)); in a loop: for k := range x"
    ),
    _hint("values", "map", "slices.Collect(maps.Values(x)); in a loop: for _, v := range x"),
    _hint("items entries", "map", "a loop: for k, v := range x { ... }"),
    _hint("get", "map", "x[key]; to know whether it is there: v, ok := x[key]"),
    _hint("has haskey containskey hasownproperty contains includes", "map", "_, ok := x[key]"),
    _hint("delete pop remove", "map", "delete(x, key)"),
    _hint("popitem", "map", "a loop that stops: for k, v := range x { delete(x, k); break }"),
    _hint("set add", "map", "x[key] = value"),
    _hint("update putall", "map", "maps.Copy(x, other)"),
    _hint("foreach map filter reduce", "map", "a loop: for k, v := range x { ... }"),
    _hint("clear", "map", "clear(x)"),
    _hint("copy", "map", "maps.Clone(x)"),
    _hint("setdefault", "map", "if _, ok := x[key]; !ok { x[key] = value }"),
    _hint("fromkeys", "map", "a loop: for _, k := range keys { x[k] = value }"),
    # numbers
    _hint("tofixed toprecision", "number text", 'fmt.Sprintf("%.2f", x)'),
    _hint("toexponential", "number", 'fmt.Sprintf("%e", x)'),
    _hint("isinteger", "number", "x == math.Trunc(x)"),
    # compiled regular expressions
    _hint(
        "findall matchall finditer",
        "pattern",
        "x.FindAllString(s, -1), or x.FindAllStringSubmatch(s, -1) for the groups",
    ),
    _hint("match test fullmatch matches", "pattern", "x.MatchString(s)"),
    _hint(
        "search exec find group",
        "pattern",
        "x.FindStringSubmatch(s), nil if nothing matches: m[0] is all, m[1] the first group",
    ),
    _hint("sub replace replaceall", "pattern", "x.ReplaceAllString(s, new)"),
    _hint("split", "pattern", "x.Split(s, -1)"),
)


# Names from other languages, and what Go has instead.
FOREIGN: Final[dict[str, str]] = {
    "None": "nil",
    "null": "nil",
    "undefined": "nil",
    "True": "true",
    "False": "false",
    "str": "fmt.Sprint(x), or strconv.Itoa(n) for an int",
    "float": "float64(x)",
    "double": "float64",
    "boolean": "bool",
    "list": "[]any",
    "dict": "map[string]any",
    "object": "map[string]any",
    "print": "fmt.Println",
    "console": "fmt.Println",
    "round": "math.Round(x)",
    "abs": "math.Abs(x)",
    "sum": "a loop: for _, v := range xs { total += v }",
    "sorted": "sort.Slice or slices.Sort",
    "await": "nothing: calls wait for their result",
    "JSON": "json.Marshal or json.Unmarshal",
    "Math": "math",
    **dict.fromkeys(
        ("Promise", "asyncio", "concurrent"), "codemode.Parallel, or go func() { ... }() and sync.WaitGroup"
    ),
    **dict.fromkeys(
        ("axios", "requests", "fetch", "urllib", "http", "net", "grpc"),
        'a tool: codemode.CallTool(name, args); codemode.SearchTools("...") finds one',
    ),
    **dict.fromkeys(
        ("mapstructure", "copier"),
        "an assertion, v, ok := m[key].(string), or b, _ := json.Marshal(m); json.Unmarshal(b, &v)",
    ),
    **dict.fromkeys(
        ("lo", "funk"), "a loop: for _, v := range xs { ... append }; package slices has Contains, Sort, Max"
    ),
    **dict.fromkeys(
        ("exec", "syscall", "ioutil", "filepath"), "a tool, if there is one: there are no processes and no files here"
    ),
    "uuid": "a counter, or crypto/sha256 of what identifies the thing",
    "decimal": "float64 with codemode.Round(x, 2), or whole cents in an int",
    "re": "package regexp: re := regexp.MustCompile(`...`): re.MatchString(s), re.FindAllStringSubmatch(s, -1)",
    "datetime": 'package time: time.Now(), time.Parse("2006-01-02", s), t.AddDate(0, 0, 1)',
    "Date": 'package time: time.Now(), time.Parse("2006-01-02", s), t.AddDate(0, 0, 1)',
    "Object": "a loop: for key, value := range m { ... }",
    "Array": "[]any{...}",
    "Number": "strconv.ParseFloat(s, 64), or x.(float64)",
    "String": "fmt.Sprint(x)",
    "Boolean": "a condition such as x != nil",
    "parseInt": "strconv.Atoi(s)",
    "parseFloat": "strconv.ParseFloat(s, 64)",
    "isinstance": "an assertion: _, ok := x.(string)",
    "reversed": "slices.Reverse(xs), which reverses in place",
    "zip": "a loop over the positions: for i := range xs { xs[i], ys[i] }",
    "enumerate": "a range: for i, x := range xs { ... }",
    "filter": "a loop with an if: for _, v := range xs { if ... { ys = append(ys, v) } }",
    "set": "a map: map[string]bool{}",
    "all": "a loop that stops at the first that does not fit",
    "tuple": "a struct, or []any{...}",
    **dict.fromkeys(("Counter", "defaultdict", "Map", "OrderedDict"), "a map: m := map[string]int{}; m[key]++"),
    **dict.fromkeys(("Set", "frozenset"), "a map: map[string]bool{}"),
    "deque": "a slice: xs = append(xs, x); first := xs[0]; xs = xs[1:]",
    **dict.fromkeys(("lodash", "_"), "a loop: for _, v := range xs { ... append }"),
    "self": "the receiver of the method: func (t *T) name() { t.x }",
    "this": "the receiver of the method: func (t *T) name() { t.x }",
    "require": "nothing: library packages are there without import",
    "call_tool": "codemode.CallTool(name, args)",
    "callTool": "codemode.CallTool(name, args)",
    "CallTool": "codemode.CallTool(name, args)",
    "SearchTools": "codemode.SearchTools(query, limit)",
}
# Names that packages of Go do not have, and what to write instead.
HELPERS: Final[dict[str, str]] = {
    "round": "math.Round(x*100) / 100 rounds to two digits",
    "roundto": "math.Round(x*100) / 100 rounds to two digits",
    "map": "write a loop: for _, v := range xs { ... }",
    "filter": "write a loop with an if: for _, v := range xs { if ... { ys = append(ys, v) } }",
    "reduce": "write a loop",
    "sum": "write a loop: for _, v := range xs { total += v }",
    "tostring": "use fmt.Sprint(x)",
    "parseint": "use strconv.Atoi(s)",
    "parsefloat": "use strconv.ParseFloat(s, 64)",
    "len": "use len(x)",
    "call": "use codemode.CallTool(name, args)",
    "calltools": "use codemode.CallTool(name, args) for each, or codemode.Parallel",
    "toint": "use int(x)",
    "tofloat": "use float64(x)",
    "println": "use fmt.Println",
    "log": "use fmt.Println",
    "sleep": "use time.Sleep",
}


def _by_kind(rows: Iterable[Row]) -> Iterator[tuple[tuple[str, str], Row]]:
    for row in rows:
        for name in row.names:
            for kind in row.of:
                yield (name, kind), row


_READ: Final[dict[tuple[str, str, int], str]] = {(name, kind, row.args): row.go for (name, kind), row in _by_kind(READ)}
_HINTS: Final[dict[tuple[str, str], str]] = {key: row.hint for key, row in _by_kind(HINTS)}
_ANY_KIND: Final[dict[str, str]] = {
    name: row.hint for row in reversed(HINTS) for name in row.names if row.of != ("pattern",)
}
NAMES: Final = frozenset(name for row in READ for name in row.names)  # names of which some call is read
_RECEIVER: Final = re.compile(r"\bx\b")


def read_as(name: str, kind: str, args: int) -> str:
    """Returns the function that a call of the method is read as, or "" if it is not read."""
    return _READ.get((letters_of(name), kind, args), "")


# These names are keys of maps more often than methods.
_KEYS: Final = frozenset(
    "at with center partition encode fill match matches test group search exec sub anchor normalize translate".split()
)


def is_method(name: str) -> bool:
    """Returns whether other languages have a method of this name. If not, the name is taken for a key of a map."""
    return letters_of(name) in _ANY_KIND.keys() - _KEYS


def hint_for(name: str, kind: str, text: str) -> str:
    """Returns what Go writes for the method `name` of a receiver `text` of that kind, or "" if the kind has no such method."""
    hint = _HINTS.get((letters_of(name), kind), "")
    return _RECEIVER.sub(lambda _: text, hint)


def method_hint(name: str, kind: str, text: str) -> str:
    """Returns the hint for a method of another language, or "" if there is none. If no row fits this kind, a row for another kind is used."""
    hint = _HINTS.get((letters_of(name), kind)) or _ANY_KIND.get(letters_of(name), "")
    return f"write {_RECEIVER.sub(lambda _: text, hint)}" if hint else ""
