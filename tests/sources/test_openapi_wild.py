"""OpenAPI as it is in the wild: what documents get wrong or say in ways of their own, each against a real server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from codemode import Engine, File, FunctionSource, UtcpSource
from codemode.errors import ToolSourceError
from tests.sources.openapi_apis import CALL, asked, gives, openapi, operation, served, source_of, swagger, value_of

pytestmark = pytest.mark.anyio

TEXT = {"type": "string"}
BEARER = {"type": "http", "scheme": "bearer"}
KEY = {"auth_type": "api_key", "api_key": "Bearer $TOKEN", "var_name": "Authorization", "location": "header"}


def query(name: str, schema: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": schema, **more}


async def test_of_two_operations_with_one_id_the_second_is_reported() -> None:
    async with source_of(openapi({"/a": {"get": operation("x")}, "/b": {"get": operation("x")}})) as source:
        assert (await asked(source, "api.x"))["path"] == "/a"
        told = "operation get /b was left out: an earlier operation has the same operationId 'x'"
        assert any(told in text for text in source.warnings)


# --- authentication ----------------------------------------------------------------------------------------------------


async def test_without_a_word_of_security_the_hosts_auth_goes_with_every_call() -> None:
    document = openapi({"/a": {"get": operation("a")}, "/b": {"get": operation("b")}})
    async with source_of(document, variables={"api_TOKEN": "s3"}, auth_tools=KEY) as source:
        for tool in ("api.a", "api.b"):
            assert (await asked(source, tool))["headers"]["authorization"] == "Bearer s3"


async def test_an_operation_that_is_said_to_be_public_gets_no_auth() -> None:
    schemes = {"components": {"securitySchemes": {"token": BEARER}}, "security": [{"token": []}]}
    document = openapi({"/a": {"get": operation("a")}, "/b": {"get": operation("b", security=[])}}, **schemes)
    async with source_of(document, variables={"api_TOKEN": "s3"}, auth_tools=KEY) as source:
        assert (await asked(source, "api.a"))["headers"]["authorization"] == "Bearer s3"
        assert "authorization" not in (await asked(source, "api.b"))["headers"]


@pytest.mark.parametrize(
    "scheme",
    [
        {"type": "oauth2", "flows": {"implicit": {"authorizationUrl": "https://x.example/a", "scopes": {}}}},
        {"type": "oauth2", "flows": {"authorizationCode": {"tokenUrl": "@URL@/token", "scopes": {}}}},
        {"type": "openIdConnect", "openIdConnectUrl": "https://x.example/.well-known"},
        BEARER,
    ],
    ids=["implicit", "code", "oidc", "bearer"],
)
async def test_a_token_of_the_hosts_own_does_for_every_scheme_that_takes_tokens(scheme: dict[str, Any]) -> None:
    other = {"type": "apiKey", "in": "header", "name": "X-Other"}
    document = openapi(
        {"/a": {"get": operation("a", security=[{"other": []}, {"s": []}])}},
        components={"securitySchemes": {"s": scheme, "other": other}},
    )
    async with source_of(document, variables={"api_TOKEN": "s3"}, auth_tools=KEY) as source:
        assert (await asked(source, "api.a"))["headers"]["authorization"] == "Bearer s3"


async def test_auth_for_something_else_is_not_sent() -> None:
    key = {"type": "apiKey", "in": "header", "name": "X-Admin"}
    document = openapi(
        {"/a": {"get": operation("a", security=[{"admin": []}])}}, components={"securitySchemes": {"admin": key}}
    )
    variables = {"api_TOKEN": "s3", "api_API_KEY_0": "k"}
    async with source_of(document, variables=variables, auth_tools=KEY) as source:
        headers = (await asked(source, "api.a"))["headers"]
        assert headers["x-admin"] == "k"
        assert "authorization" not in headers


async def test_all_operations_of_one_scheme_share_its_variables() -> None:
    flows = {"clientCredentials": {"tokenUrl": "/token", "scopes": {"read": "r"}}}
    document = openapi(
        {f"/{n}": {"get": operation(n, security=[{"login": ["read"]}])} for n in "abc"},
        components={"securitySchemes": {"login": {"type": "oauth2", "flows": flows}}},
    )
    async with source_of(document, variables={"api_CLIENT_ID_0": "me", "api_CLIENT_SECRET_0": "secret"}) as source:
        for name in "abc":
            assert (await asked(source, f"api.{name}"))["headers"]["authorization"] == "Bearer t-1"


async def test_an_unset_variable_is_named() -> None:
    document = openapi(
        {"/a": {"get": operation("a", security=[{"token": []}])}}, components={"securitySchemes": {"token": BEARER}}
    )
    async with source_of(document) as source:
        code = '_, err := codemode.CallTool("api.a", nil)\n__out = err.Error()'
        assert "the variable api_API_KEY_0 is not set" in await value_of(source, code)


async def test_two_schemes_at_once() -> None:
    schemes = {
        "app": {"type": "apiKey", "in": "header", "name": "X-App"},
        "user": {"type": "apiKey", "in": "query", "name": "key"},
    }
    document = openapi(
        {"/a": {"get": operation("a", security=[{"app": [], "user": []}])}}, components={"securitySchemes": schemes}
    )
    async with source_of(document, variables={"api_API_KEY_0": "one", "api_API_KEY_1": "two"}) as source:
        got = await asked(source, "api.a")
        assert (got["headers"]["x-app"], got["query"]) == ("one", [["key", "two"]])


OAUTH = {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "/token", "scopes": {}}}}
SCHEMES: dict[str, dict[str, Any]] = {
    "head": {"type": "apiKey", "in": "header", "name": "X-App"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "cookie2": {"type": "apiKey", "in": "cookie", "name": "lang"},
    "query": {"type": "apiKey", "in": "query", "name": "key"},
    "query2": {"type": "apiKey", "in": "query", "name": "key2"},
    "token": BEARER,
    "oauth": OAUTH,
    "tls": {"type": "mutualTLS"},
}
TOGETHER: list[tuple[list[list[str]], dict[str, str], dict[str, str], list[str]]] = [
    # the ways of the security, the headers, the query, the schemes that a warning names
    ([["cookie", "query"]], {"cookie": "sid=k"}, {"key": "k"}, []),
    ([["cookie", "cookie2", "head"]], {"cookie": "lang=k; sid=k", "x-app": "k"}, {}, []),
    ([["oauth", "cookie", "head"]], {"cookie": "sid=k", "x-app": "k", "authorization": "Bearer t-1"}, {}, []),
    ([["token", "query"]], {"authorization": "Bearer k"}, {"key": "k"}, []),
    ([["query", "query2", "head"]], {"x-app": "k"}, {"key": "k"}, ["query2"]),
    ([["query", "query2"], ["head"]], {"x-app": "k"}, {}, []),
    ([["token", "oauth"]], {"authorization": "Bearer t-1"}, {}, ["token"]),
    ([["tls", "head"]], {"x-app": "k"}, {}, ["tls"]),
    ([["tls"]], {}, {}, ["tls"]),
]


@pytest.mark.parametrize(("ways", "headers", "query", "left"), TOGETHER)
async def test_schemes_that_are_needed_together(ways: Any, headers: Any, query: Any, left: list[str]) -> None:
    security = [{name: [] for name in way} for way in ways]
    paths = {"/a": {"get": operation("a", security=security)}, "/b": {"get": operation("b", security=security)}}
    variables = {f"api_{kind}_{n}": value for n in range(4) for kind, value in KEYS.items()}
    async with source_of(openapi(paths, components={"securitySchemes": SCHEMES}), variables=variables) as source:
        got = await asked(source, "api.a")
        sent = {name: text for name, text in got["headers"].items() if name in ("cookie", "x-app", "authorization")}
        assert (sent, dict(got["query"])) == (headers, query)
        told = [text for text in source.warnings if f"are sent without {', '.join(map(repr, left))}" in text]
        assert (len(told), len(source.warnings)) == (bool(left), bool(left))


KEYS = {"API_KEY": "k", "USERNAME": "me", "PASSWORD": "secret", "CLIENT_ID": "me", "CLIENT_SECRET": "secret"}


async def test_the_hosts_auth_goes_with_the_others_that_are_needed() -> None:
    security = [{"cookie": []}, {"token": [], "head": []}]
    document = openapi({"/a": {"get": operation("a", security=security)}}, components={"securitySchemes": SCHEMES})
    variables = {"api_TOKEN": "s3"} | {f"api_API_KEY_{n}": "k" for n in range(4)}
    async with source_of(document, variables=variables, auth_tools=KEY) as source:
        headers = (await asked(source, "api.a"))["headers"]
        assert (headers["authorization"], headers["x-app"], "cookie" in headers) == ("Bearer s3", "k", False)


async def test_headers_of_the_manual_go_to_its_own_server_and_to_no_other() -> None:
    parameter = {"name": "x-version", "in": "header", "required": True, "schema": TEXT}
    headers = {"X-Version": "7", "Authorization": "Bearer $TOKEN", "Host": "elsewhere", "Content-Type": "text/html"}
    own = openapi({"/a": {"get": operation("a", parameters=[parameter])}})
    async with source_of(own, variables={"api_TOKEN": "s3"}, headers=headers) as source:
        (entry,) = await source.list_tools()
        assert dict(entry.input_schema) == {"type": "object", "properties": {}}
        got = (await asked(source, "api.a"))["headers"]
        assert (got["x-version"], got["authorization"]) == ("7", "Bearer s3")
        assert got["host"].startswith("127.0.0.1")
        assert source.warnings == []
    with served(openapi({})) as other:
        document = own | {"servers": [{"url": other}]}
        async with source_of(document, variables={"api_TOKEN": "s3"}, headers=headers) as source:
            code = '__out = codemode.CallTool("api.a", map[string]any{"x-version": "8"})'
            got = (await value_of(source, code))["headers"]
            assert got["x-version"] == "8"
            assert "authorization" not in got
            (told,) = source.warnings
            assert "headers are not sent" in told
            assert "auth_tools" in told


async def test_arguments_of_the_host_are_not_shown() -> None:
    document = openapi(
        {"/a": {"get": operation("a", parameters=[query("key", TEXT, required=True)], security=[{"k": []}])}},
        components={"securitySchemes": {"k": {"type": "apiKey", "in": "query", "name": "key"}}},
    )
    async with source_of(document, variables={"api_API_KEY_0": "s3"}) as source:
        (entry,) = await source.list_tools()
        assert entry.input_schema["properties"] == {}
        assert (await asked(source, "api.a"))["query"] == [["key", "s3"]]


# --- where calls go ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("servers", "path"),
    [
        ([{"url": "/v2"}], "/v2/a"),
        ([{"url": "@URL@/v3/"}], "/v3/a"),
        ([{"url": "{base}/v4", "variables": {"base": {"default": "@URL@"}}}], "/v4/a"),
        ([], "/a"),
    ],
)
async def test_servers(servers: Any, path: str) -> None:
    async with source_of(openapi({"/a": {"get": operation("a")}}, servers=servers)) as source:
        assert (await asked(source, "api.a"))["path"] == path


async def test_the_nearest_server_counts() -> None:
    item = {"servers": [{"url": "/of-path"}], "get": operation("a"), "put": operation("b", servers=[{"url": "/of-op"}])}
    async with source_of(openapi({"/x": item}, servers=[{"url": "/of-doc"}])) as source:
        assert (await asked(source, "api.a"))["path"] == "/of-path/x"
        assert (await asked(source, "api.b"))["path"] == "/of-op/x"


async def test_a_document_from_elsewhere_does_not_lead_to_this_machine() -> None:
    item = {"get": operation("a", servers=[{"url": "http://127.0.0.1:9"}]), "put": operation("b")}
    document = openapi({"/x": item}, servers=[{"url": "https://api.example"}])
    config = {"manual_call_templates": [{"name": "api", "call_template_type": "text", "content": json.dumps(document)}]}
    source = await UtcpSource.from_config(config)
    assert [entry.name for entry in await source.list_tools()] == ["api.b"]
    assert "get /x was left out" in source.warnings[0]
    document["servers"] = [{"url": "http://localhost:9"}]
    config["manual_call_templates"][0]["content"] = json.dumps(document)
    with pytest.raises(ToolSourceError, match="this machine"):
        await UtcpSource.from_config(config)


async def test_operations_without_a_name_get_one() -> None:
    paths = {
        "/users/{user-id}/posts": {"get": operation()},
        "/": {"delete": operation()},
        "/x": {"head": operation("x")},
    }
    async with source_of(openapi(paths)) as source:
        assert [entry.name for entry in await source.list_tools()] == ["api.delete", "api.get_users_by_user_id_posts"]
        got = await asked(source, "api.get_users_by_user_id_posts", 'map[string]any{"user-id": "7"}')
        assert got["path"] == "/users/7/posts"


async def test_dollars_in_a_path_are_no_variables() -> None:
    async with source_of(openapi({"/items/$count": {"get": operation("count")}})) as source:
        assert (await asked(source, "api.count"))["path"] == "/items/$count"


# --- arguments ---------------------------------------------------------------------------------------------------------


async def test_lists_and_objects_in_a_query_as_the_document_says() -> None:
    many, pair = {"type": "array", "items": TEXT}, {"type": "object", "properties": {"from": {"type": "integer"}}}
    parameters = [
        query("each", many),
        query("comma", many, explode=False),
        query("pipe", many, style="pipeDelimited", explode=False),
        query("deep", pair, style="deepObject", explode=True),
        {"name": "json", "in": "query", "content": {"application/json": {"schema": pair}}},
        {"name": "session", "in": "cookie", "schema": TEXT, "required": True},
        {"name": "Accept", "in": "header", "schema": TEXT},
    ]
    async with source_of(openapi({"/a": {"get": operation("a", parameters=parameters)}})) as source:
        (entry,) = await source.list_tools()
        assert list(entry.input_schema["properties"]) == ["each", "comma", "pipe", "deep", "json"]
        two = 'any([]string{"x", "y"})'
        given = f'"each": {two}, "comma": {two}, "pipe": {two}, "deep": map[string]any{{"from": 1}}, "json": map[string]any{{"from": 2}}'
        got = await asked(source, "api.a", f"map[string]any{{{given}}}")
        assert sorted(got["query"]) == [
            ["comma", "x,y"], ["deep[from]", "1"], ["each", "x"], ["each", "y"], ["json", '{"from":2}'], ["pipe", "x|y"]
        ]  # fmt: skip


async def test_the_operations_own_parameter_counts_and_forgotten_ones_are_added() -> None:
    of_path = [{"name": "id", "in": "path", "required": True, "schema": TEXT}, query("n", TEXT, required=True)]
    item = {"parameters": of_path, "get": operation("a", parameters=[query("n", {"type": "integer"}, required=True)])}
    async with source_of(openapi({"/{id}/{forgotten}": item})) as source:
        (entry,) = await source.list_tools()
        assert entry.input_schema["required"] == ["id", "n", "forgotten"]
        assert entry.input_schema["properties"]["n"]["type"] == "integer"


async def test_references_that_lead_nowhere_are_reported() -> None:
    lost = {"$ref": "#/components/parameters/nope"}
    item = {"get": operation("a", parameters=[lost, query("n", TEXT)]), "post": operation("b", requestBody=lost)}
    async with source_of(openapi({"/": item})) as source:
        told = "refers to '#/components/parameters/nope', which is not in the document: that part of it is unknown"
        assert [text.partition("operation ")[2] for text in source.warnings] == [f"get / {told}", f"post / {told}"]
        assert len(await source.list_tools()) == 2


async def test_read_only_properties_are_not_arguments() -> None:
    pet = {
        "type": "object",
        "properties": {
            "id": {"type": "integer", "readOnly": True},
            "name": TEXT,
            "pin": {"type": "string", "writeOnly": True},
        },
        "required": ["id", "name", "pin"],
    }
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}, "required": True}
    add = operation("add", requestBody=body) | {"responses": gives({"$ref": "#/components/schemas/Pet"})}
    async with source_of(openapi({"/a": {"post": add}}, components={"schemas": {"Pet": pet}})) as source:
        (entry,) = await source.list_tools()
        (given,) = entry.input_schema["$defs"].values()
        assert (list(given["properties"]), given["required"]) == (["name", "pin"], ["name", "pin"])
        assert entry.output_schema is not None
        assert entry.output_schema["required"] == ["id", "name"]


# --- bodies ------------------------------------------------------------------------------------------------------------


def body(kind: str, schema: Any, **more: Any) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {kind: {"schema": schema, **more}}}}


FIELDS = {
    "type": "object",
    "properties": {
        "name": TEXT,
        "n": {"type": "integer"},
        "ok": {"type": "boolean"},
        "tags": {"type": "array", "items": TEXT},
    },
}


async def test_form_bodies() -> None:
    kind = "application/x-www-form-urlencoded"
    deep = {"type": "object", "properties": {**FIELDS["properties"], "at": {"type": "object"}}}
    encoding = {"at": {"style": "deepObject"}, "tags": {"explode": False}}
    paths = {
        "/a": {"post": operation("a", **body(kind, FIELDS))},
        "/b": {"post": operation("b", **body(kind, deep, encoding=encoding))},
    }
    async with source_of(openapi(paths)) as source:
        fields = '"name": "a b&c", "n": 2, "ok": true, "tags": []string{"x", "y"}'
        got = await asked(source, "api.a", f'map[string]any{{"body": map[string]any{{{fields}}}}}')
        assert got["type"] == kind
        assert sorted(got["body"]) == [["n", "2"], ["name", "a b&c"], ["ok", "true"], ["tags", "x"], ["tags", "y"]]
        got = await asked(
            source, "api.b", f'map[string]any{{"body": map[string]any{{{fields}, "at": map[string]any{{"x": 1}}}}}}'
        )
        assert ["at[x]", "1"] in got["body"]
        assert ["tags", "x,y"] in got["body"]


FILE = {"type": "string", "format": "binary"}


def scan() -> File:
    """Scan a page."""
    return File(b"%PDF\xff\x00", "page 1.pdf", "application/pdf")


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_multipart_bodies_with_files_from_attachments(isolation: str) -> None:
    form = {
        "type": "object",
        "properties": {
            "file": FILE,
            "more": {"type": "array", "items": FILE},
            "about": {"type": "object"},
            "title": TEXT,
        },
    }
    paths = {"/a": {"post": operation("a", **body("multipart/form-data", form))}}
    code = """page := call("scanner.scan", nil)
