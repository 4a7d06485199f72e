"""How arguments are written in path, query, headers and forms, as an OpenAPI document says, each against a real server."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from codemode import Engine, File, FunctionSource
from codemode.sources.openapi_schemas import Document
from tests.sources.openapi_apis import asked, gives, openapi, operation, source_of, swagger, value_of

pytestmark = pytest.mark.anyio

TEXT = {"type": "string"}
LIST = {"type": "array", "items": {"type": "integer"}}
OBJECT = {"type": "object", "properties": {"a": {"type": "integer"}, "b": TEXT}}
POINT, PAIR = 'map[string]any{"a": 1, "b": "x y"}', "[]int{1, 2}"
JSON_TEXT = {"content": {"application/json": {"schema": OBJECT}}}


def parameter(name: str, place: str, schema: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "schema": schema, "required": place == "path", **more}


QUERIES: list[tuple[dict[str, Any], dict[str, Any], str, list[list[str]]]] = [
    # the schema, its style, the argument, the query
    (OBJECT, {}, POINT, [["a", "1"], ["b", "x y"]]),
    (OBJECT, {"style": "form", "explode": True}, POINT, [["a", "1"], ["b", "x y"]]),
    ({}, {}, POINT, [["a", "1"], ["b", "x y"]]),
    ({}, {}, PAIR, [["p", "1"], ["p", "2"]]),
    ({"$ref": "#/components/schemas/Point"}, {}, POINT, [["a", "1"], ["b", "x y"]]),
    ({"type": ["object", "null"]}, {}, POINT, [["a", "1"], ["b", "x y"]]),
    (OBJECT, {"explode": False}, POINT, [["p", "a,1,b,x y"]]),
    (OBJECT, {"style": "pipeDelimited"}, POINT, [["p", "a|1|b|x y"]]),
    (OBJECT, {"style": "spaceDelimited", "explode": False}, POINT, [["p", "a 1 b x y"]]),
    (OBJECT, {"style": "deepObject", "explode": True}, POINT, [["p[a]", "1"], ["p[b]", "x y"]]),
    (OBJECT, {}, 'map[string]any{"p": true, "a": nil, "l": []int{1}}', [["l", "[1]"], ["p", "true"]]),
    (LIST, {}, PAIR, [["p", "1"], ["p", "2"]]),
    (LIST, {"explode": False}, PAIR, [["p", "1,2"]]),
    (TEXT, {"explode": False}, '"a,b"', [["p", "a,b"]]),
    (None, JSON_TEXT, POINT, [["p", '{"a":1,"b":"x y"}']]),
    (TEXT, JSON_TEXT, POINT, [["p", '{"a":1,"b":"x y"}']]),
    (None, {"content": {"application/json": {"schema": LIST}}}, PAIR, [["p", "[1,2]"]]),
    (None, {"content": {"application/vnd.x+json": {"schema": TEXT}}}, '"x"', [["p", '"x"']]),
    (None, {"content": {"text/plain": {"schema": TEXT}}}, '"x"', [["p", "x"]]),
]


@pytest.mark.parametrize(("schema", "style", "argument", "query"), QUERIES)
async def test_queries(schema: Any, style: Any, argument: str, query: Any) -> None:
    given = parameter("p", "query", schema, **style)
    if schema is None:
        del given["schema"]
    document = openapi({"/x": {"get": operation("x", parameters=[given])}}, components={"schemas": {"Point": OBJECT}})
    async with source_of(document) as source:
        got = await asked(source, "api.x", f'map[string]any{{"p": {argument}}}')
        assert sorted(got["query"]) == query
        assert source.warnings == []


PATHS: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    # the schema, its style, the argument, the path
    (LIST, {}, PAIR, "1,2"),
    (LIST, {"explode": True}, PAIR, "1,2"),
    (LIST, {"style": "label"}, PAIR, ".1,2"),
    (LIST, {"style": "label", "explode": True}, PAIR, ".1.2"),
    (LIST, {"style": "matrix"}, PAIR, ";p=1,2"),
    (LIST, {"style": "matrix", "explode": True}, PAIR, ";p=1;p=2"),
    (OBJECT, {}, POINT, "a,1,b,x y"),
    (OBJECT, {"explode": True}, POINT, "a=1,b=x y"),
    (OBJECT, {"style": "label"}, POINT, ".a,1,b,x y"),
    (OBJECT, {"style": "label", "explode": True}, POINT, ".a=1.b=x y"),
    (OBJECT, {"style": "matrix"}, POINT, ";p=a,1,b,x y"),
    (OBJECT, {"style": "matrix", "explode": True}, POINT, ";a=1;b=x y"),
    (TEXT, {"style": "label"}, '"x"', ".x"),
    (TEXT, {"style": "matrix"}, '"x"', ";p=x"),
    (TEXT, JSON_TEXT, POINT, '{"a":1,"b":"x y"}'),
]


@pytest.mark.parametrize(("schema", "style", "argument", "path"), PATHS)
async def test_paths_and_headers(schema: Any, style: Any, argument: str, path: str) -> None:
    parameters = [parameter("p", "path", schema, **style), parameter("X-P", "header", schema, **style)]
    if "style" in style:
        parameters.pop()
    async with source_of(openapi({"/x/{p}": {"get": operation("x", parameters=parameters)}})) as source:
        header = f', "X-P": {argument}' if len(parameters) > 1 else ""
        got = await asked(source, "api.x", f'map[string]any{{"p": {argument}{header}}}')
        assert got["path"] == f"/x/{path}"
        assert got["headers"].get("x-p", path) == path


async def test_members_of_an_object_do_not_become_other_arguments() -> None:
    parameters = [
        parameter("id", "path", TEXT),
        parameter("o", "query", OBJECT),
        parameter("X-Key", "header", TEXT),
        parameter("n", "query", TEXT),
    ]
    operations = {"post": operation("x", parameters=parameters, requestBody={"content": {"application/json": {}}})}
    async with source_of(openapi({"/x/{id}": operations})) as source, Engine([source]) as engine:
        for name in ("id", "X-Key", "n", "body"):
            code = f'_, err := codemode.CallTool("api.x", map[string]any{{"id": "1", "n": "2", "o": map[string]any{{"{name}": "y"}}}})'
            reply = await engine.session().exec(code + "\n__out = err.Error()")
            assert reply.status == "completed", reply
            assert reply.value == f"api.x: o has a member that would be sent as another argument, {name}"
            assert reply.tool_calls[0].code == "invalid_tool_input"


async def test_a_style_that_does_not_exist_is_reported() -> None:
    given = [parameter("a", "query", OBJECT, style="matrix"), parameter("c", "path", LIST, style=["x"])]
    async with source_of(openapi({"/x/{c}": {"get": operation("x", parameters=given)}})) as source:
        told = "operation get /x/{c} has the parameter 'a' with the style 'matrix', and is called with 'form'"
        assert [told in text for text in source.warnings] == [True, False]
        got = await asked(source, "api.x", f'map[string]any{{"a": {POINT}, "c": {PAIR}}}')
        assert (got["path"], sorted(got["query"])) == ("/x/1,2", [["a", "1"], ["b", "x y"]])


async def test_objects_in_forms() -> None:
    kind = "application/x-www-form-urlencoded"
    schema = {"type": "object", "properties": {"o": OBJECT, "p": OBJECT, "q": OBJECT, "l": LIST}}
    encoding = {"p": {"style": "form", "explode": True}, "q": {"explode": False}, "l": {"style": "pipeDelimited"}}
    body = {"required": True, "content": {kind: {"schema": schema, "encoding": encoding}}}
    async with source_of(openapi({"/x": {"post": operation("x", requestBody=body)}})) as source:
        fields = f'"o": {POINT}, "p": {POINT}, "q": {POINT}, "l": {PAIR}'
        got = await asked(source, "api.x", f'map[string]any{{"body": map[string]any{{{fields}}}}}')
        assert sorted(got["body"]) == [
            ["a", "1"], ["b", "x y"], ["l", "1|2"], ["o", '{"a":1,"b":"x y"}'], ["q", "a,1,b,x y"]
        ]  # fmt: skip


async def test_lists_of_swagger() -> None:
    kinds = {"csv": "1,2", "ssv": "1 2", "tsv": "1\t2", "pipes": "1|2"}
    given = [
        {
            "name": f"{place[0]}-{kind}",
            "in": place,
            "type": "array",
            "items": {"type": "integer"},
            "collectionFormat": kind,
        }
        for place in ("query", "header", "path")
        for kind in kinds
    ]
    given.pop(-2)  # the server here takes tabs out of a path
    in_path = [kind for kind in kinds if kind != "tsv"]
    path = "/x/" + "/".join(f"{{p-{kind}}}" for kind in in_path)
    async with source_of(swagger({path: {"get": operation("x", parameters=given)}})) as source:
        arguments = ", ".join(f'"{each["name"]}": {PAIR}' for each in given)
        got = await asked(source, "api.x", f"map[string]any{{{arguments}}}")
        assert dict(got["query"]) == {f"q-{kind}": text for kind, text in kinds.items()}
        assert got["path"] == "/x/" + "/".join(kinds[kind] for kind in in_path)
        assert {kind: got["headers"][f"h-{kind}"] for kind in kinds} == kinds


async def test_an_object_for_a_parameter_with_content_is_declared() -> None:
    given = parameter("p", "query", TEXT, **JSON_TEXT)
    async with source_of(openapi({"/x": {"get": operation("x", parameters=[given])}})) as source:
        (entry,) = await source.list_tools()
        assert json.loads(json.dumps(dict(entry.input_schema)))["properties"]["p"]["type"] == "object"


async def test_parts_of_a_form_have_the_media_types_of_the_document() -> None:
    file = {"type": "string", "format": "binary"}
    fields = {
        "file": file,
        "files": {"type": "array", "items": file},
        "any": file,
        "csv": file,
        "xml": TEXT,
        "o": OBJECT,
        "odd": file,
    }
    types = {"file": "image/png, image/jpeg", "files": "image/gif", "any": "image/*", "csv": "text/csv", "xml": "text/xml", "o": "application/x+json",
             "odd": "a\r\nX: y"}  # fmt: skip
    encoding = {name: {"contentType": kind} for name, kind in types.items()}
    content = {"multipart/form-data": {"schema": {"type": "object", "properties": fields}, "encoding": encoding}}
    document = openapi({"/x": {"post": operation("x", requestBody={"required": True, "content": content})}})
    code = """page := call("scanner.scan", nil)
