"""What an engine is made of, and the checks of what it is given. An engine imports it once the process that makes workers has been started, so
that both get ready side by side."""

# the engine takes all of it from here
# pyright: reportUnusedImport=false
# ruff: noqa: F401
from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast, get_args

from codemode.catalog import Policy
from codemode.catalog.entries import checked_outputs
from codemode.catalog.lru_cache import LruCache
from codemode.catalog.namespaces import Namespaces
from codemode.catalog.observed_results import Observed
from codemode.data.gc_pause import all_grown_old
from codemode.engine import build as builds
from codemode.engine.calls import Schemas
from codemode.engine.durable.history import Keeping, checked_history, checked_record, redacted
from codemode.engine.durable.runs import Runs
from codemode.engine.durable.store_urls import history_beside, open_history, open_store
from codemode.engine.event_listeners import feeds_of
from codemode.engine.given_sources import checked_sources
from codemode.engine.guest import LocalGuest
from codemode.engine.inputs import checked_flag
from codemode.engine.languages import ONLY_IN_WORKERS, checked_languages, here
from codemode.engine.large_answers import Sizes
from codemode.engine.limits import Limits, checked_limits
from codemode.engine.listing import Listings
from codemode.engine.protocols import Hook, checked_hooks
from codemode.engine.questions import checked_seconds
from codemode.engine.session import Session
from codemode.engine.session_state import SessionState, States
from codemode.engine.workers.pool import Pool
from codemode.engine.workers.protections import PROTECTIONS
from codemode.engine.workers.remote import open_guest
from codemode.errors import ConfigError
from codemode.tool_cache import ToolCache, program_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codemode.engine.durable.store import RunStore
    from codemode.engine.events import EventListener


def runs_in(
    store: RunStore, url: object, limits: Limits, kept: tuple[Any, Any, Any], on_event: EventListener | None
) -> Runs:
    """The runs of an engine over a store, with their history; `kept` is what was given as history, record and redact. Raises ConfigError."""
    if store.durable:
        builds.begin()
    history, record, redact = kept
    seconds, record = checked_history(history), checked_record(record, redact)
    past = open_history(store, url, seconds, Keeping(record, redact))
    feeds = (*feeds_of(on_event), *feeds_of(past.hear if past is not None else None))
    tell_values = partial(redacted, redact) if record == "all" else None
    return Runs(store, limits, feeds, past, tell_values, history_beside(url))


def fills_in(hooks: Sequence[Hook]) -> bool:
    """Whether some hook may add arguments to a call."""
    return any(getattr(type(hook), "before", Hook.before) is not Hook.before for hook in hooks)


def checked_schemas(schemas: Schemas) -> Schemas:
    if schemas not in get_args(Schemas):
        raise ConfigError(f'schemas must be "pass" or "refuse", not {schemas!r}')
    return schemas


def checked_require(require: object, isolation: str) -> tuple[str, ...]:
    """Raises ConfigError."""
    is_list = isinstance(require, list | tuple | set | frozenset)
    names = tuple(cast("Sequence[object]", require)) if is_list else ()
    wrong = [name for name in names if name not in PROTECTIONS] if is_list else [require]
    if wrong:
        told = f"require must be a list of protections, such as [{PROTECTIONS[-1]!r}], not {repr(wrong[0])[:80]}"
        raise ConfigError(f"{told}; there are: {', '.join(PROTECTIONS)}")
    if names and isolation == "inline":
        raise ConfigError(
            'isolation="inline" runs programs in this process, which has none of the protections that require= names'
        )
    return tuple(name for name in PROTECTIONS if name in names)


def checked_workers(workers: object) -> int:
    if workers is None:
        # more than there are processors, so that a guest that computes without pause does not keep others waiting
        return min(32, 8 * (os.cpu_count() or 1))
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise ConfigError(f"workers must be a number of processes, at least 1, not {workers!r}")
    return workers


def checked_policy(policy: Any) -> Policy | None:
    if policy is None or isinstance(policy, Policy):
        return policy
    raise ConfigError(f"policy must be a Policy, not {type(policy).__name__}")


all_grown_old()  # once, after the largest imports
