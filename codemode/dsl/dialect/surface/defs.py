"""Reads Python's `def f(a, b=1):` as a function of Go. Its values have the type any, and the names it assigns are local."""

from __future__ import annotations

from codemode.dsl.dialect.surface.cursor import CLOSING, OPENING, Cursor, go_tokens
from codemode.dsl.dialect.surface.cursor import token as put_at
from codemode.dsl.names import HIDDEN
from codemode.dsl.syntax.tokens import Token

_MAX_RESULTS = 20
_LONGEST_CALL = 300  # limit on the tokens of a call with named arguments


class Function:
    """A function whose body is being read, or the top level. Places are indices in the output tokens."""

    def __init__(self, parent: Function | None, params: list[str], defaults: list[tuple[str, list[Token]]]) -> None:
        self.parent = parent
        self.names = set(params)  # local names found so far
        self.params = frozenset(params)
        self.outer: set[str] = set()  # names declared as global or nonlocal
        self.defaults = defaults
        # name -> (place of the first `=`, whether `:=` may stand there instead)
        self.assigned: dict[str, tuple[int, bool]] = {}
        self.result_at = 0
        self.body_at = 0
        self.counts: set[int] = set()
        self.bare: list[int] = []  # places behind `return` without a value, or with None

    def assigns(self, names: list[str], place: int, alone: bool) -> None:
        """Records the names that an assignment at `place` sets. `alone`: the assignment is at the top of the function's body."""
        self.names.update(names)
        for name in names:
            self.assigned.setdefault(name, (place, alone and len(names) == 1))

    def returns(self, values: int, place: int, *, nothing: bool) -> None:
        self.counts.add(values)
        if nothing:
            self.bare.append(place)

    def open(self, out: list[Token], brace: Token) -> None:
        """Writes the start of the body, behind its brace: the default values of parameters."""
        self.result_at = len(out) - 1
        for k, (name, value) in enumerate(self.defaults):
            out += [*go_tokens(f"var {name} any =", brace), *value]
            out += go_tokens(f"; if len(__d) > {k} {{ {name} = __d[{k}] }}; _ = {name};", brace)
        self.body_at = len(out)

    def close(self, out: list[Token], late: dict[int, list[Token]], end: int) -> None:
        """Writes the end of the body, before its brace: the result types and a final return."""
        count = min(max(self.counts, default=0), _MAX_RESULTS)
        if not count or self.parent is None:
            return
        at = Token("SEMI", ";", end, end)
        types = ", ".join(["any"] * count)
        nothing = ", ".join(["nil"] * count)
        late[self.result_at] = go_tokens(f"({types})" if count > 1 else types, out[self.result_at])
        for place in self.bare:
            late[place] = go_tokens(nothing, at)
        if out[-1].kind not in ("SEMI", "LBRACE"):
            out.append(at)
        out += go_tokens(f"return {nothing};", at)


def declaration(c: Cursor, i: int, colon: int, parent: Function, out: list[Token]) -> Function | None:
    """Writes the header of the function whose `def` is at i, up to the brace. Returns None if it cannot be read."""
    tokens, close = c.tokens, c.partner(i + 2)
    if close >= colon or (close + 1 != colon and c.word(close + 1) != "->"):
        return None
    names: list[str] = []
    defaults: list[tuple[str, list[Token]]] = []
    made: list[Token] = []
    at = tokens[i]
    for part in _parameters(tokens[i + 3 : close]):
        spread = part[0].kind == "STAR"
        name = part[spread] if len(part) > spread else None
        if spread and name is None:
            continue  # def f(a, *, b)
        equals = _equals(part)
        if name is None or name.kind != "NAME" or (spread and (defaults or len(part) > 2)) or name.text in names:
            return None
        if len(part) > spread + 1 and part[spread + 1].kind not in ("COLON", "ASSIGN"):
            return None
        names.append(name.text)
        if equals < len(part):
            if equals + 1 == len(part):
                return None
            defaults.append((name.text, part[equals + 1 :]))
            continue
        if defaults:
            return None
        made += [*(go_tokens(",", name) if made else []), name, *go_tokens("...any" if spread else "any", name)]
    if defaults:
        made += [*(go_tokens(",", at) if made else []), *go_tokens("__d ...any", at)]
    name = tokens[i + 1]
    if name.text == "main":
        name = put_at("NAME", MAIN, name)
    out += [put_at("FUNC", "func", at), name, tokens[i + 2], *made, tokens[close]]
    parent.names.add(name.text)
    return Function(parent, names, defaults)


MAIN = f"{HIDDEN}main"  # replaces main, which Go would call by itself


def _parameters(tokens: list[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    depth = 0
    for each in tokens:
        depth += (each.kind in OPENING) - (each.kind in CLOSING)
        if each.kind == "COMMA" and not depth:
            parts.append([])
        elif each.text != "\n":
            parts[-1].append(each)
    return [part for part in parts if part]


Signature = dict[str, list[Token]]  # the parameters in order, each with its default value or []


def signatures(c: Cursor) -> dict[str, Signature]:
    """Returns the parameters of all functions that a `def` declares, by name."""
    found: dict[str, Signature] = {}
    tokens = c.tokens
    for i, each in enumerate(tokens[:-2]):
        if each.text == "def" and tokens[i + 1].kind == "NAME" and tokens[i + 2].kind == "LPAR":
            params = _parameters(tokens[i + 3 : c.partner(i + 2)])
            params = [part for part in params if len(part) > 1 or part[0].kind == "NAME"]  # drops a `*` alone
            found[tokens[i + 1].text] = {part[0].text: part[_equals(part) + 1 :] for part in params}
    return found


def _equals(part: list[Token]) -> int:
    """Returns where the default value of a parameter begins, or the end."""
    return next((k for k, t in enumerate(part) if t.kind == "ASSIGN"), len(part))


def in_order(params: Signature, tokens: list[Token]) -> list[Token] | None:
    """Returns the arguments of a call in the order of the parameters; None if none of them is named, or if they do not match."""
    if len(tokens) > _LONGEST_CALL or all(each.kind != "ASSIGN" for each in tokens):
        return None
    given = _parameters(tokens)
    named = {part[0].text: part[2:] for part in given if len(part) > 2 and part[1].kind == "ASSIGN"}
    plain = [part for part in given if len(part) < 2 or part[1].kind != "ASSIGN"]
    rest = list(params)[len(plain) :]
    complete = len(named) + len(plain) == len(given) and given[: len(plain)] == plain
    if not named or not complete or not named.keys() <= set(rest):
        return None
    while rest and rest[-1] not in named:
        rest.pop()
    values = [*plain, *(named.get(name) or params[name] for name in rest)]
    if not all(values):
        return None
    made: list[Token] = []
    for value in values:
        made += [*(go_tokens(",", value[0]) if made else []), *value]
    return made


def keep_local(functions: list[Function], out: list[Token], late: dict[int, list[Token]]) -> None:
    """Makes the names that a function assigns local, if the top level or an outer function has the same name."""
    for each in functions:
        if each.parent is None:
            continue
        for name, (place, alone) in each.assigned.items():
            if name in each.params or name in each.outer or not _is_outside(each.parent, name):
                continue
            at = out[place]
            if alone:
                out[place] = put_at("DEFINE", ":=", at)
            else:
                late.setdefault(each.body_at, []).extend(go_tokens(f"var {name} any; _ = {name};", at))


def _is_outside(function: Function | None, name: str) -> bool:
    while function is not None:
        if name in function.names:
            return True
        function = function.parent
    return False
