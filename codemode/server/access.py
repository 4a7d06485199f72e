"""Access over the network: the tokens in a file, and what each of them allows."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import stat
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from codemode.catalog import Policy, Rule, ToolEntry
from codemode.catalog.json_file import from_json
from codemode.catalog.policy import Action
from codemode.errors import ConfigError

Scope = Literal["run", "approve", "read"]
SCOPES: Final = frozenset(get_args(Scope))
ANY_AGENT: Final = "*"
PREFIX: Final = "cm_"  # prefix of a secret, so that tools that search for leaked secrets recognize it
_KEYS: Final = {"name", "sha256", "agent", "scopes", "policy"}
_HASH: Final = re.compile("[0-9a-f]{64}")


@dataclass(slots=True, frozen=True)
class Identity:
    """The caller. `agent` is the agent whose runs it starts and sees; with `sees_all` it sees and decides for all agents."""

    name: str
    agent: str
    scopes: frozenset[str] = SCOPES
    sees_all: bool = False

    def may_see(self, agent: str) -> bool:
        return self.sees_all or agent == self.agent

    def refusal(self, scope: str) -> str:
        """Returns the message for a caller who does not have the scope."""
        if self == NEARBY:
            return (
                "decisions are made at the page, or with the key that codemode serve printed when it started: "
                "Authorization: Bearer KEY"
            )
        return f"the token {self.name!r} does not have the scope {scope}"


# without tokens: who has shown that a person sent them, and whatever else on this machine can send requests, as tools of a guest may
LOCAL: Final = Identity("local", "local", sees_all=True)
NEARBY: Final = Identity("local", "local", frozenset({"run", "read"}), sees_all=True)


@dataclass(slots=True, frozen=True)
class Token:
    """One token of the file. The secret itself is not stored, only its hash `sha256`."""

    identity: Identity
    sha256: str
    policy: Policy | None = None


class Tokens:
    """The tokens of a file `{"tokens": [{"name": ..., "sha256": ..., "agent": ..., "scopes": [...], "policy": [...]}]}`.

    `agent` defaults to the name; "*" sees the runs of all agents. `policy` is what a file of a policy has, and holds for
    all runs of the token's agent, besides the server's own and those of other tokens of this agent.
    """

    def __init__(self, tokens: Iterable[Token]) -> None:
        self._by_hash = {token.sha256: token for token in tokens}

    @classmethod
    def load(cls, path: str | Path) -> Tokens:
        """Raises ConfigError."""
        return from_json(path, "the file of tokens", cls.of_data)

    @classmethod
    def of_data(cls, found: object) -> Tokens:
        listed = cast("dict[str, Any]", found).get("tokens") if isinstance(found, dict) else None
        if not isinstance(listed, list):
            raise ConfigError(
                'a file of tokens must be {"tokens": [{"name": "ci", "sha256": "...", "scopes": ["run"]}]}'
            )
        tokens = [_token(each, number) for number, each in enumerate(cast("list[object]", listed), 1)]
        names = [token.identity.name for token in tokens]
        for name in names:
            if names.count(name) > 1:
                raise ConfigError(f"two tokens have the name {name!r}: give one of them another name")
        if len({token.sha256 for token in tokens}) < len(tokens):  # else one of them would not count, nor its policy
            raise ConfigError("two tokens have the same sha256: make one of them again with codemode token")
        return cls(tokens)

    def find(self, secret: str) -> Identity | None:
        """Returns the identity that a token belongs to."""
        digest = hash_of(secret)
        for known, token in self._by_hash.items():
            if hmac.compare_digest(known, digest):
                return token.identity
        return None

    @property
    def names(self) -> list[str]:
        return [token.identity.name for token in self._by_hash.values()]

    @property
    def policies(self) -> dict[str, tuple[Policy, ...]]:
        """The policies of tokens, by agent: several tokens may be of one agent, and runs are an agent's, not a token's."""
        found: dict[str, tuple[Policy, ...]] = {}
        for token in self._by_hash.values():
            if token.policy is not None:
                found[token.identity.agent] = (*found.get(token.identity.agent, ()), token.policy)
        return found


def hash_of(secret: str) -> str:
    """Returns the hash of a secret. A secret has 256 random bits, so one round of a fast hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _token(given: object, number: int) -> Token:
    where = f"token {number}"
    if not isinstance(given, Mapping):
        raise ConfigError(f"{where}: a token must be an object with name and sha256, not {given!r}")
    found = cast("Mapping[str, Any]", given)
    if unknown := sorted(set(found) - _KEYS):
        raise ConfigError(f"{where}: unknown key {unknown[0]!r}; there are {', '.join(sorted(_KEYS))}")
    name, digest = found.get("name"), found.get("sha256")
    if not isinstance(name, str) or not name:
        raise ConfigError(f"{where}: its name must be a text")
    if not isinstance(digest, str) or not _HASH.fullmatch(digest):
        raise ConfigError(
            f"{where} ({name}): sha256 must be the hash of its secret in 64 hexadecimal digits; make one with codemode token"
        )
    agent = found.get("agent", name)
    if not isinstance(agent, str) or not agent:
        raise ConfigError(f"{where} ({name}): its agent must be a text")
    scopes = found.get("scopes", ["run", "read"])
    if not isinstance(scopes, list) or not scopes or not set(cast("list[object]", scopes)) <= SCOPES:
        raise ConfigError(f"{where} ({name}): its scopes must be some of {', '.join(sorted(SCOPES))}")
    rules = found.get("policy")
    everything = agent == ANY_AGENT
    identity = Identity(name, name if everything else agent, frozenset(cast("list[str]", scopes)), everything)
    return Token(identity, digest, Policy.of_data(rules) if rules is not None else None)


