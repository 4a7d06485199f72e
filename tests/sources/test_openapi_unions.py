"""Bodies of OpenAPI that are one of several schemas, or put together of several, each against a real server."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from codemode import Engine, UtcpSource
from codemode.catalog.catalog import Catalog
from codemode.catalog.entries import ToolEntry
from codemode.catalog.index import catalog_items, exec_index, index_line
from codemode.catalog.lazy_schemas import shallow
from codemode.catalog.stubs import stub
from codemode.catalog.validation import Checker
from codemode.sources.openapi_schemas import MAX_NODES, Document
from tests.sources.openapi_apis import gives, openapi, operation, source_of

pytestmark = pytest.mark.anyio

TEXT, INT = {"type": "string"}, {"type": "integer"}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def thing(*needed: str, **members: Any) -> dict[str, Any]:
    return {"type": "object", "properties": members, **({"required": [*needed]} if needed else {})}


def document_of(schema: Any, schemas: dict[str, Any], version: str = "3.0.3") -> dict[str, Any]:
    body = {"required": True, "content": {"application/json": {"schema": schema}}}
    paths = {"/pet": {"post": operation("pet", requestBody=body)}}
    return openapi(paths, components={"schemas": schemas}) | {"openapi": version}


async def answers(source: UtcpSource, bodies: list[Any]) -> list[str]:
    """Of each body "" if it was sent as it is, else why it was not."""
    code = """out := []any{}
