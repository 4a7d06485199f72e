"""Rewrites the patterns of `match`, because patterns read attributes without a guard."""

# values of programs have any type
# pyright: reportUnknownVariableType=false
from __future__ import annotations

import ast
import builtins
from typing import Any

from codemode.python import words
from codemode.python.restricting import call, const
from codemode.python.statements import Statements


class Matching(Statements):
    def visit_Match(self, node: ast.Match) -> Any:
        values: list[ast.stmt] = []
        for case in node.cases:
            case.pattern = self._pattern(case.pattern, values)
            case.guard = self.visit(case.guard) if case.guard is not None else None
            case.body = self.body_of(case.body)
        node.subject = self.visit(node.subject)
        if any(isinstance(each, ast.MatchStar) for case in node.cases for each in ast.walk(case.pattern)):
            node.subject = call("starred", node.subject)
        return [*values, node]

    def _pattern(self, pattern: Any, values: list[ast.stmt]) -> Any:
        """Computes the values in a pattern before the `match`, and refuses attributes of built-in types. Patterns read attributes without a guard."""
        if isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Attribute):
            temp = self.temp()
            made = call("constant", self.visit(pattern.value))
            values.append(ast.Assign([ast.Name(temp, ast.Store())], made))
            pattern.value = ast.Attribute(ast.Name(temp, ast.Load()), "value", ast.Load())
        elif isinstance(pattern, ast.MatchClass):
            for name in pattern.kwd_attrs:
                built_in = isinstance(pattern.cls, ast.Name) and pattern.cls.id not in self._bound
                if name.startswith("_") or words.inspects(name) or (built_in and name in NATIVE_ATTRIBUTES):
                    self.refuse(
                        pattern,
                        f"a pattern cannot look at the attribute {name}",
                        "match the class, then test it with if",
                    )
            temp = self.temp()
            values.append(
                ast.Assign(
                    [ast.Name(temp, ast.Store())],
                    call("class_pattern", self.visit(pattern.cls), *map(const, pattern.kwd_attrs)),
                )
            )
            pattern.cls = ast.Name(temp, ast.Load())
        elif isinstance(pattern, ast.MatchMapping):
            for at, key in enumerate(pattern.keys):
                if isinstance(key, ast.Attribute):
                    held = ast.MatchValue(key)
                    pattern.keys[at] = self._pattern(held, values).value
        for name in ("name", "rest"):
            if hasattr(pattern, name):
                self.check_name(pattern, getattr(pattern, name))
        for child in ast.iter_child_nodes(pattern):
            if isinstance(child, ast.pattern):
                self._pattern(child, values)
        return pattern


def _native_attributes() -> frozenset[str]:
    """Returns the attributes of built-in types. A pattern may not read them, because it would read them without a guard."""
    function = _native_attributes

    def generator() -> Any:
        yield

    kinds: tuple[Any, ...] = (
        str,
        bytes,
        int,
        float,
        list,
        dict,
        set,
        frozenset,
        tuple,
        range,
        type(function),
        type(generator()),
        property,
        type,
        slice,
    )
    failures = [each for each in vars(builtins).values() if isinstance(each, type) and issubclass(each, BaseException)]
    named = ((name, getattr(kind, name, None)) for kind in (*kinds, *failures) for name in dir(kind))
    return frozenset(name for name, found in named if callable(found) or name == "obj")


NATIVE_ATTRIBUTES = _native_attributes()
