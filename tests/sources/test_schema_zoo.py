"""Unusual schemas and names: what the model is shown, whether it is Go, whether a program that uses them runs, what wrong arguments are told."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import codemode
from codemode import Engine, FunctionSource, FunctionTool, UtcpSource
from codemode.catalog import Catalog
from tests.servers import serving
from tests.sources.schema_zoo import CIRCLE, NODE, RECT, ZOO, Animal, I, N, S, obj

pytestmark = pytest.mark.anyio


async def give_back(**arguments: Any) -> Any:
    return arguments


@pytest.fixture(scope="module")
def zoo() -> FunctionSource:
    return FunctionSource(
        [FunctionTool(f"zoo.{animal.name}", give_back, "Zoo.", animal.schema) for animal in ZOO], owner="zoo"
    )


def shown(catalog: Catalog, name: str) -> str:
    entry = catalog.get(name)
    assert entry is not None
    return catalog.declaration(entry)


def without_comments(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("//"))


def is_go(declaration: str) -> bool:
    """Whether it is Go once the function has a body."""
    lines = declaration.splitlines()
    head = "\n".join([*lines[:-1], lines[-1].partition(" // ")[0]])
    problems = codemode.check(f'{head} {{\n\tpanic("")\n}}\n__out = 1')
    return [problem.message for problem in problems if problem.severity == "error"] == []


@pytest.mark.parametrize("animal", ZOO, ids=[animal.name for animal in ZOO])
def test_declarations_for_the_model_are_valid_go(zoo: FunctionSource, animal: Animal) -> None:
    text = shown(Catalog(zoo.known_tools() or ()), f"zoo.{animal.name}")
    assert without_comments(text) == animal.shown
    assert is_go(text)


@pytest.mark.parametrize("animal", ZOO, ids=[animal.name for animal in ZOO])
def test_programs_that_use_them_run(zoo: FunctionSource, animal: Animal) -> None:
    code = f'r, err := codemode.CallTool("zoo.{animal.name}", map[string]any{animal.good})\nif err != nil {{\n\treturn err\n}}\n__out = r'
    assert codemode.run(code, sources=[zoo]).value == animal.gives


@pytest.mark.parametrize("animal", ZOO, ids=[animal.name for animal in ZOO])
def test_wrong_arguments_are_told_what_to_write(zoo: FunctionSource, animal: Animal) -> None:
    code = f'name, args := "zoo.{animal.name}", map[string]any{animal.bad}\n_, err := codemode.CallTool(name, args)\n__out = err.Error()'
    told = codemode.run(code, sources=[zoo]).value
    assert animal.told in told
    assert told.startswith(f"zoo.{animal.name}: ")


def test_one_type_is_declared_once() -> None:
    tree = {"$ref": "#/$defs/Node", "$defs": {"Node": NODE}}
    other = {"$ref": "#/$defs/Node", "$defs": {"Node": {**NODE, "required": []}}}
    tools = [
        FunctionTool("zoo.same", give_back, "", tree, tree),
        FunctionTool("zoo.other", give_back, "", tree, other),
    ]
    catalog = Catalog(FunctionSource(tools, owner="zoo").known_tools() or ())
    same, unlike = shown(catalog, "zoo.same"), shown(catalog, "zoo.other")
    assert same.count("type ZooSameNode") == 1
    assert "func ZooSame(in ZooSameNode) (ZooSameNode, error)" in same
    assert "func ZooOther(in ZooOtherNode) (ZooOtherNode2, error)" in unlike
    assert is_go(same)
    assert is_go(unlike)


# --- names ----------------------------------------------------------------------------------------------------------------

NAMES = [
    "func",
    "go-to.range",
    "späte.öffnung",
    "2fa.check",
    "zoo.with space",
    "zoo.日本",
    "zoo.a/b",
    "zoo.a.b.c",
    "_",
    "zoo.type",
    "string",
    "len",
    "ﬁ.x",
    "zoo.émile",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_of_all_kinds_are_called(name: str) -> None:
    source = FunctionSource([FunctionTool(name, give_back, "", obj("a", a=S))], owner="own")
    catalog = Catalog(source.known_tools() or ())
    text = shown(catalog, name)
    assert is_go(text)
    quoted = json.dumps(name, ensure_ascii=False)
    code = f'r, err := codemode.CallTool({quoted}, map[string]any{{"a": "x"}})\nif err != nil {{\n\treturn err\n}}\n__out = r'
    assert codemode.run(code, sources=[source]).value == {"a": "x"}
    (entry,) = catalog.listed
    short = catalog.safe_name(entry)
    assert short is not None
    code = f'r, err := tools.{short}(map[string]any{{"a": "y"}})\nif err != nil {{\n\treturn err\n}}\n__out = r'
    assert codemode.run(code, sources=[source]).value == {"a": "y"}
    told = codemode.run(f"name := {quoted}\n_, err := codemode.CallTool(name)\n__out = err.Error()", sources=[source])
    assert told.value == f"{name}: a is missing (string)"


def test_hundreds_of_tools() -> None:
    tools = [
        FunctionTool(f"shop{i % 20}.do-it_{i}", give_back, f"Does thing {i}.", ZOO[i % len(ZOO)].schema)
        for i in range(800)
    ]
    source = FunctionSource(tools, owner="many")
    began = time.monotonic()
    found = codemode.run(
        'r, err := codemode.SearchTools("do-it_417")\nif err != nil {\n\treturn err\n}\n__out = r[0].Name',
        sources=[source],
    )
    assert found.value == "shop17.do-it_417"
    catalog = Catalog(source.known_tools() or ())
    assert all(is_go(catalog.declaration(entry)) for entry in catalog.listed[: len(ZOO)])
    assert len({catalog.safe_name(entry) for entry in catalog.listed}) == 800
    assert time.monotonic() - began < 30


# --- what they give ---------------------------------------------------------------------------------------------------------


async def seven() -> Any:
    return {"n": "seven"}


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        (obj("n", n=I), 'n is "seven" (string), must be integer'),
        (obj("m", m=I), "m is missing (integer)"),
        ({"type": "array", "items": I}, 'the value is {"n": "seven"} (object), must be array'),
        ({"type": "array", "prefixItems": [S]}, 'the value is {"n": "seven"} (object), must be array'),
        ({"oneOf": [CIRCLE, RECT]}, "kind is missing"),
        ({"type": "null"}, 'the value is {"n": "seven"} (object), must be null'),
        ({"additionalProperties": N}, 'n is "seven" (string), must be number'),
    ],
)
def test_results_that_do_not_fit(schema: dict[str, Any], told: str) -> None:
    source = FunctionSource([FunctionTool("zoo.lie", seven, "", None, schema)], owner="zoo", outputs="strict")
    said = codemode.run('_, err := codemode.CallTool("zoo.lie")\n__out = err.Error()', sources=[source]).value
    assert "zoo.lie: its result does not fit its output schema: " in said
    assert told in said


def test_allof_without_end_takes_no_time() -> None:
    loop = {"allOf": [{"$ref": "#/$defs/L"}] * 400, "properties": {"a": S}}
    deep = {"anyOf": [{"$ref": "#/$defs/L"}] * 400}
    for schema in (loop, deep):
        tool = FunctionTool("zoo.loop", give_back, "", {"type": "object", "$defs": {"L": schema}, **schema})
        began = time.monotonic()
        text = shown(Catalog(FunctionSource([tool], owner="zoo").known_tools() or ()), "zoo.loop")
        assert is_go(text)
        assert time.monotonic() - began < 5


# --- an OpenAPI document --------------------------------------------------------------------------------------------------

SCHEMAS: dict[str, Any] = {
    "Node": obj("value", value=I, children={"type": "array", "items": {"$ref": "#/components/schemas/Node"}}),
    "Shape": {"oneOf": [CIRCLE, RECT]},
    "Base": obj("id", id=I),
    "Order": {"allOf": [{"$ref": "#/components/schemas/Base"}, obj("note", note={"type": "string", "nullable": True})]},
    "Point": {"type": "array", "prefixItems": [N, N]},
    "Labels": {"type": "object", "additionalProperties": {"type": "string"}},
    "Level": {"enum": ["low", 1, None]},
    "Keys": {"type": "object", "patternProperties": {"^x_": I}, "additionalProperties": False},
}
BODIES: dict[str, tuple[str, Any, str, str]] = {
    # what is sent, what comes back, what is wrong, what is said
    "Node": (
        'map[string]any{"value": 1, "children": []any{map[string]any{"value": 2}}}',
        {"value": 1, "children": [{"value": 2}]},
        'map[string]any{"value": "1"}',
        'body.value is "1" (string), must be integer',
    ),
    "Shape": (
        'map[string]any{"kind": "circle", "r": 2}',
        {"kind": "circle", "r": 2},
        'map[string]any{"kind": "oval"}',
        'body.kind is "oval", must be one of "circle", "rect"',
    ),
    "Order": (
        'map[string]any{"id": 1, "note": nil}',
        {"id": 1, "note": None},
        'map[string]any{"note": 1}',
        "body.id is missing (integer); body.note is 1 (integer), must be null or string",
    ),
    "Point": ("[]any{1, 2.5}", [1, 2.5], '[]any{1, "x"}', 'body[1] is "x" (string), must be number'),
    "Labels": (
        'map[string]string{"a": "b"}',
        {"a": "b"},
        'map[string]any{"a": 1}',
        "body.a is 1 (integer), must be string",
    ),
    "Level": ("1", 1, '"lo"', 'body is "lo", must be one of "low", 1, null; did you mean "low"?'),
    "Keys": ('map[string]any{"x_1": 1}', {"x_1": 1}, 'map[string]any{"y": 1}', "body.y is not known"),
}


def document() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for name in BODIES:
        reference = {"$ref": f"#/components/schemas/{name}"}
        content = {"application/json": {"schema": reference}}
        paths[f"/echo/{name}"] = {
            "post": {
                "operationId": f"echo-{name}",
                "requestBody": {"required": True, "content": content},
                "responses": {"200": {"description": "the same", "content": content}},
            }
        }
    parameters = [
        {"name": "X-Trace.Id", "in": "header", "schema": S},
        {"name": "type", "in": "query", "required": True, "schema": {"enum": ["a", "b"]}},
        {"name": "filter[größe]", "in": "query", "schema": {"type": "array", "items": I}},
    ]
    paths["/odd"] = {
        "get": {"operationId": "odd names", "parameters": parameters, "responses": {"200": {"description": ""}}}
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "zoo", "version": "1"},
        "paths": paths,
        "components": {"schemas": SCHEMAS},
    }


@pytest.fixture(scope="module")
def address() -> Any:
    async def spec(request: Request) -> Response:
        return JSONResponse(document())

    async def echo(request: Request) -> Response:
        return Response(await request.body(), media_type="application/json")

    async def odd(request: Request) -> Response:
        return JSONResponse({"query": request.query_params.multi_items(), "trace": request.headers.get("x-trace.id")})

    routes = [Route("/openapi.json", spec), Route("/echo/{name}", echo, methods=["POST"]), Route("/odd", odd)]
    with serving(Starlette(routes=routes)) as url:
        yield f"{url}/openapi.json"


@pytest.fixture
async def api(address: str) -> AsyncIterator[UtcpSource]:
    source = await UtcpSource.from_config(
        {"manual_call_templates": [{"name": "zoo", "call_template_type": "http", "url": address}]}
    )
    yield source
    await source.close()


async def test_a_document_of_all_kinds(api: UtcpSource) -> None:
    assert api.warnings == []
    async with Engine([api]) as engine:
        session = engine.session("a", "s")
        for entry in (await engine.catalog()).listed:
            assert is_go((await engine.catalog()).declaration(entry)), entry.name
        for name, (good, gives, bad, told) in BODIES.items():
            code = f'r, err := codemode.CallTool("zoo.echo-{name}", map[string]any{{"body": {good}}})\n__out = []any{{r, err}}'
            reply = await session.exec(code)
            assert getattr(reply, "value", reply) == [gives, None], name
            code = f'name := "zoo.echo-{name}"\n_, err := codemode.CallTool(name, map[string]any{{"body": {bad}}})\n__out = err.Error()'
            reply = await session.exec(code)
            assert told in str(getattr(reply, "value", reply)), name
        reply = await session.exec(
            'r, err := codemode.CallTool("zoo.odd names", map[string]any{"type": "a", "filter[größe]": []int{1, 2}, "X-Trace.Id": "t"})\n'
            "__out = []any{r, err}"
        )
        assert getattr(reply, "value", reply) == [
            {"query": [["filter[größe]", "1"], ["filter[größe]", "2"], ["type", "a"]], "trace": "t"},
            None,
        ]
