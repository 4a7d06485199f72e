"""The schemas of an OpenAPI document as JSON Schema, each made when somebody reads it.

A document such as GitHub's has a thousand operations whose schemas refer to each other. Nothing is copied when the tools are listed; the schema
of one operation takes what it refers to along, in `$defs`.
"""

from __future__ import annotations

import hashlib
import json
import marshal
from collections import defaultdict, deque
from typing import Any, Literal, NamedTuple, cast
from urllib.parse import unquote

from codemode.catalog.combined import Discriminator, Tag, are_named, discriminator_of, tag_of, tagged
from codemode.catalog.lazy_schemas import Deferred
from codemode.catalog.schema_notes import HIDDEN
from codemode.catalog.schemas import CHARACTERS_PER_NODE, Schema, as_schema, with_null

Side = Literal["input", "output"]

MAX_NODES = 12_000  # nodes of one schema with all that it refers to, counted as the catalog counts them
MAX_DEPTH = 40
MAX_CHAIN = 20  # references to references
MAX_LOST = 20  # references that an operation may name in vain
MAX_PARTS = 50  # of an allOf
MAX_SEARCHED = 500_000  # parts of a document in which references are looked for that lead nowhere

# what OpenAPI says of the wire or of other schemas, besides its `x-` words
_DROPPED = frozenset("xml externalDocs discriminator example".split())
_DATA = frozenset("example examples default enum const".split())
_ONE = frozenset("items additionalProperties not contains propertyNames if then else unevaluatedItems".split())
_LIST = frozenset("allOf anyOf oneOf prefixItems".split())
_MAP = frozenset("properties patternProperties $defs definitions dependentSchemas".split())
_HIDDEN = {"input": "readOnly", "output": "writeOnly"}


