"""Tools of an OpenAPI document: what UTCP makes of it, over a real server, with everything filled in that a model has to see."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from codemode import CodeModeUTCP, UtcpSource
from codemode.errors import CodeModeError
from codemode.sources.openapi_schemas import MAX_NODES, Document
from codemode.sources.utcp_references import dangling
from tests.servers import serving
from tests.sources.openapi_apis import source_of

pytestmark = pytest.mark.anyio

JSON = "application/json"
SCHEMAS: dict[str, Any] = {
    "Money": {
        "type": "object",
        "properties": {"amount": {"type": "number"}, "currency": {"enum": ["EUR", "USD"]}},
        "required": ["amount"],
    },
    "Named": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
    "Item": {
        "allOf": [
            {"$ref": "#/components/schemas/Named"},
            {
                "type": "object",
                "properties": {
                    "price": {"$ref": "#/components/schemas/Money"},
                    "note": {"type": "string", "nullable": True},
                },
            },
        ]
    },
    "Folder": {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "inside": {"type": "array", "items": {"$ref": "#/components/schemas/Folder"}},
        },
    },
    "Either": {"oneOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "string"}]},
}


def answers(schema: Any) -> dict[str, Any]:
    return {"200": {"description": "ok", "content": {JSON: {"schema": schema}}}}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


DOCUMENT: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "Things", "version": "1"},
    "paths": {
        "/shops/{shop}/items": {
            "parameters": [{"$ref": "#/components/parameters/Shop"}],
            "get": {
                "operationId": "list_items",
                "parameters": [
                    {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["name", "price"]}},
                    {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                    {"name": "sold", "in": "query", "schema": {"type": "boolean"}},
                    {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
                ],
                "responses": answers({"type": "array", "items": ref("Item")}),
            },
            "put": {
                "operationId": "put_item",
                "requestBody": {"$ref": "#/components/requestBodies/Item"},
                "responses": answers(ref("Item")),
            },
        },
        "/folders": {"get": {"operationId": "folders", "responses": answers(ref("Folder"))}},
        "/either": {"get": {"operationId": "either", "responses": answers(ref("Either"))}},
    },
    "components": {
        "schemas": SCHEMAS,
        "parameters": {"Shop": {"name": "shop", "in": "path", "required": True, "schema": {"type": "string"}}},
        "requestBodies": {"Item": {"content": {JSON: {"schema": ref("Item")}}}},
    },
}


def app() -> Starlette:
    async def items(request: Request) -> Response:
        if request.method == "PUT":
            return JSONResponse({**await request.json(), "note": None})
        asked = {
            "shop": request.path_params["shop"],
            "query": request.query_params.multi_items(),
            "trace": request.headers.get("x-trace"),
        }
        return JSONResponse([{"name": json.dumps(asked), "price": {"amount": 1.5, "currency": "EUR"}, "note": None}])

    async def folders(_: Request) -> Response:
        return JSONResponse({"name": "a", "inside": [{"name": "b", "inside": []}]})

    async def either(_: Request) -> Response:
        return JSONResponse([1, 2])

    async def document(_: Request) -> Response:
        return JSONResponse(DOCUMENT)

    return Starlette(
        routes=[
            Route("/openapi.json", document),
            Route("/shops/{shop}/items", items, methods=["GET", "PUT"]),
            Route("/folders", folders),
            Route("/either", either),
        ]
    )


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving(app()) as url:
        yield url


@pytest.fixture
async def cm(url: str) -> Any:
    source = await UtcpSource.from_config({"manual_call_templates": [template(url)]})
    async with CodeModeUTCP(None, None, sources=[source]) as cm:
        yield cm
    await source.close()


def template(url: str) -> dict[str, Any]:
    return {"name": "things", "call_template_type": "http", "url": f"{url}/openapi.json", "http_method": "GET"}


async def test_deeply_nested_parts_are_declared(cm: CodeModeUTCP) -> None:
    catalog = await cm.engine.catalog()
    put = catalog.get("things.put_item")
    listed = catalog.get("things.list_items")
    assert put is not None
    assert listed is not None
    text = catalog.declaration(put)
    for part in ("Shop string", "Body struct", "Name string", "Price struct", "Amount float64", 'one of "EUR", "USD"'):
        assert part in text, text
    assert listed.output_schema is not None
    item = listed.output_schema["$defs"]["Item"]
    assert item["properties"]["note"]["type"] == ["string", "null"]
    assert item["required"] == ["name"]
    assert not any(
        dangling(dict(schema or {})) for e in catalog.entries for schema in (e.input_schema, e.output_schema)
    )


HOSTS_OWN = """
import asyncio, json, sys
from utcp.utcp_client import UtcpClient

