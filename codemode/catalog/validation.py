"""Checks arguments and results against the tools' schemas, with messages that tell a model what to change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import islice
from math import isfinite
from typing import TYPE_CHECKING, Any, cast

from codemode.catalog.combined import MAX_PARTS, flat
from codemode.catalog.names import nearest
from codemode.catalog.problem_location import Part, beginning, narrowed, with_short_texts
from codemode.catalog.schema_notes import other_keys
from codemode.catalog.schema_work import MAX_BRANCHES, TooComplex, Work, depth, size, work
from codemode.catalog.schemas import (
    JSON,
    MAX_LOOKED,
    NOTHING,
    Schema,
    Words,
    allows_null,
    alternatives,
    as_schema,
    kind_of,
    kinds,
    one_line,
    optional_or_null,
    properties,
    required,
    resolve,
    show,
    takes_bytes,
)
from codemode.records import dataclass

# what needs jsonschema_rs imports it: there are more programs that call no tool with a schema than such that do
if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

MAX_PROBLEMS = 5
MAX_ERRORS = 100  # that are looked at
MAX_DEPTH = 60
MAX_WORK = 5_000_000  # checks of the parts of one value
FEW = 5  # checks of each part; these are fast enough for values of any size
MAX_TOLD = 30_000  # errors that are made for a message: the parts of a value times those of its schema
MAX_TEXT = 10_000  # characters of a text that are copied for a message
MAX_NARROWED = 500_000  # checks of the parts of a value whose wrong part is searched; of a larger one only the beginning is searched
MAX_LETTERS = 300_000  # characters of a name times those of all candidates
PATTERN_SIZE = 1 << 20  # bytes of a compiled pattern
MAX_TRIED, MAX_OPTIONS_TOLD = 12, 400
MAX_KEYS_TOLD = 12
_BACKTRACK_LIMIT = 100_000
_LEAVES = {str, int, bool}  # values that every schema accepts unchanged, or refuses

_class = cast("Callable[[object], type]", type)


def _offline(uri: str) -> Any:
    """A stranger's schema may not make us fetch anything; what it points to allows everything."""
    return True


