"""What an operation of an OpenAPI document takes and gives, of OpenAPI 3 and of Swagger 2.0."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from codemode.catalog.schemas import kinds
from codemode.sources.openapi_schemas import Document

_PARAMETER = re.compile(r"\{([^{}]+)\}")
# how values stand in a request is the wire's business, not the program's
_IGNORED_HEADERS = frozenset({"accept", "content-type"})
_OF_SECURITY = "authorization"  # which OpenAPI 3 ignores as a parameter, and Swagger does not
_SWAGGER_SCHEMA = (
    "type format items enum default minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern minItems maxItems uniqueItems "
    "multipleOf"
).split()
FORM, MULTIPART, BINARY = "application/x-www-form-urlencoded", "multipart/form-data", "application/octet-stream"
MAX_EXAMPLE = 300  # characters
AS_JSON = "json"  # a style of ours: a parameter is the text of a JSON value
CONTENT_TYPE = "contentType"  # the media type of a part of a form, in its schema
# the styles of parameters, the usual one first
_STYLES = {
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "path": ("simple", "label", "matrix"),
    "header": ("simple",),
}
_COLLECTIONS = {"csv": "form", "ssv": "spaceDelimited", "tsv": "tabDelimited", "pipes": "pipeDelimited"}
_SCALARS = frozenset("string number integer boolean".split())


@dataclass(slots=True)
class Inputs:
    """The arguments of an operation."""

    properties: dict[str, Any] = field(default_factory=dict[str, Any])
    required: list[str] = field(default_factory=list[str])
    in_headers: list[str] = field(default_factory=list[str])

    def leave_out(self, headers: Iterable[str], others: Iterable[str]) -> None:
        """Leaves out parameters that the host fills in."""
        given = {name.lower() for name in headers}
        gone = {*others, *(name for name in self.in_headers if name.lower() in given)}
        self.properties = {name: each for name, each in self.properties.items() if name not in gone}
        self.required = [name for name in self.required if name not in gone]
        self.in_headers = [name for name in self.in_headers if name not in gone]

    def schema(self) -> dict[str, Any]:
        made: dict[str, Any] = {"type": "object", "properties": self.properties}
        return made | ({"required": list(dict.fromkeys(self.required))} if self.required else {})


@dataclass(slots=True)
class Body:
    schema: dict[str, Any]
    content_type: str
    required: bool


# --- parameters --------------------------------------------------------------------------------------------------------


def parameters_of(document: Document, path: str, item: dict[str, Any], operation: dict[str, Any]) -> Inputs:
    """The parameters in path, query and headers. Cookies are not arguments: they are somebody else's session."""
    inputs = Inputs()
    for given in _parameters(document, item, operation):
        name, place = given["name"], given.get("in")
        if place not in ("path", "query", "header"):
            continue
        if place == "header":
            if name.lower() in _IGNORED_HEADERS or (name.lower() == _OF_SECURITY and not document.is_swagger):
                continue
            inputs.in_headers.append(name)
        made = _described(given, _schema_of(given, document.is_swagger))
        inputs.properties[name] = made | _style(document, given, place)
        if given.get("required") is True or place == "path":
            inputs.required.append(name)
    for name in _PARAMETER.findall(path):
        if name not in inputs.properties:  # the document forgot it
            inputs.properties[name] = {"type": "string"}
            inputs.required.append(name)
    return inputs


