"""Random programs, compared with plain CPython: `python -m tests.cases_python.generate --seeds 2000`."""

from __future__ import annotations

import argparse
import random

from tests.cases_python.plain import told
from tests.python_guests import run_python

INTS, TEXTS, LISTS, DICTS = "abc", "stu", "lmn", "deh"


class Writer:
    """Writes one program: variables of four kinds, whose values are always of that kind."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 0

    def of(self, *choices: str) -> str:
        return self.dice.choice(choices)

    def number(self, deep: int = 0) -> str:
        if deep > 2 or self.dice.random() < 0.3:
            return self.of(str(self.dice.randint(-9, 99)), self.of(*INTS), "0", "1")
        n = self.number
        return self.of(
            f"({n(deep + 1)} {self.of('+', '-', '*', '//', '%', '&', '|', '^')} {n(deep + 1)})",
            f"len({self.sequence()})",
            f"sum(x for x in {self.of(*LISTS)} if x {self.of('>', '<', '!=')} {n(deep + 1)})",
            f"max({n(deep + 1)}, {n(deep + 1)})",
            f"abs({n(deep + 1)})",
            f"({n(deep + 1)} if {self.truth(deep + 1)} else {n(deep + 1)})",
            f"{self.of(*DICTS)}.get({self.text(deep + 1)}, {n(deep + 1)})",
            f"{self.of(*LISTS)}[{n(deep + 1)}]",
            f"f({n(deep + 1)}, {n(deep + 1)})",
            f"P({n(deep + 1)}).up().x",
            f"({n(deep + 1)} % 7) ** ({n(deep + 1)} % 5)",
            f"(1 << ({n(deep + 1)} % 40))",
            f"{self.of(*LISTS)}.count({n(deep + 1)})",
            f"int({self.of(*TEXTS)}[:2] or 5)",
        )

    def text(self, deep: int = 0) -> str:
        if deep > 2 or self.dice.random() < 0.3:
            return self.of("'x'", "'key'", "''", "'Zé'", "'12'", self.of(*TEXTS))
        t, n = self.text, self.number
        return self.of(
            f"({t(deep + 1)} + {t(deep + 1)})",
            f"{t(deep + 1)}.{self.of('upper', 'lower', 'strip', 'title', 'swapcase')}()",
            f"str({n(deep + 1)})",
            f"f'{{{n(deep + 1)}:>{self.dice.randint(1, 9)}}}|{{{self.of(*TEXTS)}!r}}'",
            f"'%s-%d' % ({t(deep + 1)}, {n(deep + 1)})",
            f"'{{}}/{{:03d}}'.format({t(deep + 1)}, {n(deep + 1)})",
            f"{t(deep + 1)}[{n(deep + 1)}:{n(deep + 1)}]",
            f"{t(deep + 1)} * ({n(deep + 1)} % 4)",
            f"','.join(map(str, {self.of(*LISTS)}))",
            f"{t(deep + 1)}.replace({t(deep + 1)}, 'r')[:50]",
            f"{t(deep + 1)}.zfill(4)",
        )

    def truth(self, deep: int = 0) -> str:
        return self.of(
            f"{self.number(deep + 1)} {self.of('<', '>', '==', '!=', '<=')} {self.number(deep + 1)}",
            f"{self.text(deep + 1)} in {self.of(*DICTS)}",
            f"not {self.of(*LISTS)}",
            f"{self.of(*TEXTS)} and {self.of(*INTS)}",
            f"any(x % 2 for x in {self.of(*LISTS)})",
            f"{self.number(deep + 1)} < {self.number(deep + 1)} < {self.number(deep + 1)}",
        )

    def sequence(self) -> str:
        return self.of(*LISTS, *TEXTS, *DICTS, f"range({self.number(2)} % 20)")

    def list(self) -> str:
        n = self.number
        return self.of(
            f"[{n(1)}, {n(1)}, {n(1)}]",
            f"[x * {n(2)} for x in {self.of(*LISTS)} if {self.truth(2)}]",
            f"sorted({self.of(*LISTS)}, key=lambda x: (-x, {n(2)}))",
            f"{self.of(*LISTS)}[{n(1)}:]",
            f"list(g({n(1)} % 6))",
            f"[*{self.of(*LISTS)}, {n(1)}][-9:]",
            f"{self.of(*LISTS)}[::-1]",
            f"sorted({{x % 5 for x in {self.of(*LISTS)}}})",
            f"list({self.of(*DICTS)}.values())",
        )

    def dict(self) -> str:
        return self.of(
            f"{{{self.text(1)}: {self.number(1)}, {self.text(1)}: {self.number(1)}}}",
            f"{{str(i): x for i, x in enumerate({self.of(*LISTS)})}}",
            f"{{**{self.of(*DICTS)}, {self.text(1)}: {self.number(1)}}}",
            f"dict(zip({self.of(*TEXTS)}, {self.of(*LISTS)}))",
        )

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def block(self, head: str) -> None:
        self.put(head)
        self.depth += 1
        for _ in range(self.dice.randint(1, 3)):
            self.statement()
        self.depth -= 1

    def statement(self) -> None:
        kind = self.dice.randint(0, 15 if self.depth < 3 else 9)
        if kind <= 1:
            self.put(f"{self.of(*INTS)} {self.of('=', '+=', '-=', '|=')} {self.number()}")
        elif kind == 2:
            self.put(f"{self.of(*TEXTS)} = ({self.text()})[:80]")
        elif kind == 3:
            self.put(f"{self.of(*LISTS)} = {self.list()}[:12]")
        elif kind == 4:
            self.put(f"{self.of(*DICTS)} = {self.dict()}")
        elif kind == 5:
            self.put(f"{self.of(*DICTS)}[{self.text(1)}] = {self.number()}")
        elif kind == 6:
            self.put(
                f"{self.of(*LISTS)}.{self.of(f'append({self.number(1)})', 'sort()', 'reverse()', f'insert(0, {self.number(1)})')}"
            )
        elif kind == 7:
            self.put(f"print({self.number()}, {self.text()}, {self.of(*LISTS, *DICTS)})")
        elif kind == 8:
            self.put(f"{self.of(*INTS)}, {self.of(*INTS)} = {self.number(1)}, {self.number(1)}")
        elif kind == 9:
            self.put(f"{self.of(*LISTS)} += {self.list()}[:3]")
        elif kind == 10:
            self.block(f"if {self.truth()}:")
            if self.dice.random() < 0.5:
                self.block("else:")
        elif kind == 11:
            self.block(
                f"for {self.of('i', 'j', *INTS)} in {self.of(f'range({self.number(2)} % 5)', f'list({self.of(*LISTS)})[:4]')}:"
            )
        elif kind == 12:
            self.block("try:")
            self.block(
                f"except {self.of('ZeroDivisionError', 'IndexError', '(ValueError, TypeError)', 'Exception')} as err:"
            )
            self.put("    print(type(err).__name__, err)")
            if self.dice.random() < 0.4:
                self.block("finally:")
        elif kind == 13:
            self.put(f"match {self.number(1)} % 4:")
            self.depth += 1
            for pattern in ("0", "1 | 2", "z if z > 2", "_"):
                self.block(f"case {pattern}:")
            self.depth -= 1
        elif kind == 14:
            self.block(f"with Q({self.number(1)}):")
        else:
            self.put(f"if ({self.of(*INTS)} := {self.number(1)}) > 3: print('big', {self.of(*INTS)})")

    def program(self) -> str:
        self.lines = list(HEAD.strip("\n").split("\n"))
        for _ in range(self.dice.randint(6, 16)):
            self.statement()
        self.put("print(a, b, c, s, t, u, l, m, n, d, e, h)")
        return "\n".join(self.lines) + "\n"


HEAD = """
a, b, c = 1, 2, 30
s, t, u = "abc", "", "Hello World"
l, m, n = [1, 2, 3], [], [5, 0, -5]
d, e, h = {"x": 1}, {}, {"key": 2}
def f(x, y=2, *rest):
    return x * 2 - y
def g(k):
    for i in range(k):
        yield i * i
class P:
    def __init__(self, x):
        self.x = x
    def up(self):
        self.x += 1
        return self
class Q:
    def __init__(self, x): self.x = x
    def __enter__(self): return self
    def __exit__(self, kind, value, tb):
        print("exit", self.x % 10, kind and kind.__name__)
        return kind is IndexError
"""


def program(seed: int) -> str:
    return Writer(seed).program()


def difference(seed: int) -> str:
    """What a program does otherwise here, "" if nothing."""
    code = program(seed)
    expected = told(code)
    if expected.get("error", "").startswith(("SyntaxError", "OverflowError", "MemoryError")):
        return ""
    ended = run_python(code)
    found = {"out": ended.out}
    if ended.failure is not None:
        found["error"] = ended.failure.message
    expected.pop("line", None)
    return "" if found == expected else f"seed {seed}\n{code}\nCPython: {expected}\nhere:    {found}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    wrong = [found for seed in range(args.first, args.first + args.seeds) if (found := difference(seed))]
    print("\n\n".join(wrong[:5]))
    print(f"{args.seeds} programs, {len(wrong)} differ")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
