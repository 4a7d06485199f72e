"""net/url: the methods of URL and Userinfo, and JoinPath."""

from __future__ import annotations

import re
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.stdlib.net.url.escape import (
    FRAGMENT,
    HOST,
    PATH,
    USER,
    Part,
    Refused,
    Storage,
    consists_of,
    escape,
    unescape,
    url,
)
from codemode.stdlib.net.url.parse import (
    FORCE_QUERY,
    FRAGMENT_,
    HOST_,
    OMIT_HOST,
    OPAQUE,
    OPTIONAL_PORT,
    PATH_,
    RAW_FRAGMENT,
    RAW_PATH,
    RAW_QUERY,
    SCHEME,
    USERINFO,
    parse,
    set_escaped,
)
from codemode.stdlib.net.url.values import parse_query
from codemode.stdlib.path.package import joined

# --- Userinfo ----------------------------------------------------------------------------------------------------


url.row("func User(username string) *Userinfo", lambda username: [username, b"", False])


@url.func("func UserPassword(username, password string) *Userinfo")
def user_password(username: bytes, password: bytes) -> Storage:
    return [username, password, True]


@url.method("func (u *Userinfo) Username() string")
def username(u: Storage | None) -> bytes:
    return u[0] if u is not None else b""


@url.method("func (u *Userinfo) Password() (string, bool)")
def password(u: Storage | None) -> tuple[bytes, bool]:
    return (u[1], u[2]) if u is not None else (b"", False)


@url.method("func (u *Userinfo) String() string", run=True)
def userinfo_string(run: Run, u: Storage | None) -> bytes:
    if u is None:
        return b""
    text = escape(run, u[0], USER)
    return text + b":" + escape(run, u[1], USER) if u[2] else text


# --- parts of a URL ----------------------------------------------------------------------------------------------


def _escaped(run: Run, u: Storage, plain: int, raw: int, part: Part) -> bytes:
    """Returns the raw form if it is a valid encoding of the plain one, otherwise the default encoding."""
    text: bytes = u[raw]
    if text:
        run.charge(len(text) >> 5)
        if consists_of(run, text, _ENCODED[part]):
            try:
                if unescape(run, text, part) == u[plain]:
                    return text
            except Refused:
                pass
    return b"*" if part is PATH and u[plain] == b"*" else escape(run, u[plain], part)


_ENCODED: dict[Part, re.Pattern[bytes]] = {
    part: re.compile(b"[%b]*" % re.escape(bytes(b for b in range(256) if part.keeps(b) or b in b"!$&'()*+,;=:@[]%")))
    for part in (PATH, FRAGMENT)
}


@url.method("func (u *URL) EscapedPath() string", run=True)
def escaped_path(run: Run, u: Storage) -> bytes:
    return _escaped(run, u, PATH_, RAW_PATH, PATH)


@url.method("func (u *URL) EscapedFragment() string", run=True)
def escaped_fragment(run: Run, u: Storage) -> bytes:
    return _escaped(run, u, FRAGMENT_, RAW_FRAGMENT, FRAGMENT)


@url.method("func (u *URL) String() string", run=True)
def string(run: Run, u: Storage) -> bytes:
    out = bytearray()
    if u[SCHEME]:
        out += u[SCHEME] + b":"
    if u[OPAQUE]:
        out += u[OPAQUE]
    else:
        no_host = u[OMIT_HOST] and not u[HOST_] and u[USERINFO] is None
        if (u[HOST_] or u[USERINFO] is not None) or (u[SCHEME] and u[PATH_] and not no_host):
            out += b"//"
        if u[USERINFO] is not None:
            out += userinfo_string(run, u[USERINFO]) + b"@"
        out += escape(run, u[HOST_], HOST)
        path = escaped_path(run, u)
        if no_host and path.startswith(b"//"):
            out += b"%2F"
            path = path[1:]
        if path and path[:1] != b"/" and u[HOST_]:
            out += b"/"
        if not out and b":" in path.partition(b"/")[0]:
            out += b"./"
        out += path
    if u[FORCE_QUERY] or u[RAW_QUERY]:
        out += b"?" + u[RAW_QUERY]
    if u[FRAGMENT_]:
        out += b"#" + escaped_fragment(run, u)
    run.charge(len(out) >> 6)
    run.alloc(len(out))
    return bytes(out)


@url.method("func (u *URL) Redacted() string", run=True)
def redacted(run: Run, u: Storage | None) -> bytes:
    if u is None:
        return b""
    shown = list(u)
    if password(u[USERINFO])[1]:
        shown[USERINFO] = user_password(u[USERINFO][0], b"xxxxx")
    return string(run, shown)


url.row("func (u *URL) IsAbs() bool", lambda u: bool(u[SCHEME]))
url.row("func (u *URL) Query() Values", lambda run, u: parse_query(run, u[RAW_QUERY])[0])


