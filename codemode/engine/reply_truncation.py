"""Cuts a reply to a maximum number of bytes of JSON. Parts that are too long are cut and marked as cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel

from codemode.data import is_large as is_large_data
from codemode.engine.call_records import ToolCallRecord
from codemode.engine.cell_output import Piece
from codemode.engine.effects import Effects
from codemode.engine.json_data import decode, encode
from codemode.engine.replies import Completed, Failed, Telemetry, Truncated, Waiting
from codemode.engine.reply_output import Cutting, output_size, outputs
from codemode.engine.sizes import beginning, shortened, shown_of, size_of
from codemode.records import dataclass

R = TypeVar("R", Completed, Waiting, Failed)

TRIES = 8
MANY, MUCH = 200, 256 << 10  # entries of its lists and bytes of output from which a reply counts as large
ID = "res_0000000"  # as long as the longest id
VALUE_FRAME = 100  # bytes of JSON of a Truncated without its prefix
MAX_NAME = 80  # characters of a tool's name among the calls that are only counted
_TEXTS = ("error", "hint", "trace", "note")
_DATA = ("arguments", "result")
_LISTS = ("diagnostics", "pending_tool_calls", "warnings", "repairs", "attachments")


@dataclass(slots=True)
class Fitted(Generic[R]):
    """A reply that was cut, and the JSON of the whole value and output, to be stored."""

    reply: R
    value: str | None = None
    output: str | None = None

    def kept(self, value_id: str, output_id: str) -> R:
        """The reply with the ids under which the whole parts are stored, "" for a part that exceeds what a session may keep."""
        if self.value is not None:
            cast(Any, self.reply).value["result_id"] = value_id
        if self.output is not None:
            cast(Any, self.reply.output[-1]).result_id = output_id
        return self.reply


def is_large(reply: Completed | Waiting | Failed, printed: Sequence[Piece], value: bytes | None) -> bool:
    """Whether fitting the reply takes long."""
    entries = len(reply.tool_calls) + len(reply.repairs) + len(reply.warnings)
    if value is not None or entries > MANY or output_size(printed) > MUCH:
        return True
    return isinstance(reply, Waiting) and any(is_large_data(call.arguments) for call in reply.pending_tool_calls)


def fit(reply: R, printed: Sequence[Piece], budget: int, value: bytes | None = None) -> Fitted[R]:
    """Returns the reply with the printed output, as at most `budget` bytes of JSON. `value` is the JSON of a large value, which is not in the reply
    itself.

    The budget is divided into shares; a part that needs less than its share leaves the rest to the others.
    """
    if value is not None and len(value) <= budget:
        cast(Any, reply).value, value = decode(value), None
    if output_size(printed) <= budget and value is None:
        reply.output = outputs(printed)
        if size_of(reply) <= budget:
            return Fitted(reply)
    cutter = _Cutter(reply, printed, budget, value)
    best = cutter.cut({})
    room = budget - size_of(best.reply)
    fits, too_much = 0, 2 * budget
    for _ in range(TRIES):
        found = cutter.cut(_shares(cutter.sizes, room))
        spare = budget - size_of(found.reply)
        if spare < 0:
            too_much = room
            room = (fits + too_much) // 2
            continue
        best, fits = found, room
        if spare < budget // 32:
            break
        room = room + spare if room + spare < too_much else (room + too_much) // 2
    return cutter.fitted(best)


@dataclass(slots=True)
class _Cut:
    """A reply that was cut. The first `shown` pieces of output are complete."""

    reply: Any
    shown: int
    cuts_value: bool


class _Cutter:
    """Cuts one reply to shares of different sizes."""

    def __init__(
        self, reply: Completed | Waiting | Failed, printed: Sequence[Piece], budget: int, value: bytes | None
    ) -> None:
        self.reply = reply
        self.budget = budget
        self.printed = printed
        self.output = Cutting(printed)
        known = type(reply).model_fields
        self.texts = [name for name in _TEXTS if name in known]
        self.lists = [name for name in _LISTS if name in known]
        self.data: dict[int, tuple[bytes, int]] = {}  # the beginning and the size of arguments and results as JSON
        self.value = value if value is not None else encode(reply.value) if isinstance(reply, Completed) else b""
        self.sizes: dict[str, int] = {
            **{name: size_of(getattr(reply, name)) for name in (*self.texts, *self.lists, "tool_calls", "telemetry")},
            "output": size_of(reply.output) if reply.output else output_size(printed),
        }
        if isinstance(reply, Completed):
            self.sizes["value"] = len(self.value)

    def cut(self, shares: Mapping[str, int]) -> _Cut:
        """Returns a copy of the reply in which each part has at most its share, or the minimum to which it can be cut."""
        reply, omitted = self.reply, dict[str, int]()
        changed: dict[str, Any] = {name: shortened(getattr(reply, name), shares.get(name, 0)) for name in self.texts}
        for name in self.lists:
            entries = getattr(reply, name)
            changed[name] = self._first(entries, shares.get(name, 0), self.sizes[name])
            omitted[name] = len(entries) - len(changed[name])
        changed["tool_calls"], counted = self._calls(reply.tool_calls, shares.get("tool_calls", 0))
        omitted["tool_calls"] = len(reply.tool_calls) - len(changed["tool_calls"])
        telemetry = _telemetry(reply.telemetry, shares.get("telemetry", 0))
        changed["telemetry"] = telemetry.model_copy(update={"truncated": True})
        items, shown = reply.output, len(self.printed)
        room = shares.get("output", 0)
        if not items or room < self.sizes["output"]:
            items, shown = self.output.cut(room)
        if shown < len(self.printed):
            cast(Any, items[-1]).result_id = ID
            omitted["output"] = len(self.printed) - shown - 1
        changed["output"] = items
        cuts_value = False
        if (
            isinstance(reply, Completed)
            and self.sizes["value"] > shares.get("value", 0)
            and self.sizes["value"] > VALUE_FRAME
        ):
            cuts_value = True
            changed["value"] = _truncated(self.value, shares.get("value", 0))
        changed["omitted"] = {name: count for name, count in omitted.items() if count}
        changed["omitted_calls"] = counted
        return _Cut(reply.model_copy(update=changed), shown, cuts_value)

    def _first(self, entries: Sequence[Any], room: int, size: int) -> list[Any]:
        """As many of the entries, which have that size together, as fit; long ones are shortened."""
        if size <= room:
            return list(entries)
        kept: list[Any] = []
        left = room - 2
        for entry in entries:
            entry = self._short(entry, max(room // 3, 0))
            size = size_of(entry) + 1
            if size > left:
                break
            kept.append(entry)
            left -= size
        return kept

    def _calls(self, calls: Sequence[ToolCallRecord], room: int) -> tuple[list[ToolCallRecord], dict[str, int]]:
        """The calls that fit, those with information first, and the number of other successful calls by tool."""
        size = self.sizes["tool_calls"]
        if size <= room:
            return list(calls), {}
        telling = sorted(calls, key=lambda call: call.status == "ok" and not call.note)
        kept = self._first(telling, room * 2 // 3, size)
        order = {call.id: at for at, call in enumerate(calls)}
        worked = Counter(call.tool[:MAX_NAME] for call in telling[len(kept) :] if call.status == "ok" and not call.note)
        counted: dict[str, int] = {}
        left = room - room * 2 // 3 - 2
        for tool, count in worked.most_common():
            left -= size_of(tool) + 10
            if left < 0:
                break
            counted[tool] = count
        return sorted(kept, key=lambda call: order[call.id]), counted

    def _short(self, entry: Any, room: int) -> Any:
        """An entry of a list with its long texts cut."""
        if isinstance(entry, BaseModel):
            texts = {name: value for name, value in entry if isinstance(value, str)}
        else:
            texts = {f.name: value for f in fields(entry) if isinstance(value := getattr(entry, f.name), str)}
        data = {name: self._encoded(value) for name in _DATA if (value := getattr(entry, name, None)) is not None}
        known = sum(map(len, texts.values())) + sum(size for _, size in data.values())
        if known <= room and size_of(entry) <= room:
            return entry
        long = [name for name, text in texts.items() if len(text) > 16 and name != "id"]
        each = room // (2 * max(1, len(long)))
        changed: dict[str, Any] = {name: shortened(texts[name], max(each, 50)) for name in long}
        changed |= {name: shown_of(*told, each - 50) for name, told in data.items() if told[1] > max(each, 80)}
        effects = getattr(entry, "effects", None)
        if isinstance(effects, Effects) and size_of(effects) > max(each, 80):
            changed["effects"] = effects.shown(each)
        return entry.model_copy(update=changed) if isinstance(entry, BaseModel) else replace(entry, **changed)

    def _encoded(self, data: object) -> tuple[bytes, int]:
        """Arguments or a result may be large, and a reply is cut several times."""
        if id(data) not in self.data:
            text = encode(data)
            self.data[id(data)] = text[: self.budget], len(text)
        return self.data[id(data)]

    def fitted(self, cut: _Cut) -> Fitted[Any]:
        value = self.value.decode("utf-8", "replace") if cut.cuts_value else None
        return Fitted(cut.reply, value, self.output.rest(cut.shown) if cut.shown < len(self.printed) else None)


def _shares(sizes: Mapping[str, int], room: int) -> dict[str, int]:
    shares: dict[str, int] = {}
    open_ = sorted(sizes, key=lambda name: sizes[name])
    while open_:
        each = max(room, 0) // len(open_)
        name = open_.pop(0)
        shares[name] = min(sizes[name], each)
        room -= shares[name]
    return shares


def _truncated(data: bytes, room: int) -> dict[str, Any]:
    prefix = beginning(data[: max(room, 0)].decode("utf-8", "ignore"), room - VALUE_FRAME)
    omitted = len(data) - len(prefix.encode())
    return Truncated(prefix=prefix, omitted_bytes=omitted, result_id=ID).model_dump()


def _telemetry(telemetry: Telemetry, room: int) -> Telemetry:
    """Cuts names and events; counts and times stay."""
    if size_of(telemetry) <= room:
        return telemetry
    part = room // 4
    catalog = dict([item for item in telemetry.catalog.items() if len(item[0]) <= MAX_NAME][: part // (MAX_NAME + 20)])
    called = [name for name in telemetry.called if len(name) <= MAX_NAME][: part // (MAX_NAME + 3)]
    ids = [id for id in telemetry.called_ids if len(id) <= MAX_NAME][: part // (MAX_NAME + 3)]
    events = [event[:MAX_NAME] for event in telemetry.events[-max(1, part // (MAX_NAME + 3)) :]]
    return telemetry.model_copy(update={"catalog": catalog, "called": called, "called_ids": ids, "events": events})
