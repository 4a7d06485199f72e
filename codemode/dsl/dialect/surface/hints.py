"""Hints for what models write instead of Go, found from the tokens around the refused one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise

from codemode.cancellation import check_cancelled
from codemode.dsl.syntax.lexer import ESCAPED_TWICE
from codemode.dsl.syntax.syntax_errors import Place, Refused
from codemode.dsl.syntax.tokens import FOREIGN, KEYWORDS, Token

_ERRORS = "Go has no exceptions: res, err := f(); if err != nil { ... }"
_FUNCTION = (
    "a function is: func name(x int) int { return x }, inside another function: name := func(x int) int { return x }"
)
_DECLARE = "declare a variable with x := value, or var x int = value"
_TERNARY = "Go has no conditional expression: declare the variable, then assign it in if cond { ... } else { ... }"
_COMPREHENSION = "Go has no comprehensions: loop with for _, x := range xs { ... } and append"
_FORMAT = 'Go has no interpolated strings: fmt.Sprintf("%v items", n)'
_EVERY_LOOP = "every loop in Go is a for: for cond { ... }"
_WAIT = "in Go a call waits for its result: leave out the word; to run calls at the same time use go func() { ... }() and sync.WaitGroup"

_MAX_OTHERS = 4

FOR_IN_HINT = "Go ranges with: for _, item := range items { ... }   or: for key, value := range m { ... }"

# A word before the refused token.
_WORDS: dict[str, str] = {
    **dict.fromkeys(("try", "catch", "except", "throw", "throws", "raise", "finally"), _ERRORS),
    **dict.fromkeys(("def", "function", "fn", "fun", "sub", "lambda"), _FUNCTION),
    **dict.fromkeys(("let", "auto", "int", "float64", "float", "double", "string", "bool", "any", "String"), _DECLARE),
    **dict.fromkeys(("async", "await"), _WAIT),
    **dict.fromkeys(("elif", "elsif", "elseif"), "write } else if cond {"),
    **dict.fromkeys(("while", "until", "do", "loop", "foreach", "repeat"), _EVERY_LOOP),
    "unless": "write if !cond { ... }",
    "class": "a class is a struct type with methods: type T struct { ... }",
    "enum": "an enumeration is a group of constants with iota",
    "new": 'there is no new X(...) in Go: a struct is &T{...}, a time t, err := time.Parse("2006-01-02", s), a list []any{}, a set map[string]bool{}',
    "from": 'this is Go: packages of the library need no import, or import "fmt"',
    **dict.fromkeys(("del", "delete"), "delete a map key with delete(m, key)"),
    **dict.fromkeys(("print", "echo"), "print with fmt.Println(...)"),
    "with": "release with defer, as in defer f.Close()",
    "yield": "a function that yields takes func(T) bool; or append to a slice",
    "match": "write switch x { case 1: ... }",
    "public": "begin a public name with a capital letter; leave out the word",
    "private": "begin a private name with a small letter; leave out the word",
    "assert": "write if !cond { panic(...) } or return an error",
    "typeof": 'the type of a value: fmt.Sprintf("%T", v), or switch v := v.(type)',
    "as": "to get the type that a value has, write an assertion: x.([]any), x.(string); or use x as it is",
    "not": "write !x",
    "in": "for a key of a map: _, ok := m[key]; for an element: slices.Contains(xs, x)",
}

# Words that begin a statement in other languages, with what can follow them there but cannot follow a name in Go.
_STATEMENTS = frozenset({"try", "throw", "raise", "def", "class", "await", "async", "with", "del", "assert"})
_STARTS = frozenset({"SEMI", "LBRACE", "RBRACE", "FBODY"})
_STATEMENT_GOES_ON = frozenset({"NAME", "STRING", "LITERAL", "LBRACE", "COLON"})

_OPERATORS: dict[str, str] = {
    "=>": "Go has no arrow functions: func(x int) int { return x * 2 }",
    "->": "write the result type after the parameters: func f(x int) int { ... }",
    "?": _TERNARY,
    "?.": "Go has no ?. operator: test with if x != nil { ... }",
    "??": "Go has no ?? operator: test with if x == nil { x = ... }",
    "===": "compare with ==",
    "!==": "compare with !=",
    "@": "Go has no decorators",
    "$": "Go has no $ in names; build strings with fmt.Sprintf",
    "#": "a comment begins with //",
    "\\": "a line continues after an operator or a comma; leave out the backslash",
}


def advise(place: Place, accepted: frozenset[str], unclosed: Token | None) -> str:
    """Returns what to write instead, or "" if it is not clear what was meant. `unclosed` is a bracket that is not closed."""
    scene = _Scene(place.text, place.tokens, place.at, accepted)
    for rule in _RULES:
        hint = rule(scene)
        if hint:
            return hint
    if unclosed is None:
        return ""
    line_end = place.text.find("\n", unclosed.pos)
    return division_hint(place.text, [t for t in place.tokens if unclosed.pos <= t.pos <= line_end])


def look_further(refused: Refused, text: str, tokens: list[Token]) -> None:
    """Adds problems for other places in the text that are certainly not Go."""
    here = text.rfind("\n", 0, refused.problem.pos)
    for token, hint in islice(foreign(text, tokens, [here]), _MAX_OTHERS):
        refused.add(token, hint)


class _Scene:
    """The refused token and its neighbours."""

    def __init__(self, text: str, tokens: list[Token], index: int, accepted: frozenset[str]) -> None:
        self.text = text
        self.tokens = tokens
        self.index = index
        self.accepted = accepted
        self.token = tokens[index]
        self.before = self.at(-1)
        self.after = self.at(1)

    def at(self, offset: int) -> Token:
        place = self.index + offset
        return self.tokens[place] if 0 <= place < len(self.tokens) else Token("SEMI", ";", 0, 0)

    def statement(self) -> list[Token]:
        """Returns the tokens from the start of the statement or line up to the refused one."""
        start = self.index
        while start > 0 and self.tokens[start - 1].kind not in ("SEMI", "LBRACE", "FBODY"):
            start -= 1
        return self.tokens[start : self.index]


def foreign(text: str, tokens: list[Token], done: Iterable[int]) -> Iterator[tuple[Token, str]]:
    """Yields further tokens of a refused text that are certainly not Go, with hints, to report all at once. Lines in `done` are skipped."""
    seen = set(done)
    for index in range(1, len(tokens) - 1):
        check_cancelled()
        before, token, after = tokens[index - 1 : index + 2]
        hint = ""
        if token.kind == FOREIGN:
            hint = _arrow(_Scene(text, tokens, index, frozenset())) or _OPERATORS[token.text]
        elif token.text in _STATEMENTS and before.kind in _STARTS and after.kind in _STATEMENT_GOES_ON:
            hint = _WORDS[token.text]
        elif token.kind == "STRING" and before.kind == "NAME" and before.end == token.pos and before.text == "f":
            token, hint = before, _FORMAT
        elif token.text == "in" and tokens[index - 2].kind in ("FOR", "COMMA") and after.kind == "NAME":
            hint = FOR_IN_HINT if tokens[index - 3].kind in _STARTS else _COMPREHENSION
        else:
            hint = division_hint(text, (before, token))
            token = before if hint else token
        line = text.rfind("\n", 0, token.pos)
        if hint and line not in seen:
            seen.add(line)
            yield token, hint


def division_hint(text: str, tokens: Iterable[Token]) -> str:
    """Returns a hint if `//` in the middle of an expression hides the rest of its line with a closing bracket."""
    for last, token in pairwise(tokens):
        comment = text[last.end : token.pos].split("\n", 1)[0].partition("//")[2]
        if sum(map(comment.count, ")]}")) > sum(map(comment.count, "([{")):
            return "`//` starts a comment in Go: divide integers with a / b, floats with math.Floor(a / b)"
    return ""


def _indented_block(scene: _Scene) -> str:
    """Returns a hint for `if x > 3:` without an indented block below it."""
    start = scene.text.rfind("\n", 0, scene.token.pos) + 1
    end = scene.text.find("\n", scene.token.pos)
    line = scene.text[start : end if end >= 0 else len(scene.text)].partition("#")[0].strip()
    header = _HEADER if scene.token.kind in ("COLON", "SEMI") else _LOOP
    return INDENTED_HINT if header.match(line) else ""


_LOOP = re.compile(r"for\b.*\bin\b.*:$")
_HEADER = re.compile(r"(if|elif|else|for|while|try|except|with)\b.*:$")
INDENTED_HINT = (
    "Go marks a block by braces, not by indentation: if x > 3 { ... } else { ... }, for _, x := range xs { ... }; "
    "or write the whole program in Python"
)


_BEFORE_OPERANDS = frozenset({"LPAR", "LBRACK", "COMMA", "ASSIGN", "DEFINE", "RETURN", "COLON"})


def _arrow(scene: _Scene) -> str:
    """Returns a hint for `xs.map(x => ...)` and `(a, b) => ...`; the called method decides which."""
    arrow = next((k for k in range(-1, 12) if scene.at(k).text == "=>"), None)
    if arrow is None or any(scene.at(k).kind == "SEMI" for k in range(arrow)):
        return ""
    for back in range(arrow - 1, arrow - 12, -1):
        dot, name, opened = [scene.at(back - k) for k in (2, 1, 0)]
        if opened.kind == "LPAR" and name.kind in ("NAME", "MAP") and dot.kind == "DOT":
            return _LOOPS.get(name.text, _OPERATORS["=>"])
    return _OPERATORS["=>"]


_FOUND = "write a loop: found := false; for _, x := range xs { if cond { found = true; break } }"
_ALL = "write a loop: all := true; for _, x := range xs { if !cond { all = false; break } }"
_LOOPS: dict[str, str] = {
    "map": "write a loop: var out []any; for _, x := range xs { out = append(out, ...) }",
    "filter": "write a loop: var out []any; for _, x := range xs { if cond { out = append(out, x) } }",
    "forEach": "write a loop: for _, x := range xs { ... }, over a map: for key, value := range m { ... }",
    "reduce": "write a loop: total := 0.0; for _, x := range xs { total += ... }",
    "find": "write a loop: var found any; for _, x := range xs { if cond { found = x; break } }",
    **dict.fromkeys(("some", "any"), _FOUND),
    **dict.fromkeys(("every", "all"), _ALL),
    "sort": "sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] })",
    "then": "in Go a call waits for its result: use what it returns, v, err := f()",
    "catch": _ERRORS,
}


def _named_argument(scene: _Scene) -> str:
    name = scene.before.text
    if scene.token.kind not in ("ASSIGN", "COLON") or scene.before.kind != "NAME":
        return ""
    if scene.at(-2).kind not in ("LPAR", "COMMA"):
        return ""
    return f'Go has no named arguments: pass the values in order; a tool takes one map: codemode.CallTool("name", map[string]any{{"{name}": value}})'


def _unpacking(scene: _Scene) -> str:
    if scene.before.kind in ("CONST", "VAR") and scene.token.text in ("{", "["):
        return 'take the entries one by one: a := m["a"]; b := m["b"]'
    return ""


def _division(scene: _Scene) -> str:
    return division_hint(scene.text, scene.tokens[max(0, scene.index - 2) : scene.index + 2])


def _operator(scene: _Scene) -> str:
    if scene.token.kind == "TILDE":
        return "use ^ for bitwise complement"
    if scene.token.text == "\\" and scene.text[scene.token.end : scene.token.end + 1] in tuple("\"'nrt"):
        return ESCAPED_TWICE
    return _OPERATORS.get(scene.token.text, "") if scene.token.kind == FOREIGN else ""


def _format(scene: _Scene) -> str:
    token, before = scene.token, scene.before
    glued = before.kind == "NAME" and before.end == token.pos and token.kind in ("STRING", "LITERAL")
    if glued and before.text.lower() in ("f", "rf", "fr", "s"):
        return _FORMAT
    if glued and before.text.lower() in ("r", "b", "u"):
        return "write a raw string between backquotes: `...`"
    return ""


_ALONE = frozenset({"async", "await", "lambda", "catch", "except", "finally", "elif", "unless"})


def _word(scene: _Scene) -> str:
    token, before = scene.token, scene.before
    if before.text == "async" and token.text == "function":
        return f"{_FUNCTION}; a call waits for its result"
    if token.text == "as" and before.kind in ("NAME", "RPAR", "RBRACK", "LITERAL", "STRING"):
        return _WORDS["as"]
    if before.kind == "NAME" and before.text in _WORDS and scene.at(-2).kind != "DOT" and token.kind != "SEMI":
        return _WORDS[before.text]
    if token.kind == "NAME" and token.text in _ALONE:
        return _WORDS[token.text]
    if token.text == "in" and any(t.kind == "FOR" for t in scene.statement()):
        return FOR_IN_HINT
    if token.text == "/" and before.kind in _BEFORE_OPERANDS:
        return "make a pattern with re := regexp.MustCompile(`...`): re.MatchString(s), m := re.FindStringSubmatch(s)"
    if token.text in ("const", "let", "var") and before.kind == "LPAR" and scene.at(-2).kind == "FOR":
        return 'write for _, x := range xs { ... }, and read the entries inside: a, b := x["a"], x["b"]'
    if token.text == "if" and before.kind in ("NAME", "LITERAL", "STRING", "RPAR", "RBRACK"):
        return _TERNARY
    if token.text == "for" and before.kind not in ("SEMI", "LBRACE", "FBODY"):
        return _COMPREHENSION
    return ""


def _keyword_as_name(scene: _Scene) -> str:
    token, before = scene.token, scene.before
    if before.kind == "DOT" and token.text == "map" and scene.after.kind == "LPAR":
        return "Go slices have no methods: loop with for _, x := range xs { ... } and append"
    if before.kind == "DOT" and token.text in KEYWORDS:
        return f'`{token.text}` is a keyword of Go; write a map key as x["{token.text}"]'
    for word, after in ((before, token), (token, scene.after)):
        if word.text in KEYWORDS and after.kind in ("DEFINE", "ASSIGN", "COMMA", "DOT", "RPAR", "OPASSIGN", "COLON"):
            if word.text in ("default", "return", "break", "continue") and after.kind != "DEFINE":
                continue
            return f"`{word.text}` is a keyword of Go and cannot be a name"
    return ""


def _statement_in_expression(scene: _Scene) -> str:
    token, before = scene.token, scene.before
    if token.kind == "INCDEC":
        return f"{token.text} is a statement: write x{token.text} on a line of its own"
    if "ELLIPSIS" in (token.kind, before.kind):
        return "spread the last argument with f(args...); join slices with append(a, b...)"
    if token.kind == "STRING" and before.kind == "STRING":
        return "join strings with +"
    if token.kind in ("ASSIGN", "DEFINE", "OPASSIGN"):
        operator = scene.at(-2)
        if before.kind == "NAME" and "\n" in scene.text[operator.end : before.pos] and operator.kind != "SEMI":
            return f"something is missing after the {operator.text} at the end of the line before"
        opened = [t for t in scene.statement() if t.kind in ("FOR", "IF", "LPAR")]
        if len(opened) > 1 and opened[0].kind in ("FOR", "IF") and opened[1].kind == "LPAR":
            return f"Go writes no parentheses around the clauses of {opened[0].text}: for i := 0; i < n; i++ {{ ... }}"
        return "an assignment is a statement of its own"
    return ""


def _block(scene: _Scene) -> str:
    token, before = scene.token, scene.before
    if token.kind == "ELSE" and before.kind == "RBRACE":
        return "only an if can have an else: in the loop set a variable, and test it after the loop"
    if token.text == "\n" and "LBRACE" in scene.accepted:
        return "write { at the end of the line of its header"
    has_block = any(t.kind in ("IF", "FOR", "SWITCH", "ELSE") for t in scene.statement())
    if (token.text == "\n" or token.kind == "COLON") and has_block:
        return "a block begins with { at the end of the line and ends with }"
    if token.text == "{" and before.kind == "RBRACE":
        return "in the header of if, for or switch put a literal T{...} in parentheses: (T{...})"
    if token.text == "{" and before.kind == "RPAR":
        return _FUNCTION
    if "LBRACE" in scene.accepted and before.kind == "RPAR" and token.kind == "NAME":
        return "put the statements of if and for in a block: { ... }"
    if token.text == "else":
        return "write else on the line of the } before it: } else {"
    return ""


def _adjacent(scene: _Scene) -> str:
    token, before = scene.token, scene.before
    if before.kind in ("STRUCT", "INTERFACE") and token.kind == "NAME":
        return f"declare a type with: type {token.text} {before.text} {{ ... }}"
    if token.text == "from" and scene.at(-2).kind == "IMPORT":
        return _WORDS["from"]
    if token.kind == "NAME" and before.kind == "NAME" and scene.after.kind in ("ASSIGN", "DEFINE"):
        return _DECLARE
    return ""


_RULES: tuple[Callable[[_Scene], str], ...] = (
    _indented_block,
    _division,
    _arrow,
    _named_argument,
    _unpacking,
    _operator,
    _format,
    _word,
    _keyword_as_name,
    _statement_in_expression,
    _block,
    _adjacent,
)
