"""Warns of format verbs that do not match their arguments, in the words of go vet. Go accepts them and prints %!d(string=x)."""

from __future__ import annotations

import re
from typing import Final

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, measure
from codemode.types.model import Basic, Type
from codemode.types.objects import Func
from codemode.types.predicates import BOOLEAN, COMPLEX, FLOAT, INTEGER, STRING_KIND, Infos, default_type

# function -> index of its format argument
_FORMATS: Final[dict[str, int]] = {
    **dict.fromkeys(("fmt.Printf", "fmt.Sprintf", "fmt.Errorf"), 0),
    **dict.fromkeys(("fmt.Fprintf", "fmt.Appendf"), 1),
    **dict.fromkeys(("log.Printf", "log.Fatalf", "log.Panicf"), 0),
}
_VERB: Final = re.compile(r"%([-+# 0]*)(\*|\d*)(?:\.(\*|\d*))?(.?)", re.DOTALL)
_FITTING: Final[dict[str, Infos]] = {
    **dict.fromkeys("dcUoO", INTEGER),
    "s": STRING_KIND,
    "t": BOOLEAN,
    "q": STRING_KIND | INTEGER,
    "b": INTEGER | FLOAT | COMPLEX,
    **dict.fromkeys("xX", INTEGER | FLOAT | COMPLEX | STRING_KIND),
    **dict.fromkeys("eEfFgG", FLOAT | COMPLEX),
}
_ANYTHING: Final = frozenset("vTpw")
_LONGEST: Final = 10_000  # longest format that is checked, in bytes


def check(c: Checker, e: nodes.CallExpr, func: Func) -> None:
    at = _FORMATS.get(f"{func.package}.{func.name}")
    if at is None or func.recv is not None or e.ellipsis or len(e.args) <= at:
        return
    format_ = e.args[at].const
    if not isinstance(format_, bytes) or len(format_) > _LONGEST or b"%[" in format_:
        return
    args = e.args[at + 1 :]
    name, used = f"{func.package}.{func.name}", 0
    for found in _VERB.finditer(format_.decode("utf-8", "replace")):
        verb = found[4]
        if verb == "%":
            continue
        if not verb:
            message = f"{name} format {found[0]} is missing verb at end of string"
            c.warning(e.args[at], message, "write %% for a percent sign", reason="wrong_verb")
            return
        used += (found[2] == "*") + (found[3] == "*")
        if used >= len(args):
            message = f"{name} format {found[0]} reads arg #{used + 1}, but call has {measure(len(args), 'arg')}"
            c.warning(e.args[at], message, reason="wrong_verb")
            return
        _check_argument(c, name, found[0], verb, args[used])
        used += 1
    if used < len(args):
        message = f"{name} call needs {measure(used, 'arg')} but has {measure(len(args), 'arg')}"
        c.warning(e.args[at], message, "write a verb for each, such as %v", reason="wrong_verb")


def _check_argument(c: Checker, name: str, shown: str, verb: str, arg: nodes.Expr) -> None:
    if verb not in _FITTING:
        if verb not in _ANYTHING:
            c.warning(arg, f"{name} format {shown} has unknown verb {verb}", "%v prints anything", reason="wrong_verb")
        return
    typ = default_type(arg.typ) if isinstance(arg.typ, Type) else None
    if isinstance(typ, Basic) and typ.info not in _FITTING[verb] and typ.info != "invalid":
        message = f"{name} format {shown} has arg {expr_text(arg)} of wrong type {c.words.type(typ)}"
        hint = f"%v prints anything, {_OWN.get(typ.info, '%v')} a {c.words.type(typ)}"
        c.warning(arg, message, hint, reason="wrong_verb")


_OWN: Final = {"integer": "%d", "unsigned": "%d", "float": "%.2f", "string": "%s", "boolean": "%t"}
