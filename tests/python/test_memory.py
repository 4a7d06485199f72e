"""What a program makes is seen by its own meter while it is made, and generators that nobody ends run nothing at moments that chance chooses."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from codemode.catalog import ToolEntry
from codemode.engine.limits import Limits
from codemode.engine.toolbox import Toolbox
from tests.python_guests import run_python
from tests.traced_memory import traced

SMALL = Limits(memory_limit_bytes=16 << 20, max_steps=50_000_000)
TINY = Limits(memory_limit_bytes=4 << 20, max_steps=50_000_000)


@pytest.mark.parametrize(
    "code",
    [
        "x = [[0] * 1000 for _ in range(100_000)]",
        "x = [[[] for _ in range(100)] for _ in range(20_000)]",
        "x = [(x, [x]) for x in range(500_000)]",
        "x = [[] for x in iter(int, 1)]",
        "x = [[] for x in (i for i in range(10**6))]",
        "x = {i: 'x' * 1000 + str(i) for i in range(50_000)}",
        "x = {'x' * 1000 + str(i) for i in range(50_000)}",
        "x = {i: [i] for i in range(500_000)}",
        "s = set(range(1000))\nx = [s | {i} for i in range(10_000)]",
        "x = list(map(lambda x: [x] * 1000, range(100_000)))",
        "x = sorted([i] * 1000 for i in range(100_000))",
        "x = dict((i, [i] * 1000) for i in range(100_000))",
        "x = ','.join(str(i) * 1000 for i in range(50_000))",
        "import asyncio\nasync def f(i):\n    await asyncio.sleep(0)\n    return [i] * 100_000\nasync def main():\n    return [await f(i) for i in range(100)]\nasyncio.run(main())",  # noqa: E501
    ],
)
def test_values_under_construction_are_counted(code: str) -> None:
    ended = run_python(code, limits=TINY)
    assert ended.failure is not None
    assert ended.failure.code == "memory_limit_exceeded"


@pytest.mark.parametrize(
    "code",
    [
        "bytes(source=1_500_000_000)",
        "bytes(1_500_000_000)",
        "bytes(source=range(10**9))",
        "str(object=[0] * 1_000_000)",
        "a = [1]\nfor _ in range(21): a = [a, a]\nstr(object=a)",
        "s = 'a' * 1_000_000\nbytes(source=s, encoding='utf-32')",
        "s = b'a' * 3_000_000\nstr(object=s, encoding='utf-8')",
        "list(map(list, [range(10**8)]))",
        "list(map(bytes, [10**9]))",
        "import itertools\nlist(itertools.starmap(tuple, [(range(10**8),)]))",
        "import functools\nfunctools.partial(list)(range(10**8))",
        "def f():\n  list = 1\nlist(range(10**8))",
        "if False: bytes = 1\nbytes(10**9)",
    ],
)
def test_what_types_make_is_counted_however_they_are_called(code: str) -> None:
    ended = run_python(code, limits=TINY)
    assert ended.failure is not None
    assert ended.failure.code == "memory_limit_exceeded"


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("' at 0x' in str(object=lambda: 1)", False),
        ("str(object=7) + str(object=b'a', encoding='utf-8') + str(encoding='utf-8') + str(b'b', errors='strict')", "7ab"),
        ("[len(bytes(source=3)), list(bytes(source='ab', encoding='ascii')), len(bytes(source=[1])), len(bytes())]", [3, [97, 98], 1, 0]),
        ("bytes(encoding='ascii')", "TypeError: encoding without a string argument"),
        ("bytes(source='a')", "TypeError: string argument without an encoding"),
        ("bytes(3, errors='strict')", "TypeError: errors without a string argument"),
        ("str(object=3, encoding='ascii')", "TypeError: decoding to str: need a bytes-like object, int found"),
        ("str(object='a', encoding='ascii')", "TypeError: decoding str is not supported"),
        ("str(object=b'\\x41', encoding='unicode_escape')", "LookupError: unknown encoding: unicode_escape"),
        ("bytes(source='abc', encoding='punycode')", "LookupError: unknown encoding: punycode"),
    ],
)  # fmt: skip
def test_arguments_of_str_and_bytes_given_by_name(code: str, value: object) -> None:
    ended = run_python(code)
    assert (ended.failure.message if ended.failure is not None else ended.value) == value


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("list(map(str, [lambda: 1]))", ["<function <lambda>>"]),
        ("class list:\n  def __init__(self, x): self.x = x\n[list(1).x, [each.x for each in map(list, [2])]]", [1, [2]]),
        ("[list(map(int, ['1'])), list(map(dict, [[(1, 2)]])), list(map(tuple, ['ab']))]", [[1], [{"1": 2}], [["a", "b"]]]),
        ("def f(str): return str(3)\nf(lambda n: n + 1)", 4),
        ("import functools\nfunctools.partial(int, base=2)('11')", 3),
    ],
)  # fmt: skip
def test_types_that_the_library_calls_make_the_same_values(code: str, value: object) -> None:
    assert run_python(code).value == value


MANY_KEYS = "class M:\n    def keys(self): return range(2_000_000)\n    def __getitem__(self, k): return 1\n"


@pytest.mark.parametrize(
    "code",
    [
        "dict(M())",
        "{**M()}",
        "dict(**M())",
        "{}.update(M())",
        "import collections\ncollections.OrderedDict(M())",
        "import collections\ncollections.Counter().update(M())",
    ],
)
def test_keys_that_a_class_makes_up_are_counted_one_by_one(code: str) -> None:
    with traced() as memory:
        ended = run_python(MANY_KEYS + code, limits=TINY)
    assert ended.failure is not None
    assert ended.failure.code == "memory_limit_exceeded"
    assert memory.peak < 32 << 20


@pytest.mark.parametrize(
    "code",
    [
        "import asyncio\nq = asyncio.Queue()\nfor i in range(20_000): q.put_nowait([0] * 1000)",
        "from contextlib import ExitStack\nwith ExitStack() as s:\n    for i in range(20_000): s.callback(print, [0] * 1000)",
        "from contextlib import ExitStack\nwith ExitStack() as s:\n    for i in range(200_000): s.callback(print)",
        "async def f(x): return x\nxs = [f([0] * 1000) for _ in range(20_000)]",
        "import contextlib\nxs = [contextlib.nullcontext([0] * 1000) for _ in range(20_000)]",
    ],
)
def test_memory_of_library_objects_is_counted(code: str) -> None:
    ended = run_python(code, limits=TINY)
    assert ended.failure is not None
    assert ended.failure.code == "memory_limit_exceeded"
    assert "more than its" in ended.failure.message


@pytest.mark.parametrize(
    "code",
    [
        "len([x for x in range(1_000_000) if x % 1000 == 0])",
        "sum(len([0] * 1000) for _ in range(100_000))",
        "len([[0] * 1000 for _ in range(1000)])",
        "n = 0\nfor i in range(1000):\n    n += len([[i] * 10 for _ in range(100)])\nn",
        "len({i: str(i) for i in range(50_000)})",
    ],
)
def test_freed_memory_does_not_count(code: str) -> None:
    assert run_python(code, limits=SMALL).failure is None


def test_a_comprehension_stops_where_next_does() -> None:
    code = """
