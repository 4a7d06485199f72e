"""OpenAPI documents as UTCP reads them: made plain before, because UTCP resolves only the outermost reference of a schema.

What lies deeper, the items of a list or an object in a body, would reach a model as a reference into a document that it cannot see.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast

from codemode.catalog.schemas import with_null

# of a document with its references filled in, which can nest to any size: of one operation, and of all together
MAX_PART, MAX_NODES = 5000, 500_000
MAX_DEPTH = 32


def read_whole_documents() -> None:
    """Make UTCP's converter of OpenAPI documents fill in references. Done once, however often it is called."""
    converter: Any = import_module("utcp_http.openapi_converter").OpenApiConverter
    before = converter.__init__
    if getattr(before, "fills_in", False):
        return

    def init(self: Any, openapi_spec: Any, *args: Any, **named: Any) -> None:
        before(self, plain_document(openapi_spec), *args, **named)

    init.fills_in = True  # type: ignore[attr-defined]
    converter.__init__ = init


def plain_document(document: Any, most: int = MAX_NODES) -> Any:
    """The document with every local reference filled in, and OpenAPI's own words for schemas in those of JSON Schema."""
    fields = cast("dict[str, Any]", document) if isinstance(document, dict) else {}
    if "paths" not in fields:
        return cast(object, document)
    paths = _filled_paths(fields, most)
    for path in _objects(paths):
        for operation in _objects(path):
            for response in _objects(operation.get("responses")):
                for content in _objects(response.get("content")):
                    _drop_union(content)
    return {**fields, "paths": paths}


def _objects(node: object) -> list[dict[str, Any]]:
    """The values of an object that are objects themselves."""
    values = list(cast("dict[str, object]", node).values()) if isinstance(node, dict) else []
    return [cast("dict[str, Any]", value) for value in values if isinstance(value, dict)]


def _filled_paths(document: dict[str, Any], most: int) -> Any:
    """Operation by operation, so that a large one takes nothing away from the others. What is beyond all bounds stays as it is."""
    paths = cast(object, document["paths"])
    if not isinstance(paths, dict):
        return paths
    left = most
    filled: dict[str, Any] = {}
    for name, path in cast("dict[str, Any]", paths).items():
        reference = cast("dict[str, Any]", path).get("$ref") if isinstance(path, dict) else None
        operations = _find(document, reference) if isinstance(reference, str) else cast(Any, path)
        if not isinstance(operations, dict):
            continue
        filled[name] = {}
        for key, part in cast("dict[str, Any]", operations).items():
            filling = _Filling(document, MAX_PART)
            filled[name][key] = filling.fill(part, (), 0) if left > 0 else part
            left -= filling.used
    return filled


class _Filling:
    def __init__(self, document: dict[str, Any], most: int) -> None:
        self._document = document
        self._most = most
        self.used = 0

    def fill(self, node: Any, seen: tuple[str, ...], depth: int) -> Any:
        self.used += 1
        if self.used > self._most or depth > MAX_DEPTH:
            # as little as can stand there
            return {} if isinstance(node, dict) else [] if isinstance(node, list) else node
        if isinstance(node, list):
            return [self.fill(item, seen, depth + 1) for item in cast("list[Any]", node)]
        if not isinstance(node, dict):
            return cast(object, node)
        fields = cast("dict[str, Any]", node)
        reference = fields.get("$ref")
        if isinstance(reference, str):
            # a schema that holds itself is anything from the second time on
            return (
                {} if reference in seen else self.fill(_find(self._document, reference), (*seen, reference), depth + 1)
            )
        return _in_json_schema({key: self.fill(value, seen, depth + 1) for key, value in fields.items()})


def _find(document: dict[str, Any], reference: str) -> Any:
    node: Any = document if reference.startswith("#/") else {}
    for part in reference[2:].split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        node = cast("dict[str, Any]", node).get(name) if isinstance(node, dict) else None
    return cast("dict[str, Any]", node) if isinstance(node, dict) else {}


def _in_json_schema(fields: dict[str, Any]) -> dict[str, Any]:
    """`nullable` is OpenAPI 3.0's, and UTCP drops `allOf`: objects that are put together are one object."""
    parts = _parts(fields.get("allOf"))
    if not parts:
        return dict(with_null(fields))
    whole = {key: value for key, value in fields.items() if key != "allOf"}
    properties: dict[str, Any] = {}
    required: dict[str, None] = {}
    for part in (*parts, whole):
        properties |= cast("dict[str, Any]", part.get("properties") or {})
        required |= dict.fromkeys(cast("list[str]", part.get("required") or []))
    whole |= {"type": "object", "properties": properties}
    return dict(with_null(whole | {"required": list(required)} if required else whole))


def _parts(all_of: object) -> list[dict[str, Any]]:
    """The parts of an `allOf` that are all objects with properties."""
    parts = cast("list[object]", all_of) if isinstance(all_of, list) else []
    found = [cast("dict[str, Any]", part) for part in parts if isinstance(part, dict)]
    return found if len(found) == len(parts) and all("properties" in part for part in found) else []


def _drop_union(content: dict[str, Any]) -> None:
    """UTCP takes a result without a `type` for an object; of one that may be several things nothing is declared."""
    schema = content.get("schema")
    if isinstance(schema, dict) and not {"type", "properties"} & cast("dict[str, Any]", schema).keys():
        content["schema"] = {}
