"""Text and data formats: json, string, textwrap, base64, hashlib, hmac, html, urllib.parse, csv, io. Module re is in patterns.py."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import base64
import binascii
import csv
import hashlib
import hmac
import html
import io
import json
import string
import urllib.parse
from typing import Any, Final, NamedTuple

from codemode.python.library import patterns
from codemode.python.methods import LONG, NAMES, RAW
from codemode.python.values import Handle, Instance, Native, kind_of

Members = dict[str, Any]
MAX_INDENT = 16


def priced(guest: Any, real: Any, factor: int = 1) -> Any:
    """Returns the function with a charge in proportion to the sizes of its arguments."""
    run = guest.run

    def call(*args: Any, **named: Any) -> Any:
        size = sum(len(each) for each in (*args, *named.values()) if hasattr(type(each), "__len__"))
        if size > 64:
            run.take(size * factor)
            run.work(size * factor >> 4)
        return real(*args, **named)

    return call


def _all(guest: Any, source: Any, names: str, factor: int = 1) -> Members:
    return {name: priced(guest, getattr(source, name), factor) for name in names.split()}


# --- json ----------------------------------------------------------------------------------------------------------------


def _json(guest: Any) -> Members:
    loads, dumps = _loads(guest), _dumps(guest)
    return {
        "loads": loads,
        "dumps": dumps,
        "load": lambda fp, **named: loads(guest.guard("attr")(fp, "read")(), **named),
        "dump": lambda obj, fp, **named: guest.guard("attr")(fp, "write")(dumps(obj, **named)) and None,
        "JSONEncoder": _encoder(guest, dumps),
        "JSONDecodeError": json.JSONDecodeError,
    }


def _encoder(guest: Any, dumps: Any) -> type:
    """Returns json.JSONEncoder as a class of the run, from which the program's classes can be derived."""

    class JSONEncoder(Instance):
        def __init__(self, **options: Any) -> None:
            self._options = options

        def default(self, value: Any) -> Any:
            raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")

        def encode(self, value: Any) -> str:
            return dumps(value, **{"default": self.default, **self._options})

    JSONEncoder.__module__, JSONEncoder.__qualname__ = "json.encoder", "JSONEncoder"
    JSONEncoder.__serials__ = staticmethod(guest.serial)
    guest.kinds.add(JSONEncoder)
    guest.plain_kinds.add(JSONEncoder)
    return JSONEncoder


def _loads(guest: Any) -> Any:
    run = guest.run

    def loads(
        text: Any,
        *,
        object_hook: Any = None,
        object_pairs_hook: Any = None,
        parse_float: Any = None,
        parse_int: Any = None,
    ) -> Any:
        if not isinstance(text, str | bytes):
            raise TypeError(f"the JSON object must be str, bytes or bytearray, not {type(text).__name__}")
        lists = text.count("[") + text.count("{") if isinstance(text, str) else text.count(b"[") + text.count(b"{")
        run.take(len(text) * 4 + 64 * lists)
        run.work(len(text) >> 4)
        made: list[Any] = []  # what the hooks made, which the parser keeps where no meter sees it

        def seen(hook: Any) -> Any:
            def call(given: Any) -> Any:
                made.append(hook(given))
                return made[-1]

            return None if hook is None else call

        return json.loads(
            text,
            object_hook=seen(object_hook),
            object_pairs_hook=seen(object_pairs_hook),
            parse_float=seen(kind_of(parse_float)),
            parse_int=seen(parse_int),
        )

    return loads


def _dumps(guest: Any) -> Any:
    run = guest.run

    def dumps(value: Any, *, cls: Any = None, indent: Any = None, default: Any = None, **options: Any) -> str:
        if cls is not None:
            named = {"indent": indent, "default": default, **options}
            return cls(**{name: each for name, each in named.items() if each is not None}).encode(value)
        odd = sorted(options.keys() - _DUMPING)
        if odd:
            raise TypeError(f"dumps() got an unexpected keyword argument {odd[0]!r}")
        if (isinstance(indent, int) and indent > MAX_INDENT) or (isinstance(indent, str) and len(indent) > MAX_INDENT):
            raise ValueError(f"indent is at most {MAX_INDENT}")
        encoder = json.JSONEncoder(indent=indent, default=guest.call(default), **options)
        if _is_small(value):
            made = encoder.encode(value)
            if len(made) > LONG:
                run.take(len(made))
            run.work(len(made) >> 4)
            return made
        parts: list[str] = []
        for part in encoder.iterencode(value):  # in pieces, because each piece is charged before the next is made
            run.take(len(part))
            run.work(1)
            parts.append(part)
        return "".join(parts)

    return dumps


_DUMPING: Final = frozenset(("sort_keys", "ensure_ascii", "separators", "skipkeys", "allow_nan"))


def _is_small(value: Any) -> bool:
    if type(value) in (int, float, bool) or value is None or (type(value) is str and len(value) <= LONG):
        return True
    items = list(value.values()) if type(value) is dict else value if type(value) in (list, tuple) else None
    if items is None or len(items) > 50:
        return False
    return all(
        type(each) in (int, float, bool) or each is None or (type(each) is str and len(each) <= LONG) for each in items
    )


