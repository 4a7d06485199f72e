"""`match`. A pattern with attributes becomes a form, and a test by the guard `matched`, because Python's own patterns read attributes without a
guard. Others stay patterns."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from codemode.python import words
from codemode.python.nodes import nodes_of
from codemode.python.restricting import call, const
from codemode.python.statements import Statements
from codemode.python.values import kind_of

# of types, see Include/object.h of CPython
_SEQUENCE: Final = 1 << 5
_MAPPING: Final = 1 << 6
_MATCH_SELF: Final = 1 << 22

_SELF: Final = frozenset("bool bytes dict float frozenset int list set str tuple".split())
_MISSING: Final = object()


class Matching(Statements):
    def visit_Match(self, node: ast.Match) -> Any:
        _check(node)
        subject, first = self.temp(), self._temps
        before: list[ast.stmt] = [ast.Assign([ast.Name(subject, ast.Store())], self.visit(node.subject))]
        for case in node.cases:
            pattern = _simple(case.pattern, self._bound)
            guard = self.visit(case.guard) if case.guard is not None else None
            if any(
                isinstance(each, ast.MatchClass) and (each.patterns or each.kwd_attrs) for each in nodes_of(pattern)
            ):
                guard = self._tested(pattern, subject, guard)
                pattern = ast.copy_location(ast.MatchAs(), case.pattern)
            else:
                self._plain(pattern, before)
            case.pattern = pattern
            case.guard = ast.copy_location(guard, case.pattern) if guard is not None else None
            case.body = self.body_of(case.body)
        node.subject = ast.Name(subject, ast.Load())
        if any(isinstance(each, ast.MatchStar) for case in node.cases for each in nodes_of(case.pattern)):
            node.subject = call("starred", node.subject)
        made: list[ast.stmt] = [*before, node]
        if self._is_class:  # or they would be attributes of the class
            made.insert(0, ast.Global([f"{words.MARK}t{number}" for number in range(first, self._temps + 1)]))
        return made

    def _plain(self, pattern: Any, before: list[ast.stmt]) -> None:
        """Keeps a pattern that reads no attributes. The values and classes in it are computed before the match."""

        def kept(name: str, value: ast.expr) -> ast.Name:
            temp = self.temp()
            before.append(ast.Assign([ast.Name(temp, ast.Store())], call(name, self.visit(value))))
            return ast.Name(temp, ast.Load())

        def constant(value: ast.expr) -> ast.expr:
            return (
                ast.Attribute(kept("constant", value), "value", ast.Load())
                if isinstance(value, ast.Attribute)
                else value
            )

        for each in nodes_of(pattern):
            match each:
                case ast.MatchValue():
                    each.value = constant(each.value)
                case ast.MatchClass():
                    each.cls = kept("class_pattern", each.cls)
                case ast.MatchMapping():
                    each.keys = list(map(constant, each.keys))
                    self.check_name(each, each.rest)
                case ast.MatchAs() | ast.MatchStar():
                    self.check_name(each, each.name)
                case _:
                    pass

    def _tested(self, pattern: ast.pattern, subject: str, guard: ast.expr | None) -> ast.expr:
        """Returns a test of the subject by the guard `matched`, which also binds the names of the pattern."""
        found = self.temp()
        names: dict[str, int] = {}
        values: list[ast.expr] = []
        form = self._form(pattern, names, values)
        made = call("matched", ast.Name(subject, ast.Load()), const(form), const(len(names)), *values)
        made = ast.NamedExpr(ast.Name(found, ast.Store()), made)
        tests: list[ast.expr] = [ast.Compare(made, [ast.IsNot()], [const(None)])]
        if names:
            tests.append(ast.Tuple([_bound(name, found, at) for name, at in names.items()], ast.Load()))
        if guard is not None:
            tests.append(guard)
        return ast.BoolOp(ast.And(), tests) if len(tests) > 1 else tests[0]

    def _form(self, pattern: Any, names: dict[str, int], values: list[ast.expr]) -> Any:
        """Returns what `matched` tests, as nested tuples; None for `_`. `names` gets the names that the pattern binds, with the places of their
        values, and `values` the expressions in it."""

        def of(each: Any) -> Any:
            return self._form(each, names, values)

        def bound(name: str | None) -> int:
            self.check_name(pattern, name)
            return names.setdefault(name, len(names)) if name is not None else -1

        def value(each: ast.expr) -> int:
            values.append(self.visit(each))
            return len(values) - 1

        match pattern:
            case ast.MatchValue():
                return "value", value(pattern.value)
            case ast.MatchSingleton():
                return "is", pattern.value
            case ast.MatchAs(pattern=None, name=None):
                return None
            case ast.MatchAs():
                inner = of(pattern.pattern) if pattern.pattern is not None else None
                return "bind", inner, bound(pattern.name)
            case ast.MatchOr():
                return "or", tuple(map(of, pattern.patterns))
            case ast.MatchSequence():
                star = next((at for at, each in enumerate(pattern.patterns) if isinstance(each, ast.MatchStar)), -1)
                starred: Any = pattern.patterns[star] if star >= 0 else None
                rest = bound(starred.name) if starred is not None else -1
                forms = tuple(of(each) for each in pattern.patterns if not isinstance(each, ast.MatchStar))
                return "sequence", forms, star, rest
            case ast.MatchMapping():
                keys = tuple(map(value, pattern.keys))
                return "mapping", keys, tuple(map(of, pattern.patterns)), bound(pattern.rest)
            case _:
                for name in pattern.kwd_attrs:
                    self._check_attribute(pattern, name)
                kind = value(pattern.cls)
                forms = tuple(map(of, [*pattern.patterns, *pattern.kwd_patterns]))
                return "class", kind, len(pattern.patterns), tuple(pattern.kwd_attrs), forms


def _check(node: ast.Match) -> None:
    """Raises SyntaxError for what Python's compiler refuses, such as a name that only one alternative binds."""
    cases = [ast.match_case(case.pattern, case.guard and const(0), [ast.Pass()]) for case in node.cases]
    alone = ast.copy_location(ast.Match(const(0), cases), node)
    compile(ast.fix_missing_locations(ast.Module([alone], [])), "", "exec")


