"""Attacks on the guards, as rows: each program says LEAK when it gets hold of something that no program may have."""

from __future__ import annotations

# what would show that a program has got out: names of the host's, real modules, frames, code
ESCAPES: dict[str, str] = {}


def _lines(theme: str, text: str) -> None:
    """Each line is a program."""
    _add(theme, text.strip("\n").split("\n"))


def _blocks(theme: str, text: str) -> None:
    """Programs of several lines, with a line of --- between them."""
    _add(theme, text.strip("\n").split("\n---\n"))


def _add(theme: str, programs: list[str]) -> None:
    for code in programs:
        assert code not in ESCAPES.values(), code
        ESCAPES[f"{theme} {sum(name.startswith(f'{theme} ') for name in ESCAPES) + 1}"] = code


_lines(
    "dunder",
    """
print("LEAK", ().__class__.__bases__)
print("LEAK", ().__class__.__mro__)
print("LEAK", "".__class__.__base__.__subclasses__())
print("LEAK", [].__reduce__())
print("LEAK", (lambda: 0).__globals__)
print("LEAK", (lambda: 0).__code__)
print("LEAK", print.__self__)
print("LEAK", __builtins__)
print("LEAK", __import__("os"))
print("LEAK", __loader__)
print("LEAK", __spec__)
__builtins__["print"] = 1; print("LEAK")
import json; print("LEAK", json.__dict__)
import json; print("LEAK", json.__loader__)
import math; print("LEAK", math.sqrt.__self__)
print("LEAK", type.__subclasses__(object))
print("LEAK", str.__dict__)
x = 5; print("LEAK", x.__class__.__class__.mro(int))
print("LEAK", object.__new__)
print("LEAK", (1).__reduce_ex__(2))
print("LEAK", "".__format__)
""",
)
_blocks(
    "dunder",
    """
def f(): pass
print("LEAK", f.__closure__)
---
def f(): pass
f.__code__ = (lambda: 1).__code__
print("LEAK")
---
class A: pass
print("LEAK", A.__dict__)
---
class A: pass
print("LEAK", A().__class__.__init__.__globals__)
---
class A:
    def f(self): pass
print("LEAK", A().f.__func__)
---
class A: pass
print("LEAK", A.__subclasses__())
---
class A: pass
A.__bases__ = (object,)
print("LEAK")
---
class A: pass
A().__class__ = int
print("LEAK")
---
def g(): yield
print("LEAK", g().__next__.__self__)
""",
)
_lines(
    "getattr",
    """
print("LEAK", getattr((), "__class__").__bases__)
print("LEAK", getattr("", "__cl" + "ass__").__base__)
print("LEAK", getattr(lambda: 0, "__globals__"))
print("LEAK", getattr(print, "__self__"))
import operator; print("LEAK", operator.attrgetter("__class__.__base__")(()))
import operator; print("LEAK", operator.attrgetter("__globals__")(lambda: 0))
import operator; print("LEAK", operator.methodcaller("__reduce__")([]))
import operator; print("LEAK", operator.methodcaller("__subclasses__")(object))
setattr(print, "x", 1); print("LEAK")
import json; setattr(json, "dumps", 1); print("LEAK")
import json; json.dumps = 1; print("LEAK")
setattr(int, "x", 1); print("LEAK")
str.upper = 1; print("LEAK")
ToolError.code = "x"; print("LEAK")
ValueError.x = 1; print("LEAK")
from datetime import datetime; datetime.now = 1; print("LEAK")
from fractions import Fraction; Fraction.limit_denominator = 1; print("LEAK")
from collections import Counter; Counter.most_common = 1; print("LEAK")
from enum import Enum; Enum.x = 1; print("LEAK")
print.x = 1; print("LEAK")
del print.x; print("LEAK")
import functools; functools.wraps(print)(len); len.x = 1; print("LEAK")
import typing; typing.Any.x = 1; print("LEAK")
""",
)
_blocks(
    "getattr",
    """
def g(): yield 1
print("LEAK", getattr(g(), "gi_frame"))
---
def g(): yield 1
print("LEAK", getattr(g(), "gi_code"))
---
for n in ("__code__", "__globals__", "__closure__", "__defaults__", "__kwdefaults__"):
    if hasattr(lambda: 0, n): print("LEAK", n)
---
for n in ("__bases__", "__mro__", "__subclasses__", "mro", "__init__", "__new__", "__dict__"):
    if hasattr(int, n): print("LEAK", n)
---
import operator
def g(): yield 1
print("LEAK", operator.attrgetter("gi_frame.f_globals")(g()))
---
class S(str): pass
print("LEAK", getattr((), S("__class__")).__base__)
---
class N:
    def __eq__(self, o): return True
    def __hash__(self): return hash("__class__")
print("LEAK", getattr((), N()))
---
class A: pass
setattr(A, "__del__", lambda self: 0)
print("LEAK")
---
class A: pass
setattr(A, "__getattribute__", lambda self, n: 0)
print("LEAK")
""",
)
_lines(
    "format",
    """
print("LEAK" if "{0.__class__}".format(5) else "")
print("LEAK", "{0.__class__.__base__}".format(()))
print("LEAK", str.format("{0.__class__}", 1))
f = "{0.__class__}".format; print("LEAK", f(1))
print("LEAK", "{x.__class__}".format_map({"x": 1}))
print("LEAK", list(map("{0.__class__}".format, [1])))
import functools; print("LEAK", functools.partial("{0.__class__}".format, 1)())
import operator; print("LEAK", operator.methodcaller("format", 5)("{0.__class__}"))
import string; print("LEAK", string.Formatter().format("{0.__class__}", 1))
import logging; logging.error("%(x)s", {"x": 1}); logging.error("{0.__class__}".format(1)); print("LEAK")
print("LEAK", f"{(lambda: 0).__globals__}")
print("LEAK", f"{[].__class__.__base__!r}")
""",
)
_blocks(
    "format",
    """
class A: pass
print("LEAK", "{a.__init__.__globals__}".format(a=A()))
---
def g(): yield 1
print("LEAK", "{0.gi_frame}".format(g()))
---
match "{0.__class__}":
    case str(format=f): print("LEAK", f(1))
---
from enum import Enum
class C(str, Enum):
    A = "{0.__class__}"
print("LEAK", C.A.format(1))
---
from enum import Enum
class C(str, Enum):
    A = "{0.__class__}"
print("LEAK", getattr(C.A, "format")(1))
""",
)
_lines(
    "frames",
    """
import sys; print("LEAK", sys.exc_info())
import sys; print("LEAK", sys._getframe())
import sys; print("LEAK", sys.modules)
import traceback; print("LEAK", traceback.extract_stack())
import asyncio; print("LEAK", asyncio.Queue()._tasks)
import asyncio; print("LEAK", asyncio.get_event_loop()._guest)
import asyncio; c = asyncio.sleep(1); print("LEAK", c.call, c.args)
""",
)
_blocks(
    "frames",
    """
try:
    1 / 0
except ZeroDivisionError as e:
    print("LEAK", e.__traceback__)
---
try:
    1 / 0
except ZeroDivisionError as e:
    print("LEAK", getattr(e, "__traceback__").tb_frame)
---
try:
    1 / 0
except ZeroDivisionError as e:
    print("LEAK", e.__context__, e.__cause__.__traceback__)
---
class CM:
    def __enter__(self): return self
    def __exit__(self, kind, value, tb):
        print("LEAK", tb.tb_frame)
        return True
with CM():
    1 / 0
---
class CM:
    def __enter__(self): return self
    def __exit__(self, kind, value, tb):
        print("LEAK", getattr(tb, "tb_frame"))
        return True
with CM():
    1 / 0
---
class CM:
    def __enter__(self): return self
    def __exit__(self, kind, value, tb):
        match tb:
            case object(tb_frame=f): print("LEAK", f)
        return True
with CM():
    1 / 0
---
def g(): yield 1
it = g()
print("LEAK", it.gi_frame.f_back)
---
def g(): yield 1
match g():
    case object(gi_frame=f): print("LEAK", f)
---
async def f(): pass
print("LEAK", f().cr_frame)
---
async def f(): pass
c = f()
print("LEAK", getattr(c, "call"))
---
async def f():
    yield 1
print("LEAK", f().ag_frame)
---
try:
    raise ExceptionGroup("x", [ValueError(1)])
except* ValueError as g:
    print("LEAK", g.exceptions[0].__traceback__)
---
try:
    len.nothing
except AttributeError as e:
    print("LEAK", e.obj)
---
try:
    len.nothing
except AttributeError as e:
    match e:
        case AttributeError(obj=o): print("LEAK", o)
---
try:
    undefined
except NameError as e:
    print("LEAK", e.obj)
---
def f():
    raise ValueError
try:
    f()
except ValueError as e:
    print("LEAK", e.with_traceback(None).__traceback__)
---
import traceback
try:
    1 / 0
except Exception:
    if "/" in traceback.format_exc(): print("LEAK")
---
def g():
    try:
        yield
    except GeneratorExit as e:
        print("LEAK", e.__traceback__)
it = g()
next(it)
it.close()
---
def g(): yield
it = g()
print("LEAK", it.throw(ValueError, None, 5))
---
import asyncio
async def w(): raise ValueError
async def main():
    t = asyncio.create_task(w())
    await asyncio.sleep(0.001)
    print("LEAK", t.exception().__traceback__, t.tasks)
await main()
---
import asyncio
async def main():
    t = asyncio.create_task(asyncio.sleep(0))
    print("LEAK", t.tasks.run)
await main()
""",
)
_lines(
    "modules",
    """
import os; print("LEAK")
from os import path; print("LEAK")
import sys; print("LEAK", sys.path)
import importlib; print("LEAK")
import builtins; print("LEAK")
import inspect; print("LEAK")
import ctypes; print("LEAK")
import gc; print("LEAK")
import pickle; print("LEAK")
import codemode; print("LEAK", codemode.Engine)
from codemode import python; print("LEAK")
import codemode.python; print("LEAK")
import codemode as c; print("LEAK", getattr(c, "Engine"))
from codemode import Engine as call_tool; print("LEAK")
from tools.codemode import python; print("LEAK")
import json.decoder; print("LEAK")
from json import decoder; print("LEAK")
import re; print("LEAK", re.sre_parse)
import collections; print("LEAK", collections._sys)
from collections import _sys; print("LEAK", _sys)
import enum; print("LEAK", enum.sys)
import dataclasses; print("LEAK", dataclasses.sys, dataclasses.inspect)
import typing; print("LEAK", typing.sys)
import typing; print("LEAK", typing.get_type_hints(print))
import random; print("LEAK", random._os)
import random; print("LEAK", random.SystemRandom())
import string; print("LEAK", string._re)
import logging; print("LEAK", logging.os)
import logging; logging.FileHandler("x"); print("LEAK")
import io; io.open("/etc/passwd"); print("LEAK")
import io; print("LEAK", io.FileIO("/etc/passwd").read())
import csv; csv.writer(print); print("LEAK")
from urllib.request import urlopen; print("LEAK")
import urllib; print("LEAK", urllib.request)
from . import x; print("LEAK")
from json import *; print("LEAK")
eval("1"); print("LEAK")
exec("print(1)"); print("LEAK")
compile("1", "x", "eval"); print("LEAK")
open("/etc/passwd"); print("LEAK")
globals()["print"]; print("LEAK")
vars(); print("LEAK")
locals(); print("LEAK")
breakpoint(); print("LEAK")
input(); print("LEAK")
help(print); print("LEAK")
memoryview(b""); print("LEAK")
f = exec; print("LEAK")
import zoneinfo; zoneinfo.ZoneInfo("../../etc/passwd"); print("LEAK")
from zoneinfo import ZoneInfo; print("LEAK", ZoneInfo.from_file("x"))
import sys as json; print("LEAK", json.modules)
""",
)
_lines(
    "classes",
    """
T = type("T", (), {"__del__": lambda s: 0}); print("LEAK")
t = type(int); T = t("T", (), {}); print("LEAK")
t = (5).__class__.__class__; print("LEAK", t("T", (), {}))
t = type(type(5)); print("LEAK", t("T", (), {}))
import dataclasses; print("LEAK", dataclasses.make_dataclass("X", [("a", "print('LEAK')")]))
from collections import namedtuple; namedtuple("X", ["a", "__class__"]); print("LEAK")
from collections import namedtuple; P = namedtuple("P", "a"); print("LEAK", P.__new__.__globals__)
from collections import namedtuple; P = namedtuple("P", "a; import os"); print("LEAK")
from collections import namedtuple; P = namedtuple("P", "a"); P._make.__self__; print("LEAK")
from enum import Enum; print("LEAK", Enum._member_map_)
F = type(lambda: 0); print("LEAK", F((lambda: 1).x, {}))
G = type(x for x in ()); print("LEAK", G())
s = super; print("LEAK")
import functools; functools.total_ordering(ValueError); print("LEAK")
import functools; functools.update_wrapper(print, len); print("LEAK")
import functools; p = functools.partial(print); print("LEAK", p.func)
import contextlib; print("LEAK", contextlib.ExitStack()._exit_callbacks)
import contextlib; print("LEAK", contextlib.ExitStack()._real)
import abc; print("LEAK", abc.ABCMeta)
import types; print("LEAK", types.FunctionType)
import types; print("LEAK", types.CodeType, types.ModuleType)
""",
)
_blocks(
    "classes",
    """
class A(type): pass
print("LEAK")
---
class A(metaclass=type): pass
print("LEAK")
---
class M:
    def __new__(cls, *a): print("LEAK")
class A(metaclass=M): pass
---
class A:
    def __del__(self): print("LEAK")
A()
---
class A:
    def __getattribute__(self, n): print("LEAK")
A().x
---
class A:
    def __getattr__(self, n): print("LEAK")
A().x
---
class A:
    def __get__(self, o, t): print("LEAK")
class B:
    x = A()
B().x
---
class A:
    def __set_name__(self, o, n): print("LEAK", o)
class B:
    x = A()
---
class A:
    def __init_subclass__(cls): print("LEAK")
class B(A): pass
---
class A:
    def __class_getitem__(cls, k): print("LEAK")
A[1]
---
class A:
    def __instancecheck__(self, o): print("LEAK")
isinstance(1, A())
---
class A:
    def __reduce__(self): return (print, ("LEAK",))
import copy
copy.deepcopy(A())
---
class A:
    def __deepcopy__(self, memo): print("LEAK", memo)
import copy
copy.deepcopy(A())
---
class A:
    __match_args__ = ("__class__",)
match A():
    case A(c): print("LEAK", c)
---
class A:
    __match_args__ = ("format",)
print("LEAK")
---
class A(str): pass
print("LEAK", A("{0.__class__}").format(1))
---
class A(dict): pass
print("LEAK")
---
class A(list):
    def append(self, x): print("LEAK")
---
class A(property): pass
print("LEAK")
---
class A: pass
B = type(A)("B", (A,), {})
print("LEAK")
---
from dataclasses import dataclass
@dataclass
class A:
    x: "__import__('os').system('id')" = 1
if A(1).x != 1: print("LEAK")
---
from enum import Enum
class C(Enum):
    A = 1
print("LEAK", C.__members__.__class__.__base__)
---
from enum import Enum
class C(Enum):
    A = 1
C.A.__init__.__globals__
print("LEAK")
---
class A(Exception): pass
print("LEAK", A.__init__.__objclass__)
---
class A:
    x = property(lambda self: 1)
print("LEAK", A.x.fget.__globals__)
---
class A:
    def f(self): return super(A, self).__init__.__self__
print("LEAK", A().f())
---
class A:
    def f(self): return super().__class__.__base__
print("LEAK", A().f())
---
class A:
    def f(self): return super().__init_subclass__
print("LEAK", A().f())
---
class A:
    def f(self): return super().__reduce_ex__(2)
print("LEAK", A().f())
---
class A:
    def f(self): return super().__getattribute__("__class__")
print("LEAK", A().f())
---
class A:
    def f(self): return super().__setattr__("__class__", int)
print("LEAK", A().f())
---
class A(object.__class__): pass
print("LEAK")
---
class A:
    exec("print('LEAK')")
---
@exec
@input
class X: pass
print("LEAK")
---
@getattr
class X: pass
print("LEAK")
---
class A: pass
a = A()
a.__dict__["x"] = 1
if a.__dict__: print("LEAK")
---
class A:
    __slots__ = ("__dict__", "__class__")
print("LEAK")
---
import functools
@functools.total_ordering
class A: pass
print("LEAK")
---
import functools
@functools.lru_cache
def f(): return 1
print("LEAK", f.__wrapped__, f.call)
---
import functools
@functools.singledispatch
def f(x): pass
print("LEAK", f.registry)
---
import functools
@functools.singledispatch
def f(x): pass
print("LEAK", f.dispatch(int).__globals__)
---
import asyncio
async def f(): pass
f.__code__ = (lambda: 0).__code__
print("LEAK")
---
import asyncio
async def f(): pass
print("LEAK", f.__closure__, f.__globals__)
---
class P: pass
S = str
match "x":
    case S(format=f): print("LEAK" if "built-in" in repr(f) else "guarded")
---
from collections import deque
match deque():
    case deque(extend=f): print("LEAK" if "built-in" in repr(f) else "guarded")
---
match type:
    case object(kind=k): print("LEAK", k)
---
from enum import Enum
class S(str, Enum):
    A = "a"
    def __hash__(self): return hash("b")
print("LEAK")
---
from enum import Enum
class S(str, Enum):
    A = "a"
    def encode(self, *a): return 5
print("LEAK")
---
from enum import Enum
class S(str, Enum):
    A = "a"
    __eq__ = bool
print("LEAK")
---
from enum import IntEnum
class Base(IntEnum): pass
class S(Base):
    A = 1
    def __gt__(self, other): return False
print("LEAK")
---
from enum import StrEnum
class S(StrEnum): A = "a"
S.encode = lambda self: 5
print("LEAK")
---
from enum import StrEnum
class S(StrEnum): A = "a"
setattr(S.A, "encode", lambda: 5)
print("LEAK")
---
class A: __slots__ = ("__getattribute__",)
print("LEAK")
---
class A(Exception): __slots__ = "__sizeof__"
print("LEAK")
---
__name__ = 5
class A(Exception): pass
print("LEAK")
---
class O:
    def encode(self, *a): return self
    def join(self, t): return self
    def __add__(self, o): return self
    def __len__(self): return 3
    def __index__(self): return 70
print("a", sep=O())
---
import io
class G: pass
print("LEAK", type(io.StringIO())(G(), "x"))
---
from zoneinfo import ZoneInfo
print("LEAK", type(ZoneInfo("UTC"))("Europe/Berlin"))
---
import sys
class O:
    def __str__(self): return "x"
sys.stdout.write(O())
---
from enum import Enum
class C(Enum):
    A = 1
for x in (C, C.A):
    try: print("LEAK", x._member_type_)
    except AttributeError: print("LEAK" if getattr(x, "_new_member_", None) else "")
---
import asyncio
async def f(): await asyncio.sleep(0)
match asyncio.create_task(f()):
    case object(tasks=t): print("LEAK", t)
---
from collections.abc import Mapping
match Mapping:
    case object(kind=k): print("LEAK", k)
---
import json
match json:
    case object(members=m): print("LEAK", m)
---
match print:
    case object(call=c): print("LEAK", c)
---
import datetime
match datetime.datetime:
    case object(now=n): print("LEAK" if "built-in" in repr(n) else "guarded")
---
from dataclasses import make_dataclass
A = make_dataclass("A", ["gr_frame", "f_code", "__globals__"])
print("LEAK", A)
---
from collections import namedtuple
A = namedtuple("A", "kind members")
match print:
    case object(kind=k): print("LEAK", k)
---
from enum import Enum
class K(str, Enum):
    A = "{0.__class__}"
match K.A:
    case K(format=f): print("LEAK", f(1))
---
class E(Exception): pass
match E("x"):
    case E(with_traceback=f, __traceback__=t): print("LEAK", f, t)
---
from decimal import getcontext
print("LEAK", getcontext().traps, getcontext()._real)
---
from decimal import getcontext
getcontext().Emax = 10**18
getcontext().traps = {}
print("LEAK")
---
from string import Template
class T(Template): pattern = "(a+)+$"
print("LEAK", T("a").substitute())
---
from string import Template
print("LEAK", Template("$x").pattern, Template("$x").substitute.__func__)
---
print("LEAK", vars())
---
import math
print("LEAK", vars(math))
""",
)
_lines(
    "names",
    """
print = 5; len = lambda x: print("LEAK")
__name__ = "x"; __class__ = 1; print("LEAK")
lambda __globals__: print("LEAK")
[print("LEAK") for __builtins__ in [{}]]
import json as __builtins__; print("LEAK")
global __builtins__; print("LEAK")
(__builtins__ := {}); print("LEAK")
del __builtins__; print("LEAK")
""",
)
_blocks(
    "names",
    """
def __build_class__(*a): print("LEAK")
class A: pass
---
def f(__class__): print("LEAK")
f(1)
---
for __builtins__ in [1]: print("LEAK")
---
try:
    1 / 0
except Exception as __builtins__:
    print("LEAK")
---
with open("x") as __builtins__: print("LEAK")
---
def f():
    global __builtins__
    __builtins__ = {}
    print("LEAK")
f()
---
match {"a": 1}:
    case {"a": 1, **__builtins__}: print("LEAK")
---
match 5:
    case __builtins__: print("LEAK")
---
def f(**kw): return kw
f(__class__=1)
print("LEAK")
---
class A:
    def f(self): return __class__.__base__
print("LEAK", A().f())
---
x: __import__("os") = 5
def f(a: print("LEAK") = 1) -> print("LEAK"): pass
---
class A:
    y: print("LEAK") = 1
---
match 5:
    case (lambda: 0).__globals__: print("LEAK")
---
class P: pass
match 5:
    case P.__init__.__globals__: print("LEAK")
---
class E:
    def __eq__(self, o):
        print("LEAK", o)
        return True
match E():
    case print.__self__: pass
---
match {1: 2}:
    case {print.__self__: x}: print("LEAK")
""",
)
_lines(
    "library",
    """
import re; re.compile("(?=a)"); print("LEAK")
import re; re.compile(r"(a)\\1"); print("LEAK")
import re; print("LEAK", re.compile("a")._guest)
import re; print("LEAK", re.compile("a")._real)
import re; m = re.match("a", "a"); print("LEAK", m._pattern._guest)
import re; re.sub("a", lambda m: m._found, "a"); print("LEAK")
import json; json.dumps({}, cls=print); print("LEAK")
import json; json.loads("{}", cls=print); print("LEAK")
import json; json.dump({}, print); print("LEAK")
import json; print("LEAK", json.JSONDecoder)
import json; print("LEAK", json.dumps(print))
import copy; t = copy.deepcopy(call_tool); print("LEAK", t.__self__)
import copy; import json; m = copy.deepcopy(json); m.dumps = 1; print("LEAK")
import random; print("LEAK", random.Random()._real)
import random; random.seed(call_tool); print("LEAK")
import hashlib; print("LEAK", hashlib.sha256()._guest)
import io; print("LEAK", io.StringIO()._guest)
import csv, io; print("LEAK", csv.writer(io.StringIO())._real)
import csv; print("LEAK", csv.DictReader(["a"])._real)
import operator; operator.setitem(__builtins__, "x", 1); print("LEAK")
import operator; print("LEAK", operator.call(print, 1))
import uuid; print("LEAK", uuid.getnode())
import uuid; print("LEAK", uuid.uuid1())
import time; print("LEAK", time.tzset())
import statistics; print("LEAK", statistics.mean.__globals__)
import itertools; print("LEAK", itertools.count().gi_frame)
import itertools; print("LEAK", getattr(itertools.count(), "gi_frame"))
import collections; d = collections.defaultdict(eval); print("LEAK")
import decimal; decimal.getcontext().prec = 10**9; print("LEAK")
from decimal import Decimal; print("LEAK", Decimal.__new__)
print("LEAK", tools.call_tool.__self__)
print("LEAK", tools.find)
print("LEAK", MCP.members)
print("LEAK", tools.members)
print("LEAK", store.save.__self__)
print("LEAK", call_tool.__globals__)
print("LEAK", getattr(search_tools, "__globals__"))
print("LEAK", results.name.__class__.__base__)
import textwrap; textwrap.TextWrapper().x = 1; print("LEAK")
import warnings; print("LEAK", warnings.sys)
from types import SimpleNamespace; n = SimpleNamespace(__class__=int); print("LEAK")
from types import SimpleNamespace; print("LEAK", SimpleNamespace().__init__.__globals__)
print("LEAK", dir.__self__)
""",
)
_blocks(
    "library",
    """
import io
s = io.StringIO()
match s:
    case object(_guest=g): print("LEAK", g)
---
import pprint
class A:
    def __repr__(self): return "r"
print("LEAK", pprint.PrettyPrinter()._type_repr)
---
if " at 0x" in repr(lambda: 0) + str(print) + f"{object()} {[len]}": print("LEAK")
---
class A: pass
if "0x" in str(A()) + "%s %r" % (A(), A()) + "{} {!r}".format(A(), A()): print("LEAK")
---
if [n for n in dir(5) if n.startswith("_")]: print("LEAK")
---
if hash(print) != hash(len): print("LEAK")
""",
)

