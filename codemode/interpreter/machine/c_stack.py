"""How much of its C stack a thread has left. Calls of the guest take none, but some functions of the library and operations of Python do."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from typing import Any, Final

# where glibc's getcontext writes the stack pointer, in bytes
_POINTER_AT: Final = {"x86_64-linux-gnu": 160, "aarch64-linux-gnu": 432}
_SIZE: Final = 8192  # bytes, more than a context has anywhere
MOST_KEPT: Final = 384 << 10  # bytes that the calls until the next look may need


class _Known(threading.local):
    left: Callable[[], int] | None = None


_known = _Known()


def is_nearly_full() -> bool:
    """Whether this thread's stack has room for a few calls only. False where that cannot be found out."""
    if _known.left is None:
        _known.left = _measure()
    return _known.left() < 0


def _measure() -> Callable[[], int]:
    """Returns a function that tells how many bytes are left beyond those that are kept."""
    at = _POINTER_AT.get(getattr(sys.implementation, "_multiarch", ""))
    libc: Any = ctypes.CDLL(None) if at is not None else None
    if at is None or not (hasattr(libc, "getcontext") and hasattr(libc, "pthread_getattr_np")):
        return lambda: 0
    attributes, lowest, size = ctypes.create_string_buffer(_SIZE), ctypes.c_void_p(), ctypes.c_size_t()
    libc.pthread_self.restype = ctypes.c_void_p
    # of the main thread this reads a file, which a worker cannot: the process that it is forked from has measured before
    if libc.pthread_getattr_np(ctypes.c_void_p(libc.pthread_self()), attributes) != 0:
        return lambda: 0
    libc.pthread_attr_getstack(attributes, ctypes.byref(lowest), ctypes.byref(size))
    libc.pthread_attr_destroy(attributes)
    context, getcontext = ctypes.create_string_buffer(_SIZE), libc.getcontext
    pointer = ctypes.c_uint64.from_buffer(context, at)
    end = (lowest.value or 0) + min(MOST_KEPT, size.value // 3)

    def left() -> int:
        getcontext(context)
        return pointer.value - end

    return left