def _parameters(document: Document, item: dict[str, Any], operation: dict[str, Any]) -> list[dict[str, Any]]:
    """The parameters of the path and of the operation; those of the operation win."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for owner in (item, operation):
        listed = owner.get("parameters")
        for each in cast("list[object]", listed) if isinstance(listed, list) else []:
            given = document.resolve(each)
            if isinstance(given.get("name"), str) and given["name"]:
                found[given["name"], str(given.get("in"))] = given
    return list(found.values())


def _schema_of(given: dict[str, Any], swagger: bool) -> dict[str, Any]:
    if swagger and "schema" not in given:
        return {key: given[key] for key in _SWAGGER_SCHEMA if key in given}
    schema = next((each.get("schema") for each in _contents(given).values()), given.get("schema"))
    return cast("dict[str, Any]", schema) if isinstance(schema, dict) else {}


def _described(given: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    told = given.get("description")
    made = {**schema, "description": told} if isinstance(told, str) and told else dict(schema)
    example = given.get("example", given.get("x-example"))
    if example is not None and not {"example", "examples"} & schema.keys() and len(str(example)) <= MAX_EXAMPLE:
        made["examples"] = [example]
    return made


def _style(document: Document, given: dict[str, Any], place: str) -> dict[str, Any]:
    """How a parameter, or a field of a form, is written, in OpenAPI's words, if it differs from UTCP's way: lists as several parameters of a query,
    elsewhere with commas, and objects as JSON."""
    if document.is_swagger:
        how = _COLLECTIONS.get(given.get("collectionFormat", "csv"))
        is_usual = how is None or (how == "form" and place != "query")
        return {} if is_usual or given.get("type") != "array" else {"style": how, "explode": False}
    if contents := _contents(given):
        return {"style": AS_JSON} if all(map(is_json, contents)) else {}
    usual = _STYLES[place][0]
    style = given.get("style", usual)
    if style not in _STYLES[place]:
        document.note(f"has the parameter {given.get('name')!r} with the style {style!r}, and is called with {usual!r}")
        style = usual
    if style == "deepObject":
        return {"style": style}
    explode = given.get("explode", style == "form") is True
    named = set(kinds(document.resolve(given.get("schema")))) - {"null"}
    is_list = named == {"array"} and explode is (place == "query")
    is_usual = style == usual and (is_list or bool(named and named <= _SCALARS))
    return {} if is_usual else {"style": style, "explode": explode}


# --- bodies ------------------------------------------------------------------------------------------------------------


def body_of(document: Document, item: dict[str, Any], operation: dict[str, Any]) -> Body | None:
    if document.is_swagger:
        return _swagger_body(document, item, operation)
    told = document.resolve(operation.get("requestBody"))
    content_type, content = _chosen(_contents(told))
    if not content_type:
        return None
    schema = content.get("schema")
    made = cast("dict[str, Any]", schema) if isinstance(schema, dict) else {}
    if "*" in content_type:
        content_type = BINARY if document.resolve(made).get("format") == "binary" else "application/json"
    if is_json(content_type):
        made = made or {"description": "any JSON value"}
    elif content_type in (FORM, MULTIPART):
        made = _with_styles(document, made, content.get("encoding"))
    else:
        made = _of_text(content_type, made)
    return Body(_described(told, made), content_type, told.get("required") is True)


def _swagger_body(document: Document, item: dict[str, Any], operation: dict[str, Any]) -> Body | None:
    """The body of an operation of Swagger 2: one parameter is the body, or some are the fields of a form."""
    given = [each for each in _parameters(document, item, operation) if each.get("in") in ("body", "formData")]
    takes = operation.get("consumes", document.fields.get("consumes"))
    listed = cast("list[object]", takes) if isinstance(takes, list) else []
    consumes = [each for each in listed if isinstance(each, str)]
    whole = next((each for each in given if each["in"] == "body"), None)
    if whole is not None:
        content_type = min(map(media_type, consumes), key=lambda each: not is_json(each), default="application/json")
        content_type = "application/json" if "*" in content_type else content_type
        made = _schema_of(whole, swagger=False)
        made = made if is_json(content_type) else _of_text(content_type, made)
        return Body(_described(whole, made), content_type, whole.get("required") is True)
    if not given:
        return None
    has_file = any(each.get("type") == "file" for each in given)
    fields = {
        each["name"]: _described(each, _schema_of(each, swagger=True)) | _style(document, each, "query")
        for each in given
    }
    needed = [each["name"] for each in given if each.get("required") is True]
    schema: dict[str, Any] = {"type": "object", "properties": fields, **({"required": needed} if needed else {})}
    return Body(
        schema, MULTIPART if has_file or (MULTIPART in consumes and FORM not in consumes) else FORM, bool(needed)
    )


def _chosen(contents: dict[str, dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    """The media type with the most detailed description, and that description."""

    def worth(name: str) -> int:
        plain = media_type(name)
        if is_json(plain):
            return 0 if plain == "application/json" else 1
        order = (MULTIPART, FORM)
        return 2 + order.index(plain) if plain in order else 4 if plain.startswith("text/") else 5

    name = min(contents, key=worth, default="")
    return media_type(name), contents.get(name, {})


def _with_styles(document: Document, schema: dict[str, Any], encoding: object) -> dict[str, Any]:
    """The fields of a form, with how its lists and objects are sent."""
    told = cast("dict[str, Any]", encoding) if isinstance(encoding, dict) else {}
    fields = document.resolve(schema)
    members = cast("dict[str, Any]", fields.get("properties") or {})
    styles: dict[str, dict[str, Any]] = {}
    for name, given in told.items():
        how = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
        if how.keys() & {"style", "explode"}:  # without them, objects are JSON in a form
            styles[name] = _style(document, {**how, "name": name, "schema": members.get(name)}, "query")
        kind = str(how.get("contentType", "")).partition(",")[0].strip()  # the first of several that are allowed
        if kind and "*" not in kind:
            styles[name] = styles.get(name, {}) | {CONTENT_TYPE: kind}
    if not any(styles.values()):
        return schema
    return {
        **fields,
        "properties": {k: {**v, **styles.get(k, {})} if isinstance(v, dict) else v for k, v in members.items()},
    }


def _of_text(content_type: str, schema: dict[str, Any]) -> dict[str, Any]:
    if content_type.startswith("text/") or content_type.endswith(("xml", "yaml")):
        return {"type": "string", "description": f"as {content_type}"}
    return {"type": "string", "format": "binary", "description": schema.get("description") or f"as {content_type}"}


# --- results -----------------------------------------------------------------------------------------------------------


def result_of(document: Document, operation: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The schema of a successful answer, {} if none is declared, and the media type to request, "" for any."""
    schemas: list[dict[str, Any]] = []
    accepted: list[str] = []
    empty: list[str] = []
    for status, response in _successes(document, operation):
        contents = _contents(response)
        if document.is_swagger and isinstance(response.get("schema"), dict):
            makes = operation.get("produces", document.fields.get("produces"))
            kinds = cast("list[object]", makes) if isinstance(makes, list) and makes else ["application/json"]
            contents = {str(kind): {"schema": response["schema"]} for kind in kinds}
        if not contents:
            empty.append(status)
            continue
        name, told = _chosen(contents)
        schema = _promised(name, told.get("schema"))
        if not schema:
            return {}, ""
        if schema not in schemas:
            schemas.append(schema)
        if name and "*" not in name and len(contents) > 1:
            accepted.append(name)
    if not schemas:
        return ({"type": "null"} if empty and set(empty) <= _WITHOUT_CONTENT else {}), ""
    options = [*schemas, *([{"type": "null"}] if empty else [])]
    return (options[0] if len(options) == 1 else {"anyOf": options}), next(iter(accepted), "")


