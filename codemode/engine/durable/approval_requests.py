"""Finds the calls of a run that wait for a person, and past decisions, in the run's journal, without restoring the run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from codemode.engine.effects import Effects
from codemode.engine.grants import Fit, ProgramApproval
from codemode.engine.json_data import WireError, decode
from codemode.errors import RunError
from codemode.records import dataclass


@dataclass(slots=True, frozen=True)
class PendingCall:
    """A call that waits for a person. `input_schema` is the JSON Schema of its arguments, {} if unknown. `effects` is what the whole program can
    do, if the approval is for the program (`Policy(ask="program")`); None if it is for this call alone. With a `question` the call is under way
    and asks it: `input_schema` is then the schema of the answer, `arguments` the initial values of a form for it."""

    call_id: str
    tool: str
    arguments: dict[str, Any]
    input_schema: Mapping[str, Any] = field(default_factory=dict[str, Any])
    effects: Effects | None = None
    question: str = ""


@dataclass(slots=True, frozen=True)
class PastDecision:
    """What somebody decided about a call."""

    tool: str
    approved: bool
    reason: str = ""
    by: str = ""

    def __str__(self) -> str:
        how = "approved" if self.approved else f"denied{f' ({self.reason})' if self.reason else ''}"
        return f"{self.tool} was already {how}{f' by {self.by}' if self.by else ''}"


class Approvals:
    """The waiting calls and the decisions in one journal."""

    def __init__(self) -> None:
        self.program: ProgramApproval | None = None
        self.said: dict[str, PastDecision] = {}
        self._asked: dict[str, PendingCall] = {}
        self._fits: dict[str, Fit] = {}
        self._tools: dict[str, str] = {}

    @classmethod
    def of(cls, notes: Sequence[bytes]) -> Approvals:
        """Reads a journal. Raises RunError if it cannot be read."""
        found = cls()
        try:
            for note in notes[1:]:
                found._read(decode(note))
        except (WireError, ValueError, TypeError, LookupError) as odd:
            told = "the journal of the run cannot be read"
            raise RunError(told, code="snapshot_restore_failed", phase="host") from odd
        return found

    @property
    def asked(self) -> list[PendingCall]:
        """The calls that wait, in the order in which they asked."""
        return list(self._asked.values())

    def let_through(self, call_id: str, tools: Iterable[str]) -> list[str]:
        """The ids of the calls that are allowed if the program is granted together with this call."""
        assert self.program is not None
        self.program.grant(list(tools))
        return self.program.let_through(call_id, {id: self._fits[id] for id in self._asked})

    def _read(self, entry: Any) -> None:
        match entry:
            case ["turn", _, _, _, calls, _]:
                self._tools.update({call[0]: call[1] for call in calls})
            case ["program", effects]:
                self.program = ProgramApproval(Effects.model_validate(effects))
            case ["ask", call_id, arguments, schema, *given]:
                fit = self._fits[call_id] = Fit(*given)
                effects = self.program.effects if self.program is not None and fit.carries else None
                self._asked[call_id] = PendingCall(call_id, self._tools.get(call_id, ""), arguments, schema, effects)
            case ["covered", _, _, names, places] if self.program is not None:
                self.program.take(Fit(names, places))
            case ["approve", call_id, _, *by]:
                self._say(call_id, True, *by)
            case ["grant", call_id, tools, *by]:
                for each in self.let_through(call_id, tools):
                    self._say(each, True, *by)
            case ["deny", call_id, reason, *by]:
                self._say(call_id, False, *by, reason=reason)
            case ["refuse", reason, *by] if self.program is not None:
                self.program.refuse(reason)
                for call_id in list(self._asked):
                    self._say(call_id, False, *by, reason=reason)
            case ["event", [_, _, call_id, *_], _]:
                self._asked.pop(call_id, None)
            case _:
                pass

    def _say(self, call_id: str, approved: bool, by: str = "", *, reason: str = "") -> None:
        asked = self._asked.pop(call_id, None)
        if asked is not None:
            self.said[call_id] = PastDecision(asked.tool, approved, reason, by)