async def go():
    # everything is registered before codemode is there
    client = await UtcpClient.create(config={"manual_call_templates": json.loads(sys.argv[1])})
    from codemode import UtcpSource
    source = UtcpSource(client)
    entries = await source.list_tools()
    print(json.dumps([{e.name: [dict(e.input_schema), dict(e.output_schema)] for e in entries}, source.warnings]))

asyncio.run(go())
"""


async def test_for_a_client_of_the_host_the_document_is_read_again(cm: CodeModeUTCP, url: str) -> None:
    text = {"name": "words", "call_template_type": "text", "content": json.dumps(DOCUMENT), "base_url": url}
    words = text | {"allowed_communication_protocols": ["http"]}
    done = subprocess.run(
        [sys.executable, "-c", HOSTS_OWN, json.dumps([template(url), words])],
        capture_output=True,
        text=True,
        check=True,
    )
    found, warnings = json.loads(done.stdout)
    assert warnings == []
    for entry in (await cm.engine.catalog()).entries:
        whole = [dict(entry.input_schema), dict(entry.output_schema or {})]
        alike = found.pop(entry.name), found.pop(entry.name.replace("things", "words"))
        if entry.name == "things.put_item":  # of a body that stands elsewhere in the document that client knows nothing
            assert [list(given["properties"]) for given, _ in alike] == [["shop"], ["shop"]]
        else:
            assert alike == (whole, whole)
    assert found == {}


async def test_the_source_warns_if_the_document_is_gone(url: str) -> None:
    made = UtcpSource((await UtcpSource.from_config({"manual_call_templates": [template(url)]})).client)
    (read, *_) = await made.client.config.tool_repository.get_tools()
    broken = read.model_copy(
        update={"name": "gone.tool", "inputs": type(read.inputs).model_validate({"properties": {"a": ref("Item")}})}
    )
    where = await made.client.config.tool_repository.get_manual_call_template("things")
    manual = type(await made.client.config.tool_repository.get_manual("things")).model_validate({"tools": [broken]})
    elsewhere = where.model_copy(update={"name": "gone", "url": f"{url}/nowhere"})
    await made.client.config.tool_repository.save_manual(elsewhere, manual)
    entries = {entry.name: entry for entry in await made.list_tools()}
    assert entries["gone.tool"].input_schema["properties"] == {"a": ref("Item")}
    assert made.warnings == [
        "schemas of manual 'gone' refer to parts of its document that the client did not keep: "
        "make the source with UtcpSource.from_config, which fills them in"
    ]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"properties": {"a": ref("Item")}}, True),
        ({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}}, False),
        ({"properties": {"a": {"$ref": "#/$defs/x~1y"}}, "$defs": {"x/y": {}}}, False),
        ({"properties": {"$ref": {"type": "string"}}}, False),
        ({"items": [{"$ref": "#"}, {"$ref": "http://elsewhere/x#/y"}, {"$ref": 3}]}, False),
    ],
)
def test_references_that_lead_out_of_a_schema(schema: Any, expected: bool) -> None:
    assert dangling(schema) is expected


async def test_path_query_and_header(cm: CodeModeUTCP) -> None:
    code = """r, err := codemode.CallTool("things.list_items", map[string]any{
	"shop": "a b&c", "sort": "price", "tag": []string{"x", "y"}, "sold": true, "X-Trace": "t1"})