_WITHOUT_CONTENT = {"204", "205"}


def _successes(document: Document, operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The successful answers. `default` mostly describes an error; it counts if there is nothing else. YAML has status codes as numbers."""
    told = operation.get("responses")
    responses = (
        {str(key).upper(): each for key, each in cast("dict[object, object]", told).items()}
        if isinstance(told, dict)
        else {}
    )
    found = sorted(key for key in responses if re.fullmatch(r"2(\d\d|XX)", key))
    for key in found or [key for key in responses if key == "DEFAULT"]:
        yield key, document.resolve(responses[key])


def _promised(name: str, schema: object) -> dict[str, Any]:
    if is_json(name):
        return cast("dict[str, Any]", schema) if isinstance(schema, dict) else {}
    return {"type": "string"} if name.startswith("text/") and name != "text/event-stream" else {}


def _contents(node: dict[str, Any]) -> dict[str, dict[str, Any]]:
    told = node.get("content")
    found = cast("dict[object, object]", told) if isinstance(told, dict) else {}
    return {str(name): cast("dict[str, Any]", each) if isinstance(each, dict) else {} for name, each in found.items()}


def media_type(name: str) -> str:
    return name.partition(";")[0].strip().lower()


def is_json(name: str) -> bool:
    plain = media_type(name)
    return plain in ("application/json", "*/*", "application/*") or plain.endswith("+json") or plain == "text/json"
