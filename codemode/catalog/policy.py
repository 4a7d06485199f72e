"""Who may call what: an ordered list of rules, the first that matches decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Literal

from codemode.catalog.entries import ToolEntry
from codemode.errors import ConfigError

Action = Literal["allow", "deny", "ask"]
ACTIONS = ("allow", "deny", "ask")


@dataclass(slots=True, frozen=True)
class Rule:
    """One line of a policy. Every condition that is given has to hold.

    `tool` is matched against the tool's id and name, with `*` and `?`; `source` against the kind of its origin ("utcp", "function") and
    its owner; `read_only` against the tool's own hint; `agent` and `session` against the caller's scope.
    """

    action: Action
    tool: str = "*"
    source: str = "*"
    read_only: bool | None = None
    agent: str = "*"
    session: str = "*"

    def __post_init__(self) -> None:
        if self.action not in ACTIONS:
            raise ConfigError(f"a rule's action is allow, deny or ask, not {self.action!r}")

    def matches(self, entry: ToolEntry, agent: str = "", session: str = "") -> bool:
        return (
            _like(self.tool, entry.id, entry.name)
            and _like(self.source, entry.source, entry.source_name)
            and (self.read_only is None or self.read_only == entry.read_only)
            and _like(self.agent, agent)
            and _like(self.session, session)
        )


def _like(pattern: str, *texts: str) -> bool:
    return pattern == "*" or any(fnmatchcase(text, pattern) for text in texts)


class Policy:
    """Rules in order; the first match decides, `default` decides when none matches.

        Policy([Rule("deny", "*.delete_*"), Rule("allow", source="utcp")], default="deny")

    Rules may also be given as dicts or (action, pattern) pairs.
    """

    def __init__(
        self, rules: Iterable[Rule | dict[str, Any] | tuple[str, str]] = (), default: Action = "allow"
    ) -> None:
        self.rules = tuple(_as_rule(rule) for rule in rules)
        if default not in ACTIONS:
            raise ConfigError(f"a policy's default is allow, deny or ask, not {default!r}")
        self.default: Action = default

    def decide(self, entry: ToolEntry, agent: str = "", session: str = "") -> Action:
        for rule in self.rules:
            if rule.matches(entry, agent, session):
                return rule.action
        return self.default

    @property
    def asks(self) -> bool:
        """Whether some call may need a person's approval."""
        return self.default == "ask" or any(rule.action == "ask" for rule in self.rules)


def _as_rule(rule: Rule | dict[str, Any] | tuple[str, str]) -> Rule:
    if isinstance(rule, Rule):
        return rule
    try:
        return Rule(**rule) if isinstance(rule, dict) else Rule(*rule)  # pyright: ignore[reportArgumentType] - Rule checks it
    except TypeError as wrong:
        raise ConfigError(f"not a policy rule: {rule!r}") from wrong