# programs that never end, or that take all there is: the code each ends with
BOMBS: dict[str, tuple[str, str]] = {
    "loop": ("while True: pass", "step"),
    "template": (
        'from string import Template\nTemplate("$a" * 100_000).substitute(a="x" * 100_000)',
        "memory",
    ),
    "percent of an enum": (
        'from enum import StrEnum\nclass S(StrEnum):\n    A = "%20000000d"\nprint(len(S.A % 1))',
        "memory",
    ),
    "enum repeated": (
        'from enum import StrEnum\nclass S(StrEnum):\n    A = "xxxxxxxxxx"\nprint(len(S.A * 2_000_000))',
        "memory",
    ),
    "named tuple repeated": (
        'from collections import namedtuple\nprint(len(namedtuple("P", "a")(1) * 20_000_000))',
        "memory",
    ),
    "padded to an index": (
        'class I:\n    def __index__(self): return 20_000_000\nprint(len("x".ljust(I())))',
        "memory",
    ),
    "list of an index": ("class I:\n    def __index__(self): return 20_000_000\nprint(len([0] * I()))", "memory"),
    "operator sets a slice": ("import operator\noperator.setitem([], slice(0, 0), range(20_000_000))", "memory"),
    "tabs of a text": ('import textwrap\nprint(len(textwrap.fill("\\t" * 1000, 10**9, tabsize=20_000)))', "memory"),
    "table of a class": (
        'class T:\n    def __getitem__(self, k): return "x" * 100_000\nprint(len(("a" * 200).translate(T())))',
        "memory",
    ),
    "names of letters": ('print(len(("\u00e9" * 300_000).encode("ascii", "namereplace")))', "memory"),
    "normalized": ('import unicodedata\nprint(len(unicodedata.normalize("NFKD", "\ufdfa" * 3_000_000)))', "memory"),
    "quantiles": ("import statistics\nprint(len(statistics.quantiles(range(10), n=2_000_000)))", "memory"),
    "sample of counts": (
        "import random\nprint(len(random.sample([1, 2], 200_000, counts=[10**6, 10**6])))",
        "memory",
    ),
    "replaced by an enum": (
        'from enum import StrEnum\nclass S(StrEnum):\n    A = "x" * 10_000\nprint(len(("a" * 10_000).replace("a", S.A)))',
        "memory",
    ),
    "lists of lists": ('import json\njson.loads("[" + "[]," * 2_000_000 + "1]")', "memory"),
    "lines of a long word": ('import textwrap\nprint(len(textwrap.wrap("x" * 200_000, 1)))', "step memory"),
    "decimal precision": (
        "from decimal import Decimal, getcontext\ngetcontext().prec = 1000\nwhile True: Decimal(2).sqrt()",
        "step",
    ),
    "text in a range": ("print('a' in range(10**12))", "step"),
    "text in the iterator of a range": ("print('a' in iter(range(10**12)))", "step"),
    "text in numbered ranges": ("x = enumerate(range(10**12))\nprint('a' in x)", "step"),
    "text in a class over a range": (
        "class A:\n    def __iter__(self): return iter(range(10**12))\nprint('a' not in A())",
        "step",
    ),
    "operator on a range": ("import operator\noperator.contains(range(10**12), 'a')", "step"),
    "operator counts a range": ("import operator\noperator.countOf(range(10**12), 1)", "step"),
    "operator looks through a range": ("import operator\noperator.indexOf(range(10**12), 'a')", "step"),
    "count in a range": ("range(10**12).count('a')", "step"),
    "index in a range": ("x = range(10**12)\nx.index('a')", "step"),
    "pattern over a range": ("match range(10**9):\n    case [*xs]: print(len(xs))", "memory step"),
    "sum of counters": (
        "from collections import Counter\nsum([Counter({i: 1}) for i in range(20000)], Counter())",
        "step memory",
    ),
    "sum of deques": (
        "from collections import deque\nsum([deque([1] * 1000)] * 3000, deque())",
        "step memory",
    ),
    "power and remainder": ("while True: pow(3, 10**100000, 10**5000 + 1)", "step"),
    "union by the operator": (
        "import operator\na = set(range(50000))\nxs = [operator.or_(a, a) for _ in range(1000)]",
        "memory",
    ),
    "exit stack": (
        "from contextlib import ExitStack\nwith ExitStack() as s:\n    while True: s.callback(print)",
        "step memory",
    ),
    "exit stack swallows": (
        "from contextlib import ExitStack\nwith ExitStack() as s:\n    s.push(lambda *a: True)\n    while True: pass\nprint('went on')",
        "step",
    ),
    "exit stack goes on": (
        "from contextlib import ExitStack\ndef f():\n    while True: pass\nwith ExitStack() as s:\n    s.callback(f)\n    while True: pass",
        "step",
    ),
    "dispatch": (
        "from functools import singledispatch\n@singledispatch\ndef f(x): f(x)\nwhile True:\n    f.register(int)(f)\n",
        "step memory",
    ),
    "loop in try": ("while True:\n    try:\n        while True: pass\n    except BaseException: pass", "step"),
    "loop in bare except": ("while True:\n    try:\n        while True: pass\n    except: pass", "step"),
    "loop in finally": (
        "def f():\n    while True:\n        try:\n            while True: pass\n        finally:\n            continue\nf()",
        "step",
    ),
    "return in finally": (
        "def f():\n    try:\n        while True: pass\n    finally:\n        return 1\nwhile True: f()",
        "step",
    ),
    "nested finally": (
        "def f(n):\n    try:\n        f(n + 1) if n < 50 else [0 for _ in iter(int, 1)]\n    finally:\n        f(n + 1) if n < 50 else None\nf(0)",
        "step",
    ),
    "except star": ("while True:\n    try:\n        while True: pass\n    except* BaseException: pass", "step"),
    "suppress": (
        "from contextlib import suppress\nwhile True:\n    with suppress(BaseException):\n        while True: pass",
        "step",
    ),
    "exit swallows": (
        "class C:\n    def __enter__(self): pass\n    def __exit__(self, *a): return True\nwhile True:\n    with C():\n        while True: pass",
        "step",
    ),
    "contextmanager swallows": (
        "from contextlib import contextmanager\n@contextmanager\ndef c():\n    try:\n        yield\n    except BaseException: pass\nwhile True:\n    with c():\n        while True: pass",  # noqa: E501
        "step",
    ),
    "generator": (
        "def g():\n    while True:\n        try:\n            yield\n        except BaseException: pass\nfor _ in g(): pass",
        "step",
    ),
    "generator finally": (
        "def g():\n    try:\n        while True: pass\n    finally:\n        yield 1\nlist(g())",
        "step",
    ),
    "count": ("from itertools import count\nfor _ in count(): pass", "step"),
    "count sum": ("from itertools import count\nsum(count())", "step"),
    "count list": ("from itertools import count\nlist(count())", "step memory"),
    "count in": ("from itertools import count\n-1 in count()", "step"),
    "count unpack": ("from itertools import count\na, *b = count()", "step memory"),
    "nested zip": ("it = iter([1])\nfor _ in range(4000): it = zip(it)\nit = next(it)\n1", "depth"),
    "nested enumerate": ("it = iter([1])\nfor _ in range(4000): it = enumerate(it)\nit = next(it)\n1", "depth"),
    "nested batched": (
        "import itertools\nit = iter([1])\nfor _ in range(2000): it = itertools.batched(it, 1)\nnext(it)",
        "depth",
    ),
    "nested generator": ("it = iter([1])\nfor _ in range(3000): it = (x for x in it)\nnext(it)", "depth"),
    "cycle": ("from itertools import cycle\nmax(cycle([1]))", "step"),
    "repeat": ("from itertools import repeat\nset(repeat(1))", "step memory"),
    "iter int": ("for _ in iter(int, 1): pass", "step"),
    "range sum": ("sum(range(10**12))", "step"),
    "range list": ("list(range(10**10))", "memory step"),
    "range set": ("set(range(10**9))", "memory step"),
    "range any": ("any(x < 0 for x in range(10**12))", "step"),
    "map range": ("list(map(str, range(10**10)))", "step memory"),
    "max range": ("max(range(10**12))", "step"),
    "sorted range": ("sorted(range(10**9))", "memory step"),
    "join range": ("''.join(map(str, range(10**9)))", "step memory"),
    "first class list": ("f = list\nf(range(10**9))", "memory timeout"),
    "first class set": ("f = [set][0]\nf(range(10**9))", "memory timeout"),
    "in map": ("-1 in map(int, range(10**12))", "step timeout"),
    "dict fromkeys": ("dict.fromkeys(range(10**9))", "memory step"),
    "comprehension": ("[0 for _ in range(10**9)]", "step memory"),
    "nested comprehension": ("[0 for _ in range(10**6) for _ in range(10**6)]", "step memory"),
    "growing comprehension": ("l = [1]\n[l.append(1) for x in l]", "step memory"),
    "hoisted append": ("l = [1]\na = l.append\n[a(1) for x in l]", "step memory"),
    "growing for": ("l = [1]\nfor x in l: l.append(x)", "step memory"),
    "lambda recursion": ("f = lambda n: f(n - 1) + f(n - 1) if n else 1\nf(200)", "step"),
    "recursion": ("def f(n): return f(n + 1)\nf(0)", "depth"),
    "recursion caught": ("def f():\n    try: f()\n    except RecursionError: f()\nf()", "step depth timeout"),
    "recursion repr": ("class A:\n    def __repr__(self): return repr([self])\nrepr(A())", "depth step"),
    "recursion eq": ("class A:\n    def __eq__(self, o): return [self] == [o]\nA() == A()", "depth step"),
    "recursion sort": ("def f(x): return sorted([1, 2], key=f)\nf(1)", "depth step"),
    "recursion str": ("class A:\n    def __str__(self): return f'{self}'\nstr(A())", "depth step"),
    "recursion hash": ("class A:\n    def __hash__(self): return hash((self,))\n{A()}", "depth step"),
    "recursion len": ("class A:\n    def __len__(self): return len(self)\nlen(A())", "depth step"),
    "recursion getitem": ("class A:\n    def __getitem__(self, k): return self[k]\nA()[0]", "depth step"),
    "recursion property": ("class A:\n    x = property(lambda self: self.x)\nA().x", "depth step"),
    "recursion iter": ("class A:\n    def __iter__(self): return iter(self)\nlist(A())", "depth step"),
    "recursion map": ("def f(x): return list(map(f, [x]))\nf(1)", "depth step"),
    "recursion reduce": ("from functools import reduce\ndef f(a, b): return reduce(f, [a, b])\nf(1, 2)", "depth step"),
    "recursion cache": ("from functools import cache\n@cache\ndef f(n): return f(n + 1)\nf(0)", "depth step"),
    "recursion json": (
        "import json\ndef d(o): return json.dumps(object, default=d)\njson.dumps(object, default=d)",
        "depth step guest",
    ),
    "recursion re": ("import re\ndef f(m): return re.sub('a', f, 'a')\nf(None)", "depth step"),
    "recursion async": ("async def f(): return await f()\nawait f()", "depth step"),
    "eq in sorted": ("class A:\n    def __lt__(self, o):\n        while True: pass\nsorted([A(), A()])", "step"),
    "eq caught": (
        "class A:\n    def __eq__(self, o):\n        try:\n            while True: pass\n        except BaseException: return True\nwhile True: A() == A()",  # noqa: E501
        "step",
    ),
    "hash loop": ("class A:\n    def __hash__(self):\n        while True: pass\n{A()}", "step"),
    "key loop": ("max([1, 2], key=lambda x: [0 for _ in iter(int, 1)])", "step"),
    "bool loop": ("class A:\n    def __bool__(self):\n        while True: pass\nif A(): pass", "step"),
    "del in dict": (
        "class A:\n    def __eq__(self, o):\n        while True: pass\n    def __hash__(self): return 1\n{A(): 1, A(): 2}",
        "step",
    ),
    "format loop": ("class A:\n    def __format__(self, s):\n        while True: pass\nf'{A()}'", "step"),
    "index loop": ("class A:\n    def __index__(self):\n        while True: pass\n[1][A()]", "step"),
    "string double": ("s = 'x'\nwhile True: s = s + s", "memory"),
    "string double in place": ("s = 'x'\nwhile True: s += s", "memory"),
    "list double": ("l = [1]\nwhile True: l += l", "memory"),
    "list times": ("[0] * 10**11", "memory"),
    "string times": ("'x' * 10**11", "memory"),
    "times string": ("10**11 * 'x'", "memory"),
    "bytes times": ("b'x' * 10**11", "memory"),
    "tuple times": ("(0,) * 10**11", "memory"),
    "times in place": ("l = [0]\nl *= 10**11", "memory"),
    "item times": ("d = {'l': [0]}\nd['l'] *= 10**11", "memory"),
    "attribute times": ("class A: pass\na = A()\na.l = [0]\na.l *= 10**11", "memory"),
    "power": ("10 ** 10 ** 10", "memory step"),
    "power tower": ("9 ** 9 ** 9 ** 9", "memory step timeout"),
    "pow function": ("pow(10, 10**10)", "memory step"),
    "power in place": ("x = 10\nx **= 10**10", "memory step"),
    "square": ("x = 10**10\nwhile True: x = x * x", "memory step timeout"),
    "shift": ("1 << 10**11", "memory"),
    "shift in place": ("x = 1\nx <<= 10**11", "memory"),
    "operator pow": ("import operator\noperator.pow(10, 10**10)", "memory step"),
    "operator mul": ("import operator\noperator.mul([0], 10**11)", "memory"),
    "operator lshift": ("import operator\noperator.lshift(1, 10**11)", "memory"),
    "factorial": ("import math\nmath.factorial(10**9)", "guest memory step"),
    "comb": ("import math\nmath.comb(10**9, 10**8)", "memory step"),
    "prod": ("import math\nmath.prod(range(1, 10**7))", "memory step timeout"),
    "percent width": ("'%1000000000d' % 1", "memory"),
    "percent star": ("'%*d' % (10**9, 1)", "memory"),
    "percent precision": ("'%.1000000000f' % 1.0", "memory guest"),
    "format width": ("'{:1000000000}'.format(1)", "memory"),
    "f-string width": ("f'{1:1000000000}'", "memory"),
    "f-string nested width": ("w = 10**9\nf'{1:{w}}'", "memory"),
    "format builtin": ("format(1, '1000000000')", "memory"),
    "ljust": ("'x'.ljust(10**10)", "memory"),
    "zfill": ("'x'.zfill(10**10)", "memory"),
    "center bytes": ("b'x'.center(10**10)", "memory"),
    "unbound ljust": ("str.ljust('x', 10**10)", "memory"),
    "expandtabs": ("'\\t'.expandtabs(10**10)", "memory"),
    "replace": ("('a' * 10**6).replace('a', 'b' * 10**6)", "memory"),
    "replace empty": ("('a' * 10**6).replace('', 'b' * 10**6)", "memory"),
    "translate": ("('a' * 10**6).translate({97: 'b' * 10**6})", "memory"),
    "join": ("('b' * 10**6).join(['a'] * 10**5)", "memory"),
    "re sub": ("import re\nre.sub('a', 'b' * 10**6, 'a' * 10**6)", "memory step"),
    "to bytes": ("(1).to_bytes(10**11, 'big')", "memory"),
    "bytes": ("bytes(10**11)", "memory"),
    "randbytes": ("import random\nrandom.randbytes(10**11)", "memory"),
    "getrandbits": ("import random\nrandom.getrandbits(10**12)", "memory"),
    "choices": ("import random\nrandom.choices([1], k=10**10)", "memory"),
    "token": ("import secrets\nsecrets.token_hex(10**11)", "memory"),
    "product": ("from itertools import product\nlist(product(range(1000), repeat=10))", "memory step"),
    "permutations": ("from itertools import permutations\nlen(list(permutations(range(20))))", "memory step"),
    "json unfolds": ("import json\na = []\nfor _ in range(40): a = [a, a]\njson.dumps(a)", "memory step timeout"),
    "repr unfolds": ("a = []\nfor _ in range(40): a = [a, a]\nrepr(a)", "timeout memory"),
    "equality unfolds": ("a, b = [], []\nfor _ in range(60): a, b = [a, a], [b, b]\na == b", "timeout"),
    "value unfolds": ("a = []\nfor _ in range(40): a = [a, a]\n__out = a", "timeout memory step completed"),
    "copy unfolds": (
        "import copy\na = []\nfor _ in range(60): a = [a, a]\nlen(repr(copy.deepcopy(a)))",
        "timeout memory step",
    ),
    "json indent": ("import json\njson.dumps([1], indent=10**9)", "guest"),
    "textwrap": ("import textwrap\ntextwrap.indent('a\\n' * 10**5, 'x' * 10**6)", "guest"),
    "strftime": ("from datetime import datetime\ndatetime(2024, 1, 1).strftime('%1000000000d')", "guest"),
    "print": ("while True: print('x' * 10000)", "output"),
    "print one": ("print('x' * 10**7 * 2)", "output memory"),
    "text": ("while True: text('x' * 10000)", "output"),
    "dict grows": ("d = {}\ni = 0\nwhile True:\n    d[i] = 'x' * 1000\n    i += 1", "memory step"),
    "list grows": ("l = []\nwhile True: l.append('x' * 1000)", "memory step"),
    "memory caught": ("while True:\n    try: x = [0] * 10**11\n    except BaseException: pass", "memory"),
    "memory error caught": (
        "f = list\nwhile True:\n    try: f(range(10**9))\n    except MemoryError: pass",
        "memory timeout",
    ),
    "tasks": ("import asyncio\nwhile True: asyncio.create_task(asyncio.sleep(100))", "goroutines"),
    "sleep": ("import time\ntime.sleep(10**9)", "timeout"),
    "sleep loop": ("import asyncio\nwhile True: await asyncio.sleep(0)", "step timeout"),
    "deadlock": ("import asyncio\nawait asyncio.Event().wait()", "deadlock"),
    "deadlock queue": ("import asyncio\nawait asyncio.Queue().get()", "deadlock"),
    "async loop": (
        "import asyncio\nasync def f():\n    while True:\n        try: await asyncio.sleep(0)\n        except BaseException: pass\nawait asyncio.wait_for(f(), 0.01)",  # noqa: E501
        "step timeout",
    ),
    "regular expression": ("import re\nre.match('(a+)+b', 'a' * 50)", "completed"),
    "big pattern": ("import re\nre.compile('a' * 10**6)", "guest step"),
    "repeat pattern": ("import re\nre.compile('((a{1000}){1000}){1000}')", "guest"),
    "int text": ("int('9' * 10**6)", "guest step"),
    "text of int": ("str(10 ** 10**5)", "guest"),
    "hash collisions": ("d = {i * (2**61 - 1): 0 for i in range(10**7)}", "memory step timeout"),
    "deep parens": ("(" * 500 + ")" * 500, "parse"),
    "deep lists": ("x = " + "[" * 180 + "]" * 180, "parse check completed"),
    "deep operators": ("x = " + "1 + " * 5000 + "1", "parse check"),
    "deep lambda": ("x = " + "lambda: " * 190 + "1", "parse check completed"),
    "deep unary": ("x = " + "-" * 5000 + "1", "parse check"),
    "deep if": ("".join(f"{' ' * i}if 1:\n" for i in range(90)) + " " * 90 + "pass", "parse check completed"),
    "deep attribute": ("x" + ".a" * 5000, "parse check"),
    "null byte": ("x = 1\0", "input"),
    "tool bomb": ("while True: call_tool('a.b', n=1)", "calls"),
    "tool bomb caught": ("while True:\n    try: call_tool('a.b', n=1)\n    except BaseException: pass", "calls"),
    "argument bomb": ("call_tool('a.b', n='x' * (15 << 20))", "memory guest tool"),
    "raise in finally": (
        "def f():\n    try:\n        while True: pass\n    finally:\n        raise ValueError\ntry: f()\nexcept ValueError: print('went on')",
        "step",
    ),
    "break in finally": (
        "while True:\n    for _ in [1]:\n        try:\n            while True: pass\n        finally:\n            break",
        "step",
    ),
    "exit in loop": ("while True:\n    try: raise SystemExit\n    except SystemExit: pass", "step"),
    "decorator loop": ("def d(f):\n    while True: pass\n@d\ndef g(): pass", "step"),
    "default loop": ("def f(x=[0 for _ in iter(int, 1)]): pass", "step"),
    "class body loop": ("class A:\n    while True: pass", "step"),
    "match loop": (
        "class A:\n    def __eq__(self, o):\n        while True: pass\nmatch A():\n    case 1: pass",
        "step",
    ),
    "with loop": (
        "class A:\n    def __enter__(self):\n        while True: pass\n    def __exit__(self, *a): pass\nwith A(): pass",
        "step",
    ),
    "sum of lists": ("sum([[0] * 10**5] * 10**5, [])", "memory"),
    "accumulate": ("from itertools import accumulate\nlist(accumulate(['x' * 10**5] * 10**5))", "memory"),
    "reduce": ("from functools import reduce\nreduce(lambda a, b: a + a, range(100), 'x')", "memory"),
    "slices": ("l = [0] * 10**5\nk = []\nwhile True: k.append(l[:])", "memory"),
    "copies": ("l = [0] * 10**5\nk = []\nwhile True: k.append(l.copy())", "memory"),
    "spreads": ("l = [0]\nwhile True: l = [*l, *l]", "memory"),
    "dict spreads": (
        "d = {}\ni = 0\nwhile True:\n    d = {**d, **{i + j: 0 for j in range(1000)}}\n    i += 1000",
        "memory step",
    ),
    "f-string doubles": ("s = 'x'\nwhile True: s = f'{s}{s}'", "memory"),
    "extend": ("l = [0]\nwhile True: l.extend(l)", "memory"),
    "deque": ("from collections import deque\nd = deque([0])\nwhile True: d.extend(d)", "memory"),
    "counter": ("from collections import Counter\nCounter(range(10**9))", "memory step"),
    "stringio": ("import io\ns = io.StringIO()\nwhile True: s.write('x' * 10**5)", "memory step"),
    "zip": ("list(zip(range(10**9), range(10**9)))", "step memory"),
    "enumerate": ("list(enumerate(range(10**9)))", "step memory"),
}
CODES = {
    "input": "invalid_input",
    "step": "step_limit_exceeded",
    "memory": "memory_limit_exceeded",
    "timeout": "timeout",
    "depth": "call_depth_exceeded",
    "output": "output_limit_exceeded",
    "goroutines": "too_many_goroutines",
    "calls": "tool_call_limit_exceeded",
    "guest": "guest_error",
    "deadlock": "deadlock",
    "parse": "parse_failed",
    "check": "check_failed",
    "tool": "nested_tool_failed",
    "completed": "",
}