@url.method("func (u *URL) RequestURI() string", run=True)
def request_uri(run: Run, u: Storage) -> bytes:
    result = u[OPAQUE] or escaped_path(run, u) or b"/"
    if u[OPAQUE].startswith(b"//"):
        result = u[SCHEME] + b":" + result
    if u[FORCE_QUERY] or u[RAW_QUERY]:
        run.alloc(len(result) + len(u[RAW_QUERY]))
        result += b"?" + u[RAW_QUERY]
    return result


def _split_host(run: Run, u: Storage) -> tuple[bytes, bytes]:
    host, port = u[HOST_], b""
    run.charge(len(host) >> 6)
    run.alloc(len(host))
    colon = host.rfind(b":")
    if colon >= 0 and OPTIONAL_PORT.fullmatch(host, colon):
        host, port = host[:colon], host[colon + 1 :]
    return (host[1:-1] if host[:1] == b"[" and host[-1:] == b"]" else host), port


url.row("func (u *URL) Hostname() string", lambda run, u: _split_host(run, u)[0])


url.row("func (u *URL) Port() string", lambda run, u: _split_host(run, u)[1])


@url.method("func (u *URL) Clone() *URL")
def clone(u: Storage | None) -> Storage | None:
    if u is None:
        return None
    made = list(u)
    made[USERINFO] = list(u[USERINFO]) if u[USERINFO] is not None else None
    return made


# --- URLs of URLs ------------------------------------------------------------------------------------------------


def _resolved(run: Run, base: bytes, ref: bytes) -> bytes:
    """Returns the path of `ref` relative to `base`."""
    full = ref if ref[:1] == b"/" else base[: base.rfind(b"/") + 1] + ref if ref else base
    run.charge(len(full) >> 4)
    if not full:
        return b""
    out = bytearray(b"/")
    elems = full.split(b"/")
    first = True  # the first element gets no slash
    for elem in elems:
        if elem == b"..":
            del out[max(out.rfind(b"/", 1), 1) :]
            first = len(out) == 1
            continue
        if elem != b".":
            out += elem if first else b"/" + elem
        first = False
    if elems[-1] in (b".", b".."):
        out += b"/"
    return bytes(out[1:] if out.startswith(b"//") else out)


def _set_path(run: Run, u: Storage, path: bytes) -> bool:
    try:
        set_escaped(run, u, PATH_, RAW_PATH, path, PATH)
    except Refused:
        return False
    return True


@url.method("func (u *URL) ResolveReference(ref *URL) *URL", run=True)
def resolve_reference(run: Run, u: Storage, ref: Storage) -> Storage:
    run.alloc(500)
    made = list(ref)
    if not ref[SCHEME]:
        made[SCHEME] = u[SCHEME]
    if ref[SCHEME] or ref[HOST_] or ref[USERINFO] is not None:
        _set_path(run, made, _resolved(run, escaped_path(run, ref), b""))
        return made
    if ref[OPAQUE]:
        made[USERINFO], made[HOST_], made[PATH_] = None, b"", b""
        return made
    if not ref[PATH_] and not ref[FORCE_QUERY] and not ref[RAW_QUERY]:
        made[RAW_QUERY] = u[RAW_QUERY]
        if not ref[FRAGMENT_]:
            made[FRAGMENT_], made[RAW_FRAGMENT] = u[FRAGMENT_], u[RAW_FRAGMENT]
    if not ref[PATH_] and u[OPAQUE]:
        made[OPAQUE], made[USERINFO], made[HOST_], made[PATH_] = u[OPAQUE], None, b"", b""
        return made
    made[HOST_], made[USERINFO] = u[HOST_], u[USERINFO]
    _set_path(run, made, _resolved(run, escaped_path(run, u), escaped_path(run, ref)))
    return made


@url.method("func (u *URL) Parse(ref string) (*URL, error)", run=True)
def url_parse(run: Run, u: Storage, ref: bytes) -> tuple[Storage | None, Any]:
    made, error = parse(run, ref)
    return (resolve_reference(run, u, made), None) if made is not None else (None, error)


def _joined(run: Run, u: Storage, elem: list[bytes]) -> tuple[Storage, Any]:
    run.charge(len(elem) + sum(map(len, elem)) // 16)
    run.alloc(500 + sum(map(len, elem)))
    elem = [escaped_path(run, u), *elem]
    relative = not elem[0].startswith(b"/")
    if relative:
        elem[0] = b"/" + elem[0]
    path = joined([e for e in elem if e])
    ends_in_slash = elem[-1].endswith(b"/")
    path = path[1:] if relative else path
    if ends_in_slash and not path.endswith(b"/"):
        path += b"/"
    made = list(u)
    try:
        set_escaped(run, made, PATH_, RAW_PATH, path, PATH)
    except Refused as no:
        return made, no.error
    return made, None


url.row("func (u *URL) JoinPath(elem ...string) *URL", lambda run, u, elem: _joined(run, u, elem)[0])


@url.func("func JoinPath(base string, elem ...string) (result string, err error)", run=True)
def join_path(run: Run, base: bytes, elem: list[bytes]) -> tuple[bytes, Any]:
    made, error = parse(run, base)
    if made is None:
        return b"", error
    result, error = _joined(run, made, elem)
    return (string(run, result), None) if error is None else (b"", error)
