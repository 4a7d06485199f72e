"""Go for the calls of other languages that need a loop or more: one template for each, and what parts of it mean.

XS is the list, F the function, A and B other arguments. See `trees.template`.
"""

from __future__ import annotations

from typing import Final


def _value(body: str) -> str:
    return f"func() __infer {{ {body} }}()"


def _each(body: str) -> str:
    return f"for __i, __x := range __each(XS) {{ {body} }}"


def _list(loop: str, element: str) -> str:
    """The list of the elements that a loop finds."""
    return _value(f'__r := __many("r"); for {loop} {{ __r = append(__r, {element}) }}; return __r')


_ALL: Final = '__r := __many("r"); for __x in XS { __r = append(__r, __x) }'
_KEYS_OF: Final = '__k := __many("k"); for _, __y := range {} {{ __k = append(__k, F(__y)) }}; __sort({}, __k, A)'
_KEYS_OF_ALL: Final = _KEYS_OF.format("__r", "__r")

MAP: Final = _list("__i, __x := range __each(XS)", "F(__x, __i)")
FILTER: Final = _value(f'__r := __many("r"); {_each("if F(__x, __i) { __r = append(__r, __x) }")}; return __r')
FIND: Final = _value(f"{_each('if F(__x, __i) { return __x }')}; return nil")
SOME: Final = f"func() bool {{ {_each('if F(__x, __i) { return true }')}; return false }}()"
EVERY: Final = f"func() bool {{ {_each('if F(__x, __i) {} else { return false }')}; return true }}()"
INDEX: Final = f"func() int {{ {_each('if F(__x, __i) { return __i }')}; return -1 }}()"
FOR_EACH: Final = f"func() {{ {_each('F(__x, __i)')} }}()"
FLAT_MAP: Final = _value(
    f'__r := __many("r"); {_each("for _, __y := range __list(F(__x, __i)) { __r = append(__r, __y) }")}; return __r'
)
REDUCE: Final = _value(f"__a := A; {_each('__a = F(__a, __x, __i)')}; return __a")
REDUCE_FIRST: Final = _value(
    "__l := __each(XS); __a := __l[0]; for __i, __x := range __l[1:] { __a = F(__a, __x, __i) }; return __a"
)
SORT: Final = _value(
    "__l := XS; sort.SliceStable(__l, func(__i int, __j int) bool { return F(__l[__i], __l[__j]) < 0 }); return __l"
)
# F compares elements: of two lists that are one
LESS: Final = "func(__i int, __j int) bool { return F(XS[__i], YS[__j]) }"
SORT_SELF: Final = _value("__l := __texts(XS); __sort(__l, __l, false); return __l")
SORT_BY: Final = f"func() {{ __l := XS; {_KEYS_OF.format('__each(__l)', '__l')} }}()"
REVERSE_SELF: Final = _value("__l := XS; slices.Reverse(__l); return __l")
COPY: Final = _value(f"{_ALL}; return __r")
SET: Final = _value(
    '__r := __many("r"); __s := map[any]bool{}; '
    "for __x in XS { if !__s[any(__x)] { __s[any(__x)] = true; __r = append(__r, __x) } }; return __r"
)
REVERSED: Final = _value(f"{_ALL}; slices.Reverse(__r); return __r")
SORTED: Final = _value(f"{_ALL}; __sort(__r, __r, A); return __r")
SORTED_BY: Final = _value(f"{_ALL}; {_KEYS_OF_ALL}; return __r")
BEST: Final = _value(f'{_ALL}; if len(__r) == 0 {{ panic("NAME of an empty list") }}; {_KEYS_OF_ALL}; return __r[0]')
BEST_OR: Final = _value(f"{_ALL}; if len(__r) == 0 {{ return B }}; {_KEYS_OF_ALL}; return __r[0]")
ZIP: Final = _value(
    '__a := __each(XS); __b := __each(A); __r := __many("r"); '
    "for __i := range min(len(__a), len(__b)) { __r = append(__r, []any{__a[__i], __b[__i]}) }; return __r"
)
ENUMERATE: Final = _list("__i, __x := range __each(XS)", "[]any{__i + A, __x}")
KEYS: Final = _list("__k := range XS", "__k")
VALUES: Final = _list("_, __v := range XS", "__v")
ENTRIES: Final = _list("__k, __v := range XS", "[]any{__k, __v}")
FROM_ENTRIES: Final = "__dict(XS)"
CONCAT: Final = _value(f"{_ALL}; for _, __y := range __list(A) {{ __r = append(__r, __y) }}; return __r")
PARSED: Final = (
    "func(__o any) any { if !__is_text(__o) { return __o }; var __v any; "
    "if __e := json.Unmarshal([]byte(string(__o)), &__v); __e != nil { panic(__e) }; return __v }(XS)"
)
# The values of the list, which are assigned to as many names.
UNPACKED: Final = (
    'func() ({types}) {{ __l := XS; if len(__l) != {count} {{ panic("the list does not have the {count} elements that are assigned") }}; '
    "return {parts} }}()"
)
# E is the error of a stream's Next, which is io.EOF at the end.
PIECE: Final = "func() bool { if E != nil && E != io.EOF { panic(E) }; return E == nil }()"
AT_END: Final = "func() bool { if E != nil && E != io.EOF { panic(E) }; return E != nil }()"
# A, B and C are what a tool returned: JSON, or data.
DATA: Final = "__choose(__is_text(A), []byte(B), json.Marshal(C))"
NUMBER: Final = "strconv.ParseFloat(fmt.Sprint(X), 64)"
INTEGER: Final = "strconv.Atoi(fmt.Sprint(X))"
JSON: Final = "string(json.Marshal(X))"
