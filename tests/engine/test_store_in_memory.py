"""What only the store in memory does: it bounds what all sessions keep together, and keeps large values on disk."""

from __future__ import annotations

import errno
import os
import sys
import threading
import tracemalloc
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from codemode.engine.durable import overflow
from codemode.engine.durable.memory_store import MemoryStore
from codemode.engine.durable.overflow import LARGE, Overflow, Spilled
from codemode.errors import ToolError
from tests.engine.plain_store import Plain
from tests.engine.test_store import SCOPE, file


def test_stores_of_all_sessions_together_are_bounded_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has the most makes room, and is refused when there is nothing else of its own."""
    monkeypatch.setattr("codemode.engine.durable.memory_store.MAX_STORED", 20)
    store = Plain(MemoryStore())
    store.save_value(("quiet", ""), "store", "k", "1234")
    for number in range(9):
        store.save_value(("greedy", str(number)), "store", "k", "1234")
    left = [number for number in range(9) if store.load_value(("greedy", str(number)), "store", "k")]
    assert (left, store.load_value(("quiet", ""), "store", "k")) == ([5, 6, 7, 8], "1234")
    store.save_value(("greedy", "8"), "store", "k", "x" * 16)
    with pytest.raises(ToolError, match="all sessions together keep at most 20 bytes"):
        store.save_value(("greedy", "8"), "store", "more", "x")
    assert [store.load_value(scope, "store", "k") for scope in (("quiet", ""), ("greedy", "8"))] == ["1234", "x" * 16]
    assert store.delete_value(("greedy", "8"), "store", "k")
    store.save_value(("greedy", "9"), "store", "k", "x" * 16)
    assert store.values(("greedy", "9"), "store") == [("k", 16)]


def test_what_sessions_keep_in_memory_lies_on_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    store = Plain(MemoryStore())
    texts = {f"k{number}": str(number) * (3 << 20) for number in range(8)}
    tracemalloc.start()
    try:
        for number, key in enumerate(texts):
            store.save_value(SCOPE, "result", key, texts[key])
            store.save_value(("agent", "other"), "store", key, texts[key])
            store.save_file(SCOPE, file(f"att_{number}", size=3 << 20), texts[key].encode())
        written()
        assert tracemalloc.get_traced_memory()[0] < (1 << 20)  # of 72 MB
    finally:
        tracemalloc.stop()
    assert {key: store.load_value(SCOPE, "result", key) for key in texts} == texts
    assert {key: store.load_value(("agent", "other"), "store", key) for key in texts} == texts
    assert store.load_file(SCOPE, "att_7") == (file("att_7", size=3 << 20), texts["k7"].encode())
    assert list(tmp_path.iterdir()) == []  # nothing that somebody could find, or that would be left behind


def test_many_values_that_are_not_large_lie_on_disk_too() -> None:
    store = Plain(MemoryStore())
    texts = {f"k{number}": f"{number:5}" * 3000 for number in range(250)}
    tracemalloc.start()
    try:
        for session in range(8):
            for key, text in texts.items():
                store.save_value(("a", f"{session}"), "result", key, text)
        written()
        assert tracemalloc.get_traced_memory()[0] < (2 << 20)  # of 30 MB
    finally:
        tracemalloc.stop()
    assert {key: store.load_value(("a", "7"), "result", key) for key in texts} == texts
    assert store.delete_value(("a", "7"), "result", "k3")
    assert store.load_value(("a", "7"), "result", "k4") == texts["k4"]


def test_values_in_a_page_are_those_that_were_put() -> None:
    made, data = Overflow(), [bytes([number % 256]) * (200 + 37 * number % 16_000) for number in range(400)]
    kept = [made.put(each) for each in data]
    assert [*map(bytes, kept)] == data
    written()
    assert [*map(bytes, kept)] == data
    assert [*map(len, kept)] == [*map(len, data)]


def test_keys_and_small_values_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """They need memory, wherever the values lie: who has the most loses its oldest sessions."""
    monkeypatch.setattr("codemode.engine.durable.memory_store.MAX_HELD", 20_000)
    store = Plain(MemoryStore())
    store.save_value(("quiet", ""), "store", "k", "1")
    for session in range(9):
        for number in range(4):
            store.save_value(("greedy", f"{session}"), "store", f"{number}" + "x" * 990, "1")
    left = [session for session in range(9) if store.values(("greedy", f"{session}"), "store")]
    kept = [6, 7, 8] if sys.version_info < (3, 12) else [5, 6, 7, 8]  # since then a text is smaller in memory
    assert (left, store.load_value(("quiet", ""), "store", "k")) == (kept, "1")
    assert store.load_value(("greedy", "8"), "store", "3" + "x" * 990) == "1"


def test_without_a_disk_values_are_kept_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.mkstemp", no_disk)
    store = Plain(MemoryStore())
    store.save_value(SCOPE, "result", "k", "x" * (1 << 20))
    assert store.load_value(SCOPE, "result", "k") == "x" * (1 << 20)


def no_disk(**_: Any) -> None:
    raise OSError(errno.EROFS, "no disk")


def test_files_of_values_are_closed_when_nothing_in_them_is_kept() -> None:
    store, before = Plain(MemoryStore()), opened()
    for number in range(3):
        store.save_value(SCOPE, "result", f"k{number}", "x" * (40 << 20))  # the one before makes room
    written()
    assert len(opened() - before) == 1
    assert store.values(SCOPE, "result") == [("k2", 40 << 20)]


def written() -> None:
    """Returns when everything is in its file."""
    overflow._writers.submit(lambda: None).result()


def opened() -> set[str]:
    """The paths of temporary files that this process has open."""
    paths: set[str] = set()
    for number in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # it was the one that lists them
            paths.add(os.readlink(f"/proc/self/fd/{number}"))
    return {path for path in paths if "codemode-" in path}


def test_a_forked_process_writes_to_a_file_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made, data = Overflow(), [str(number).encode() * LARGE for number in range(3)]
    kept = [made.put(data[0])]
    written()
    with monkeypatch.context() as forked:
        forked.setattr(os, "getpid", lambda: 0)
        kept.append(made.put(data[1]))
        written()
    kept.append(made.put(data[2]))
    written()
    files = [each.file for each in kept if isinstance(each, Spilled)]
    assert len({id(file) for file in files}) == 3
    assert None not in files
    assert [*map(bytes, kept)] == data


def test_who_brings_more_than_a_disk_takes_waits_for_it() -> None:
    go_on = threading.Event()
    overflow._writers.submit(go_on.wait)
    made = Overflow()
    kept = [made.put(b"x" * (6 << 20)) for _ in range(4)]
    assert [isinstance(each, Spilled) and each.file is not None for each in kept] == [False, False, True, True]
    go_on.set()
    written()
    assert all(isinstance(each, Spilled) and each.file is not None for each in kept)