if err != nil {
	return err
}
__out = r[0]"""
    value = (await cm.execute(code)).value
    assert json.loads(value["name"]) == {
        "shop": "a b&c",
        "query": [["sold", "true"], ["sort", "price"], ["tag", "x"], ["tag", "y"]],
        "trace": "t1",
    }
    assert value["note"] is None


async def test_nested_bodies(cm: CodeModeUTCP) -> None:
    code = """r, err := codemode.CallTool("things.put_item", map[string]any{"shop": "s", "body": map[string]any{
	"name": "lamp", "price": map[string]any{"amount": 3, "currency": "USD"}}})
if err != nil {
	return err
}
__out = r"""
    assert (await cm.execute(code)).value == {"name": "lamp", "price": {"amount": 3, "currency": "USD"}, "note": None}


async def test_invalid_arguments_are_refused_before_the_call(cm: CodeModeUTCP) -> None:
    with pytest.raises(CodeModeError, match="sort"):
        await cm.execute(
            'r, err := codemode.CallTool("things.list_items", map[string]any{"shop": "s", "sort": "size"})\n__out = r\nreturn err'
        )
    deep = 'map[string]any{"name": "lamp", "price": map[string]any{"amount": "much"}}'
    with pytest.raises(CodeModeError, match="amount"):
        await cm.execute(
            f'r, err := codemode.CallTool("things.put_item", map[string]any{{"shop": "s", "body": {deep}}})\n__out = r\nreturn err'
        )


async def test_schemas_that_hold_themselves_and_results_of_several_kinds(cm: CodeModeUTCP) -> None:
    result = await cm.execute('__out = codemode.CallTool("things.folders")')
    assert result.value["inside"][0]["name"] == "b"
    assert (await cm.execute('__out = codemode.CallTool("things.either")')).value == [1, 2]


def schema_of(document: Any, schema: Any) -> dict[str, Any]:
    return dict(Document(document).schema(schema, "output", "get /x").whole)


def test_a_schema_beyond_the_limits_allows_anything() -> None:
    schemas: dict[str, Any] = {
        f"S{n}": {
            "properties": {k: ref(f"S{n + 1}") for k in "ab"} | {f"t{m}": {"enum": ["x"]} for m in range(200)},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
        }
        for n in range(500)
    }
    made = schema_of({"components": {"schemas": schemas}}, ref("S0"))
    assert made["$defs"]["S1"]["properties"]["t7"] == {"enum": ["x"]}
    last = list(made["$defs"].values())[-1]
    assert last == {}
    assert not dangling(made)
    text = json.dumps(made)
    assert '"enum": []' not in text
    assert '"anyOf": []' not in text
    assert len(text) < MAX_NODES * 60


def test_a_path_that_stands_elsewhere_is_found() -> None:
    document = Document({"components": {"pathItems": {"X/Y": {"get": {"operationId": "x"}}}}})
    assert document.resolve({"$ref": "#/components/pathItems/X~1Y"}) == {"get": {"operationId": "x"}}
    assert document.resolve({"$ref": "https://elsewhere.example/x"}) == {}


def test_names_of_definitions_are_their_own() -> None:
    document = {"a": {"Pet": {"type": "string"}}, "b": {"Pet": {"type": "integer"}, "x/y": {"type": "null"}}}
    refs = [{"$ref": "#/a/Pet"}, {"$ref": "#/b/Pet"}, {"$ref": "#/b/x~1y"}]
    made = schema_of(document, {"prefixItems": refs})
    assert made["prefixItems"] == [{"$ref": "#/$defs/Pet"}, {"$ref": "#/$defs/Pet2"}, {"$ref": "#/$defs/x~1y"}]
    assert made["$defs"] == {"Pet": {"type": "string"}, "Pet2": {"type": "integer"}, "x/y": {"type": "null"}}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "minimum": 0, "exclusiveMinimum": True}, {"type": "integer", "exclusiveMinimum": 0}),
        ({"type": "integer", "maximum": 9, "exclusiveMaximum": False}, {"type": "integer", "maximum": 9}),
        ({"type": "file"}, {"type": "string", "format": "binary"}),
        ({"type": "string", "contentMediaType": "image/png"}, {"type": "string", "contentMediaType": "image/png", "format": "binary"}),
        ({"type": "any", "required": True, "enum": []}, {"required": []}),
        ({"properties": {"$ref": {"type": "string"}, "x-a": {}}, "x-b": 1}, {"properties": {"$ref": {"type": "string"}, "x-a": {}}}),
        ({"type": "string", "example": "x", "xml": {"name": "y"}}, {"type": "string", "examples": ["x"]}),
        ({"enum": [{"$ref": "#/nowhere"}]}, {"enum": [{"$ref": "#/nowhere"}]}),
    ],
)  # fmt: skip
def test_openapis_own_words(schema: Any, expected: Any) -> None:
    assert schema_of({}, schema) == expected


def test_objects_put_together_of_parts_that_are_put_together() -> None:
    schemas = {
        "A": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        "B": {"allOf": [ref("A"), {"properties": {"b": {"type": "string"}}}]},
        "Loop": {"allOf": [ref("Loop"), ref("A")]},
    }
    document = {"components": {"schemas": schemas}}
    made = schema_of(document, {"allOf": [ref("B")], "properties": {"c": {"type": "string"}}, "required": ["c"]})
    assert (sorted(made["properties"]), sorted(made["required"])) == (["a", "b", "c"], ["a", "c"])
    assert schema_of(document, ref("Loop"))["allOf"][1] == {"$ref": "#/$defs/A"}


def test_hostile_documents_are_bounded() -> None:
    schemas: dict[str, Any] = {
        f"S{n}": {"type": "object", "properties": {k: ref(f"S{n + 1}") for k in "abcdefgh"}} for n in range(30)
    }
    wide = {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(MAX_NODES)}}
    schemas |= {"Wide": wide, "Many": {"allOf": [ref("Wide")] * 40}, "Self": {"$ref": "#/components/schemas/Self"}}
    deep: Any = {"type": "string"}
    for _ in range(900):
        deep = {"type": "array", "items": deep}
    document = {"components": {"schemas": schemas}}
    for schema in (
        ref("S0"),
        deep,
        wide,
        ref("Many"),
        ref("Self"),
        ref("Nowhere"),
        {"$ref": "http://elsewhere/x"},
        {"$ref": "#/components"},
        {"$ref": 3},
        {"allOf": [3]},
        {"properties": [3], "items": 3, "anyOf": 3, "required": 3},
        {"properties": "a", "required": ["a"]},
        {"allOf": [{"properties": {"a": {}}, "required": ["a"]}, {"properties": "a", "required": ["a"]}]},
    ):
        assert len(json.dumps(schema_of(document, schema))) < MAX_NODES * 60
    for odd in ({"paths": 3}, {"paths": {"/x": 3}}, {"paths": {"/x": {"get": []}}}, {"components": 3}):
        assert Document(odd).resolve({"$ref": "#/paths/~1x/get/0"}) == {}


@pytest.mark.parametrize("kind", ["json", "yaml"])
async def test_many_tools_are_read_while_the_event_loop_does_other_things(kind: str) -> None:
    def seconds_of_loop() -> float:
        return time.clock_gettime(time.CLOCK_THREAD_CPUTIME_ID)

    operation = {"parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}]}
    document: Any = {"openapi": "3.0.0", "paths": {f"/p{n}": {"get": operation} for n in range(1500)}}
    if kind == "yaml":
        document = yaml.safe_dump(document)
    media_type = "application/yaml" if kind == "yaml" else JSON
    async with source_of({"openapi": "3.0.0", "paths": {"/p": {"get": operation}}}, JSON) as source:
        await source.list_tools()  # modules are imported on the loop
    began, in_loop = time.process_time(), seconds_of_loop()
    async with source_of(document, media_type) as source:
        assert len(await source.list_tools()) == 1500
        assert seconds_of_loop() - in_loop < (time.process_time() - began) / 2