it = iter([1, 2])
try:
    [next(it) for _ in range(5)]
except StopIteration as e:
    print("stopped", repr(e))
def g():
    raise StopIteration
    yield
try:
    [x for x in [1] for y in g()]
except RuntimeError as e:
    print(e)
"""
    assert run_python(code).out == "stopped StopIteration()\ngenerator raised StopIteration\n"


GARBAGE = """
from contextlib import contextmanager
class Box: pass
@contextmanager
def managed():
    try:
        yield
    finally:
        print("managed")
class Told:
    def __enter__(self): pass
    def __exit__(self, *how):
        print("exit")
        return True
def pieces(box):
    with Told(), managed():
        try:
            yield 1
        except BaseException:
            print("caught")
        finally:
            for _ in range(3):
                print("finally")
def make():
    box = Box()
    box.pieces = pieces(box)
    next(box.pieces)
make()
call_tool("a.collect")
print("after")
"""


def test_generators_that_are_collected_as_garbage_run_nothing() -> None:
    def collect() -> int:
        gc.collect()
        return 1

    toolbox = Toolbox([[ToolEntry("function:a:collect", "a.collect")]])
    gc.disable()
    try:
        ended = run_python(GARBAGE, toolbox, answers={"a.collect": collect})
    finally:
        gc.enable()
    assert (ended.out, ended.failure) == ("after\n", None)


def test_generators_that_nothing_refers_to_are_closed_at_once() -> None:
    code = "def g():\n    try:\n        yield 1\n    finally:\n        print('closed')\nfor x in g():\n    break\nprint('after')"
    assert run_python(code).out == "closed\nafter\n"


def test_leftover_generators_run_nothing_at_the_end() -> None:
    code = (
        "def g():\n    try:\n        yield 1\n    finally:\n        print('closed')\nit = g()\nnext(it)\nprint('end')"
    )
    assert run_python(code).out == "end\n"


TEXTS_OF_THOUSANDS = {
    "f-string": "f'{s}{s}'",
    "sum": "'a' + s",
    "upper": "s.upper()",
    "replace": "s.replace('x', 'y')",
    "format": "'{0}{0}'.format(s[:200] * 10)",
    "comprehension": "[s.upper() for _ in range(100)]",
    "list": "[1] * 400 + [2]",
    "bytes": "s.encode() + b'a'",
    "wide": "chr(0x1F600) + s",
}


@pytest.mark.parametrize("name", TEXTS_OF_THOUSANDS)
def test_texts_of_a_few_thousand_characters_do_not_grow_the_host(name: str) -> None:
    """Nothing charges for them: the run is measured when its process has become larger."""
    code = f"""