def _bound(name: str, found: str, at: int) -> ast.expr:
    return ast.NamedExpr(ast.Name(name, ast.Store()), ast.Subscript(ast.Name(found, ast.Load()), const(at), ast.Load()))


def _simple(pattern: Any, bound: frozenset[str]) -> Any:
    """Writes `str(x)` as `str() as x`, which reads no attributes."""
    for name, value in ast.iter_fields(pattern):
        if isinstance(value, ast.pattern):
            setattr(pattern, name, _simple(value, bound))
        elif isinstance(value, list) and value and isinstance(value[0], ast.pattern):
            setattr(pattern, name, [_simple(each, bound) for each in value])
    match pattern:
        case ast.MatchClass(cls=ast.Name(id=kind), patterns=[ast.MatchAs(pattern=None, name=name)], kwd_attrs=[]) if (
            kind in _SELF and kind not in bound
        ):
            alone = ast.copy_location(ast.MatchClass(pattern.cls, [], [], []), pattern)
            return ast.copy_location(ast.MatchAs(alone, name), pattern) if name is not None else alone
        case _:
            return pattern


# --- while the program runs -----------------------------------------------------------------------------------------------


def matcher(guest: Any) -> Callable[..., list[Any] | None]:
    """The guard: returns the values that the pattern binds, None if the subject does not match."""

    def matched(subject: Any, form: Any, many: int, *values: Any) -> list[Any] | None:
        found = [None] * many
        return found if _Match(guest, values, found).fits(subject, form) else None

    return matched


def class_of(kind: Any) -> Any:
    """Returns the class of a class pattern. Raises TypeError."""
    found = kind_of(kind)
    if not isinstance(found, type):
        raise TypeError("called match pattern must be a class")
    return found


class _Match:
    __slots__ = ("_found", "_guest", "_values")

    def __init__(self, guest: Any, values: tuple[Any, ...], found: list[Any]) -> None:
        self._guest, self._values, self._found = guest, values, found

    def fits(self, subject: Any, form: Any) -> bool:
        if form is None:
            return True
        self._guest.run.work(1)
        match form[0]:
            case "value":
                return bool(subject == self._values[form[1]])
            case "is":
                return subject is form[1]
            case "bind":
                fits = self.fits(subject, form[1])
                self._found[form[2]] = subject
                return fits
            case "or":
                return any(self.fits(subject, each) for each in form[1])
            case "sequence":
                return self._sequence(subject, *form[1:])
            case "mapping":
                return self._mapping(subject, *form[1:])
            case _:
                return self._class(subject, *form[1:])

    def _all(self, items: Any, forms: tuple[Any, ...]) -> bool:
        return all(self.fits(item, form) for item, form in zip(items, forms))

    def _sequence(self, subject: Any, forms: tuple[Any, ...], star: int, rest: int) -> bool:
        if not type(subject).__flags__ & _SEQUENCE:
            return False
        size, many = len(subject), len(forms)
        if size < many or (star < 0 and size > many):
            return False
        before = star if star >= 0 else many
        after = size - (many - before)
        if not self._all((subject[at] for at in range(before)), forms[:before]):
            return False
        if not self._all((subject[at] for at in range(after, size)), forms[before:]):
            return False
        if rest >= 0:
            self._guest.run.take(8 * (after - before))
            self._found[rest] = [subject[at] for at in range(before, after)]
        return True

    def _mapping(self, subject: Any, keys: tuple[int, ...], forms: tuple[Any, ...], rest: int) -> bool:
        if not type(subject).__flags__ & _MAPPING or len(subject) < len(keys):
            return False
        wanted = [self._values[key] for key in keys]
        for at, key in enumerate(wanted):
            if key in wanted[:at]:
                raise ValueError(f"mapping pattern checks duplicate key ({key!r})")
        items = [subject.get(key, _MISSING) for key in wanted]
        if any(item is _MISSING for item in items) or not self._all(items, forms):
            return False
        if rest >= 0:
            others = self._found[rest] = dict(self._guest.merged(subject))
            for key in wanted:
                del others[key]
        return True

    def _class(self, subject: Any, kind: int, many: int, names: tuple[str, ...], forms: tuple[Any, ...]) -> bool:
        found = class_of(self._values[kind])
        if not isinstance(subject, found):
            return False
        if many:
            known = getattr(found, "__match_args__", None)
            allowed = len(known) if known is not None else 1 if found.__flags__ & _MATCH_SELF else 0
            if many > allowed:
                s = "" if allowed == 1 else "s"
                raise TypeError(f"{found.__name__}() accepts {allowed} positional sub-pattern{s} ({many} given)")
            if known is None:
                return self.fits(subject, forms[0]) and self._attributes(subject, names, forms[1:])
            names = (*known[:many], *names)
            for at, name in enumerate(names):
                if name in names[:at]:
                    raise TypeError(f"{found.__name__}() got multiple sub-patterns for attribute {name!r}")
        return self._attributes(subject, names, forms)

    def _attributes(self, subject: Any, names: tuple[str, ...], forms: tuple[Any, ...]) -> bool:
        for name, form in zip(names, forms):
            try:
                value = self._guest.named(subject, name)
            except AttributeError:
                return False
            if not self.fits(value, form):
                return False
        return True