class Document:
    """An OpenAPI document, for finding what its references mean."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields
        self.is_swagger = "swagger" in fields
        self._digest = _digest(fields)
        self._lost: dict[str, None] = {}  # references that lead nowhere
        self._seen: set[str] = set()  # references that were followed in a search
        self._searched = 0
        self._notes: list[str] = []  # what else is wrong with an operation
        # the document that outlines refer to
        self._roots = {
            key: fields[key] for key in ("components", "definitions", "parameters", "responses") if key in fields
        }

    def resolve(self, node: object) -> dict[str, Any]:
        """An object of the document, or the object that it refers to; {} for anything else."""
        for _ in range(MAX_CHAIN):
            fields = cast("dict[str, Any]", node) if isinstance(node, dict) else {}
            reference = fields.get("$ref")
            if not isinstance(reference, str):
                return fields
            node = self._find(reference)
            if node is None and len(self._lost) < MAX_LOST:
                self._lost[reference] = None
        return {}

    def search(self, schema: object) -> None:
        """Looks for references that lead nowhere in a schema and in all that it refers to, as far as no earlier search has looked."""
        left = [schema]
        while left and self._searched < MAX_SEARCHED:
            node = left.pop()
            self._searched += 1
            if isinstance(node, list):
                left += cast("list[object]", node)
            elif isinstance(node, dict):
                fields = cast("dict[str, object]", node)
                reference = fields.get("$ref")
                if isinstance(reference, str) and reference not in self._seen:
                    self._seen.add(reference)
                    left.append(self.resolve(fields))
                inside = [value for key, value in fields.items() if key not in _DATA and not key.startswith("x-")]
                left += [value for value in inside if isinstance(value, dict | list)]

    def take_lost(self) -> list[str]:
        """The references that led nowhere since this was asked."""
        found, self._lost = [*self._lost], {}
        return found

    def note(self, told: str) -> None:
        if len(self._notes) < MAX_LOST:
            self._notes.append(told)

    def take_notes(self) -> list[str]:
        """What is wrong with the operation that was read since this was asked."""
        found, self._notes = self._notes, []
        return found

    def _find(self, reference: str) -> object:
        """Nothing is ever fetched."""
        node: Any = self.fields if reference.startswith("#/") else None
        for part in reference[2:].split("/"):
            key = _key(part)
            if isinstance(node, dict):
                node = cast("dict[str, Any]", node).get(key)
            elif isinstance(node, list) and key.isdecimal() and len(key) < 6:
                items = cast("list[Any]", node)
                node = items[int(key)] if int(key) < len(items) else None
            else:
                return None
        return node

    def schema(self, made: dict[str, Any], side: Side, place: str) -> Deferred:
        """The schema of one side of an operation, whose references lead into the document. `place` tells it from others of the document."""
        # a result that is only a reference is resolved
        outline = {**(self.resolve(made) if "$ref" in made else made), **self._roots, HIDDEN: _HIDDEN[side]}
        digest = hashlib.blake2b(f"{place} {side}".encode(), key=self._digest, digest_size=16).hexdigest()
        return Deferred(lambda: _Taking(self, side).whole(made), outline, digest)


def _key(part: str) -> str:
    """Decodes one part of a JSON pointer."""
    return unquote(part).replace("~1", "/").replace("~0", "~")


def _digest(fields: dict[str, Any]) -> bytes:
    try:
        data = marshal.dumps(fields, 2)  # later versions write references, which vary
    except ValueError:
        data = json.dumps(fields, default=str).encode()
    return hashlib.blake2b(data, digest_size=32).digest()


class _Wanted(NamedTuple):
    """A schema that is to be copied. An alternative is copied with the values of its discriminator."""

    reference: str
    tag: Tag | None


class _Taking:
    """Copies one schema, and the schemas that it refers to."""

    def __init__(self, document: Document, side: Side) -> None:
        self._document = document
        self._hidden = _HIDDEN[side]
        self._names: dict[_Wanted, str] = {}
        self._taken: dict[str, str] = {}  # references, by name
        self._numbers: defaultdict[str, int] = defaultdict(lambda: 1)  # the last one behind a name
        self._waiting: deque[_Wanted] = deque()
        self._bases: dict[int, Discriminator | None] = {}  # by the id of their schema
        self._left = MAX_NODES

    def whole(self, made: dict[str, Any]) -> dict[str, Any]:
        root = self._schema(self._document.resolve(made) if "$ref" in made else made, 0)
        taken: dict[str, Any] = {}
        while self._waiting:
            # the nearest schemas come first; when there is no more room, the others allow anything
            wanted = self._waiting.popleft()
            found = self._document.resolve({"$ref": wanted.reference})
            made = self._schema(found, 0) if self._left > 0 else {}
            taken[self._names[wanted]] = tagged(made, wanted.tag, self._find) if made and wanted.tag else made
        return {**root, "$defs": taken} if taken else root

    def _schema(self, node: object, depth: int) -> Any:
        """Only whole schemas are ever left out: a list of allowed values or of alternatives is never cut."""
        self._left -= 1
        if isinstance(node, bool):
            return node
        if not isinstance(node, dict) or depth > MAX_DEPTH or self._left <= 0:
            return {}
        fields = cast("dict[str, Any]", node)
        made: dict[str, Any] = {}
        for key, value in fields.items():
            if key in _DROPPED or key.startswith("x-"):
                continue
            if key in _MAP | _LIST and isinstance(value, dict | list) and len(cast("list[object]", value)) > MAX_NODES:
                return {}
            if key == "$ref":
                if isinstance(value, str):
                    made[key] = self._reference(value)
            elif key in _ONE:
                made[key] = self._schema(cast(object, value), depth + 1)
            elif key in _LIST:
                if isinstance(value, list) and value:
                    word, options = self._options(key, cast("list[object]", value), fields, depth + 1)
                    made[word] = options
            elif key in _MAP:
                made[key] = self._members(cast(object, value), depth)
            else:
                self._left -= len(value) // CHARACTERS_PER_NODE if isinstance(value, str) else 1
                made[key] = value
        if fields.get("x-nullable") is True:  # Swagger has no word of its own for it
            made["nullable"] = True
        return dict(with_null(self._in_json_schema(made, fields)))

    def _options(self, word: str, given: list[object], fields: Schema, depth: int) -> tuple[str, list[Any]]:
        """Copies several schemas, and returns the keyword for them. With a discriminator, each alternative allows
        only the values that select it."""
        told = discriminator_of(fields) if word != "allOf" else None
        if told is None and (word == "allOf" or not are_named(given)):
            return word, [self._schema(each, depth) for each in given]
        made: list[Any] = []
        for each in given:
            option = as_schema(each)
            tag = tag_of(option, told, self._document.resolve, self._read) if self._left > 0 else None
            self._left -= len(tag.values) if tag else 0
            made.append({"$ref": self._reference(option["$ref"], tag)} if tag else self._schema(each, depth))
        # where nothing tells two of them apart, both may be valid
        return "anyOf" if told is not None and "anyOf" not in fields else word, made

    def _read(self, base: Schema) -> Discriminator | None:
        """The discriminator of a schema that many others may extend."""
        if id(base) not in self._bases:
            self._bases[id(base)] = discriminator_of(base)
        return self._bases[id(base)]

    def _find(self, made: Schema) -> Schema:
        """What a schema in the copy refers to, as the document has it."""
        name = _key(str(made.get("$ref")).removeprefix("#/$defs/"))
        return self._document.resolve({"$ref": self._taken[name]}) if name in self._taken else made

    def _members(self, given: object, depth: int) -> dict[str, Any]:
        members = cast("dict[str, object]", given) if isinstance(given, dict) else {}
        return {
            str(name): self._schema(member, depth + 1) for name, member in members.items() if not self._hides(member)
        }

    def _hides(self, member: object) -> bool:
        if not isinstance(member, dict) or self._left <= 0:
            return False
        hides = self._document.resolve(cast(object, member)).get(self._hidden) is True
        self._left -= hides  # the others count when they are copied
        return hides

    def _reference(self, reference: str, tag: Tag | None = None) -> str:
        wanted = _Wanted(reference, tag)
        name = self._names.get(wanted)
        if name is None:
            own = name = _key(reference.rpartition("/")[2]) or "schema"
            while name in self._taken:
                self._numbers[own] += 1
                name = f"{own}{self._numbers[own]}"
            self._names[wanted] = name
            self._taken[name] = reference
            self._waiting.append(wanted)
        return f"#/$defs/{name.replace('~', '~0').replace('/', '~1')}"

    def _in_json_schema(self, made: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
        """OpenAPI's own words, and what documents get wrong."""
        for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
            if isinstance(made.get(exclusive), bool) and made.pop(exclusive) and bound in made:
                made[exclusive] = made.pop(bound)
        if made.get("type") == "file" or (
            "contentMediaType" in made and not made.keys() & {"contentEncoding", "format"}
        ):
            made |= {"type": "string", "format": "binary"}
        if isinstance(made.get("type"), str) and made["type"] not in _TYPES:
            del made["type"]
        if made.get("enum") == []:
            del made["enum"]
        if "example" in fields and "examples" not in made and not isinstance(fields["example"], dict | list):
            made["examples"] = [fields["example"]]
        if "required" in made:
            made["required"] = self._required(made["required"], fields)
        return self._put_together(made, fields)

    def _required(self, given: object, fields: dict[str, Any]) -> list[str]:
        names = cast("list[object]", given) if isinstance(given, list) else []
        given_members = fields.get("properties")
        members = cast("dict[str, object]", given_members) if isinstance(given_members, dict) else {}
        return list(dict.fromkeys(n for n in names if isinstance(n, str) and not self._hides(members.get(n))))

    def _put_together(self, made: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
        """Objects that are put together by `allOf` are one object."""
        parts = self._parts(fields.get("allOf"), 0)
        if not parts:
            return made
        whole = {key: value for key, value in made.items() if key != "allOf"}
        properties: dict[str, Any] = {}
        required: dict[str, None] = {}
        for part in (*parts, fields):
            properties |= self._members(part.get("properties"), 0)
            required |= dict.fromkeys(self._required(part.get("required"), part))
        whole |= {"type": "object", "properties": properties}
        return whole | ({"required": list(required)} if required else {})

    def _parts(self, all_of: object, depth: int) -> list[dict[str, Any]]:
        """The parts of an `allOf`, if all are objects with properties and cannot contradict each other."""
        parts = cast("list[object]", all_of) if isinstance(all_of, list) else []
        found: list[dict[str, Any]] = []
        for part in parts:
            if len(found) > MAX_PARTS:
                return []
            fields = self._document.resolve(part)
            if "allOf" in fields:
                inner = self._parts(fields["allOf"], depth + 1) if depth < 5 else []
                if not inner:
                    return []
                found += inner
                if "properties" not in fields:
                    continue
            words = {word for word in fields if not word.startswith("x-")}
            if not isinstance(fields.get("properties"), dict) or not words <= _MERGED:
                return []
            found.append(fields)
        together = sum(len(cast("dict[str, object]", part["properties"])) for part in found)
        return found if len(found) <= MAX_PARTS and together <= MAX_NODES else []


_TYPES = frozenset("string number integer boolean object array null".split())
_MERGED = frozenset(
    "type properties required title description example examples xml externalDocs discriminator nullable allOf readOnly writeOnly deprecated "
    "additionalProperties".split()
)