import codemode, resource
from codemode import Limits
from codemode.errors import LimitError
kept = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
codemode.run("1", language="python", trust_python=True)
before = kept()
try:
    cell = "xs = []\\ns = 'x' * 4000\\nwhile True: xs.append({TEXTS_OF_THOUSANDS[name]})"
    codemode.run(cell, language="python", trust_python=True, limits=Limits(memory_limit_bytes=32 << 20))
except LimitError as limit:
    print(limit.code, kept() - before)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert told[0] == "memory_limit_exceeded"
    assert int(told[1]) < 450  # the wide ones have 16 KB each, and a slice of steps makes 20,000


WIDE_TEXTS = {
    "fields of texts": "a = 'x' * 4000\nwhile True:\n    xs.append(f\"" + "{a}" * 400 + '")',
    "short fields": "a = 'x' * 500\nwhile True:\n    xs.append(f\"" + "{a}" * 400 + '")',
    "padded fields": 'while True:\n    xs.append(f"' + "{'':500}" * 400 + '")',
    "padded numbers": 'while True:\n    xs.append(f"' + "{7:256}" * 400 + '")',
    "few fields": "a = 'x' * 4000\nwhile True:\n    xs.append(f\"" + "{a}" * 8 + '")',
}


@pytest.mark.parametrize("code", WIDE_TEXTS.values(), ids=WIDE_TEXTS)
def test_texts_of_many_fields_are_counted(code: str) -> None:
    with traced() as memory:
        ended = run_python("xs = []\n" + code, limits=SMALL)
    assert ended.failure is not None
    assert ended.failure.code == "memory_limit_exceeded"
    assert memory.peak < 48 << 20


