"""Entries as a catalog has them: their schemas are data of a bounded size, their texts are cut.

That is done once for each entry of a source. Many catalogs may have it: one for each set of tools that a policy shows, and a new one whenever some
source lists other tools.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from codemode.catalog.entries import ToolEntry
from codemode.catalog.lazy_schemas import Deferred, identity
from codemode.catalog.schemas import NOTHING, Schema, canonical, one_line, tame

MAX_DESCRIPTION, MAX_LABEL = 20_000, 500  # characters


def tamed(entry: ToolEntry) -> ToolEntry:
    """Returns the entry as a catalog has it."""
    if entry.digest:
        return entry
    made = entry.tame
    if made is None:
        made = _tamed(entry)
        object.__setattr__(entry, "tame", made)
    return made


def changed(entry: ToolEntry, **changes: Any) -> ToolEntry:
    """Returns the tame entry with other values in fields that are no schemas."""
    return _with_facts(replace(entry, **changes), entry.digest + canonical(changes).encode(), entry.size, entry.faults)


def _tamed(entry: ToolEntry) -> ToolEntry:
    faults: list[str] = []
    given = _schema(entry.input_schema)
    returned = _schema(entry.output_schema) if entry.output_schema is not None else None
    if given is None or (returned is None and entry.output_schema is not None):
        faults.append(f"{entry.name}: its schema is too large, nested too deeply or not JSON, and is not used")
    description, label = entry.description[:MAX_DESCRIPTION], entry.label[:MAX_LABEL]
    if (description, label) != (entry.description, entry.label):
        faults.append(f"{one_line(entry.name)}: its description is too long and is cut")
    schema = given if given is not None else NOTHING
    made = replace(entry, description=description, label=label, input_schema=schema, output_schema=returned)
    seen = _seen(made)
    return _with_facts(made, seen, len(seen), tuple(faults))


def _seen(e: ToolEntry) -> bytes:
    """Everything that a program or a prompt can see of it."""
    parts = [e.id, e.name, e.description, e.label, e.tags, identity(e.input_schema), identity(e.output_schema)]
    return canonical([*parts, e.streaming, e.may_stream, e.read_only, e.idempotent, e.filled_in]).encode()


def _with_facts(entry: ToolEntry, seen: bytes, size: int, faults: tuple[str, ...]) -> ToolEntry:
    digest = hashlib.blake2b(seen, digest_size=16).digest()
    for name, value in (("digest", digest), ("size", size), ("faults", faults)):
        object.__setattr__(entry, name, value)
    return entry


def _schema(schema: Schema) -> Schema | None:
    return schema.then(lambda made: tame(made) or NOTHING) if isinstance(schema, Deferred) else tame(schema)
