"""The functions that only readings call, such as `__contains` for `x in xs`: how many arguments each takes, and how messages show a call.

The checker of Go knows no more of them; dsl/dialect/lexicon/builtins.py checks their calls.
"""

from __future__ import annotations

from typing import Final

# {name} is the text in the first argument
PRELUDE: Final[dict[str, tuple[int, str]]] = {
    "__contains": (2, "{1} in {0}"),
    "__choose": (3, "{0} ? {1} : {2}"),
    "__back": (2, "len({0})-{1}"),  # the -3 in xs[-3:]
    "__end": (2, "len({0})-{1}"),  # the -1 in xs[-1], where xs is an any
    "__abs": (1, "abs({0})"),
    "__filled": (1, "{0}"),  # the x in `not x`
    "__pow": (2, "{0} ** {1}"),
    "__floor": (2, "{0} // {1}"),
    "__sum": (1, "sum({0})"),
    "__get": (3, "{0}.get({1}, {2})"),
    "__is_text": (1, "{0} is text"),  # the argument of json.Unmarshal
    "__text": (1, "{0}"),  # a number that is added to a string
    "__try": (0, ""),  # `try { } catch { }`: an if with this condition
    "__caught": (0, ""),  # the error of the catch
    "__many": (1, "[]any{{}}"),  # a new empty list
    "__map": (2, "the map"),  # `{k: v for ...}`: the keys and the values
    "__sort": (3, "sorted({0})"),  # the list, its sort keys, and whether it is reversed
    "__str": (1, "str({0})"),
    "__js": (1, "String({0})"),  # also `${x}`
    "__of_text": (2, "{1}.{name}()"),
    "__round": (2, "round({0}, {1})"),
    "__whole": (2, "{name}({1})"),  # the kind of rounding, and the number
    "__texts": (1, "{0}"),  # the xs in ys = xs.sort()
    "__lines": (1, "{0}.splitlines()"),
    "__fixed": (2, "{0}.toFixed({1})"),
    "__pairs": (1, "{0}"),  # `for k, v in x`, where x is an any
    "__list": (1, "{0}"),  # the ys in xs.concat(ys)
    "__plain": (1, "{0}"),  # the b in s.replaceAll(a, b)
    "__object": (1, "{0}"),  # the m in Object.keys(m)
    "__ascii": (1, "{0}"),  # the s in s.slice(1, 2)
    "__locale": (2, "{0}.localeCompare({1})"),
    "__dict": (1, "dict({0})"),
    "__each": (1, "{0}"),  # `for x in xs`, where xs is an any
}
