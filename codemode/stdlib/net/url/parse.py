"""net/url: parses URLs."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import new_error
from codemode.stdlib.net.url.escape import (
    FRAGMENT,
    HOST,
    PATH,
    USER,
    Part,
    Refused,
    Storage,
    blocks,
    escape,
    parse_error,
    unescape,
    url,
)
from codemode.stdlib.strconv.quoting import quote

url.type("type Userinfo struct { username string; password string; passwordSet bool }")
url.type(
    "type URL struct { Scheme string; Opaque string; User *Userinfo; Host string; Path string; Fragment string; "
    "RawQuery string; RawPath string; RawFragment string; ForceQuery bool; OmitHost bool }"
)
SCHEME, OPAQUE, USERINFO, HOST_, PATH_, FRAGMENT_, RAW_QUERY, RAW_PATH, RAW_FRAGMENT, FORCE_QUERY, OMIT_HOST = range(11)

_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
_SCHEME = re.compile(rb"([A-Za-z][A-Za-z0-9+.-]*+):")
_USERINFO = re.compile(rb"[A-Za-z0-9\-._:~!$&'()*+,;=%@]*")
OPTIONAL_PORT = re.compile(rb"(?::[0-9]*)?")


def refused(text: str | bytes) -> Refused:
    return Refused(new_error(text))


@url.func("func Parse(rawURL string) (*URL, error)", run=True, cost="1 + len(rawURL) // 16")
def parse(run: Run, raw: bytes) -> tuple[Storage | None, Any]:
    rest, _, fragment = raw.partition(b"#")
    try:
        made = _parse(run, rest, False)
    except Refused as no:
        return None, parse_error(rest, no.error)
    try:
        if fragment:
            set_escaped(run, made, FRAGMENT_, RAW_FRAGMENT, fragment, FRAGMENT)
    except Refused as no:
        return None, parse_error(raw, no.error)
    return made, None


@url.func("func ParseRequestURI(rawURL string) (*URL, error)", run=True, cost="1 + len(rawURL) // 16")
def parse_request_uri(run: Run, raw: bytes) -> tuple[Storage | None, Any]:
    try:
        return _parse(run, raw, True), None
    except Refused as no:
        return None, parse_error(raw, no.error)


def set_escaped(run: Run, u: Storage, plain: int, raw: int, text: bytes, part: Part) -> None:
    """Sets a path or fragment from its escaped form. The escaped form is kept if it is not the default one."""
    u[plain] = unescape(run, text, part)
    u[raw] = b"" if escape(run, u[plain], part) == text else text


def _parse(run: Run, raw: bytes, via_request: bool) -> Storage:
    if any(map(_CONTROL.search, blocks(run, raw))):
        raise refused("net/url: invalid control character in URL")
    if not raw and via_request:
        raise refused("empty url")
    run.alloc(500)
    u: Storage = [b"", b"", None, b"", b"", b"", b"", b"", b"", False, False]
    if raw == b"*":
        u[PATH_] = b"*"
        return u
    if raw[:1] == b":":
        raise refused("missing protocol scheme")
    found = _SCHEME.match(raw)
    rest = raw
    if found:
        u[SCHEME], rest = found[1].lower(), raw[found.end() :]
    if rest.endswith(b"?") and rest.count(b"?") == 1:
        u[FORCE_QUERY], rest = True, rest[:-1]
    else:
        rest, _, u[RAW_QUERY] = rest.partition(b"?")
    if not rest.startswith(b"/"):
        if u[SCHEME]:
            u[OPAQUE] = rest
            return u
        if via_request:
            raise refused("invalid URI for request")
        if b":" in rest.partition(b"/")[0]:
            raise refused("first path segment in URL cannot contain colon")
    if rest.startswith(b"//") and (u[SCHEME] or not (via_request or rest.startswith(b"///"))):
        authority, slash, rest = rest[2:].partition(b"/")
        rest = slash + rest
        u[USERINFO], u[HOST_] = _authority(run, u[SCHEME], authority)
    elif u[SCHEME] and rest.startswith(b"/"):
        u[OMIT_HOST] = True
    set_escaped(run, u, PATH_, RAW_PATH, rest, PATH)
    return u


def _authority(run: Run, scheme: bytes, authority: bytes) -> tuple[Storage | None, bytes]:
    info, at, host = authority.rpartition(b"@")
    host = _host(run, scheme, host)
    if not at:
        return None, host
    if not _USERINFO.fullmatch(info):
        raise refused("net/url: invalid userinfo")
    username, colon, password = info.partition(b":")
    return [unescape(run, username, USER), unescape(run, password, USER), bool(colon)], host


def _host(run: Run, scheme: bytes, host: bytes) -> bytes:
    bracket = host.rfind(b"[")
    if bracket > 0:
        raise refused("invalid IP-literal")
    if bracket == 0:
        return _literal(run, host)
    colon = host.find(b":")
    if colon >= 0:
        if scheme not in (b"http", b"https"):
            colon = host.rfind(b":")
        _check_port(host[colon:])
    return unescape(run, host, HOST)


def _check_port(port: bytes) -> None:
    if not OPTIONAL_PORT.fullmatch(port):
        raise refused(b"invalid port %b after host" % quote(port))


def _literal(run: Run, host: bytes) -> bytes:
    """Checks a host of the form [IPv6 address], possibly with a port, and returns it unescaped."""
    end = host.rfind(b"]")
    if end < 0:
        raise refused("missing ']' in host")
    port = host[end + 1 :]
    _check_port(port)
    name = unescape(run, host[1:end], HOST)
    try:
        literal = ip_address(name.decode("latin-1"))
    except ValueError:
        raise refused(b"invalid host: ParseAddr(%b): unable to parse IP" % quote(name)) from None
    if literal.version == 4:
        raise refused("invalid IP-literal")
    return b"[%b]%b" % (name, port)
