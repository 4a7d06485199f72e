"""Who may call which tool: an ordered list of rules, of which the first that matches decides."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import field, fields, replace
from fnmatch import fnmatchcase
from glob import escape
from inspect import iscoroutinefunction, signature
from pathlib import Path
from typing import Any, Literal, cast

from codemode.catalog.condition_guards import Guards, ToolFacts
from codemode.catalog.entries import ToolEntry
from codemode.catalog.json_file import from_json
from codemode.catalog.names import nearest
from codemode.errors import ConfigError
from codemode.records import dataclass

log = logging.getLogger("codemode")

Action = Literal["allow", "deny", "ask"]
Ask = Literal["call", "program"]
ACTIONS = ("allow", "deny", "ask")
MAX_TOLD = 20  # rules without a tool that a warning names
MAX_ANSWERS = 1000  # answers of people that a policy remembers
When = (
    str
    | Callable[[Mapping[str, Any], ToolFacts], bool]
    | Callable[[Mapping[str, Any], ToolFacts, Mapping[str, Any]], bool]
)


@dataclass(slots=True, frozen=True)
class Rule:
    """One line of a policy. All conditions that are given must hold.

        Rule("deny", "*.delete_*")
        Rule("ask", "bank.transfer", when="args['amount'] > 1000 and tool.read_only is False")

    `tool` is matched against everything that programs may call the tool by (its id, its name, `owner.name`), with `*` and `?`; `source` against the
    kind of its origin ("utcp", "function", "mcp") and its owner; `tag` against its tags; `read_only` against the tool's own hint; `agent` and
    `session` against the caller's scope.

    `when` is a condition on the call itself: an expression (see `codemode.catalog.conditions`), or a Python function of the arguments and the tool's
    facts, and of the session's context if it takes three arguments. It has to give True or False. One that raises instead (a missing key, a text
    where a number is compared) is logged and fails closed: a rule that denies or asks counts as matched, a rule that allows does not. Raises
    ConfigError.
    """

    action: Action
    tool: str = "*"
    source: str = "*"
    read_only: bool | None = None
    agent: str = "*"
    session: str = "*"
    tag: str = "*"
    when: When | None = None
    _condition: Callable[[Any, ToolFacts, str, str, Any, Guards], Any] | None = field(
        default=None, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if self.action not in ACTIONS:
            raise ConfigError(f"a rule's action must be allow, deny or ask, not {self.action!r}")
        for name in ("tool", "source", "agent", "session", "tag"):
            if not isinstance(getattr(self, name), str):
                raise ConfigError(f"a rule's {name} must be a text with * and ?, not {getattr(self, name)!r}")
        if self.read_only is not None and not isinstance(cast(object, self.read_only), bool):
            raise ConfigError(f"a rule's read_only must be True, False or None, not {self.read_only!r}")
        object.__setattr__(self, "_condition", _condition_of(self.when))

    def matches(self, entry: ToolEntry, agent: str = "", session: str = "") -> bool:
        """Whether the rule is about this tool and caller, whatever the arguments."""
        return (
            _like(self.tool, entry.id, entry.name, entry.under_owner)
            and _like(self.source, entry.source, entry.source_name)
            and _like(self.tag, *entry.tags)
            and (self.read_only is None or self.read_only == entry.read_only)
            and _like(self.agent, agent)
            and _like(self.session, session)
        )

    def holds(
        self,
        entry: ToolEntry,
        agent: str,
        session: str,
        args: Mapping[str, Any],
        context: Mapping[str, Any] | None = None,
        guards: Guards | None = None,
    ) -> bool:
        """Whether the condition, if there is one, is met by these arguments. `guards` are those of the whole decision."""
        if self._condition is None:
            return True
        try:
            found = self._condition(args, facts_of(entry), agent, session, context or {}, guards or Guards())
            if not isinstance(found, bool):
                raise TypeError(f"a condition must give True or False, not {type(found).__name__}")
        except Exception as failed:
            closed = self.action != "allow"
            # the failure's text may hold an argument, which no log may show
            log.warning(
                "the condition of policy rule %s %r could not be decided for %s (%s): the rule counts as %s",
                self.action,
                self.tool,
                entry.id,
                type(failed).__name__,
                "matched" if closed else "not matched",
            )
            return closed
        return found


def facts_of(entry: ToolEntry) -> ToolFacts:
    """The tool as a condition sees it."""
    return ToolFacts(entry.id, entry.name, entry.source, entry.source_name, entry.tags, entry.read_only)


def _condition_of(when: object) -> Callable[[Any, ToolFacts, str, str, Any, Guards], Any] | None:
    if when is None:
        return None
    if isinstance(when, str):
        # brings RestrictedPython, which only conditions need
        from codemode.catalog.conditions import Condition

        return Condition(when)
    if not callable(when) or iscoroutinefunction(when):
        raise ConfigError(f"when must be an expression or a plain function of args and tool, not {when!r}")
    asked = cast("Callable[..., Any]", when)
    if _takes(asked, 2):
        return lambda args, tool, agent, session, context, guards: asked(args, tool)
    if _takes(asked, 3):
        return lambda args, tool, agent, session, context, guards: asked(args, tool, context)
    raise ConfigError(f"when must be a function of (args, tool) or of (args, tool, context), not of {signature(asked)}")


def _takes(when: Callable[..., Any], count: int) -> bool:
    """Whether a function can be called with so many arguments."""
    try:
        signature(when).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # of a function of C
        return count == 2
    return True


def _like(pattern: str, *texts: str) -> bool:
    return pattern == "*" or any(fnmatchcase(text, pattern) for text in texts)


def answer(action: Action, entry_id: str, agent: str) -> Rule:
    """The rule for a person's answer about all calls of a tool by an agent."""
    return Rule(action, escape(entry_id), agent=escape(agent))


