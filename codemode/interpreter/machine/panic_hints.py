"""Hints for the panics that are common in programs of models: what to write instead. A panic carries its hint from where it is raised."""

from __future__ import annotations

from typing import Final, NamedTuple

from codemode.dsl.foreign_names import method_hint


class PanicHint(NamedTuple):
    """Why a program panicked, as a code of docs/errors.md, and what to write instead."""

    reason: str
    hint: str


_DIGITS: Final = "a text of digits becomes a number with strconv.Atoi or strconv.ParseFloat"

HINTS: Final[dict[str, str]] = {
    "struct_of_data": "data of a tool is not a struct: b, _ := json.Marshal(x); var v T; err := json.Unmarshal(b, &v), "
    "with the tool's names as json tags",
    "list_as_map": "it is a list: range over it, for _, x := range xs, and read each of its elements",
    "list_of_any": "a list of a tool has the type []any: leave out the assertion; a list of strings can be used as []string; or range over it",
    "data_as_text": 'a tool gives data, not JSON text: read its entries, as in r["key"]; there is nothing to unmarshal',
    "map_of_any": "an object of a tool has the type map[string]any: read its entries, and assert the type of each entry",
    "float_as_int": "encoding/json decodes numbers as float64: int(x.(float64))",
    "nil_asserted": "the value may be missing: v, ok := x.(T)",
    "wrong_assertion": "when the type is not certain, test it: v, ok := x.(T), or a type switch",
    "fraction_as_int": "round it first, int(math.Round(x)), or use a float64",
    "key_of_list": "it is a list, which has no keys: range over its elements; append(xs, ys...) adds the elements of a list, "
    "append(xs, ys) the list itself",
    "key_of_text": "text has no keys, and a range over it gives letters: JSON text becomes data with var v any; "
    "err := json.Unmarshal([]byte(text), &v)",
    "index_range": "look at len(...) first",
    "slice_range": "look at len(...) first, or use min(n, len(...))",
    "nil_map": "make the map first: m := map[string]int{}",
    "nil_pointer": "something is nil here: test it first, or make it with &T{}",
    "division_by_zero": "test the divisor first",
    "text_plus_number": "join text and numbers with fmt.Sprint(a, b) or fmt.Sprintf; a text of digits becomes a number with strconv.Atoi",
    "nil_operand": "one of the two is missing (null): test it first, if x != nil { ... }, or x, ok := m[key].(float64)",
    "text_as_number": _DIGITS,
    "empty_condition": "write which test is meant: len(x) > 0 if it is not empty, x != nil if it exists",
    "characters": "for characters write: for _, r := range s { ch := string(r) ... }",
    "value_as_text": "convert it to text with fmt.Sprint(x)",
    "map_as_text": "it is an object already, not JSON text: read its entries, or json.Marshal it first",
    "list_as_text": "it is a list already, not JSON text: range over it, or json.Marshal it first",
    "data_as_bytes": "a tool gives data, not JSON text: use it as it is; to fill a struct: b, _ := json.Marshal(r); json.Unmarshal(b, &v)",
    "list_as_int": "this needs a number; to range over the elements of a list write for _, x := range xs",
    "method_of_map": "a map has no methods: read an entry with m[key], loop with for k, v := range m",
    "respelled_key": "write the key as the tool spells it",
    "no_container": "look at what the tool gave: fmt.Println(r)",
    "missing_value": "the value is missing: compare it with nil first",
}


def panic_hint(reason: str) -> PanicHint:
    return PanicHint(reason, HINTS[reason])


def if_nil(x: object, reason: str = "missing_value") -> PanicHint | None:
    """Returns the hint for a missing value; None if the value is not nil."""
    return panic_hint(reason) if x is None else None


def for_method(name: str, kind: str, text: str) -> PanicHint:
    """Returns the hint for `text.name`, where `text` has no such field: the Go form of a method of other languages."""
    hint = method_hint(name, kind, text)
    return PanicHint("no_field", hint) if hint or kind != "text" else panic_hint("key_of_text")


def for_assertion(have: str, want: str, inter: str) -> PanicHint:
    """Returns the hint for a failed `x.(want)`, where x is of interface type `inter` and contains a `have`; all three are Go type names."""
    if inter == "interface {}":
        list_, map_ = have == "[]interface {}", have == "map[string]interface {}"
        own = want.startswith("main.")
        if (list_ or map_) and (own or want.startswith("[]main.")):
            return panic_hint("struct_of_data")
        if list_ and want.startswith("map"):
            return panic_hint("list_as_map")
        if (list_ or map_) and want in ("string", "[]uint8"):
            return panic_hint("data_as_text")
        if list_ and want.startswith("[]"):
            return panic_hint("list_of_any")
        if map_ and want.startswith("map"):
            return panic_hint("map_of_any")
        if have == "float64" and want.startswith(("int", "uint")):
            return panic_hint("float_as_int")
    return panic_hint("wrong_assertion")


def for_use(kind: str, want: str, *, cut: bool = False) -> PanicHint | None:
    """Returns the hint for an any that contains a `kind` where a `want` is needed. `cut`: it is a number with a fraction, and an integer is
    needed."""
    if cut:
        return panic_hint("fraction_as_int")
    data = kind in ("map[string]any", "[]any")
    if want == "string":
        if data:
            return panic_hint("map_as_text" if kind[0] == "m" else "list_as_text")
        return panic_hint("missing_value" if kind == "nil" else "value_as_text")
    if want == "[]uint8" and data:
        return panic_hint("data_as_bytes")
    number = want.startswith(("int", "uint", "float"))
    if number and kind == "string":
        return panic_hint("text_as_number")
    return panic_hint("missing_value") if kind == "nil" else None


def for_operator(op: str, left: str, right: str) -> PanicHint | None:
    """Returns the hint for an operator between anys that contain a `left` and a `right`."""
    if op == "+" and {left, right} <= {"string", "number", "float64", "int"}:
        return panic_hint("text_plus_number")
    if "nil" in (left, right):
        return panic_hint("nil_operand")
    return panic_hint("text_as_number") if "string" in (left, right) and op[0] in "-*/<>=" else None