for _, body := range data.([]any) {
	r, err := codemode.CallTool("api.pet", map[string]any{"body": body})
	if err != nil {
		out = append(out, err.Error())
	} else {
		out = append(out, r["body"])
	}
}
__out = out"""
    async with Engine([source]) as engine:
        reply = await engine.session().exec(code, data=bodies)
        assert reply.status == "completed", reply
        return ["" if got == body else str(got).removeprefix("api.pet: ") for got, body in zip(reply.value, bodies)]


CAT, DOG = thing("kind", "lives", kind=TEXT, lives=INT), thing("kind", kind=TEXT, bark={"type": "boolean"})
MAPPED = {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat", "dog": "Dog", "puppy": "Dog"}}
CASES: dict[str, tuple[dict[str, Any], list[Any], list[Any], str]] = {
    # schemas with the union `Pet`, bodies that are right, bodies that are wrong, what the index tells of the body
    "mapping": (
        {"Cat": CAT, "Dog": DOG, "Pet": {"oneOf": [ref("Cat"), ref("Dog")], "discriminator": MAPPED}},
        [{"kind": "cat", "lives": 9}, {"kind": "dog"}, {"kind": "puppy", "bark": True}],
        [{"kind": "cat"}, {"kind": "cow", "lives": 1}, {"kind": "Cat", "lives": 1}, {"lives": 9}],
        '{kind: "cat", lives: integer} | {kind: "dog" or "puppy", bark?: boolean}',
    ),
    "names": (
        {"Cat": CAT, "Dog": DOG, "Pet": {"anyOf": [ref("Cat"), ref("Dog")], "discriminator": {"propertyName": "kind"}}},
        [{"kind": "Cat", "lives": 9}, {"kind": "Dog"}],
        [{"kind": "Cat"}, {"kind": "dog"}],
        '{kind: "Cat", lives: integer} | {kind: "Dog", bark?: boolean}',
    ),
    "one constant": (
        {
            "Cat": thing("kind", kind=TEXT, lives=INT),
            "Dog": thing("kind", kind={"const": "hound"}, bark=INT),
            "Pet": {"oneOf": [ref("Cat"), ref("Dog")], "discriminator": {"propertyName": "kind"}},
        },
        [{"kind": "Cat", "lives": 9}, {"kind": "hound", "bark": 1}],
        [{"kind": "Dog", "bark": 1}, {"kind": "hound", "bark": "x"}],
        '{kind: "Cat", lives?: integer} | {kind: "hound", bark?: integer}',
    ),
    "one enum for all": (
        {
            "Kind": {"type": "string", "enum": ["cat", "dog", "puppy"]},
            "Cat": thing("kind", kind=ref("Kind"), lives=INT),
            "Dog": thing("kind", kind=ref("Kind"), bark=INT),
            "Pet": {"oneOf": [ref("Cat"), ref("Dog")], "discriminator": MAPPED},
        },
        [{"kind": "cat", "lives": 9}, {"kind": "puppy", "bark": 1}],
        [{"kind": "cat", "lives": "x"}, {"kind": "cow"}],
        '{kind: "cat", lives?: integer} | {kind: "dog" or "puppy", bark?: integer}',
    ),
    "numbers": (
        {
            "Cat": thing("kind", kind={"type": "integer", "enum": [1]}, lives=INT),
            "Dog": thing("kind", kind={"type": "integer", "enum": [2]}, lives=INT),
            "Pet": {"oneOf": [ref("Cat"), ref("Dog")], "discriminator": {"propertyName": "kind", "mapping": {"1": "Cat", "2": "Dog"}}},
        },
        [{"kind": 1, "lives": 9}, {"kind": 2}],
        [{"kind": 3}, {"kind": 2, "lives": "x"}],
        "{kind: 1, lives?: integer} | {kind: 2, lives?: integer}",
    ),
    "inherited": (
        {
            "Base": thing("kind", kind=TEXT) | {"discriminator": MAPPED},
            "Cat": {"allOf": [ref("Base"), thing("lives", lives=INT)]},
            "Dog": {"allOf": [ref("Base"), thing(bark={"type": "boolean"})]},
            "Pet": {"oneOf": [ref("Cat"), ref("Dog")], "discriminator": MAPPED},
        },
        [{"kind": "cat", "lives": 9}, {"kind": "dog", "bark": True}],
        [{"kind": "cat"}, {"kind": "dog", "bark": 1}, {"kind": "Base"}],
        '{kind: "cat", lives: integer} | {kind: "dog" or "puppy", bark?: boolean}',
    ),
    "of the base": (
        {
            "Base": thing("kind", kind=TEXT) | {"discriminator": MAPPED},
            "Cat": {"allOf": [ref("Base"), thing("lives", lives=INT)]},
            "Dog": {"allOf": [ref("Base"), thing(bark={"type": "boolean"})]},
            "Pet": {"oneOf": [ref("Cat"), ref("Dog")]},
        },
        [{"kind": "cat", "lives": 9}, {"kind": "puppy"}],
        [{"kind": "cat"}, {"kind": "cow", "lives": 1}],
        '{kind: "cat", lives: integer} | {kind: "dog" or "puppy", bark?: boolean}',
    ),
    "nested": (
        {
            "Cat": CAT,
            "Dog": DOG,
            "Tame": {"oneOf": [ref("Cat"), ref("Dog")], "discriminator": {"propertyName": "kind"}},
            "Wolf": thing("kind", kind=TEXT, pack=INT),
            "Pet": {
                "oneOf": [ref("Tame"), ref("Wolf")],
                "discriminator": {"propertyName": "kind", "mapping": {"Cat": "Tame", "Dog": "Tame", "wolf": "Wolf"}},
            },
        },
        [{"kind": "Cat", "lives": 9}, {"kind": "Dog"}, {"kind": "wolf"}],
        [{"kind": "Cat"}, {"kind": "Wolf"}],
        '{kind: "Cat", lives: integer} | {kind: "Dog", bark?: boolean} | {kind: "wolf", pack?: integer}',
    ),
    "itself": (
        {
            "Leaf": thing("kind", kind=TEXT, n=INT),
            "Both": thing("kind", "left", kind=TEXT, left=ref("Pet")),
            "Pet": {"oneOf": [ref("Leaf"), ref("Both")], "discriminator": {"propertyName": "kind"}},
        },
        [{"kind": "Leaf", "n": 1}, {"kind": "Both", "left": {"kind": "Both", "left": {"kind": "Leaf"}}}],
        [{"kind": "Both", "left": {"kind": "Both"}}],
        '{kind: "Leaf", n?: integer} | {kind: "Both", left: {kind: "Leaf", n?: integer} | {kind: "Both", left: object}}',
    ),
    "inline": (
        {
            "Cat": thing("kind", kind=TEXT, lives=INT),
            "Pet": {"oneOf": [ref("Cat"), thing("kind", kind=TEXT)], "discriminator": {"propertyName": "kind"}},
        },
        [{"kind": "Cat", "lives": 9}, {"kind": "other"}],
        [{"lives": 1}],
        '{kind: "Cat", lives?: integer} | {kind: string}',
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("case", "version"), [*((case, "3.1.0") for case in CASES), ("mapping", "3.0.3"), ("names", "3.0.3")]
)
async def test_a_discriminator_says_which_schema_is_meant(case: str, version: str) -> None:
    schemas, right, wrong, told = CASES[case]
    async with source_of(document_of(ref("Pet"), schemas, version)) as source:
        (entry,) = await source.list_tools()
        assert told in index_line(entry) or told in await index_of(source)
        assert await answers(source, right) == [""] * len(right)
        assert "" not in await answers(source, wrong)
        assert source.warnings == []


async def index_of(source: UtcpSource) -> str:
    async with Engine([source]) as engine:
        (made,) = [each for each in await engine.session().definitions("anthropic") if each["name"] == "exec"]
        return made["description"]


async def test_declarations_have_the_values_of_a_discriminator() -> None:
    async with source_of(document_of(ref("Pet"), CASES["inherited"][0])) as source, Engine([source]) as engine:
        catalog = await engine.catalog()
        (entry,) = catalog.entries
        assert '{kind: "cat", lives: int} | {kind: "dog" or "puppy", bark?: bool}' in catalog.declaration(entry)
        assert 'kind: Literal["cat"]' in stub(entry)
        (told,) = await answers(source, [{"kind": "cow", "lives": 1}])
        assert told == 'body.kind is "cow", must be one of "cat", "dog", "puppy"'


def test_unions_of_hostile_documents_are_bounded() -> None:
    """Each of many unions gives each of many schemas values of its own, and each of these schemas contains all unions."""
    names = [f"S{n}" for n in range(300)]
    unions = {
        f"U{n}": {
            "oneOf": [ref(name) for name in names],
            "discriminator": {"propertyName": "kind", "mapping": {f"{n} {name}": name for name in names}},
        }
        for n in range(100)
    }
    base = thing(kind=TEXT) | {
        "discriminator": {"propertyName": "kind", "mapping": {f"v{n}": f"S{n}" for n in range(999)}}
    }
    parts = [ref("Base"), thing(**{name: ref(name) for name in unions})]
    document = {"components": {"schemas": {"Base": base} | unions | {name: {"allOf": parts} for name in names}}}
    document["components"]["schemas"]["Plain"] = {"oneOf": [ref(name) for name in names] * 40}
    for name in ("U0", "Plain"):
        began = time.process_time()
        made = Document(document).schema(ref(name), "input", "post /x")
        assert len(json.dumps(dict(made))) < MAX_NODES * 100
        Checker(made.whole).problems({"kind": "v0"})
        assert time.process_time() - began < 5


def test_an_index_of_hostile_documents_is_bounded() -> None:
    names = [f"p{n}" for n in range(5_000)]
    schemas: dict[str, Any] = {f"N{n}": {"allOf": [ref(f"N{n + 1}")] * 400} for n in range(5)}
    schemas |= {"N5": {"allOf": [thing(*names, **dict.fromkeys(names, TEXT))] * 5_000}}
    schemas["Self"] = {"allOf": [ref("Self"), ref("Self"), thing(a=ref("Self"))]}
    schemas["Any"] = {
        "oneOf": [ref("N0"), ref("N5")] * 50,
        "discriminator": {"propertyName": "k", "mapping": dict.fromkeys(names[:999], "N5")},
    }
    document = Document({"components": {"schemas": schemas}})
    given = thing(*schemas, **{name: ref(name) for name in schemas}, all=thing(**dict.fromkeys(names, ref("N0"))))
    made = document.schema(given, "input", "post /x")
    entry = ToolEntry("utcp:api:x", "api.x", input_schema=made, output_schema=made)
    began = time.process_time()
    text = exec_index(catalog_items(Catalog([entry])), 20_000)
    assert "a?: any" in text
    assert len(json.dumps(shallow(made.outline))) < 200_000
    assert time.process_time() - began < 1


async def test_the_index_shows_what_each_side_has() -> None:
    """Fields of `allOf`, without those that only the other side has."""
    base = thing("id", "kind", id=ref("Id"), kind=TEXT, pin={"type": "string", "writeOnly": True})
    cat = {"allOf": [ref("Base"), thing(lives=INT)]}
    document = document_of(ref("Cat"), {"Base": base, "Id": {"type": "integer", "readOnly": True}, "Cat": cat})
    document["paths"]["/pet"]["post"]["responses"] = gives({"type": "array", "items": ref("Cat")})
    async with source_of(document) as source:
        told = (
            "api.pet(body {kind: string, pin?: string, lives?: integer}): gives []{id: int, kind: string, lives?: int}"
        )
        assert told in await index_of(source)


# --- before the run ------------------------------------------------------------------------------------------------------


OWNER = {"nullable": True, "allOf": [thing("name", name=TEXT)]}
FOUND_BEFORE = {
    # the schema of the body, in JSON the body, what is said of it
    "allOf": (ref("Cat"), '{"kind": "cat"}', "lives"),
    "allOf that may be null": (thing(owner=OWNER), '{"owner": {"nam": "x"}}', "name"),
    "one of them": (ref("Pet"), '{"kind": "cat"}', "lives"),
    "one of them, inside": (thing(pets={"type": "array", "items": ref("Pet")}), '{"pets": [{"kind": "cat", "live": 1}]}', "live"),
    "one of them, which may be null": (thing(pet=OWNER | {"allOf": [ref("Pet")]}), '{"pet": {"kind": "cat"}}', "lives"),
}  # fmt: skip


@pytest.mark.parametrize("case", FOUND_BEFORE)
async def test_bodies_that_are_put_together_are_checked_before_the_run(case: str) -> None:
    schema, body, told = FOUND_BEFORE[case]
    document = document_of(schema, CASES["inherited"][0])
    map_of = (
        body.replace("[{", "[]map[string]any{{").replace("{", "map[string]any{", 1).replace(": {", ": map[string]any{")
    )
    programs = {
        "python": f"api.pet(body={body})",
        "go": f'_, _ = codemode.CallTool("api.pet", map[string]any{{"body": {map_of.replace("]}", "}}")}}})',
    }
    async with source_of(document) as source, Engine([source], languages=("go", "python")) as engine:
        for language, code in programs.items():
            reply = await engine.session().exec(code, language=language)
            assert reply.status == "failed", (language, reply)
            assert (reply.code, reply.tool_calls) == ("check_failed", []), language
            assert told in str(reply.diagnostics), language


async def test_what_is_not_certain_is_not_refused_before_the_run() -> None:
    schemas = CASES["inherited"][0]
    rest = [{"kind": "dog"}, {"kind": "other"}, {"kind": "cat", "lives": 1}]
    given = {"anyOf": [ref("Cat"), ref("Dog"), thing(kind=TEXT)], "discriminator": MAPPED}
    async with source_of(document_of(given, schemas)) as source:
        assert await answers(source, rest) == ["", "", ""]
        async with Engine([source], languages=("go", "python")) as engine:
            for body in rest:
                reply = await engine.session().exec(f"api.pet(body={body})", language="python")
                assert reply.status == "completed", reply
