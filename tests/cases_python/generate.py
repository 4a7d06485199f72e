"""Random programs, compared with plain CPython: `python -m tests.cases_python.generate --seeds 2000`."""

from __future__ import annotations

import argparse
import random

from tests.cases_python.plain import told
from tests.python_guests import run_python

# what each kind of expression may be: $n is another number, $t a text, $b a truth, $l a list, $d a dict, $s anything with a length; $v and the others
# in capitals are variables of the kind
GRAMMAR: dict[str, tuple[str, ...]] = {
    "n": (
        *(f"($n {op} $n)" for op in ("+", "-", "*", "//", "%", "&", "|", "^")),
        "len($s)",
        "sum(x for x in $L if x > $n)",
        "sum(1 for x in $L if x != $n)",
        "max($n, $n)",
        "min([$n, *$L])",
        "abs($n)",
        "round($n / 7, 2)",
        "($n if $b else $n)",
        "$D.get($t, $n)",
        "$L[$n]",
        "f($n, $n)",
        "f(y=$n, x=$n)",
        "f($n, *$L[:2])",
        "P($n).up().x",
        "(P($n) + P($n)).x",
        "($n % 7) ** ($n % 5)",
        "(1 << ($n % 40))",
        "$L.count($n)",
        "int($T[:2] or 5)",
        "hash($n) % 9",
        "next((x for x in $L if $b), $n)",
        "divmod($n, 7)[1]",
        "sum(divmod($n, 5))",
        "reduce(lambda x, y: x * 2 + y, $L, $n)",
        "[k() for k in [lambda i=i: i * $n for i in range(3)]][$n]",
        "(lambda x, y=$n: x - y)($n)",
        "counted($n)",
        "ord($t[0])",
        "$t.find($t)",
        "$L.index($n)",
        "$L.pop()",
        "C($n % 4).value",
    ),
    "t": (
        "($t + $t)",
        *(f"$t.{name}()" for name in ("upper", "lower", "strip", "title", "swapcase", "capitalize", "casefold")),
        "str($n)",
        "repr($t)",
        "f'{$V:>7}|{$T!r}'",
        "f'{$V:+d}{$V:06,}{$V / 3:.2f}{$V:x}'",
        "f'{$T:*^{$V % 12}}{$L} {$T=}'",
        "'%s-%d' % ($t, $n)",
        "'%5.1f|%-6s|%r' % ($n, $t, $L)",
        "'{}/{:03d}'.format($t, $n)",
        "'{0!r:>8}{1}'.format($t, $L)",
        "$t[$n:$n]",
        "$t[::-1]",
        "$t * ($n % 4)",
        "','.join(map(str, $L))",
        "''.join(sorted($t))",
        "'-'.join(f'{k}{x}' for k, x in $D.items())",
        "$t.replace($t, 'r')[:50]",
        "$t.zfill(4)",
        "$t.center($n % 9, '.')",
        "json.dumps($D)",
        "json.dumps([$t, $n, $b])",
        "re.sub('[a-e]+', '<>', $t)",
        "str(P($n))",
        "str($l)",
        "chr(97 + $n % 26)",
        "$t.partition($t[:1] or 'x')[0]",
        "C($n % 4).name",
        "type($n).__name__",
        "str(tuple($L) < tuple($L))",
    ),
    "b": (
        *(f"$n {op} $n" for op in ("<", ">", "==", "!=", "<=")),
        "$t in $D",
        "$n in $L",
        "not $L",
        "bool($T and $V)",
        "any(x % 2 for x in $L)",
        "all(x > $n for x in $L)",
        "$n < $n < $n",
        "$t < $t",
        "isinstance($n, int)",
        "$L == sorted($L)",
        "$t.startswith($t)",
        "P($n) == P($n)",
        "($b or not $b)",
        "{$n, $n} <= {$n, 1, 2}",
    ),
    "l": (
        "[$n, $n, $n]",
        "[x * $n for x in $L if $b]",
        "[x + y for x in $L[:3] for y in range($n % 3)]",
        "sorted($L, key=lambda x: (-x, $n))",
        "sorted($L, key=P, reverse=$b)",
        "$L[$n:]",
        "$L[::-1]",
        "list(g($n % 6))",
        "list(h2($n % 4))",
        "[*$L, $n][-9:]",
        "sorted({x % 5 for x in $L})",
        "list($D.values())",
        "list(map(lambda x: x - $n, $L))",
        "list(filter(lambda x: x > $n, $L))",
        "[k for k, _ in groupby(sorted($L))]",
        "list(accumulate($L))",
        "list(islice(chain($L, $L), $n % 9))",
        "[x for pair in zip($L, $L[1:]) for x in pair]",
        "[n for _, n in Counter($L).most_common(3)]",
        "[i for i, x in enumerate($L) if x]",
        "($L + $L)[:6]",
        "$L[:] or [$n]",
        "[ord(x) for x in $t]",
        "json.loads(json.dumps($L))",
        "copy.deepcopy($L)",
        "heapq.nsmallest(2, $L)",
    ),
    "d": (
        "{$t: $n, $t: $n}",
        "{str(i): x for i, x in enumerate($L)}",
        "{**$D, $t: $n}",
        "dict(zip($T, $L))",
        "{k: x for k, x in $D.items() if $b}",
        "dict(sorted($D.items()))",
        "dict(Counter($T))",
        "{x: len(x) for x in $t.split()}",
        "$D | {$t: $n}",
        "{k: sum(x for _, x in p) for k, p in groupby($D.items(), key=lambda p: p[0][:1])}",
    ),
    "s": ("$l", "$t", "$d", "range($n % 20)", "set($L)"),
}
LEAVES: dict[str, tuple[str, ...]] = {
    "n": ("0", "1", "2", "-3", "17", "99", "a", "b", "c"),
    "t": ("'x'", "'key'", "''", "'Zé'", "'12'", "'a b'", "s", "t", "u"),
    "b": ("True", "False", "a > b"),
    "l": ("l", "m", "n", "[]"),
    "d": ("d", "e", "h", "{}"),
    "s": ("l", "m", "s", "t", "d"),
    "V": ("a", "b", "c"),
    "T": ("s", "t", "u"),
    "L": ("l", "m", "n"),
    "D": ("d", "e", "h"),
}
STATEMENTS = (
    "$V = $n",
    "$V += $n",
    "$V -= $n",
    "$V |= $n",
    "$T = ($t)[:80]",
    "$L = $l[:12]",
    "$D = $d",
    "$D[$t] = $n",
    "$L.append($n)",
    "$L.sort()",
    "$L.reverse()",
    "$L.insert(0, $n)",
    "$L += $l[:3]",
    "$L[1:2] = $l[:2]",
    "$L[$n] = $n",
    "del $L[$n]",
    "$D.pop($t, None)",
    "$D.setdefault($t, $n)",
    "print($n, $t, $l)",
    "print($d, $b, sep=$t)",
    "$V, $V = $n, $n",
    "$V, *$L = [$n, *$L][:9]",
    "if ($V := $n) > 3: print('big', $V)",
    "print(sorted($t.split()), $T.count($t))",
    "assert $b, $t",
)
BLOCKS = (
    ("if $b:", "else:"),
    ("if $b:", "elif $b:"),
    ("for i in range($n % 5):",),
    ("for $V in list($L)[:4]:", "else:"),
    ("for i, (j, k) in enumerate(list($D.items())[:4]):",),
    ("with Q($n):",),
    ("with managed($t):",),
    ("try:", "except ZeroDivisionError as err:", "else:", "finally:"),
    ("try:", "except (ValueError, TypeError, IndexError) as err:", "finally:"),
    ("try:", "except Exception as err:"),
    ("match $n % 4:", "case 0:", "case 1 | 2:", "case z if z > 2:", "case _:"),
    ("match $l[:4]:", "case []:", "case [z]:", "case [y, *z] if y:", "case _:"),
    ("match $d:", "case {'key': z}:", "case {'x': int(z), **y}:", "case _:"),
    ("match P($n):", "case P(x=0):", "case P(x=z) if z > $n:", "case _:"),
)
NOTED = ("break", "continue", "raise ValueError($t)", "raise KeyError($n)")


