"""The keys of the caches."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from hashlib import blake2b


def digest(*parts: str) -> str:
    """A hash over texts that keeps their borders: ("ab", "c") and ("a", "bc") differ."""
    hasher = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        hasher.update(len(data).to_bytes(8, "little"))
        hasher.update(data)
    return hasher.hexdigest()


def selection_key(prompt: str, tools: Iterable[str], version: str = "") -> str:
    """Returns the key of a selection: it is the same for the same prompt, the same tools in any order, and the same version of the catalog."""
    return digest(version, prompt.strip(), *sorted(tools))


def program_key(source: str, version: str, options: Hashable = ()) -> tuple[str, str, Hashable]:
    """A compiled program depends on its text, on the catalog it was checked against and on how it was compiled."""
    return source, version, options
