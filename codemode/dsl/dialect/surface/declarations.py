"""Reads declarations of other languages: let x = 1, x: int = 1, const { a } = r, a, b = b, a."""

from __future__ import annotations

from codemode.dsl.dialect.surface.cursor import Cursor, go_tokens, token
from codemode.dsl.dialect.surface.statements import more_constants, more_declarations

TYPES: dict[str, str] = {
    **{name: name for name in ("int", "string", "float64", "bool", "any", "int64")},
    "float": "float64",
    "double": "float64",
    "boolean": "bool",
    "String": "string",
    "long": "int64",
}


def let(w: Cursor, i: int) -> None:
    """Reads let x = 1, let x, auto x = 1"""
    if not w.starts(i) or w.in_group(i):
        return
    name = i + 1 + (w.word(i) == "let" and w.word(i + 1) == "mut")
    if w.word(i) == "let" and w.kind(name) in ("LBRACE", "LBRACK"):
        _unpack(w, i)
    elif w.kind(name) != "NAME":
        return
    elif w.kind(name + 1) == "ASSIGN":
        w.drop(i, name)
        w.put(name + 1, go_tokens(":=", w.tokens[name + 1]))
        more_declarations(w, name + 2)
        w.javascript |= w.word(i) == "let"
        w.mend("declared", i, name, found=w.shown(i, name + 1), meant=w.word(name))
    elif w.word(i) == "let" and w.kind(name + 1) == "SEMI":
        w.drop(i, name)
        w.put(i, go_tokens("var", w.tokens[i]))
        w.after(name, go_tokens("any", w.tokens[name]))
        w.javascript = True
        w.mend("declared_without_value", i, name, found=w.shown(i, name + 1), meant=w.word(name))
    elif w.word(i) == "let":
        _annotated(w, i)


def _annotated(w: Cursor, i: int) -> None:
    """Reads const x: number = 1, as in TypeScript, Swift or Kotlin. The type is dropped; the value decides it."""
    name = i + 1
    if w.kind(name) != "NAME" or w.kind(name + 1) != "COLON" or not w.starts(i):
        return
    at = name + 2
    while w.kind(at) not in ("ASSIGN", "SEMI", "$END", "DEFINE") and at - name < 20:
        at += 1
    if w.kind(at) != "ASSIGN":
        return
    w.drop(i, name)
    w.drop(name + 1, at)
    w.put(at, go_tokens(":=", w.tokens[at]))
    w.javascript = True
    w.mend("declared", i, at, found=w.shown(i, at), meant=w.word(name))


def const(w: Cursor, i: int) -> None:
    """Reads const {a, b} = x and const x: T = y. The checker handles values that are not constant."""
    if w.kind(i + 1) in ("LBRACE", "LBRACK"):
        _unpack(w, i)
    elif w.kind(i + 1) == "NAME" and w.kind(i + 2) == "COLON":
        _annotated(w, i)
    else:
        more_constants(w, i)
        _require(w, i)


def _require(w: Cursor, i: int) -> None:
    """Reads const x = require("x")"""
    words = [w.word(i + k) for k in (2, 3, 4)]
    if words == ["=", "require", "("] and w.kind(i + 5) == "STRING" and w.kind(i + 7) == "SEMI" and w.starts(i):
        w.drop(i, i + 7)
        w.javascript = True
        w.mend("needless_import", i, i + 6, found=w.shown(i, i + 7))


def _unpack(w: Cursor, i: int) -> None:
    """Reads const { a, b } = x"""
    close = w.partner(i + 1)
    if w.kind(i + 1) != "LBRACE" or not w.starts(i) or w.kind(close + 1) != "ASSIGN":
        return
    inside = w.tokens[i + 2 : close]
    names = inside[::2]
    if not names or any(t.kind != "NAME" for t in names) or any(t.kind != "COMMA" for t in inside[1::2]):
        return
    end = w.end_of(close + 2)
    source = w.tokens[close + 2 : end]
    if not source or (len(names) > 1 and (len(source) != 1 or source[0].kind != "NAME")):
        return
    made = go_tokens(":=", w.tokens[close + 1])
    if len(names) == 1:
        last = source[-1]
        made += go_tokens("(", source[0])
        w.after(end - 1, [*go_tokens(").", last), token("NAME", names[0].text, last)])
    else:
        for name in names[:-1]:
            made += [source[0], *go_tokens(".", name), name, *go_tokens(",", name)]
        w.after(end - 1, [*go_tokens(".", names[-1]), names[-1]])
    w.drop(i, i + 2)
    w.drop(close, close + 1)
    w.put(close + 1, made)
    w.javascript = True
    meant = ", ".join([n.text for n in names])
    w.mend("unpacked", i, close, found=w.shown(i, close + 1), meant=meant, other=names[0].text)


def typed(w: Cursor, i: int) -> None:
    """Reads int total = 0"""
    name = i + 1
    plain = w.kind(i) == "NAME" and w.kind(name) == "NAME" and w.kind(name + 1) == "ASSIGN"
    if plain and w.starts(i) and not w.in_group(i):
        kind = TYPES[w.word(i)]
        w.put(i, go_tokens("var", w.tokens[i]))
        w.after(name, go_tokens(kind, w.tokens[i]))
        w.mend("declared_with_type", i, name, found=w.shown(i, name + 1), meant=w.word(name), other=kind)


def var(w: Cursor, i: int) -> None:
    if w.kind(i + 1) == "NAME" and w.kind(i + 2) == "COLON":
        _annotated(w, i)
    elif w.kind(i + 1) == "LBRACE":
        _unpack(w, i)
    elif w.kind(i + 1) == "NAME" and w.kind(i + 2) == "SEMI" and w.starts(i) and not w.in_group(i):
        w.after(i + 1, go_tokens("any", w.tokens[i + 1]))
        w.mend("declared_without_value", i, i + 1, found=w.shown(i, i + 2), meant=w.word(i + 1))
    else:
        _require(w, i)


def import_(w: Cursor, i: int) -> None:
    """Drops import codemode, from codemode import call_tool, import {callTool} from "codemode"."""
    if not w.starts(i):
        return
    end = w.end_of(i)
    words = w.tokens[i + 1 : end]
    if not words:
        return
    if w.word(i) == "from":
        kinds = [t for t in words if t.kind in ("NAME", "DOT", "COMMA", "STAR", "IMPORT")]
        foreign = len(kinds) == len(words) and any(t.kind == "IMPORT" for t in words[1:])
    elif words[-1].kind == "STRING":
        w.javascript = foreign = len(words) > 2 and words[-2].text == "from"
    else:
        foreign = all(t.kind in ("NAME", "DOT", "COMMA") for t in words) and not any(t.text == "as" for t in words)
    if foreign:
        w.drop(i, end)
        w.mend("needless_import", i, end - 1, found=w.shown(i, end))