class Writer:
    """Writes one program: variables of four kinds, whose values are always of that kind."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 0

    def made(self, text: str, deep: int = 0) -> str:
        """A text with everything in the place of its signs."""
        parts = text.split("$")
        return parts[0] + "".join(self.of(part[0], deep) + part[1:] for part in parts[1:])

    def of(self, kind: str, deep: int) -> str:
        if kind not in GRAMMAR or deep > 2 or self.dice.random() < 0.3:
            return self.dice.choice(LEAVES[kind])
        return self.made(self.dice.choice(GRAMMAR[kind]), deep + 1)

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + self.made(line))

    def body(self) -> None:
        self.depth += 1
        for _ in range(self.dice.randint(1, 3)):
            self.statement()
        if self.dice.random() < 0.1:
            inside = any(
                line.lstrip().startswith("for ") and line.index("for ") < 4 * self.depth for line in self.above()
            )
            self.put(self.dice.choice(NOTED if inside else NOTED[2:]))
        self.depth -= 1

    def above(self) -> list[str]:
        """The heads of the blocks that this line is in."""
        found: list[str] = []
        least = 4 * self.depth
        for line in reversed(self.lines):
            width = len(line) - len(line.lstrip())
            if width < least:
                found.append(line)
                least = width
        return found

    def statement(self) -> None:
        if self.depth > 2 or self.dice.random() < 0.65:
            return self.put(self.dice.choice(STATEMENTS))
        first, *rest = self.dice.choice(BLOCKS)
        self.put(first)
        if first.startswith("match"):
            self.depth += 1
            for head in rest:
                self.put(head)
                self.body()
            self.depth -= 1
            return None
        self.body()
        for head in rest:
            self.put(head)
            if head.endswith("as err:"):
                self.lines.append("    " * (self.depth + 1) + "print(type(err).__name__, err)")
            self.body()
        return None

    def program(self) -> str:
        self.lines = list(HEAD.strip("\n").split("\n"))
        for _ in range(self.dice.randint(6, 16)):
            if self.dice.random() < 0.1:
                self.statement()
                continue
            self.lines.append("try:")
            self.depth += 1
            self.statement()
            self.depth -= 1
            self.lines += ["except Exception as err:", "    print(type(err).__name__, err)"]
        self.put("print(a, b, c, s, t, u, l, m, n, d, e, h)")
        return "\n".join(self.lines) + "\n"


HEAD = """
import copy, heapq, json, re
from collections import Counter
from contextlib import contextmanager
from enum import Enum
from functools import lru_cache, reduce
from itertools import accumulate, chain, groupby, islice
a, b, c = 1, 2, 30
s, t, u = "abc", "", "Hello World"
l, m, n = [1, 2, 3], [], [5, 0, -5]
d, e, h = {"x": 1}, {}, {"key": 2}
def f(x, y=2, *rest):
    return x * 2 - y
def g(k):
    for i in range(k):
        yield i * i
def h2(k):
    try:
        got = yield from g(k)
        yield k
    finally:
        print("end", k)
@lru_cache(maxsize=4)
def counted(x):
    return x * 3 % 11
@contextmanager
def managed(x):
    print("in", x)
    try:
        yield x
    except ZeroDivisionError as err:
        print("managed", err)
    finally:
        print("out")
class C(Enum):
    A = 0
    B = 1
    D = 2
class P:
    def __init__(self, x):
        self.x = x
    def up(self):
        self.x += 1
        return self
    def __eq__(self, other):
        return self.x % 3 == other.x % 3
    def __hash__(self):
        return self.x % 3
    def __lt__(self, other):
        return self.x < other.x
    def __add__(self, other):
        return P(self.x - other.x)
    def __repr__(self):
        return f"P({self.x})"
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