class Policy:
    """Rules in order; the first match decides, `default` decides when none matches.

        Policy([Rule("deny", "*.delete_*"), Rule("allow", source="utcp")], default="deny")

    Rules may also be given as dicts or (action, pattern) pairs. Raises ConfigError.

    `ask` says what a person is asked about: "call" is each call that a rule asks about; "program" is the whole program, once, at the first of them:
    the person sees what the program can do (`codemode.engine.effects`), and calls that fit what was shown are made without asking again.

    `answers` are permanent answers of people (`Session.approve(..., always=True)`): rules that apply where the others say "ask". They
    are kept in this object; a host that keeps them for longer saves them, or overrides `remember`.
    """

    ask: Ask = "call"  # also for a host's own policy that does not set it

    def __init__(
        self,
        rules: Iterable[Rule | Mapping[str, Any] | tuple[str, str]] = (),
        default: Action = "allow",
        ask: Ask = "call",
    ) -> None:
        given = cast(object, rules)
        if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
            more = "; Policy.of_data(...) takes what a file of a policy has" if isinstance(given, dict) else ""
            shown = repr(cast(object, given))[:80]
            raise ConfigError(f'a policy must be a list of rules, as in Policy([("ask", "*")]), not {shown}{more}')
        self.rules = tuple(_as_rule(rule, number) for number, rule in enumerate(rules, 1))
        if default not in ACTIONS:
            raise ConfigError(f"a policy's default must be allow, deny or ask, not {default!r}")
        self.default: Action = default
        if ask not in ("call", "program"):
            raise ConfigError(f'a policy\'s ask must be "call" or "program", not {ask!r}')
        self.ask = ask
        self.answers: tuple[Rule, ...] = ()

    def remember(self, answer: Rule) -> None:
        """Remembers an answer for calls that the rules would ask about; the latest answer wins."""
        self.answers = (answer, *(other for other in self.answers if other != answer))[:MAX_ANSWERS]

    @classmethod
    def load(cls, path: str | Path) -> Policy:
        """The policy in a JSON file: a list of rules, or `{"rules": [...], "default": "deny", "ask": "program"}`. Raises ConfigError."""
        return from_json(path, "the policy", cls.of_data)

    @classmethod
    def of_data(cls, found: Any) -> Policy:
        """Makes the policy of the content of such a file. Raises ConfigError."""
        if not isinstance(found, dict | list):
            raise ConfigError(
                'a policy must be a list of rules, or {"rules": [...], "default": "allow", "ask": "call"}'
            )
        given = cast("dict[str, Any]", {"rules": found} if isinstance(found, list) else found)
        _refuse_unknown(given, ("rules", "default", "ask"))
        rules = given.get("rules", [])
        if not isinstance(rules, list):
            raise ConfigError(f"rules must be a list, not {rules!r}")
        if given.keys().isdisjoint(("rules", "default")):
            raise ConfigError('a policy without rules would allow everything; write {"default": "allow"} to mean that')
        return cls(cast("list[Any]", rules), given.get("default", "allow"), given.get("ask", "call"))

    def decide(
        self,
        entry: ToolEntry,
        agent: str = "",
        session: str = "",
        args: Mapping[str, Any] | None = None,
        context: Mapping[str, Any] | None = None,
    ) -> Action:
        """The decision about a call with these arguments, for a session with the host's `context`."""
        given: Mapping[str, Any] = args if args is not None else {}
        guards = Guards()  # all conditions together may do as much work as one
        stages: tuple[tuple[tuple[Rule, ...], Action], ...] = ((self.rules, self.default), (self.answers, "ask"))
        for rules, otherwise in stages:
            matching = (rule for rule in rules if rule.matches(entry, agent, session))
            found = next((r for r in matching if r.holds(entry, agent, session, given, context, guards)), None)
            if (decision := found.action if found is not None else otherwise) != "ask":
                return decision
        return "ask"

    def shows(self, entry: ToolEntry, agent: str = "", session: str = "") -> bool:
        """Whether the caller may see the tool: yes, unless every call of it would be denied. Conditions are not known before the call."""
        for rule in self.rules:
            if rule.matches(entry, agent, session) and not (rule.when is not None and rule.action == "deny"):
                return rule.action != "deny"
        return self.default != "deny"

    def view(self, agent: str = "", session: str = "") -> Hashable:
        """The same value for callers who see the same tools, because the same rules are about them."""
        if type(self).shows is not Policy.shows:
            return agent, session  # a host's own policy may look at both
        some = (rule for rule in self.rules if rule.agent != "*" or rule.session != "*")
        return tuple(_like(rule.agent, agent) and _like(rule.session, session) for rule in some)

    def unmatched(self, entries: Sequence[ToolEntry]) -> list[str]:
        """The rules that match none of these tools for any caller, with similar names."""
        told: list[str] = []
        everybody = [
            (n, rule, replace(rule, agent="*", session="*", when=None)) for n, rule in enumerate(self.rules, 1)
        ]
        spare = [(n, rule) for n, rule, of_all in everybody if not any(of_all.matches(entry) for entry in entries)]
        names = list(dict.fromkeys(entry.name for entry in entries)) if spare else []
        others = (
            [name for entry in entries for name in (entry.under_owner, entry.source_name, *entry.tags)] if spare else []
        )
        for number, rule in spare[:MAX_TOLD]:
            given = ", ".join(f"{k}={v!r}" for k in _ABOUT if (v := getattr(rule, k)) not in ("*", None))
            near = nearest(rule.tool, names, 1) or nearest(rule.tool, list(dict.fromkeys(others)), 1)
            hint = f"; did you mean {near[0]!r}?" if near and rule.tool != "*" else ""
            told.append(f"policy rule {number} ({rule.action} {given}) matches no tool{hint}")
        return told if len(spare) <= MAX_TOLD else [*told, f"{len(spare) - MAX_TOLD} more policy rules match no tool"]

    @property
    def asks(self) -> bool:
        """Whether some call may need a person's approval."""
        return self.default == "ask" or any(rule.action == "ask" for rule in self.rules)

    def asks_about_program(self, agent: str = "") -> bool:
        """Whether a person is asked about an agent's whole programs, not about each call."""
        return self.ask == "program"


def _as_rule(rule: Any, number: int) -> Rule:
    if isinstance(rule, Rule):
        return rule
    try:
        if isinstance(rule, Mapping):
            given = cast("Mapping[str, Any]", rule)
            _refuse_unknown(given, _KEYS)
            if "action" not in given:
                raise ConfigError("it needs an action: allow, deny or ask")
            return Rule(**given)
        action, pattern = rule
        return Rule(action, pattern)
    except (TypeError, ValueError):
        told = f"rule {number}: not a policy rule: {rule!r}"
        way = '; write Rule("ask", "bank.*"), ("ask", "bank.*") or {"action": "ask", "tool": "bank.*"}'
        raise ConfigError(f"{told[:200]}{way}") from None
    except ConfigError as wrong:
        raise ConfigError(f"rule {number}: {wrong.message}") from None


_ABOUT = ("tool", "source", "read_only", "tag")  # the fields of a rule about tools
_KEYS = tuple(f.name for f in fields(Rule) if f.init)


def _refuse_unknown(given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in given:
        if key not in known:
            near = nearest(str(key), known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            raise ConfigError(f"unknown key {key!r}; {hint}")
