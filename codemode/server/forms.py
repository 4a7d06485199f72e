"""Forms in which a person changes the arguments of a call, or answers a question: from a schema, and back."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, cast

from codemode.catalog.schemas import NOTHING, Schema, properties
from codemode.engine.card import json_text
from codemode.server.routes import in_utf8
from codemode.server.views import compact, in_line
from codemode.server.visible import hidden

_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(slots=True)
class Field:
    """One argument in a form. `kind` is text, date, number, checkbox, choice or json; `choices` are the values of a choice with their names."""

    name: str
    kind: str
    value: str
    label: str = ""
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    needed: bool = False
    filled: bool = False  # whether it must not be empty

    @property
    def rows(self) -> int:
        """Lines of the field for a long text."""
        return min(24, max(2, sum(1 + len(line) // 40 for line in self.value.splitlines())))

    @property
    def is_long(self) -> bool:
        return self.kind == "json" or len(self.value) > 30 or "\n" in self.value or "\r" in self.value

    @property
    def note(self) -> str:
        """What a person may not see in the field."""
        told = [f"contains {name}" for name in hidden(self.value)[:5]]
        if self.rows == 24 or re.search(r"\s{8}", self.value):
            told.append(f"{len(self.value)} characters in {self.value.count(chr(10)) + 1} lines")
        return ", ".join(told)


def fields_of(schema: dict[str, Any], arguments: dict[str, Any]) -> list[Field]:
    """Returns the fields for a call's arguments, made from its tool's schema."""
    known = properties(schema)
    ordered = [name for name in known if name in arguments] + [name for name in arguments if name not in known]
    fields = [_field(name, known.get(name, NOTHING), arguments[name]) for name in ordered]
    needed = schema.get("required")
    for each in fields:
        each.needed = isinstance(needed, list) and each.name in needed
        each.filled = (
            each.needed and each.kind in ("text", "date") and bool(known.get(each.name, NOTHING).get("minLength"))
        )
    return fields


def left_out(schema: dict[str, Any], arguments: dict[str, Any]) -> list[tuple[str, str]]:
    """The arguments that a call does not give, with their defaults if the schema tells them."""
    absent = {name: told for name, told in properties(schema).items() if name not in arguments}
    return [(name, in_line(compact(told["default"])) if "default" in told else "") for name, told in absent.items()]


def _field(name: str, told: Schema, value: Any) -> Field:
    label = str(told.get("title") or name)
    help = ", ".join(filter(None, [str(told.get("description") or ""), _bounds(told)]))
    choices = _choices(told)
    if isinstance(value, str) and choices:
        every = (
            choices if value in dict(choices) else ((value, value), *choices)
        )  # else the form would choose another one
        return Field(name, "choice", value, label, help, every)
    if isinstance(value, bool):
        return Field(name, "checkbox", "1" if value else "", label, help)
    if isinstance(value, int | float):
        return Field(name, "number", json.dumps(value), label, help)
    if isinstance(value, str):
        is_date = told.get("format") == "date" and (not value or _DATE.fullmatch(value))
        return Field(name, "date" if is_date else "text", value, label, help)
    return Field(name, "json", json_text(value), label, help)


def _bounds(told: Schema) -> str:
    """The smallest and the largest number that a schema allows, in words."""
    least, most = told.get("minimum"), told.get("maximum")
    return " ".join(
        [*([f"from {least}"] if least is not None else []), *([f"up to {most}"] if most is not None else [])]
    )


def _choices(told: Schema) -> tuple[tuple[str, str], ...]:
    """The texts among which a schema lets choose, with the names that MCP servers give them."""
    values, names = _texts(told.get("enum")), _texts(told.get("enumNames"))
    options = told.get("oneOf")
    if not values and isinstance(options, list):
        each = [cast("Schema", option) for option in cast("list[Any]", options) if isinstance(option, dict)]
        values = _texts([option.get("const") for option in each])
        names = _texts([option.get("title", option.get("const")) for option in each])
    return tuple(zip(values, names if len(names) == len(values) else values, strict=True))


def _texts(told: Any) -> list[str]:
    """A list of texts; an empty one if it is anything else."""
    every = cast("list[Any]", told) if isinstance(told, list) else []
    return every if all(isinstance(each, str) for each in every) else []


def edited(schema: dict[str, Any], arguments: dict[str, Any], form: dict[str, str]) -> dict[str, Any] | None:
    """Returns the arguments from a form; None if they are unchanged. Raises ValueError, which names the wrong field."""
    found = dict(arguments)
    sent = {_as_sent(name): _as_sent(value) for name, value in form.items()}
    for each in fields_of(schema, arguments):
        given = sent.get(_as_sent(f"arg.{each.name}"))
        if each.kind == "checkbox":
            found[each.name] = given is not None
        elif given is not None and given != _as_sent(each.value):
            found[each.name] = _edited(each, given)
    return None if found == arguments else found


def _as_sent(text: str) -> str:
    """Text as browsers send it, so that it can be compared: they have one kind of line end, and other signs for what they cannot show."""
    return in_utf8(text).replace("\0", "\ufffd").replace("\r\n", "\n").replace("\r", "\n")


def _edited(field: Field, given: str) -> Any:
    """Returns the argument that somebody has changed. Raises ValueError."""
    if field.kind == "choice":
        return next((each for each, _ in field.choices if _as_sent(each) == given), given)
    if field.kind in ("text", "date"):
        return given.replace("\n", "\r\n") if "\r\n" in field.value else given
    if field.kind == "number":
        return _number(field, given)
    try:
        return json.loads(given)
    except ValueError:
        raise ValueError(f"\u201c{field.label}\u201d must be JSON: {given[:80]!r} is not") from None


def _number(field: Field, given: str) -> int | float:
    """Reads a number as people write it, whole ones exactly."""
    text = given.strip()
    with suppress(ValueError):  # also of more digits than a number may have
        if re.fullmatch(r"[+-]?\d+", text, re.ASCII):
            return int(text)
        if re.fullmatch(r"[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?", text, re.ASCII | re.IGNORECASE) and isfinite(
            float(text)
        ):
            return float(text)
    raise ValueError(f"\u201c{field.label}\u201d must be a number, such as 1250 or -0.5: {given[:80]!r} is not")