__out = call("api.a", map[string]any{"body": map[string]any{
	"file": page, "more": []any{page, []byte("raw"), "a,b\\n"}, "about": map[string]any{"n": 1}, "title": "t\\r\\nX: y", "o\\r\\n\\"x\\"": 1}})"""
    scanner = FunctionSource.from_functions(scan, owner="scanner")
    async with source_of(openapi(paths)) as source:
        got = await value_of(source, code, isolation, scanner)
        assert got["type"] == "multipart/form-data"
        page = {"file": "page 1.pdf", "type": "application/pdf", "data": "%PDF\xff\x00"}
        raw = {"file": "more", "type": "application/octet-stream", "data": "raw"}
        text = {"file": "more", "type": "text/plain; charset=utf-8", "data": "a,b\n"}
        told = sorted(got["body"], key=lambda part: part[0])
        assert told == [
            ["about", '{"n": 1}'],
            ["file", page],
            ["more", page],
            ["more", raw],
            ["more", text],
            ["o%0D%0A%22x%22", "1"],
            ["title", "t\r\nX: y"],
        ]


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_bodies_of_bytes_and_of_text(isolation: str) -> None:
    paths = {
        "/a": {"put": operation("a", **body("application/octet-stream", FILE))},
        "/b": {"put": operation("b", **body("text/plain", TEXT))},
        "/c": {"patch": operation("c", **body("application/merge-patch+json", {"type": "object"}))},
        "/d": {"put": operation("d", **body("*/*", {}))},
    }
    code = """__out = []any{call("api.a", map[string]any{"body": call("scanner.scan", nil)}),
	call("api.b", map[string]any{"body": "words"}), call("api.c", map[string]any{"body": map[string]any{"n": 1}}),
	call("api.d", map[string]any{"body": []int{1}})}"""
    scanner = FunctionSource.from_functions(scan, owner="scanner")
    async with source_of(openapi(paths)) as source:
        told = [(got["type"], got["body"]) for got in await value_of(source, code, isolation, scanner)]
        assert told == [
            ("application/octet-stream", "%PDF\xff\x00"),
            ("text/plain", "words"),
            ("application/merge-patch+json", {"n": 1}),
            ("application/json", [1]),
        ]


async def test_a_body_is_needed_where_the_document_says_so() -> None:
    content = {"content": {"application/json": {"schema": FIELDS | {"required": ["name"]}}}}
    paths = {
        "/a": {"post": operation("a", requestBody=content)},
        "/b": {"post": operation("b", requestBody=content | {"required": True})},
    }
    async with source_of(openapi(paths)) as source:
        free, needed = await source.list_tools()
        assert "required" not in free.input_schema
        assert needed.input_schema["required"] == ["body"]
        assert (await asked(source, "api.a"))["body"] is None


# --- Swagger 2.0 -------------------------------------------------------------------------------------------------------


async def test_swagger() -> None:
    pet = {"type": "object", "properties": {"name": TEXT}, "required": ["name"]}
    many = {"name": "tags", "in": "query", "type": "array", "items": {"type": "string", "enum": ["x", "y"]}}
    paths = {
        "/pets": {
            "get": operation("list", parameters=[many, many | {"name": "multi", "collectionFormat": "multi"}])
            | {"responses": {"200": {"description": "ok", "schema": {"type": "array", "items": {"$ref": "#/definitions/Pet"}}}}},
            "post": operation("add", parameters=[{"name": "pet", "in": "body", "required": True, "schema": {"$ref": "#/definitions/Pet"}}]),
        },
        "/form": {
            "post": operation("form", consumes=["application/x-www-form-urlencoded"], parameters=[
                {"name": "a", "in": "formData", "type": "string", "required": True}, {"name": "b", "in": "formData", "type": "integer"}])
        },
        "/file": {
            "post": operation("file", consumes=["multipart/form-data"], parameters=[
                {"name": "file", "in": "formData", "type": "file", "required": True}, {"$ref": "#/parameters/Note"}])
        },
    }  # fmt: skip
    note = {"name": "note", "in": "formData", "type": "string", "description": "what it is"}
    document = swagger(paths, basePath="/v1", schemes=["http"], definitions={"Pet": pet}, parameters={"Note": note})
    async with source_of(document) as source:
        tools = {entry.name: entry for entry in await source.list_tools()}
        assert tools["api.list"].output_schema is not None
        assert tools["api.list"].output_schema["$defs"]["Pet"]["required"] == ["name"]
        got = await asked(source, "api.list", 'map[string]any{"tags": []string{"x", "y"}, "multi": []string{"x", "y"}}')
        assert (got["path"], sorted(got["query"])) == ("/v1/pets", [["multi", "x"], ["multi", "y"], ["tags", "x,y"]])
        assert (await asked(source, "api.add", 'map[string]any{"body": map[string]any{"name": "Rex"}}'))["body"] == {
            "name": "Rex"
        }
        got = await asked(source, "api.form", 'map[string]any{"body": map[string]any{"a": "x", "b": 3}}')
        assert (got["type"], sorted(got["body"])) == ("application/x-www-form-urlencoded", [["a", "x"], ["b", "3"]])
        code = '__out = call("api.file", map[string]any{"body": map[string]any{"file": call("scanner.scan", nil), "note": "n"}})'
        got = await value_of(source, code, functions=FunctionSource.from_functions(scan, owner="scanner"))
        assert got["body"][0][1]["data"] == "%PDF\xff\x00"
        assert got["body"][1] == ["note", "n"]


@pytest.mark.parametrize(
    ("more", "url"),
    [
        ({"host": "api.example", "basePath": "/v1", "schemes": ["http", "https"]}, "https://api.example/v1/a"),
        ({"host": "api.example", "schemes": ["http"]}, "http://api.example/a"),
        ({"host": "api.example:8443", "basePath": "v1/"}, "https://api.example:8443/v1/a"),
    ],
)
async def test_the_address_of_swagger(more: dict[str, Any], url: str) -> None:
    content = json.dumps(swagger({"/a": {"get": operation("a")}}, **more))
    source = await UtcpSource.from_config(
        {"manual_call_templates": [{"name": "api", "call_template_type": "text", "content": content}]}
    )
    (tool,) = await source.client.config.tool_repository.get_tools()
    assert tool.tool_call_template.url == url


# --- results -----------------------------------------------------------------------------------------------------------

YAML = """
openapi: 3.0.3
info: {title: Wild, version: 1}
paths:
  /status/202:
    post:
      operationId: later
      responses:
        202: {description: taken, content: {application/json: {schema: {type: object, properties: {status: {type: integer}}}}}}
        default: {description: oh, content: {application/json: {schema: {type: object, properties: {error: {type: string}}}}}}
  /status/204:
    delete:
      operationId: gone
      responses:
        204: {description: gone}
        404: {description: oh, content: {application/json: {schema: {type: string}}}}
  /status/200:
    get:
      operationId: either
      parameters: [{name: country, in: query, schema: {type: string, enum: [no, se]}}]
      responses:
        200: {description: ok, content: {application/json: {schema: {type: object, properties: {status: {type: integer}}}}}}
        204: {description: nothing}
  /plus:
    get:
      operationId: plus
      responses:
        default: {description: ok, content: {application/vnd.api+json: {schema: {type: object, properties: {data: {type: array}}}}}}