# --- csv, io -------------------------------------------------------------------------------------------------------------


class Text(io.StringIO):
    """io.StringIO that charges for its text."""

    def __init__(self, guest: Any, initial_value: Any = "", newline: Any = "\n") -> None:
        super().__init__("", newline)
        self._guest = guest
        if initial_value is not None:
            self.write(initial_value)
            self.seek(0)

    def __sizeof__(self) -> int:
        """Returns what the text takes, for the meter."""
        return 64 + (0 if self.closed else 4 * self._end())

    def _end(self) -> int:
        at = self.tell()
        end = self.seek(0, io.SEEK_END)
        self.seek(at)
        return end

    def write(self, text: str) -> int:
        gap = max(0, self.tell() - self._end())  # is filled up to the place where the text goes
        self._guest.run.take(4 * (gap + len(text)))
        return super().write(text)

    def read(self, size: Any = -1) -> str:
        return self._copied(super().read(size))

    def readline(self, size: Any = -1) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self._copied(super().readline(size))

    def getvalue(self) -> str:
        return self._copied(super().getvalue())

    def _copied(self, text: str) -> str:
        if len(text) > LONG:
            self._guest.run.take(len(text))
        return text

    def writelines(self, lines: Any) -> None:
        for line in self._guest.steps(lines):
            self.write(line)

    def __deepcopy__(self, memo: Any) -> Text:
        return self


RAW.update((Text, name) for name in NAMES[io.StringIO])


def _io(guest: Any) -> Members:
    return {"StringIO": Native("StringIO", lambda *args, **named: Text(guest, *args, **named), kind=Text)}


class Writer(Handle):
    __slots__ = ("_guest", "_names", "_real")
    offered = frozenset("writerow writerows writeheader fieldnames".split())

    def __init__(self, guest: Any, file: Any, names: Any = None, **options: Any) -> None:
        if not isinstance(file, Text):
            raise TypeError("csv writes to an io.StringIO here")
        self._guest, self._names = guest, names
        self._real: Any = (
            csv.writer(file, **options) if names is None else csv.DictWriter(file, guest.listed(names), **options)
        )

    @property
    def fieldnames(self) -> Any:
        return self._names

    def writerow(self, row: Any) -> Any:
        self._guest.run.work(len(row) if hasattr(row, "__len__") else 10)
        items = row if self._names is not None else self._guest.listed(row)
        texts = items.values() if isinstance(items, dict) else items
        self._guest.run.take(2 * sum(len(each) for each in texts if type(each) is str))  # the row is made as a whole
        return self._real.writerow(items)

    def writerows(self, rows: Any) -> None:
        for row in self._guest.steps(rows):
            self.writerow(row)

    def writeheader(self) -> Any:
        return self._real.writeheader()


def _csv(guest: Any) -> Members:
    def reader(source: Any, **options: Any) -> Any:
        return _rows(csv.reader(guest.steps(source), **options))

    def dict_reader(source: Any, fieldnames: Any = None, **options: Any) -> Any:
        return Rows(csv.DictReader(guest.steps(source), fieldnames, **options))

    return {
        "reader": reader,
        "writer": lambda file, **options: Writer(guest, file, **options),
        "DictReader": dict_reader,
        "DictWriter": lambda file, fieldnames, **options: Writer(guest, file, fieldnames, **options),
        "QUOTE_ALL": csv.QUOTE_ALL,
        "QUOTE_MINIMAL": csv.QUOTE_MINIMAL,
        "QUOTE_NONNUMERIC": csv.QUOTE_NONNUMERIC,
        "QUOTE_NONE": csv.QUOTE_NONE,
        "Error": csv.Error,
    }


def _rows(real: Any) -> Any:
    yield from real


class Rows(Handle):
    __slots__ = ("_real",)
    offered = frozenset(("fieldnames",))

    def __init__(self, real: Any) -> None:
        self._real = real

    @property
    def fieldnames(self) -> Any:
        return self._real.fieldnames

    def __iter__(self) -> Rows:
        return self

    def __next__(self) -> Any:
        return next(self._real)


# --- the others ------------------------------------------------------------------------------------------------------------


class Digest(Handle):
    __slots__ = ("_guest", "_real")
    offered = frozenset("update digest hexdigest digest_size name".split())

    def __init__(self, guest: Any, real: Any) -> None:
        self._guest, self._real = guest, real
        guest.run.take(500)

    def update(self, data: bytes) -> None:
        self._guest.run.work(len(data) >> 5)
        self._real.update(data)

    def digest(self) -> bytes:
        return self._real.digest()

    def hexdigest(self) -> str:
        return self._real.hexdigest()

    @property
    def digest_size(self) -> int:
        return self._real.digest_size

    @property
    def name(self) -> str:
        return self._real.name


_HASHES: Final = "md5 sha1 sha224 sha256 sha384 sha512 sha3_256 sha3_512 blake2b blake2s".split()


