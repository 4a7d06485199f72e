"""A proxy on loopback that can cut connections in the middle of what is said, or swallow everything."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

# which way the bytes go ("up" is to the server), and the bytes: whether they are passed on, or the connection is cut instead
Filter = Callable[[str, bytes], bool]


class TcpProxy:
    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.filter: Filter = lambda _way, _data: True
        self.cuts = 0
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                try:
                    server = socket.create_connection(self._target, timeout=10)
                except OSError:
                    client.close()
                    continue
                server.settimeout(None)
                with self._lock:
                    self._open |= {client, server}
                for way, source, sink in (("up", client, server), ("down", server, client)):
                    threading.Thread(target=self._pump, args=(way, source, sink), daemon=True).start()

    def _pump(self, way: str, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not self.filter(way, data):
                    self.cuts += 1
                    break
                sink.sendall(data)
        self._end(source, sink)

    def _end(self, *ends: socket.socket) -> None:
        for end in ends:
            with self._lock:
                self._open.discard(end)
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def cut(self) -> None:
        """All connections that are open."""
        with self._lock:
            ends = list(self._open)
        self._end(*ends)
        self.cuts += len(ends) // 2

    def close(self) -> None:
        self._listener.close()
        self.cut()


@contextmanager
def tcp_proxy(port: int) -> Iterator[TcpProxy]:
    made = TcpProxy(("127.0.0.1", port))
    try:
        yield made
    finally:
        made.close()
