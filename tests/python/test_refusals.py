"""What is refused, and stands in the text of a program, is told before the first call."""

from __future__ import annotations

import pytest

from codemode.errors import SourceRejected
from tests.python_guests import run_python


@pytest.mark.parametrize(
    ("code", "told", "place"),
    [
        ("class D(dict): pass", "the base dict", (1, 9)),
        ("class A: pass\nclass D(A, list): pass", "the base list", (2, 12)),
        ("class D(str): pass", "one of Python's own types", (1, 9)),
        ("import collections as c\nclass D(c.OrderedDict): pass", "the base OrderedDict", (2, 9)),
        ("from collections.abc import Mapping as M\nclass D(M): pass", "the base Mapping", (2, 9)),
        ('type("A", (), {})', "type() takes one argument here", (1, 1)),
        ("import math\nmath.pi = 3", "the attributes of math cannot be set", (2, 1)),
        ("from math import sqrt as s\nimport math as m\nm.e += 1", "the attributes of math cannot be set", (3, 1)),
        ("del len.x", "the attributes of len cannot be set", (1, 5)),
        ('import re\nre.compile(r"(?<=a)b")', "a look ahead or behind", (2, 12)),
        ('import re\ntry:\n  re.compile(r"(?<=a)b")\nfinally: 1', "a look ahead or behind", (3, 14)),
        ('import re\ntry: 1\nexcept re.error: re.compile(r"(?<=a)b")', "a look ahead or behind", (3, 29)),
        ('from re import sub as s\ns(r"(?<!^)(?=[A-Z])", "_", "aB")', "a look ahead or behind", (2, 3)),
        ('import re as r\nr.findall(pattern=r"(\\w+) \\1", string="", flags=r.I | r.M)', "a back reference", (2, 19)),
        ('re.split("a{1001}", "")', "a count above 1000", (1, 10)),
        ('re.sub(r"[^\\Wx]", "", "")', "a set such as", (1, 8)),
    ],
)
def test_it_is_told_first(code: str, told: str, place: tuple[int, int]) -> None:
    with pytest.raises(SourceRejected) as caught:
        run_python(code)
    [problem] = caught.value.diagnostics
    assert told in problem.message
    assert (problem.line, problem.column) == place


@pytest.mark.parametrize(
    "code",
    [
        'from enum import Enum\nclass C(str, Enum):\n  A = "a"',
        "from typing import NamedTuple, TypedDict, Protocol, Generic, TypeVar\nT = TypeVar('T')\nclass A(NamedTuple):\n  x: int\n"
        "class B(TypedDict): pass\nclass C(Protocol): pass\nclass D(Generic[T]): pass\nclass E(D[int]): pass",
        "from abc import ABC\nimport enum\nclass A(ABC): pass\nclass B(A, object): pass\nclass C(ValueError): pass\nclass D(ToolError): pass\n"
        "class E(enum.IntFlag):\n  A = 1",
        "dict = object\nclass D(dict): pass",
        "import math\nclass A: pass\ndef f(math): math.pi = 3\nf(A())",
        "class A: pass\nmath = A()\nmath.pi = 3",
        "import re\ntry:\n  re.compile('(')\nexcept re.error: pass",
        "import re\ntry:\n  re.search('(?<=a)b', 'ab')\nexcept re.error: pass",
        "import re\ntry:\n  try:\n    if 1: [re.search('(?<=a)b', 'ab')]\n  finally: 1\nexcept: pass",
        "import re\ntry:\n  re.search('(?<=a)b', 'ab')\nexcept* re.error: pass",
        're.findall(r"a # (?=x)", "a", re.X)',
        "class A:\n  def compile(self, p): return p\nre = A()\nre.compile('(?=a)')",
        "type(1)",
    ],
)
def test_what_is_not_refused_runs(code: str) -> None:
    assert run_python(code).failure is None