"""


async def test_yaml_with_numbers_as_status_codes() -> None:
    async with source_of(YAML, kind="application/yaml") as source:
        tools = {entry.name: entry for entry in await source.list_tools()}
        outputs = {name: entry.output_schema and dict(entry.output_schema) for name, entry in tools.items()}
        status = {"type": "object", "properties": {"status": {"type": "integer"}}}
        assert outputs == {
            "api.later": status,
            "api.gone": {"type": "null"},
            "api.either": {"anyOf": [status, {"type": "null"}]},
            "api.plus": {"type": "object", "properties": {"data": {"type": "array"}}},
        }
        assert tools["api.either"].input_schema["properties"]["country"]["enum"] == ["no", "se"]
        code = '__out = []any{call("api.later", nil), call("api.gone", nil), call("api.either", nil), call("api.plus", nil)}'
        assert await value_of(source, code) == [{"status": 202}, None, {"status": 200}, {"data": [1]}]


async def test_json_is_requested_if_there_are_several_content_types() -> None:
    two = {"application/xml": {"schema": TEXT}, "application/json": {"schema": {"type": "object"}}}
    paths = {"/a": {"get": operation("a") | {"responses": {"200": {"description": "ok", "content": two}}}}}
    async with source_of(openapi(paths)) as source:
        assert (await asked(source, "api.a"))["headers"]["accept"] == "application/json"


# --- large documents ---------------------------------------------------------------------------------------------------


def large(operations: int) -> dict[str, Any]:
    """A document of more than 500,000 nodes, if its references are filled in."""
    schemas: dict[str, Any] = {
        f"S{n}": {"type": "object", "properties": {f"p{m}": {"$ref": f"#/components/schemas/S{(n * 7 + m) % 80}"} for m in range(9)}
                  | {"kind": {"type": "string", "enum": ["a", "b"]}, "any": {"anyOf": [TEXT, {"$ref": f"#/components/schemas/S{n}"}]}}}
        for n in range(80)
    }  # fmt: skip
    paths = {
        f"/x{n}": {"get": operation(f"x{n}") | {"responses": gives({"$ref": f"#/components/schemas/S{n % 80}"})}}
        for n in range(operations)
    }
    return openapi(paths, components={"schemas": schemas})


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_references_of_a_large_document_are_followed_where_they_are_used(isolation: Any) -> None:
    async with source_of(large(300)) as source, Engine([source], isolation=isolation) as engine:
        catalog = await engine.catalog()
        made = [e for e in catalog.entries if e.output_schema._made is not None]  # type: ignore[union-attr]
        assert made == []  # nothing is made for those that nobody reads
        reply = await engine.session().exec('__out = codemode.SearchTools("kind", 3)')
        assert reply.status == "completed", reply
        last = catalog.get("api.x299")
        assert last is not None
        assert last.output_schema is not None
        assert {"Kind", "P8"} <= set(catalog.declaration(last).split())
        code = '__out = codemode.CallTool("api.x299", map[string]any{"a": 1})'
        assert (await engine.session().exec(code)).status == "completed"
        text = json.dumps([dict(entry.output_schema or {}) for entry in catalog.entries[::50]])
        assert '"enum": []' not in text
        assert '"anyOf": []' not in text


async def test_a_program_is_checked_against_the_schemas_that_it_names_in_a_worker_too() -> None:
    schema = {
        "type": "object",
        "properties": {"name": TEXT, "size": {"$ref": "#/components/schemas/Size"}},
        "required": ["name"],
    }
    paths = {"/a": {"post": operation("pets/add-pet", **body("application/json", schema))}}
    document = openapi(paths, components={"schemas": {"Size": {"type": "string", "enum": ["s", "m"]}}})
    codes = {
        '__out = codemode.CallTool("api.pets/add-pet", map[string]any{"body": map[string]any{"size": "xl", "name": "a"}})': '"xl"',
        '__out = tools.ApiPetsAddPet(map[string]any{"bodi": 1})': "body",
        'name := "api." + "pets/" + "add-pet"\nr := call(name, map[string]any{"body": map[string]any{}})': "name is missing",
    }
    async with source_of(document) as source:
        for isolation in ("inline", "process"):
            async with Engine([source], isolation=isolation) as engine:
                for code, told in codes.items():
                    reply = await engine.session().exec((CALL if "call(" in code else "") + code)
                    assert reply.status == "failed", code
                    assert told in str(reply.diagnostics) + reply.error, code
