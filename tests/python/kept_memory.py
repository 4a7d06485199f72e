"""Ways in which a program keeps values: each keeps 112 texts of a megabyte, which is seven times the limit of its run, or as much in small values.
`big(i)` is a new text of a megabyte, `number(i)` a whole number as large, and `held` a list."""

from __future__ import annotations

from typing import Final

BEFORE: Final = """
def big(i):
    made = "x" * 1_000_000 + str(i)
    print(end=".")
    return made
def number(i): return int.from_bytes(big(i).encode(), "big")
held = []
class Box:
    def method(self): pass
class Told:
    def __str__(self): return big(1)
def caught(call):
    try:
        call()
    except Exception as failure:
        return failure
def fails(kept): raise ValueError
def fails_for(cause): raise ValueError from cause
def between(kept): fails(1)
async def same(value): return value
async def failing(value): raise ValueError(value)
pool = concurrent.futures.ThreadPoolExecutor()
full = asyncio.Queue(1)
full.put_nowait(1)
group = asyncio.TaskGroup()
texts = ["x" * 1_000_000]
text = "x" * 5000
"""
LONG: Final = """
s = " " + "a" * 1_000_000 + "é "
b = ("a" * 1_000_000).encode()
upper = s.upper
digits = b.hex()
match = re.match(" (?P<all>a*)", s)
file = io.StringIO(s)
quoted = json.dumps(s)
"""

