"""What sessions use of the engine that made them."""

from __future__ import annotations

from typing import Protocol

from codemode.catalog import Policy
from codemode.catalog.entries import Outputs
from codemode.catalog.observed_results import Observed
from codemode.engine.background import HOST_WAIT
from codemode.engine.calls import Schemas
from codemode.engine.durable.runs import Runs
from codemode.engine.durable.store import RunStore
from codemode.engine.effects import Effects
from codemode.engine.guest import Guest
from codemode.engine.large_answers import Sizes
from codemode.engine.limits import Limits
from codemode.engine.listing import Listings
from codemode.engine.protocols import Hook, ToolSource
from codemode.engine.start import Start
from codemode.engine.toolbox import Toolbox


class SessionHost(Protocol):
    """An engine as its sessions see it; `Engine` documents all of it."""

    sources: tuple[ToolSource, ...]
    limits: Limits
    policy: Policy | None
    hooks: tuple[Hook, ...]
    strict: bool
    languages: tuple[str, ...]
    outputs: Outputs
    schemas: Schemas
    observed: Observed
    result_sizes: Sizes
    answer_timeout: float | None
    store: RunStore
    runs: Runs
    listings: Listings

    @property
    def build(self) -> str: ...

    @property
    def warnings(self) -> list[str]: ...

    async def toolbox(
        self,
        agent: str = "",
        session: str = "",
        *,
        code: str | None = None,
        seconds: float = HOST_WAIT,
        listings: Listings | None = None,
    ) -> Toolbox: ...

    def known_toolbox(
        self, agent: str = "", session: str = "", *, listings: Listings | None = None
    ) -> tuple[Toolbox, bool]: ...

    async def ready(self) -> None: ...

    async def close(self) -> None: ...

    async def open_guest(
        self, agent: str, start: Start, toolbox: Toolbox, deadline: float, *, ahead: bool = False
    ) -> Guest: ...

    async def shown_effects(self, start: Start, toolbox: Toolbox) -> Effects | None: ...
