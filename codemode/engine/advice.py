"""What to write instead, for the panics that programs of models run into."""

from __future__ import annotations

import re

from codemode.types.foreign_words import method_hint

MAX_READ = 1000  # characters of a message: it is the program's own, and patterns take long to fail on a long one

# a panic's text -> hint; the first that fits
_ADVICE: list[tuple[re.Pattern[str], str]] = [
    (re.compile(pattern), hint)
    for pattern, hint in (
        (
            r"interface \{\} is (\[\]interface|map\[string\]interface) \{\}, not (\[\])?main\.",
            "data of a tool is no struct: b, _ := json.Marshal(x); var v T; err := json.Unmarshal(b, &v), with the tool's names as json tags",
        ),
        (
            r"interface \{\} is \[\]interface \{\}, not map",
            "it is a list: range over it, for _, x := range xs, and read each of its elements",
        ),
        (
            r"interface \{\} is \[\]interface \{\}, not \[\]",
            "a list of a tool is []any: leave out the assertion, a list of strings may be used as []string as it is; or range over it",
        ),
        (
            r"interface \{\} is (map\[string\]interface \{\}|\[\]interface \{\}), not (string|\[\]uint8)",
            'a tool gives data, not JSON text: read its entries, as in r["key"]; there is nothing to unmarshal',
        ),
        (
            r"interface \{\} is map\[string\]interface \{\}, not (map|main\.)",
            "an object of a tool is map[string]any: read its entries and assert each of them",
        ),
        (r"interface \{\} is float64, not u?int", "encoding/json decodes numbers as float64: int(x.(float64))"),
        (r"interface conversion: .* is nil, not", "the value may be missing: v, ok := x.(T)"),
        (r"interface conversion: ", "when the type is not certain, test it: v, ok := x.(T), or a type switch"),
        (r"with a fraction; ", "round it first, int(math.Round(x)), or use a float64"),
        (
            r"cannot index .*\(string\): the index must be an integer",
            "it is a list: range over it for what has keys; append(xs, ys...) adds the elements of a list, append(xs, ys) the list itself",
        ),
        (r"index out of range", "look at len(...) first"),
        (r"slice bounds out of range", "look at len(...) first, or use min(n, len(...))"),
        (r"assignment to entry in nil map", "make the map first: m := map[string]int{}"),
        (r"nil pointer dereference", "something is nil here: test it first, or make it with &T{}"),
        (r"integer divide by zero", "test the divisor first"),
        (
            r"operator \+ not defined on .*\((?:string|number|float64|int)\) and .*\((?:string|number|float64|int)\)$",
            "join text and numbers with fmt.Sprint(a, b) or fmt.Sprintf; a text of digits becomes a number with strconv.Atoi",
        ),
        (
            r"operator \S+ not defined on (nil and|.* and nil$)",
            "one of the two is missing (null): test it first, if x != nil { ... }, or x, ok := m[key].(float64)",
        ),
        (
            r"operator [-*/<>=]+ not defined on .*\(string\)",
            "a text of digits becomes a number with strconv.Atoi or strconv.ParseFloat",
        ),
        (r"as a condition: it holds an empty", "say what is meant: len(x) > 0 for not empty, x != nil for there"),
        (
            r"cannot range over the elements of .*string$",
            "for characters write: for _, r := range s { ch := string(r) ... }",
        ),
        (
            r"cannot use .*\(string\) as (?:u?int\d*|float\d*) value",
            "a text of digits becomes a number with strconv.Atoi or strconv.ParseFloat",
        ),
        (r"cannot use .*\) as string value", "make text of it with fmt.Sprint(x)"),
        (
            r"cannot use map\[string\]any as string value",
            "it is an object already, not JSON text: read its entries, or json.Marshal it first",
        ),
        (
            r"cannot use \[\]any as string value",
            "it is a list already, not JSON text: range over it, or json.Marshal it first",
        ),
        (
            r"cannot (?:use|convert) (?:map\[string\]any|\[\]any) (?:as|to type) \[\]uint8",
            "a tool gives data, not JSON text: use it as it is; to fill a struct: b, _ := json.Marshal(r); json.Unmarshal(b, &v)",
        ),
        (
            r"cannot convert .*\(string\) to type (?:u?int|float)",
            "a text of digits becomes a number with strconv.Atoi or strconv.ParseFloat",
        ),
        (
            r"cannot convert \[\]any to type int",
            "a number is wanted here; the elements of a list: for _, x := range xs",
        ),
        (
            r"cannot call .*\.\w+: it is nil$",
            "a map has no methods: read an entry with m[key], loop with for k, v := range m",
        ),
        (r"has no entry .* but ", "write the key as the tool spells it"),
        (r"not a map or list$", "look at what the tool gave: fmt.Println(r)"),
        (r"is nil$|holds nil$", "the value is missing: compare it with nil first"),
    )
]


_METHOD = re.compile(r"cannot select \.(\w+): (.+) holds an? .*, which has no such field")


def advice_for(message: str) -> str:
    """A hint for a panic's text, "" if there is none."""
    first = message[:MAX_READ].split("\n", 1)[0]
    method = _METHOD.search(first)
    if method is not None:
        hint = method_hint(method[1], method[2])
        if hint:
            return hint
    return next((hint for pattern, hint in _ADVICE if pattern.search(first)), "")


_POSITION = re.compile(r"^[\w.\-/]+: \w+ is -?\d+ \(integer\), want string")


def advice_for_error(message: str) -> str:
    """A hint for an error that ended the program; its text is mostly that of a tool."""
    if _POSITION.search(message[:MAX_READ]):
        return "a loop with one variable counts positions: for elements write for _, x := range xs; a number as text is strconv.Itoa(n)"
    return ""