# by the expression that is held: i is the number of the text
FUNCTIONS: Final = {
    "partials": "functools.partial(print, big(i))",
    "partials by name": "functools.partial(print, end=big(i))",
    "keys of cmp_to_key": "functools.cmp_to_key(lambda a, b: 0)(big(i))",
    "defaults of functions": "lambda kept=big(i): kept",
    "defaults by name": "lambda *, kept=big(i): kept",
    "closures": "(lambda kept: lambda: kept)(big(i))",
    "properties": "property(lambda self, kept=big(i): kept)",
    "static methods": "staticmethod(lambda kept=big(i): kept)",
    "class methods": "classmethod(lambda cls, kept=big(i): kept)",
    "methods of texts": "big(i).upper",
    "methods of texts with a price": "big(i).replace",
    "methods of lists": "[big(i)].append",
    "methods of lists with a price": "[big(i)].extend",
    "methods of dicts": "{1: big(i)}.get",
    "methods of deques": "collections.deque([big(i)]).append",
    "methods of objects of the library": "string.Template(big(i)).substitute",
    "getters of items": "operator.itemgetter(big(i))",
    "getters of attributes": "operator.attrgetter(big(i))",
    "callers of methods": "operator.methodcaller('f', big(i))",
    "decorators of the library": "functools.wraps(lambda kept=big(i): kept)",
    "context managers": "contextlib.contextmanager(lambda kept=big(i): iter([kept]))",
    "started context managers": "contextlib.contextmanager(lambda kept: iter([kept]))(big(i))",
    "null contexts": "contextlib.nullcontext(big(i))",
    "closing contexts": "contextlib.closing(big(i))",
    "local contexts": "decimal.localcontext(kept=big(i))",
    "hints": "abc.abstractmethod(lambda kept=big(i): kept)",
    "fields of dataclasses": "dataclasses.field(default=big(i))",
    "named tuples": "collections.namedtuple('P', 'a')(big(i))",
    "defaults of named tuples": "collections.namedtuple('P', 'a', defaults=[big(i)])",
    "namespaces": "types.SimpleNamespace(kept=big(i))",
    "hints of typing": "typing.NamedTuple(big(i), [])",
}
ITERATORS: Final = {
    **{
        f"itertools.{name}": f"itertools.{name}({rest})"
        for name, rest in {
            "repeat": "big(i)",
            "cycle": "[big(i)]",
            "chain": "[big(i)]",
            "chain.from_iterable": "[[big(i)]]",
            "islice": "[big(i)], 1",
            "accumulate": "[big(i)]",
            "groupby": "[big(i)]",
            "takewhile": "bool, [big(i)]",
            "dropwhile": "bool, [big(i)]",
            "filterfalse": "bool, [big(i)]",
            "starmap": "print, [[big(i)]]",
            "compress": "[big(i)], [1]",
            "zip_longest": "[big(i)], []",
            "pairwise": "[big(i)]",
            "tee": "[big(i)]",
            "batched": "[big(i)], 1",
            "product": "[big(i)]",
            "permutations": "[big(i)]",
            "combinations": "[big(i)], 1",
            "combinations_with_replacement": "[big(i)], 1",
        }.items()
    },
    "filling values": "itertools.zip_longest([], fillvalue=big(i))",
    "itertools.count": "itertools.count(number(i))",
    "heapq.merge": "heapq.merge([big(i)])",
    "list iterators": "iter([big(i)])",
    "text iterators": "iter(big(i))",
    "bytes iterators": "iter(big(i).encode())",
    "iterators with an end": "iter(int, big(i))",
    "map": "map(print, [big(i)])",
    "functions of map": "map(lambda x, kept=big(i): x, [])",
    "filter": "filter(None, [big(i)])",
    "zip": "zip([big(i)])",
    "enumerate": "enumerate([big(i)])",
    "reversed": "reversed([big(i)])",
    "items of dicts": "{1: big(i)}.items()",
    "keys of dicts": "{big(i): 1}.keys()",
    "values of dicts": "{1: big(i)}.values()",
    "generator expressions": "(x for x in [big(i)])",
    "rows of csv": "csv.reader([big(i)])",
    "records of csv": "csv.DictReader([big(i)])",
    "names of records of csv": "csv.DictReader([], fieldnames=[big(i)])",
    "matches to come": "re.finditer('y', big(i))",
    "elements of counters": "collections.Counter([big(i)]).elements()",
}
TEXTS: Final = {
    "templates": "string.Template(big(i))",
    "io.StringIO": "io.StringIO(big(i))",
    "matches": "re.match('x', big(i))",
    "matches of all": "re.compile('(x)+').match(big(i))",
    "addresses": "urllib.parse.urlparse(big(i))",
    "bytes": "big(i).encode()",
    "names of csv": "csv.DictWriter(io.StringIO(), [big(i)])",
    "whole numbers": "number(i)",
    "ranges": "range(number(i))",
    "iterators of ranges": "iter(range(number(i)))",
    "iterators of ranges from the end": "reversed(range(number(i)))",
    "enumerated from": "enumerate([], number(i))",
    "slices": "slice(big(i))",
    "slices in tuples": "(1, slice(None, [big(i)]))",
    "decimals": "decimal.Decimal('7' * 3_000_000)",
    "fractions": "fractions.Fraction(1, number(i))",
    "names of time zones": "datetime.timezone(datetime.timedelta(0), big(i))",
    "times in zones": "datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(0), big(i)))",
    "hours in zones": "datetime.time(1, tzinfo=datetime.timezone(datetime.timedelta(0), big(i)))",
}
EXCEPTIONS: Final = {
    "exceptions": "ValueError(big(i))",
    "groups of exceptions": "ExceptionGroup('many', [ValueError(big(i))])",
    "failures of tools": "ToolError(big(i))",
    "ends of programs": "SystemExit(big(i))",
    "caught exceptions": "caught(lambda: {}[big(i)])",
    "values of frames": "caught(lambda kept=big(i): fails(kept))",
    "values of frames before": "caught(lambda: between(big(i)))",
    "causes": "caught(lambda: fails_for(ValueError(big(i))))",
    "exceptions of texts": "caught(lambda: ('\\u0100' + big(i)).encode('ascii'))",
    "exceptions of attributes": "caught(lambda: big(i).absent)",
    "exceptions of data": "caught(lambda: json.loads('[' + big(i)))",
    "exceptions of the library": "caught(lambda: statistics.mean([big(i)]))",
}
CONTAINERS: Final = {
    "lists": "[big(i)]",
    "dicts": "{1: big(i)}",
    "sets": "{big(i)}",
    "frozensets": "frozenset([big(i)])",
    "deques": "collections.deque([big(i)])",
    "defaultdict": "collections.defaultdict(list, {1: big(i)})",
    "factories of defaultdict": "collections.defaultdict(lambda kept=big(i): kept)",
    "OrderedDict": "collections.OrderedDict({1: big(i)})",
    "Counter": "collections.Counter([big(i)])",
    "ChainMap": "collections.ChainMap({1: big(i)})",
}
TASKS: Final = {
    "coroutines": "same(big(i))",
    "sleeping coroutines": "asyncio.sleep(0, big(i))",
    "coroutines with a limit": "asyncio.wait_for(same(big(i)), 1)",
    "coroutines of several": "asyncio.gather(same(big(i)))",
    "coroutines that wait": "asyncio.wait([same(big(i))])",
    "shielded coroutines": "asyncio.shield(same(big(i)))",
    "coroutines in the order of their ends": "asyncio.as_completed([same(big(i))])",
    "calls in threads": "asyncio.to_thread(print, big(i))",
    "tasks that have not begun": "asyncio.create_task(same(big(i)))",
    "names of tasks": "asyncio.create_task(same(1), name=big(i))",
    "tasks of executors": "asyncio.get_event_loop().run_in_executor(None, str, big(i))",
    "calls of executors": "pool.submit(str, big(i))",
    "results to come": "pool.map(lambda x: x, [big(i)])",
    "items to be put": "asyncio.Queue().put(big(i))",
    "items of pieces": "anext(iter([]), big(i))",
    "pieces": "aiter([big(i)])",
    "calls of tools": "call_tool('a.take', {'text': big(i)})",
}
# by statements that are done for each i
STATEMENTS: Final = {
    "caches": "f = functools.cache(lambda i: big(i))\n    f(1)\n    held.append(f)",
    "caches of few": "f = functools.lru_cache(8)(big)\n    f(1)\n    held.append(f)",
    "caches of methods": "class A:\n        @functools.cache\n        def f(self, i): return big(i)\n    a = A()\n    a.f(1)",
    "cached properties": "class A:\n        @functools.cached_property\n        def f(self): return big(i)\n    a = A()\n    a.f\n    held.append(a)",
    "dispatching functions": "held.append(functools.singledispatch((lambda kept: lambda v: kept)(big(i))))",
    "functions of types": "f = functools.singledispatch(print)\n    f.register(int, (lambda kept: lambda v: kept)(big(i)))\n    held.append(f)",
    "attributes of functions": "def f(): pass\n    f.kept = big(i)\n    held.append(f)",
    "attributes of classes": "class A: kept = big(i)\n    held.append(A)",
    "classes that nobody names": "class A: kept = big(i)",
    "attributes of classes in a list": "class A: kept = [big(i)]",
    "attributes that are set on classes": "class A: pass\n    A.kept = big(i)",
    "defaults of methods": "class A:\n        def f(self, kept=big(i)): pass",
    "defaults of dataclasses": "@dataclasses.dataclass\n    class A:\n        kept: str = big(i)",
    "dataclasses": "@dataclasses.dataclass\n    class A:\n        kept: str\n    held.append(A(big(i)))",
    "enum members": "class A(enum.Enum):\n        ONE = big(i)",
    "attributes of enum members": "class A(enum.Enum):\n        ONE = 1\n    A.ONE.kept = big(i)",
    "texts of enums": "class A(enum.StrEnum):\n        ONE = big(i)",
    "defaults of named tuple classes": "class A(typing.NamedTuple):\n        kept: str = big(i)",
    "instances": "a = Box()\n    a.kept = big(i)\n    held.append(a)",
    "methods of instances": "a = Box()\n    a.kept = big(i)\n    held.append(a.method)",
    "attributes of exceptions": "class E(Exception): pass\n    e = E()\n    e.kept = big(i)\n    held.append(e)",
    "notes of exceptions": "e = ValueError()\n    e.add_note(big(i))\n    held.append(e)",
    "started generators": "def g():\n        kept = big(i)\n        yield 1\n    a = g()\n    next(a)\n    held.append(a)",
    "loops of generators": "def g():\n        for x in [1, big(i)]: yield 1\n    a = g()\n    next(a)\n    held.append(a)",
    "started groups": "a = itertools.groupby([big(i)])\n    next(a)\n    held.append(a)",
    "started cycles": "a = itertools.cycle([1, big(i)])\n    next(a)\n    held.append(a)",
    "written texts": "a = io.StringIO()\n    a.write(big(i))\n    held.append(a)",
    "printed texts": "a = io.StringIO()\n    print(big(i), file=a)\n    held.append(a)",
    "places in texts": "big(i)\n    a = io.StringIO()\n    a.seek(1_000_000)\n    a.write('x')\n    held.append(a)",
    "written rows": "a = io.StringIO()\n    csv.writer(a).writerow([big(i)])\n    held.append(a)",
    "stacks of callbacks": "a = contextlib.ExitStack()\n    a.callback(print, big(i))\n    held.append(a)",
    "stacks of managers": "a = contextlib.ExitStack()\n    a.enter_context(contextlib.nullcontext(big(i)))\n    held.append(a)",
    "identities": "id(big(i))",
    "arguments of programs": "sys.argv.append(big(i))",
    "names of days": "calendar.day_name.append(big(i))",
    "data of the host": "data.append(big(i))",
    "the list of tools": "ALL_TOOLS.append(big(i))",
    "queues": "held.append(asyncio.Queue())\n    held[-1].put_nowait(big(i))",
    "items that wait": "held.append(asyncio.create_task(full.put(big(i))))\n    time.sleep(0.001)",
    "results of tasks": "held.append(asyncio.create_task(same(big(i))))\n    time.sleep(0.001)",
    "results of tasks of groups": "asyncio.run(same(group.create_task(same(big(i)))))\n    time.sleep(0.001)",
    "failures of tasks": "held.append(asyncio.create_task(failing(big(i))))\n    time.sleep(0.001)",
    "failures that nobody reads": "asyncio.create_task(failing(big(i)))\n    time.sleep(0.001)",
    "callbacks of tasks": "asyncio.create_task(asyncio.sleep(9)).add_done_callback(lambda t, kept=big(i): 1)",
    "sleeping tasks": "async def f(kept): await asyncio.sleep(9)\n    asyncio.create_task(f(big(i)))\n    time.sleep(0.001)",
    "arguments of sleeping tasks": (
        "async def f(kept):\n        del kept\n        await asyncio.sleep(9)\n    asyncio.create_task(f(big(i)))\n    time.sleep(0.001)"
    ),
    "waiting tasks": "asyncio.create_task(asyncio.wait_for(asyncio.sleep(9, big(i)), 5))\n    time.sleep(0.001)",
    "results of executors": "held.append(pool.submit(big, i))\n    time.sleep(0.001)",
    "executors": "p = concurrent.futures.ThreadPoolExecutor()\n    p.submit(big, i)\n    held.append(p)\n    time.sleep(0.001)",
}
# statements that are done once: what they make is not yet held by any name
MAKING: Final = {
    "OrderedDict": "collections.OrderedDict((i, big(i)) for i in range(112))",
    "defaultdict": "collections.defaultdict(list, ((i, big(i)) for i in range(112)))",
    "Counter": "collections.Counter(big(i) for i in range(112))",
    "deques": "collections.deque((big(i) for i in range(112)), maxlen=1000)",
    "batches": "next(itertools.batched((big(i) for i in range(112)), 1000))",
    "lists": "list(big(i) for i in range(112))",
    "tuples": "tuple(map(big, range(112)))",
    "sets": "set(map(big, range(112)))",
    "keys of a sort": "sorted(range(112), key=big)",
    "keys of a sort in place": "list(range(112)).sort(key=big)",
    "the largest": "heapq.nlargest(1000, map(big, range(112)))",
    "the smallest by key": "heapq.nsmallest(1000, range(112), key=big)",
    "parts of JSON": "json.loads('[' + '{},' * 111 + '{}]', object_hook=lambda _: big(1))",
    "pairs of JSON": "json.loads('[' + '{},' * 111 + '{}]', object_pairs_hook=lambda _: big(1))",
    "numbers of JSON": "json.loads('[' + '1,' * 111 + '1]', parse_int=big)",
    "printed values": "print(*[Told()] * 112)",
    "combinations": "list(itertools.accumulate(range(112), lambda a, b: big(a)))",
    "dicts from keys": "dict.fromkeys(map(big, range(112)))",
    "replacements": "re.sub('y', lambda m: big(1), 'y' * 112)",
    "sums": "sum(([big(i)] for i in range(112)), [])",
    "filled templates": "'{0} {0}'.join(map(big, range(112)))",
    "copies": "copy.deepcopy([(i, [texts[0] + str(i)]) for i in range(112)])",
    "results of parallel calls": "asyncio.run(parallel([lambda i=i: big(i) for i in range(112)]))",
}
# what makes a new text of a long one, s, that is a megabyte
COPIES: Final = {
    **{
        f"{name} of texts": f"s.{name}({args})"
        for name, args in {
            "upper": "",
            "lower": "",
            "title": "",
            "swapcase": "",
            "capitalize": "",
            "casefold": "",
            "strip": "",
            "lstrip": "",
            "rstrip": "",
            "removeprefix": "' '",
            "removesuffix": "' '",
            "partition": "'é'",
            "rpartition": "'é'",
            "encode": "",
            "replace": "'a', 'b'",
            "split": "'y'",
            "center": "1_000_100",
        }.items()
    },
    "methods that are read once": "upper()",
    "methods of the class": "str.upper(s)",
    "methods of bytes": "b.upper()",
    "digits of bytes": "b.hex()",
    "bytes of digits": "bytes.fromhex(digits)",
    "groups": "match.group(1)",
    "groups in tuples": "match.groups()",
    "groups by name": "match.groupdict()",
    "groups by number": "match['all']",
    "found texts": "re.findall('a+', s)",
    "parts of texts": "re.split('é', s)",
    "replaced texts": "re.sub('^ ', '', s)",
    "the rest of StringIO": "(file.seek(1), file.read())",
    "lines of StringIO": "(file.seek(1), file.readline())",
    "all lines of StringIO": "(file.seek(1), file.readlines())",
    "quoted texts": "urllib.parse.quote(s)",
    "texts of objects": "str([s])",
    "formatted texts": "f'{s} '",
    "filled texts": "'%s ' % s",
    "formatted by name": "'{} '.format(s)",
    "joined": "''.join([s, ' '])",
    "slices": "s[1:]",
    "sums": "s + ' '",
    "JSON": "json.dumps(s)",
    "values of JSON": "json.loads(quoted)",
    "base64": "base64.b64encode(b)",
    "shortened texts": "textwrap.indent(s, ' ')",
    "random bytes": "random.randbytes(1_000_000)",
    "secrets": "secrets.token_bytes(1_000_000)",
    "numbers from bytes": "int.from_bytes(b, 'big')",
}
# small values, by the expression: so many that they take seven times a limit of 4 MiB
SMALL: Final = {
    "random generators": ("random.Random(i)", 11_250),
    "lists": ("[]", 375_000),
    "tuples": ("(i,)", 375_000),
    "dicts": ("{}", 375_000),
    "objects": ("Box()", 200_000),
    "texts": ("str(i)", 375_000),
    "functions": ("lambda: i", 175_000),
    "partials": ("functools.partial(print, i)", 100_000),
    "coroutines": ("same(i)", 100_000),
    "methods": ("text.upper", 250_000),
    "iterators": ("iter(())", 375_000),
    "generators": ("(x for x in ())", 75_000),
    "exceptions": ("ValueError(i)", 250_000),
    "decimals": ("decimal.Decimal(i)", 250_000),
    "templates": ("string.Template('')", 250_000),
    "digests": ("hashlib.md5()", 75_000),
    "long deques": ("collections.deque([held]) * 1000", 3_500),
    "events": ("asyncio.Event()", 100_000),
    "queues": ("asyncio.Queue()", 7_500),
}
