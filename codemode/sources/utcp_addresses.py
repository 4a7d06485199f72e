"""Where requests of UTCP may lead. Servers of this machine and of its network often trust whoever reaches them, so what comes from public addresses,
a manual or a redirect, must not lead there."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterable
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any

from aiohttp import TCPConnector, ThreadedResolver
from aiohttp.abc import ResolveResult
from yarl import URL

from codemode.sources.answer_limits import bound

if TYPE_CHECKING:
    from aiohttp import ClientRequest, ClientTimeout
    from aiohttp.connector import Connection
    from aiohttp.tracing import Trace

_SPELLED = re.compile(r"[0-9a-fx.]+")  # what systems read as an IPv4 address: 127.1, 0x7f000001
_EMBEDDING = IPv6Network("64:ff9b::/96")  # has an IPv4 address in its last bits


class LeadsInside(Exception):
    """A request was not sent."""


def is_inside(given: str) -> bool:
    """Whether an address is of this machine or of a private network."""
    address = ip_address(given)
    if isinstance(address, IPv6Address):
        within = address.ipv4_mapped
        if within is None and address in _EMBEDDING:
            within = ip_address(int(address) & 0xFFFFFFFF)
        address = within or address
    return not address.is_global


def literal(host: str) -> str | None:
    """Returns the address that a host is in whatever spelling; None for a name."""
    try:
        return str(ip_address(host.strip("[]")))
    except ValueError:
        pass
    try:
        return socket.inet_ntoa(socket.inet_aton(host)) if _SPELLED.fullmatch(host) else None
    except OSError:
        return None


async def is_public(url: str) -> bool:
    """Whether an address on the web is public. What cannot be found counts as public."""
    if not url:
        return False
    try:
        host = URL(url).host or ""
        known = literal(host)
        if known is not None:
            return not is_inside(known)
        found = await asyncio.get_running_loop().getaddrinfo(host, None)
    except (ValueError, OSError):
        return True
    return any(not is_inside(str(address[0])) for *_, address in found)


class Way:
    """The hosts that one call asks, in turn. With `public`, what led to the first of them is public; else the first decides that."""

    def __init__(self, *, public: bool) -> None:
        self._public = True if public else None
        self._first = ""

    def leads_to(self, host: str, addresses: Iterable[str]) -> None:
        """Raises LeadsInside for a host that may not be asked."""
        inside = [is_inside(address) for address in addresses]
        self._first = self._first or host
        if self._public is None:
            self._public = not all(inside)
        elif self._public and any(inside):
            where = f"{host}, which is this machine or in a private network"
            if host == self._first:
                told = "and its manual is public; to allow it, keep the manual in a file of your own"
                raise LeadsInside(f"it leads to {where}, {told}")
            raise LeadsInside(f"the server redirects to {where}; codemode did not follow")


class _Resolver(ThreadedResolver):
    """Finds the addresses of names, and looks where they lead."""

    def __init__(self, way: Way) -> None:
        super().__init__()
        self._way = way

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await super().resolve(host, port, family)
        self._way.leads_to(host, [each["host"] for each in found])
        return found


class _Connector(TCPConnector):
    """Opens the connections of one call, and looks where they lead."""

    def __init__(self, way: Way) -> None:
        super().__init__(resolver=_Resolver(way))  # pyright: ignore[reportUnknownMemberType]
        self._way = way

    async def connect(self, req: ClientRequest, traces: list[Trace], timeout: ClientTimeout) -> Connection:
        host = req.url.host or ""
        written = literal(host)
        if written is not None:  # a resolver is asked for names only
            self._way.leads_to(host, [written])
        return await super().connect(req, traces, timeout)


def watched() -> dict[str, Any]:
    """Returns the options of a session of aiohttp that looks where its requests lead; there are none outside of calls of codemode."""
    given = bound.get()
    return {} if given is None else {"connector": _Connector(Way(public=given.public))}