def _hashlib(guest: Any) -> Members:
    def hashing(name: str) -> Any:
        def start(data: bytes = b"", *, usedforsecurity: bool = True) -> Digest:
            made = Digest(guest, getattr(hashlib, name)())
            made.update(data)
            return made

        return start

    made = {name: hashing(name) for name in _HASHES}

    def new(name: str, data: bytes = b"") -> Digest:
        if name not in made:
            raise ValueError(f"unsupported hash type {name}")
        return made[name](data)

    return {**made, "new": new}


def _hmac(guest: Any) -> Members:
    def name_of(digestmod: Any) -> str:
        name = digestmod if isinstance(digestmod, str) else digestmod().name
        if name not in _HASHES:
            raise ValueError(f"unsupported hash type {name}")
        return name

    def new(key: bytes, msg: bytes | None = None, digestmod: Any = "") -> Digest:
        made = Digest(guest, hmac.new(key, None, name_of(digestmod)))
        if msg is not None:
            made.update(msg)
        return made

    return {
        "new": new,
        "compare_digest": hmac.compare_digest,
        "digest": lambda key, msg, digest: new(key, msg, digest).digest(),
    }


class Template(Handle):
    """string.Template."""

    __slots__ = ("_guest", "template")
    offered = frozenset("template substitute safe_substitute".split())

    def __init__(self, guest: Any, template: str) -> None:
        self._guest, self.template = guest, template

    def substitute(self, mapping: Any = (), /, **named: Any) -> str:
        return string.Template(self.template).substitute(self._texts(mapping, named))

    def safe_substitute(self, mapping: Any = (), /, **named: Any) -> str:
        return string.Template(self.template).safe_substitute(self._texts(mapping, named))

    def _texts(self, mapping: Any, named: Any) -> dict[Any, str]:
        made = {key: self._guest.str(value) for key, value in {**dict(self._guest.merged(mapping)), **named}.items()}
        most = max(map(len, made.values()), default=0)
        self._guest.run.take(len(self.template) + self.template.count("$") * most)
        return made


def _string(guest: Any) -> Members:
    names = "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits punctuation printable whitespace".split()
    return {
        **{name: getattr(string, name) for name in names},
        "capwords": priced(guest, _capwords),
        "Template": Native("Template", lambda template: Template(guest, template), kind=Template),
    }


def _capwords(s: Any, sep: Any = None) -> str:
    if not isinstance(s, str) or not isinstance(sep, str | None):
        raise TypeError("capwords(s, sep): s must be a str, and sep a str or None")
    return string.capwords(s, sep)


def _parse(guest: Any) -> Members:
    guest.tuples_of_library |= {_Url}

    def split(text: str, *args: Any, **named: Any) -> Any:
        guest.run.work(len(text) >> 4)
        found = urllib.parse.urlparse(text, *args, **named)
        if len(text) > LONG:
            urllib.parse.clear_cache()  # pyright: ignore - not in its stubs. Python keeps the last addresses, also beyond the end of the run
        return _Url(*found)

    def unparse(parts: Any) -> Any:
        return urllib.parse.urlunparse(tuple(parts))

    return {
        **_all(guest, urllib.parse, "quote quote_plus unquote unquote_plus urljoin parse_qs parse_qsl", 3),
        "urlencode": lambda query, doseq=False, **named: urllib.parse.urlencode(
            guest.listed(query.items() if hasattr(query, "items") else query), doseq
        ),
        "urlparse": split,
        "urlsplit": split,
        "urlunparse": unparse,
        "urlunsplit": unparse,
    }


class _Parts(NamedTuple):
    scheme: str
    netloc: str
    path: str
    params: str
    query: str
    fragment: str


class _Url(_Parts):
    __slots__ = ()
    offered = frozenset(("hostname", "port", "username", "password", "geturl"))

    def _real(self) -> Any:
        return urllib.parse.ParseResult(*self)

    hostname = property(lambda self: self._real().hostname)
    port = property(lambda self: self._real().port)
    username = property(lambda self: self._real().username)
    password = property(lambda self: self._real().password)

    def geturl(self) -> str:
        return self._real().geturl()

    def __repr__(self) -> str:
        return repr(self._real())


MODULES: Final[dict[str, Any]] = {
    "json": _json,
    "re": patterns.members,
    "string": _string,
    "base64": lambda guest: {
        **_all(
            guest,
            base64,
            "b64encode b64decode urlsafe_b64encode urlsafe_b64decode standard_b64encode standard_b64decode b32encode b32decode b16encode b16decode",
            2,
        )
    },
    "binascii": lambda guest: {
        **_all(guest, binascii, "hexlify unhexlify b2a_base64 a2b_base64 crc32", 2),
        "Error": binascii.Error,
    },
    "hashlib": _hashlib,
    "hmac": _hmac,
    "html": lambda guest: _all(guest, html, "escape unescape", 6),
    "urllib.parse": _parse,
    "csv": _csv,
    "io": _io,
}
