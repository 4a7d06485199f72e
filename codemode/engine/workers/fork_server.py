"""The host's side of the fork server: one process that forks workers, shared by all engines of this process, there as long as one of them is open.

Light on purpose: the command line starts it before it imports anything heavy.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress

from codemode.errors import InternalError

# nothing of what it imports is garbage: it collects none before it is ready
_START = (
    "import gc, sys; gc.disable(); sys.path[:] = sys.argv[3:]; "
    "from codemode.engine.workers.forking import main; main(*map(int, sys.argv[1:3]))"
)
_KEPT = ("HOME", "XDG_CACHE_HOME", "CODEMODE_CACHE_DIR", "LANG", "LC_ALL", "TZDIR", "PYTHONTZPATH")
# sets of texts are in the same order in every process, so that a program can be gone on with in another one
_SAME = {"PYTHONHASHSEED": "0"}
# the folder of the package, found without pathlib, whose import takes as long as the start of the process
_FOLDER = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
_FAREWELL = 0.5  # seconds that it gets to end by itself


class ForkServer:
    """Raises InternalError (`runtime_unavailable`) when the process cannot be started."""

    def __init__(self) -> None:
        self.users = 0
        self.is_kept = False
        self.pid = os.getpid()
        self._lock = threading.Lock()
        self._control, theirs = socket.socketpair()
        try:
            with theirs:
                self._process = _spawn(theirs.fileno())
        except (OSError, ValueError) as error:
            self._control.close()
            raise unavailable(f"{sys.executable} cannot be started: {error}") from error

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, memory: int, own: socket.socket, lifeline: socket.socket, *, python: bool = False) -> None:
        """Forks a worker that serves the other ends of these sockets; with `python` it can run Python. Raises OSError when the fork server has
        gone."""
        with self._lock:
            socket.send_fds(self._control, [memory.to_bytes(8) + bytes([python])], [own.fileno(), lifeline.fileno()])

    def ended(self) -> bool:
        """Whether the process has ended, or ends in a moment."""
        try:
            self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            return False
        return True

    def leave(self) -> None:
        """Tells the process to end itself and its workers soon; it gives up a long task that it is doing."""
        self._control.close()
        self._process.terminate()
        _leaving.append(self._process)
        _leaving[:] = [process for process in _leaving if process.poll() is None]

    def wait(self) -> None:
        """Waits until it has ended, after `leave`."""
        until = time.monotonic() + _FAREWELL
        # `Popen.wait` with a timeout looks at growing intervals, and may return long after the process has ended
        while self.is_alive:
            if time.monotonic() > until:
                self._process.kill()
            time.sleep(0.001)

    def forget(self) -> None:
        """In a process that was forked off the host: let go without ending it."""
        self._control.close()
        self._process.returncode = 0


def _spawn(control: int) -> subprocess.Popen[bytes]:
    # the package's own folder is named, because the host may have found it by its working directory
    paths = [_FOLDER, *(path for path in sys.path if os.path.isabs(path))]
    quiet = ["-B"] if sys.dont_write_bytecode else []
    ours = [str(control), str(os.getpid())]
    return subprocess.Popen(
        [sys.executable, "-s", "-P", "-S", "-X", "utf8", *quiet, "-c", _START, *ours, *dict.fromkeys(paths)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[control],
        cwd="/",
        env={name: os.environ[name] for name in _KEPT if name in os.environ} | _SAME,
        start_new_session=True,
    )


def unavailable(why: str) -> InternalError:
    told = f'worker processes cannot be started: {why}; isolation="inline" runs programs in this process'
    return InternalError(told, code="runtime_unavailable")


# --- the one of this process -----------------------------------------------------------------------------------------

_lock = threading.Lock()
_shared: ForkServer | None = None
_leaving: list[subprocess.Popen[bytes]] = []


def borrow() -> ForkServer:
    """The fork server of this process, started if there is none that lives. Give it back."""
    global _shared
    with _lock:
        if _shared is not None and (_shared.pid != os.getpid() or not _shared.is_alive):
            gone, _shared = _shared, None
            gone.forget()
        if _shared is None:
            _shared = ForkServer()
        _shared.users += 1
        return _shared


def prepare() -> None:
    """Starts it ahead of the engine that will borrow it. If it cannot be started, that engine gets the error."""
    global _shared
    with _lock:
        if _shared is None:
            with suppress(InternalError):
                _shared = ForkServer()


def keep() -> None:
    """Keeps it until this process ends, for engines that are made for one run each. If it cannot be started, the engine gets the error."""
    prepare()
    with _lock:
        if _shared is not None and not _shared.is_kept:
            _shared.is_kept = True
            _shared.users += 1


def give_back(fork_server: ForkServer) -> bool:
    """Releases it. Returns whether it ends, because nobody uses it any more."""
    global _shared
    with _lock:
        fork_server.users -= 1
        if fork_server.users > 0:
            return False
        if _shared is fork_server:
            _shared = None
    if fork_server.pid != os.getpid():
        fork_server.forget()
        return False
    fork_server.leave()
    return True


def _at_exit() -> None:
    if _shared is not None and _shared.pid == os.getpid():
        _shared.leave()
    for process in _leaving:
        process.kill()  # workers end when their sockets are closed, at the latest
        process.wait()


atexit.register(_at_exit)