class Checker:
    """One schema, compiled. A schema that cannot be compiled checks nothing and says so in `broken`, one whose check may not end in `too_complex`.
    `of_results`: a property that may be left out may be null as well."""

    def __init__(self, schema: Schema, *, of_results: bool = False) -> None:
        self.schema = schema
        self.broken = self.too_complex = ""
        self._work = Work()
        try:
            self._work = work(schema)
        except TooComplex as reason:
            self.too_complex = str(reason)
            self.schema = NOTHING
        self._validator = self._compile(optional_or_null(self.schema) if of_results else self.schema)

    def _compile(self, schema: Schema) -> Any:
        if not schema:
            return None
        import jsonschema_rs

        plain = cast("dict[str, Any]", schema)
        # a schema that the newest draft refuses may be of an older one, with tuples in `items`, or bounds that are true
        for make in (jsonschema_rs.validator_for, jsonschema_rs.Draft7Validator, jsonschema_rs.Draft4Validator):
            # linear-time patterns first: the other engine backtracks, but knows ECMA's look-around
            for patterns in (
                jsonschema_rs.RegexOptions(size_limit=PATTERN_SIZE),
                jsonschema_rs.FancyRegexOptions(backtrack_limit=_BACKTRACK_LIMIT, size_limit=PATTERN_SIZE),
            ):
                try:
                    made = make(plain, pattern_options=patterns, retriever=_offline)
                except Exception as refused:
                    # whatever a stranger's schema provokes there must not take the tool away
                    self.broken = self.broken or one_line(refused)
                else:
                    self.broken = ""
                    return made
        return None

    @cached_property
    def takes_bytes(self) -> bool:
        return takes_bytes(self.schema)

    def unchecked(self, value: Any) -> str:
        """Why the value cannot be checked, "" if it can."""
        growth, looks, _ = self._work
        if looks > FEW and looks * size(value, MAX_WORK // looks) > MAX_WORK:
            return "the value is too large for a schema that checks each part several times"
        # a bound on the branches of one path; most values are three or four levels deep
        if growth > 1 and growth ** depth(value) > MAX_BRANCHES:
            return "it has too many alternatives for so deep a value"
        return self.too_complex

    def problems(self, value: Any) -> list[str]:
        """The problems of a value, in words; [] when it fits or cannot be checked."""
        if self._validator is None or self.unchecked(value):
            return []
        try:
            if self._validator.is_valid(value):
                return []
            return self._told(value)
        except (ValueError, TypeError) as odd:
            return [f"the value is not plain JSON: {one_line(odd)}"]

    def _told(self, value: Any) -> list[str]:
        """The problems of a value that is wrong. The validator makes all errors before it gives the first: of a large value a small part is looked
        at, without what is only wrong because the rest was left out."""
        room = MAX_TOLD // (self._work.size + 1)
        if size(value, room) <= room:
            short = with_short_texts(value, MAX_TEXT)
            found: Iterable[Any] = self._validator.iter_errors(short)
            errors = list(islice(found, MAX_ERRORS))
            return _told(errors, self.schema, Part(short)) or [TOO_LARGE]
        if self._work.looks * size(value, MAX_NARROWED) <= MAX_NARROWED:
            part = narrowed(value, lambda tried: not self._validator.is_valid(tried), room)
        else:
            part = beginning(value, room)
        if part is None:
            return [TOO_LARGE]
        part = replace(part, value=with_short_texts(part.value, MAX_TEXT))
        errors = islice(self._validator.iter_errors(part.value), MAX_ERRORS)
        wrong = [error for error in errors if not part.is_cut(value, error.instance_path)]
        return _told(wrong, self.schema, part) or [TOO_LARGE]

    def has_number_for_text(self, value: dict[str, Any]) -> bool:
        """Whether a member is a whole number where the schema has a text: mostly a position where an element was meant."""
        members = properties(self.schema)
        return any(type(given) is int and kinds(members.get(name, {})) == ["string"] for name, given in value.items())

    def fit(self, value: Any) -> Any:
        """The value adapted to the schema where nothing is lost: 5.0 becomes 5 for an integer, a null for an optional property is left out."""
        if self.unchecked(value):
            return value
        if _is_flat(value):  # the commonest arguments need no look at the schema
            return value.copy()
        return _fit(value, self.schema, self.schema, 0) if self.schema else value


TOO_LARGE = "the value does not fit its schema, and is too large to say where"


# --- fitting ---------------------------------------------------------------------------------------------------------


def _is_flat(value: Any) -> bool:
    return isinstance(value, dict) and {*map(_class, cast("dict[str, object]", value).values())} <= _LEAVES


def _fit(value: object, schema: Schema, root: Schema, depth: int) -> Any:
    if depth > MAX_DEPTH:
        return value
    schema = resolve(schema, root)
    if isinstance(value, float):
        return int(value) if value.is_integer() and _wants_integer(schema, root) else value
    if isinstance(value, dict):
        return _fit_object(cast("dict[str, Any]", value), schema, root, depth)
    items = schema.get("items")
    if isinstance(value, list) and isinstance(items, Mapping):
        return [_fit(item, cast(Schema, items), root, depth + 1) for item in cast("list[object]", value)]
    return cast(Any, value)


def _wants_integer(schema: Schema, root: Schema) -> bool:
    named = kinds(schema)
    if named:
        return "integer" in named and "number" not in named
    return any(_wants_integer(resolve(option, root), root) for option in alternatives(schema, 8))


def _fit_object(value: dict[str, Any], schema: Schema, root: Schema, depth: int) -> dict[str, Any]:
    members = properties(schema)
    needed = required(schema) if None in value.values() else ()
    extra = as_schema(schema.get("additionalProperties"))
    fitted: dict[str, Any] = {}
    for key, item in value.items():
        member = members.get(key, extra)
        if item is None and key in members and key not in needed and not allows_null(member, root):
            continue
        fitted[key] = _fit(item, member, root, depth + 1)
    return fitted


# --- describing ------------------------------------------------------------------------------------------------------


def _told(errors: list[ValidationError], root: Schema, part: Part) -> list[str]:
    """The first errors in words, each once, and how many more there are."""
    found: dict[str, None] = {}
    for at, error in enumerate(errors):
        if len(found) > MAX_PROBLEMS:
            more = len(found) - MAX_PROBLEMS + len(errors) - at
            break
        found |= dict.fromkeys(_describe(error, root, part))
    else:
        more = len(found) - MAX_PROBLEMS
    return [*islice(found, MAX_PROBLEMS)] + ([f"and {more} more problems"] if more > 0 else [])


def _nearest(wrong: str, known: Collection[str]) -> list[str]:
    """The known name that is closest to a wrong one, unless finding it takes too long."""
    return nearest(wrong, known, 1) if len(wrong) * sum(map(len, known)) <= MAX_LETTERS else []


@dataclass(slots=True, frozen=True)
class _Place:
    """The place in the value, such as `filters[0].name`; "" for the whole value."""

    text: str

    def of(self, key: str) -> str:
        name = key if key.isidentifier() else show(key)
        return f"{self.text}.{name}" if self.text else name


def _place(path: list[str | int]) -> _Place:
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text = _Place(text).of(part)
    return _Place(text)


def _describe(error: ValidationError, root: Schema, part: Part) -> list[str]:
    from jsonschema_rs import ValidationErrorKind as Kind

    kind, place = error.kind, _place(part.whole_path(error.instance_path))
    schema = _schema_at(error.instance_path, root)
    if isinstance(kind, Kind.Required):
        return [_missing(kind.property, place, schema, root)]
    if isinstance(kind, Kind.AdditionalProperties | Kind.UnevaluatedProperties):
        given = as_schema(error.instance)
        return [_unknown(key, place, schema, root, given) for key in kind.unexpected[:MAX_PROBLEMS]]
    where = place.text or "the value"
    if isinstance(kind, Kind.Type):
        promised = kinds(schema)
        wanted = " or ".join(k for k in kind.types if k != "null" or not promised or "null" in promised)
        given = _given(error, part)
        told = "not a JSON number" if isinstance(given, float) and not isfinite(given) else kind_of(given)
        shown = show(given) if given is None else f"{show(given)} ({told})"
        return [f"{where} is {shown}, must be {wanted}"]
    if isinstance(kind, Kind.Enum):
        options = [show(option, 40) for option in kind.options[:12]] + ["..."] * (len(kind.options) > 12)
        near = (
            _nearest(error.instance, [o for o in kind.options if isinstance(o, str)])
            if isinstance(error.instance, str)
            else []
        )
        hint = f"; did you mean {show(near[0])}?" if near else ""
        return [f"{where} is {show(_given(error, part))}, must be one of {', '.join(options)}{hint}"]
    if isinstance(kind, Kind.Constant):
        return [f"{where} is {show(_given(error, part))}, must be {show(kind.expected_value, 40)}"]
    if isinstance(kind, Kind.AnyOf | Kind.OneOfNotValid):
        return _no_option(kind.context, where, error, part)
    # the words of the validator, with its own copy of the value cut
    return [f"{where}: {one_line(error.message)}"]


def _given(error: ValidationError, part: Part) -> Any:
    """The value that is wrong. The validator knows no NaN and no infinities, and reads them as null."""
    return part.at(error.instance_path) if error.instance is None else error.instance


def _missing(key: str, place: _Place, schema: Schema, root: Schema) -> str:
    member = properties(schema).get(key)
    wanted = f" ({outline(member, root)})" if member else ""
    return f"{place.of(key)} is missing{wanted}"


def _unknown(key: str, place: _Place, schema: Schema, root: Schema, given: Schema) -> str:
    members = properties(schema)
    open_ones = [m for m in members if m not in given] or list(members)
    # a missing key is more likely meant
    near = _nearest(key, required(schema).intersection(open_ones)) or _nearest(key, open_ones)
    hint = f"; did you mean {show(near[0])}?" if near else f"; allowed: {_known_keys(schema, root)}"
    return f"{place.of(key)} is not known{hint}"


def _no_option(context: list[list[ValidationError]], where: str, whole: ValidationError, part: Part) -> list[str]:
    """The problems of a value that must fit one of several schemas: those for the schema that is probably meant, if there is one."""
    from jsonschema_rs import ValidationErrorKind as Kind

    other_kinds: list[str] = []
    near: list[list[ValidationError]] = []
    for errors in context[:MAX_TRIED]:
        first = errors[0]
        if isinstance(first.kind, Kind.Type) and first.instance_path == whole.instance_path:
            other_kinds.append(" or ".join(first.kind.types))
        else:
            near.append(errors)
    # an option with a `kind` of its own is not meant by a value with another `kind`
    meant = [errors for errors in near if not any(isinstance(e.kind, Kind.Constant | Kind.Enum) for e in errors)]
    if len(meant) == 1 or (len(near) == 1 and not meant):
        return [text for error in (meant or near)[0] for text in _describe(error, {}, part)]
    if near and not meant:
        return [_none_said(near, part)]
    told = [f"must be {one_line('; or '.join(dict.fromkeys(other_kinds)))}"] if other_kinds else []
    told += [" and ".join(text for error in errors[:2] for text in _describe(error, {}, part)) for errors in meant]
    shown = one_line("; or ".join(dict.fromkeys(told)), MAX_OPTIONS_TOLD)
    return [f"{where} is {show(_given(whole, part))}, which fits none of the allowed forms: {shown}"]


def _none_said(near: list[list[ValidationError]], part: Part) -> str:
    """The value names an option, for example by its `kind`, and no option has that name."""
    from jsonschema_rs import ValidationErrorKind as Kind

    wanted: dict[str, list[str]] = {}
    instances: dict[str, Any] = {}
    for errors in near:
        for error in errors:
            place = _place(part.whole_path(error.instance_path)).text or "the value"
            if isinstance(error.kind, Kind.Constant):
                wanted.setdefault(place, []).append(show(error.kind.expected_value, 40))
            elif isinstance(error.kind, Kind.Enum):
                wanted.setdefault(place, []).extend(show(option, 40) for option in error.kind.options[:MAX_TRIED])
            instances.setdefault(place, _given(error, part))
    place = max(wanted, key=lambda each: len(wanted[each]))
    options = ", ".join(dict.fromkeys(wanted[place]))
    return (
        f"{place} is {show(instances[place])}, must be {'one of ' if len(wanted[place]) > 1 else ''}{one_line(options)}"
    )


def _schema_at(path: list[str | int], root: Schema) -> Schema:
    """The schema of the place, for its properties; what cannot be followed (oneOf, patterns) knows none."""
    schema = resolve(root, root)
    for part in path:
        if isinstance(part, int):
            schema = as_schema(schema.get("items"))
        else:
            schema = properties(schema).get(part, as_schema(schema.get("additionalProperties")))
        schema = resolve(schema, root)
    return schema


def outline(schema: Schema, root: Schema, words: Words = JSON, most: int = 6) -> str:
    """A schema in two words: string, array of integer, one of "a", "b". `most` options are shown, also those of a list and beside null."""
    left = [MAX_PARTS]
    schema = flat(schema, root, left)
    told = _options(schema, most)
    if told:
        return told
    named = [one_line(k, 20) for k in kinds(schema)]
    if named == ["array"] and isinstance(schema.get("items"), Mapping):
        items = flat(as_schema(schema["items"]), root, left)
        inner = kinds(items)
        if len(inner) == 1:
            kind = _options(items, most) or words.names.get(inner[0], one_line(inner[0], 20))
            return words.list.replace("*", kind)
    if not named:
        members = [flat(option, root, left) for option in alternatives(schema, MAX_LOOKED)]
        named = [told for each in members for told in ([_options(each, most)] if _options(each, most) else kinds(each))]
    return " or ".join(dict.fromkeys(words.names.get(k, k) for k in named)) or words.anything


def _options(schema: Schema, most: int) -> str:
    """The values of an enum, "" for other schemas."""
    options = schema.get("enum")
    if not isinstance(options, list) or not options:
        return ""
    values = cast("list[object]", options)
    return "one of " + ", ".join(show(option, 30) for option in values[:most]) + (", ..." if len(values) > most else "")


def _known_keys(schema: Schema, root: Schema) -> str:
    """The properties with their kinds, required ones first: `title (string, required), labels (array of string)`."""
    members, needed = properties(schema), required(schema)
    if not members:
        return other_keys(schema, root) or "none"
    order = sorted(members, key=lambda key: key not in needed)
    shown = [
        f"{one_line(key, 60)} ({outline(members[key], root)}{', required' if key in needed else ''})"
        for key in order[:MAX_KEYS_TOLD]
    ]
    more = len(order) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