# each makes much of little in one operation, or is repeated for ever
MUCH = {
    "capwords": "import string\nwhile True: xs.append(string.capwords(s))",
    "percent": "xs.append(('%s' * 3000) % ((s,) * 3000))",
    "percent by name": "xs.append(('%(a)s' * 3000) % {'a': s})",
    "percent of bytes": "b = s.encode()\nxs.append((b'%s' * 3000) % ((b,) * 3000))",
    "fill": "import textwrap\nxs.append(textwrap.fill('x ' * 300_000, width=1, subsequent_indent='y' * 1000))",
    "format of a Decimal": "import decimal\nxs.append(format(decimal.Decimal('1E+99999999'), 'f'))",
    "format": "f = '{0}' * 30_000\nwhile True: xs.append(f.format('x' * 999))",
    "writerow": "import csv, io\ncsv.writer(io.StringIO()).writerow([s] * 3000)",
    "dumps": "import json\nxs.append(json.dumps(['\u20ac' * 1_000_000] * 50))",
    "expandtabs": "b = s.encode()\nwhile True: xs.append(b.expandtabs(0))",
    "arguments by name": "import html\ns = '<' * 100_000\nwhile True: xs.append(html.escape(s=s))",
    "hexlify": "import binascii\nb = s.encode()\nwhile True: xs.append(binascii.hexlify(data=b))",
    "namedtuple": "import collections\nwhile True: xs.append(collections.namedtuple('a' * 100_000, 'x'))",
}


@pytest.mark.parametrize("code", MUCH.values(), ids=MUCH)
def test_what_makes_much_of_little_is_charged_before(code: str) -> None:
    with traced() as memory:
        ended = run_python("xs = []\ns = 'x' * 1_000_000\n" + code, limits=SMALL)
    assert ended.failure is not None
    assert ended.failure.code == "memory_limit_exceeded", ended.failure
    assert memory.peak < 64 << 20


def test_capwords_takes_texts_only() -> None:
    """Of a class it called `split` and `join`, and what it made was 5 GB."""
    ended = run_python("import string\nstring.capwords(str, 'x ' * 50_000)")
    assert ended.failure is not None
    assert "TypeError" in ended.failure.message


MANY = "(" + "a.upper(), " * 1000 + ")"
TOGETHER = {  # each is done five times
    "a tuple": f"for _ in range(5): xs.append({MANY})",
    "f-strings": "for _ in range(5): xs.append([" + "f'{a}{a}{a}', " * 1000 + "])",
    "empty lists": "for _ in range(5): xs.append([" + "[], " * 1000 + "])",
    "functions": "for _ in range(5): xs.append([" + "lambda: 1, " * 1000 + "])",
    "a comprehension": f"xs = [{MANY} for _ in range(5)]",
    "a dict": f"xs = {{n: {MANY} for n in range(5)}}",
    "a lambda": f"f = lambda: {MANY}\nfor _ in range(5): xs.append(f())",
    "a function": f"def f(): return {MANY}\nfor _ in range(5): xs.append(f())",
    "arguments": f"def f(*b): return b\nfor _ in range(5): xs.append(f{MANY})",
    "a default": f"for _ in range(5):\n    def f(b={MANY}): pass\n    xs.append(f)",
    "with": f"from contextlib import nullcontext\nfor _ in range(5):\n    with nullcontext({MANY}) as c: xs.append(c)",
    "match": f"for _ in range(5):\n    match {MANY}:\n        case c: xs.append(c)",
    "for": f"for _ in range(5):\n    for b in {MANY}: xs.append(b)",
}


@pytest.mark.parametrize("code", TOGETHER.values(), ids=TOGETHER)
def test_many_parts_of_one_expression_are_charged(code: str) -> None:
    """One round took thousands of texts before the memory was looked at: 3 GiB under 32 MiB."""
    ended = run_python("xs = []\na = 'x' * 4000\n" + code)
    assert ended.failure is None, ended.failure
    assert ended.steps > 5000


def test_a_long_expression_has_its_value() -> None:
    numbers = ", ".join(f"abs(-{n})" for n in range(100))
    each = f"[len([{numbers}]) for _ in range(2)]"
    code = f"f = lambda x: [x, {numbers}]\n[len(f(0)), {each}, sum({{k: [{numbers}][k] for k in range(3)}}.values())]"
    assert run_python(code).value == [101, [100, 100], 3]