def add_token(path: str | Path, name: str, scopes: Iterable[str], agent: str = "") -> str:
    """Adds a new token to the file, which is created if needed, and returns its secret. The secret cannot be read later. Raises ConfigError."""
    file = Path(path)
    found: Any = {"tokens": []}
    kept = None
    if file.exists():
        Tokens.load(file)
        kept = file.stat()  # somebody may have let the user of the server read it
        found = json.loads(file.read_text(encoding="utf-8"))
        if any(token["name"] == name for token in found["tokens"]):
            raise ConfigError(f"{path} has a token {name!r} already: give the new one another name, or delete that one")
    secret = PREFIX + secrets.token_urlsafe(32)
    made: dict[str, Any] = {"name": name, "sha256": hash_of(secret), "scopes": list(scopes)}
    if agent:
        made["agent"] = agent
    found["tokens"].append(made)
    Tokens.of_data(found)
    text = json.dumps(found, indent=2) + "\n"
    beside = file.with_name(f".{file.name}.new")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            out.write(text)
        if kept is not None:
            with suppress(PermissionError):
                os.chown(beside, kept.st_uid, kept.st_gid)
                beside.chmod(stat.S_IMODE(kept.st_mode))
        beside.replace(file)
    except OSError as wrong:
        raise ConfigError(f"{path}: the file of tokens cannot be written: {wrong.strerror or wrong}") from wrong
    return secret


class StrictestPolicy(Policy):
    """The server's policy together with those of an agent's tokens: a call is denied if one of them denies it, asked about if one of them asks."""

    def __init__(self, base: Policy | None, by_agent: Mapping[str, Sequence[Policy]]) -> None:
        super().__init__()
        self._base = base
        self._by_agent = dict(by_agent)

    def _of(self, agent: str) -> list[Policy]:
        return [*([self._base] if self._base is not None else []), *self._by_agent.get(agent, ())]

    def decide(
        self,
        entry: ToolEntry,
        agent: str = "",
        session: str = "",
        args: Mapping[str, Any] | None = None,
        context: Mapping[str, Any] | None = None,
    ) -> Action:
        found = {policy.decide(entry, agent, session, args, context) for policy in self._of(agent)}
        return "deny" if "deny" in found else "ask" if "ask" in found else "allow"

    def remember(self, answer: Rule) -> None:
        """Remembers an answer for all later calls, in each of the policies."""
        for policy in self._all:
            policy.remember(answer)

    def shows(self, entry: ToolEntry, agent: str = "", session: str = "") -> bool:
        return all(policy.shows(entry, agent, session) for policy in self._of(agent))

    def view(self, agent: str = "", session: str = "") -> Hashable:
        return tuple((id(policy), policy.view(agent, session)) for policy in self._of(agent))

    @property
    def asks(self) -> bool:
        return any(policy.asks for policy in self._all)

    def asks_about_program(self, agent: str = "") -> bool:
        """Whether every policy that asks about the call asks about the whole program. Asking about each call is stricter."""
        asking = [policy for policy in self._of(agent) if policy.asks]
        return bool(asking) and all(policy.asks_about_program(agent) for policy in asking)

    @property
    def _all(self) -> list[Policy]:
        every = [policy for policies in self._by_agent.values() for policy in policies]
        return [*([self._base] if self._base is not None else []), *every]