raw := []byte("raw")
__out = call("api.x", map[string]any{"body": map[string]any{"file": raw, "files": []any{raw, page}, "any": raw, "csv": "a,b", "odd": raw,
	"xml": "<a/>", "o": map[string]any{"a": 1}}})"""
    async with source_of(document) as source:
        got = await value_of(source, code, functions=FunctionSource.from_functions(scan, owner="scanner"))
        told = sorted((name, value["type"]) for name, value in got["body"] if isinstance(value, dict))
        unknown, pdf = "application/octet-stream", "application/pdf"
        assert told == [
            ("any", unknown), ("csv", "text/csv"), ("file", "image/png"), ("files", pdf), ("files", "image/gif"), ("odd", unknown)
        ]  # fmt: skip
        assert [value for name, value in got["body"] if name in ("xml", "o")] == ['{"a": 1}', "<a/>"]


def scan() -> File:
    """Scan a page."""
    return File(b"%PDF", "page 1.pdf", "application/pdf")


async def test_a_body_that_is_left_out_has_no_type() -> None:
    body = {"content": {"application/json": {"schema": OBJECT}}}
    async with source_of(openapi({"/x": {"post": operation("x", requestBody=body)}})) as source:
        assert "content-type" not in (await asked(source, "api.x"))["headers"]
        assert (await asked(source, "api.x", 'map[string]any{"body": map[string]any{}}'))["type"] == "application/json"


async def test_headers_that_are_no_parameters() -> None:
    names = ("Authorization", "accept", "Content-Type", "X-A")
    given = [parameter(name, "header", TEXT, required=True) for name in names]
    for document, known in (
        (openapi({"/x": {"get": operation("x", parameters=given)}}), ["X-A"]),
        (swagger({"/x": {"get": operation("x", parameters=given)}}), ["Authorization", "X-A"]),
    ):
        async with source_of(document) as source:
            (entry,) = await source.list_tools()
            assert list(entry.input_schema["properties"]) == entry.input_schema["required"] == known


async def test_null_of_swagger() -> None:
    fields = {"n": {"type": "string", "x-nullable": True}, "o": {"$ref": "#/definitions/Part", "x-nullable": True}}
    whole = {"allOf": [{"$ref": "#/definitions/Part"}, {"type": "object", "properties": fields, "x-tag": "y"}]}
    definitions = {"Part": {"type": "object", "properties": {"a": TEXT}, "required": ["a"], "x-tag": "x"}}
    given = [{"name": "thing", "in": "body", "required": True, "schema": whole}]
    document = swagger({"/x": {"post": operation("x", parameters=given)}}, definitions=definitions)
    async with source_of(document) as source:
        got = await asked(source, "api.x", 'map[string]any{"body": map[string]any{"a": "x", "n": nil, "o": nil}}')
        assert got["body"] == {"a": "x", "n": None, "o": None}
        (entry,) = await source.list_tools()
        assert entry.input_schema["properties"]["body"]["required"] == ["a"]


async def test_schemas_that_refer_to_nothing_are_reported() -> None:
    lost = {"$ref": "#/components/schemas/Gone"}
    schemas = {
        "Pet": {
            "properties": {"owner": {"items": {"$ref": "#/components/schemas/Owner"}}, "$ref": TEXT},
            "example": lost,
        },
        "Owner": {"allOf": [lost, {"$ref": "#/components/schemas/Owner"}]},
    }
    pet = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}
    elsewhere = {"$ref": "https://x.example/y.json#/A"}
    paths = {
        "/a": {"post": operation("a", requestBody=pet), "put": operation("b", requestBody=pet)},
        "/c": {"get": operation("c", parameters=[parameter("p", "query", elsewhere)], responses=gives(lost))},
        "/d": {"get": operation("d", responses=gives({"items": {"$ref": "#/nowhere"}}))},
    }  # fmt: skip
    async with source_of(openapi(paths, components={"schemas": schemas})) as source:
        told = [text.partition("operation ")[2].partition(", which")[0] for text in source.warnings]
        assert told == [
            "put /a refers to '#/components/schemas/Gone'",
            "get /c refers to 'https://x.example/y.json#/A'",
            "get /c refers to '#/components/schemas/Gone'",
            "get /d refers to '#/nowhere'",
        ]


def test_references_of_hostile_documents_are_looked_for_within_bounds() -> None:
    deep: Any = {}
    for _ in range(500):
        deep = {"items": deep}
    wide = [{"$ref": f"#/components/schemas/S{n}"} for n in range(1_000)]
    document = Document({"components": {"schemas": {f"S{n}": {"anyOf": wide} for n in range(1_000)} | {"Deep": deep}}})
    began = time.process_time()
    document.search([wide, {"$ref": "#/components/schemas/Deep"}])
    assert document.take_lost() == []
    assert time.process_time() - began < 3
