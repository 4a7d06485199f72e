"""Messages between host and worker: a length, then JSON, then a large result, if there is one. Every request of the host has
one reply, besides those that need none.

host                                   worker
                                       ["ready", protections]      once, when it can take a guest
["catalog", version, tools, namespaces, absent, gone]  ["catalog", version]  tools for the programs to come; `gone` is not needed any more
["start", version, start, ahead, schemas]     ["started", prepared] or ["rejected", error]; ahead: seconds for a move that follows at once, or null;
                                              schemas: those that the program seems to name, by the ids of their tools
["event", event]                       -
["move", left, quantum, ticks]         ["turn", turn]              left: seconds, quantum: None for exactly `ticks`
["drop"]                               -
                                       ["failed", failure]         instead of any reply; the worker ends then
                                       ["log", text]               before any reply
"""

from __future__ import annotations

import socket
import struct
from typing import Any

from codemode.engine.json_data import decode, encode
from codemode.engine.limits import MAX_PRINTED, Limits
from codemode.engine.start import Start
from codemode.engine.toolbox import Toolbox
from codemode.engine.wire import event_parts, of_entries, of_offers, start_parts
from codemode.interpreter.machine.signals import Event

HEADER = struct.Struct("!II")  # bytes of the message, and of the result behind it
CHUNK = 1 << 16
LEFT_MEMORY = 77  # exit status of a worker that had no memory left
QUANTUM = 0.01  # seconds that a guest goes on before it says how it is doing


def frame(message: Any) -> bytes:
    """A message with its length. Raises WireError."""
    return framed(encode(message))


def framed(data: bytes, result: int = 0) -> bytes:
    """An encoded message with its length, and with that of a result that follows it."""
    return HEADER.pack(len(data), result) + data


def catalog_body(toolbox: Toolbox) -> bytes:
    """The tools of a toolbox, for `catalog_frame`."""
    offers, catalog = toolbox.namespaces, toolbox.catalog
    # a program that uses a verb needs the schema of the verb's tool, and does not name that tool
    whole = {id for offer in offers for id in offer.tools.values()} if catalog.is_large else None
    return encode([toolbox.version, of_entries(catalog.listed, whole), of_offers(offers), catalog.absent])[1:-1]


def catalog_frame(body: bytes, gone: str | None) -> bytes:
    """The message that gives a worker the tools."""
    return b"".join(_parts(b'["catalog",', body, b",%b]" % encode(gone)))


def start_frame(version: str, start: Start, ahead: float | None, schemas: Any) -> list[bytes]:
    """The message that starts a guest, in parts. Raises WireError."""
    return _parts(b'["start",%b,' % encode(version), *start_parts(start), b",%b,%b]" % (encode(ahead), encode(schemas)))


def event_frame(event: Event) -> list[bytes]:
    """The message that brings an event, in parts. Raises WireError."""
    return _parts(b'["event",', *event_parts(event), b"]")


def _parts(*parts: bytes) -> list[bytes]:
    return [HEADER.pack(sum(map(len, parts)), 0), *parts]


def largest_reply(limits: Limits) -> int:
    """Bytes that a worker may say at once: what its guest may hold, and what that may print (which is base64)."""
    return limits.memory_limit_bytes + MAX_PRINTED * 3 // 2


class Line:
    """The worker's end: it waits for the host, and for nothing else."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._buffer = bytearray()

    def receive(self) -> Any:
        """The next message. Raises EOFError when the host has gone."""
        size = HEADER.unpack(self._take(HEADER.size))[0]
        return decode(self._take(size))

    def _take(self, size: int) -> bytes:
        buffer = self._buffer
        while len(buffer) < size:
            piece = self._sock.recv(max(CHUNK, min(size - len(buffer), 1 << 20)))
            if not piece:
                raise EOFError
            buffer += piece
        taken = bytes(memoryview(buffer)[:size])
        del buffer[:size]
        return taken

    def send(self, data: bytes) -> None:
        self._sock.sendall(data)
