"""Pictures and files of functions: handles for programs, bytes for functions and hosts, limits for everybody."""

from __future__ import annotations

import pickle
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

import codemode
from codemode import CodeModeError, Completed, Engine, Failed, File, FunctionSource, FunctionTool, Image, Limits
from codemode.engine.attachments import UNKNOWN_TYPE, safe_media_type, safe_name
from codemode.engine.protocols import CallContext
from codemode.errors import ConfigError, InputError, ToolError

pytestmark = pytest.mark.anyio

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4
CSV = b"a,b\n1,2\n"


@dataclass
class Page:
    title: str
    pictures: list[Image]


class World:
    """Tools that give and take, and what they got."""

    def __init__(self) -> None:
        self.got: list[Any] = []

    def picture(self) -> Image:
        """A picture."""
        return Image(PNG, "png")

    def page(self) -> Page:
        """A page with pictures."""
        return Page("t", [Image(PNG, "image/png"), Image(b"GIF89a", "gif", "dot.gif")])

    def mixed(self) -> dict[str, Any]:
        """Deep inside."""
        return {"rows": [{"n": 1, "file": File(CSV, "rows.csv")}], "pair": (1, File(b"x", "a/b/c.bin"))}

    async def frames(self, count: int) -> AsyncIterator[Image]:
        """Picture after picture."""
        for number in range(count):
            yield Image(b"frame %d" % number, "png")

    def look(self, picture: Image, title: str = "") -> str:
        """Look at a picture."""
        self.got.append(picture)
        return f"{len(picture.data)} {picture.media_type}"

    def many(self, files: list[File], best: Image | None = None) -> int:
        """Look at files."""
        self.got += [*files, best]
        return sum(len(file.data) for file in files)

    def raw(self, data: bytes, note: str | None = None) -> int:
        """Take bytes."""
        self.got.append(data)
        return len(data)

    def plain(self, value: Any) -> Any:
        """Take anything."""
        self.got.append(value)
        return value

    def post(self, body: dict[str, Any]) -> str:
        """Has a schema of its own."""
        self.got.append(body)
        return "ok"

    def flood(self, count: int, size: int) -> list[Image]:
        """So many pictures."""
        return [Image(bytes(size), "png") for _ in range(count)]

    def source(self) -> FunctionSource:
        schema = {
            "type": "object",
            "properties": {
                "body": {
                    "type": "object",
                    "properties": {
                        "file": {"type": "string", "contentEncoding": "base64", "minLength": 4},
                        "url": {"anyOf": [{"type": "null"}, {"type": "string", "contentEncoding": "base64url"}]},
                        "list": {"type": "array", "items": {"$ref": "#/$defs/blob"}},
                        "text": {"type": "string"},
                    },
                }
            },
            "$defs": {"blob": {"type": "string", "format": "byte"}},
        }
        functions = [self.picture, self.page, self.mixed, self.frames, self.look, self.many, self.raw, self.plain]
        tools = [FunctionTool(f"w.{fn.__name__}", fn) for fn in [*functions, self.flood]]
        return FunctionSource([*tools, FunctionTool("w.post", self.post, input_schema=schema)])


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture(params=["inline", "process"])
def isolation(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=["memory", "sqlite"])
async def engine(request: pytest.FixtureRequest, isolation: str, world: World, tmp_path: Path) -> AsyncIterator[Engine]:
    store = f"sqlite:///{tmp_path / 'runs.db'}" if request.param == "sqlite" else None
    limits = Limits(max_attachments=20, max_attachment_bytes=4096)
    async with Engine([world.source()], limits, isolation=isolation, store=store) as made:
        yield made


async def done(engine: Engine, code: str, session: str = "s", **more: Any) -> Completed:
    reply = await engine.session("a", session).exec(code, **more)
    assert isinstance(reply, Completed), reply
    return reply


async def failed(engine: Engine, code: str, session: str = "s") -> Failed:
    reply = await engine.session("a", session).exec(code)
    assert isinstance(reply, Failed), reply
    return reply


# --- giving -----------------------------------------------------------------------------------------------------------


async def test_a_picture_is_a_handle_and_the_host_has_its_bytes(engine: Engine) -> None:
    reply = await done(engine, "__out = tools.w_picture()")
    assert reply.value == {
        "attachment": reply.attachments[0].id,
        "media_type": "image/png",
        "bytes": len(PNG),
    }
    [kept] = reply.attachments
    assert (kept.media_type, kept.name, kept.bytes, kept.data) == ("image/png", "", len(PNG), PNG)
    session = engine.session("a", "s")
    assert (await session.attachment(kept.id)).data == PNG
    assert await session.attachments() == [kept]


async def test_attachments_anywhere_inside_a_result(engine: Engine) -> None:
    reply = await done(engine, "page := tools.w_page()\n__out = []any{page, tools.w_mixed()}")
    page, mixed = reply.value
    assert page["title"] == "t"
    assert [each["media_type"] for each in page["pictures"]] == ["image/png", "image/gif"]
    assert mixed["rows"][0]["n"] == 1
    assert mixed["rows"][0]["file"]["name"] == "rows.csv"
    assert mixed["rows"][0]["file"]["media_type"] == "text/csv"
    assert mixed["pair"][1]["name"] == "c.bin"
    by_id = {kept.id: kept.data for kept in reply.attachments}
    assert by_id[page["pictures"][1]["attachment"]] == b"GIF89a"
    assert by_id[mixed["rows"][0]["file"]["attachment"]] == CSV


async def test_attachments_in_each_piece_of_a_stream(engine: Engine) -> None:
    code = """
    s, err := codemode.CallToolStream("w.frames", map[string]any{"count": 3})
    if err != nil { panic(err) }
    for frame := range s.All() { json(frame) }
    """
    reply = await done(engine, code)
    assert [kept.data for kept in reply.attachments] == [b"frame 0", b"frame 1", b"frame 2"]


async def test_a_reply_has_only_the_attachments_that_the_program_gave_out(engine: Engine) -> None:
    code = """
    a := tools.w_picture()
    b := tools.w_picture()
    c := tools.w_picture()
    d := tools.w_picture()
    text(b)
    fmt.Println(d)
    _ = c
    __out = map[string]any{"again": a, "first": []any{a}}
    """
    reply = await done(engine, code)
    assert len(reply.attachments) == 3
    assert reply.value["again"]["attachment"] == reply.attachments[0].id
    assert len(await engine.session("a", "s").attachments()) == 4
    assert (await done(engine, '__out = "att_nothing"')).attachments == []


async def test_a_value_that_was_cut_still_names_its_attachments(world: World, isolation: str) -> None:
    async with Engine([world.source()], Limits(max_output_bytes=1024), isolation=isolation) as engine:
        reply = await done(engine, '__out = []any{strings.Repeat("x", 5000), tools.w_picture()}')
        assert reply.value["truncated"]
        assert [kept.data for kept in reply.attachments] == [PNG]


async def test_bytes_do_not_count_in_the_guest(world: World, isolation: str) -> None:
    limits = Limits(memory_limit_bytes=1 << 20, max_attachment_bytes=8 << 20)
    async with Engine([world.source()], limits, isolation=isolation) as engine:
        reply = await done(engine, '__out = tools.w_flood(map[string]any{"count": 2, "size": 6000000})')
        assert [kept.bytes for kept in reply.attachments] == [6_000_000, 6_000_000]
        assert reply.telemetry.peak_memory_bytes < 1 << 20


async def test_a_failed_reply_has_the_output_before_the_failure(engine: Engine) -> None:
    reply = await failed(engine, 'text(tools.w_picture())\npanic("no")')
    assert [kept.data for kept in reply.attachments] == [PNG]


async def test_a_direct_run_gives_them_too(world: World) -> None:
    result = codemode.run("text(tools.w_mixed())\n__out = tools.w_picture()", sources=[world.source()])
    assert [kept.data for kept in result.attachments] == [PNG, b"x", CSV]
    assert codemode.run("__out = 1").attachments == []


class Letter(BaseModel):
    sent: datetime = Field(serialization_alias="sentAt")
    scan: Image
    more: list[File] = []


def letter() -> Letter:
    """A model with pictures."""
    return Letter(sent=datetime(2026, 1, 2, tzinfo=UTC), scan=Image(PNG, "png"), more=[File(CSV, "x.csv")])


def thumbnail() -> Annotated[bytes, Field(json_schema_extra={"contentMediaType": "image/png"})]:
    """Bytes that say what they are."""
    return PNG


def test_in_models_and_as_bytes_with_a_media_type() -> None:
    source = FunctionSource.from_functions(letter, thumbnail, owner="x")
    result = codemode.run("__out = []any{tools.x_letter(), tools.x_thumbnail()}", sources=[source])
    made, thumb = result.value
    assert made["sentAt"].startswith("2026-01-02T00:00:00")
    assert (made["scan"]["media_type"], made["more"][0]["name"], thumb["media_type"]) == (
        "image/png",
        "x.csv",
        "image/png",
    )
    assert [kept.data for kept in result.attachments] == [CSV, PNG, PNG]
    assert result.warnings == []


async def test_replies_are_plain_json(engine: Engine) -> None:
    reply = await done(engine, "__out = tools.w_mixed()")
    read = Completed.model_validate_json(reply.model_dump_json())
    assert [kept.model_dump() for kept in read.attachments] == [kept.model_dump() for kept in reply.attachments]
    with pytest.raises(InputError, match="ask the session"):
        _ = read.attachments[0].data
    assert CSV not in reply.model_dump_json().encode()


# --- taking -----------------------------------------------------------------------------------------------------------


async def test_functions_get_the_objects(engine: Engine, world: World) -> None:
    code = """
    p := tools.w_picture()
    m := tools.w_mixed()
    f := m["rows"][0]["file"]
    __out = []any{
        tools.w_look(map[string]any{"picture": p}),
        tools.w_many(map[string]any{"files": []any{f, p}, "best": p}),
        tools.w_raw(map[string]any{"data": f}),
        tools.w_raw(map[string]any{"data": f["attachment"]}),
    }
    """
    reply = await done(engine, code)
    assert reply.value == [f"{len(PNG)} image/png", len(CSV) + len(PNG), len(CSV), len(CSV)]
    picture, csv = Image(PNG, "png"), File(CSV, "rows.csv")
    assert world.got == [picture, csv, File(PNG, "", "image/png"), picture, CSV, CSV]


async def test_a_schema_that_wants_base64_gets_base64(engine: Engine, world: World) -> None:
    code = """
    f := tools.w_mixed()["rows"][0]["file"]
    __out = tools.w_post(map[string]any{"body": map[string]any{"file": f, "url": f, "list": []any{f}, "text": f["attachment"]}})
    """
    await done(engine, code)
    [body] = world.got
    assert body["file"] == "YSxiCjEsMgo="
    assert body["url"] == "YSxiCjEsMgo="
    assert body["list"] == ["YSxiCjEsMgo="]
    assert body["text"].startswith("att_")
    told = await failed(engine, 'tools.w_post(map[string]any{"body": map[string]any{"text": tools.w_picture()}})')
    assert "must be string" in told.error


async def test_a_handle_that_is_named_again_and_again_does_not_fill_the_host(isolation: str) -> None:
    def large() -> File:
        return File(b"x" * (8 << 20), "a.bin")

    def take(files: list[bytes]) -> int:
        return len(files)

    code = """
        f, _ := codemode.CallTool("t.large", nil)
        fs := []any{}
        for range %d {
            fs = append(fs, f)
        }
        r, err := codemode.CallTool("t.take", map[string]any{"files": fs})
        if err != nil {
            return err
        }
        __out = r
    """
    tools = FunctionSource.from_functions(large, take, owner="t")
    async with Engine([tools], isolation=isolation) as engine:
        few = await engine.session().exec(code % 7)
        assert (few.status, few.value) == ("completed", 7)
        many = await engine.session().exec(code % 5000)
        assert isinstance(many, Failed)
        assert many.error == "its attachments are more than 67108864 bytes together"
        assert many.tool_calls[-1].code == "invalid_tool_input"


async def test_anything_gets_the_handle(engine: Engine, world: World) -> None:
    reply = await done(engine, '__out = tools.w_plain(map[string]any{"value": tools.w_picture()})')
    assert world.got == [reply.value]
    assert [kept.data for kept in reply.attachments] == [PNG]


async def test_a_later_cell_of_the_session_may_pass_it_on(engine: Engine, world: World) -> None:
    await done(engine, 'store.Save("p", tools.w_picture())')
    reply = await done(engine, 'p := store.Load("p")\ntools.w_look(map[string]any{"picture": p})\n__out = p')
    assert world.got == [Image(PNG, "png")]
    assert [kept.data for kept in reply.attachments] == [PNG]


async def test_a_handle_of_another_session_is_refused(engine: Engine, world: World) -> None:
    foreign = (await done(engine, "__out = tools.w_picture()", "theirs")).value
    for tool, key in (("look", "picture"), ("raw", "data")):
        code = f'tools.w_{tool}(map[string]any{{"{key}": data}})'
        reply = await engine.session("a", "mine").exec(code, data=foreign)
        assert isinstance(reply, Failed)
        assert f"there is no attachment {foreign['attachment']} in this session" in reply.error
        assert reply.tool_calls[0].code == "invalid_tool_input"
    reply = await done(engine, '__out = tools.w_plain(map[string]any{"value": data})', "mine", data=foreign)
    assert reply.value == foreign
    assert reply.attachments == []
    with pytest.raises(InputError, match="there is no attachment"):
        await engine.session("a", "mine").attachment(foreign["attachment"])
    assert [type(each) for each in world.got] == [dict]


async def test_only_the_id_of_a_handle_counts(engine: Engine, world: World) -> None:
    code = """
    p := tools.w_picture()
    p["media_type"] = "text/html"
    p["bytes"] = -1
    p["name"] = "../../etc/passwd"
    tools.w_look(map[string]any{"picture": p})
    __out = p
    """
    reply = await done(engine, code)
    assert world.got == [Image(PNG, "png")]
    assert (reply.attachments[0].media_type, reply.attachments[0].name) == ("image/png", "")


async def test_a_file_is_no_picture(engine: Engine) -> None:
    reply = await failed(engine, 'tools.w_look(map[string]any{"picture": tools.w_mixed()["rows"][0]["file"]})')
    assert "must be a picture" in reply.error
    assert "text/csv" in reply.error


@pytest.mark.parametrize("value", ['""', '"att_"', "nil", "7", 'map[string]any{"attachment": 7}', "[]any{}"])
async def test_an_invalid_handle_is_refused(engine: Engine, world: World, value: str) -> None:
    reply = await failed(engine, f'var v any = {value}\ntools.w_look(map[string]any{{"picture": v}})')
    assert reply.tool_calls[0].code == "invalid_tool_input"
    assert world.got == []


# --- limits -------------------------------------------------------------------------------------------------------------


async def test_attachments_above_the_limit_are_dropped_and_the_result_is_kept(engine: Engine) -> None:
    reply = await done(engine, '__out = tools.w_flood(map[string]any{"count": 3000, "size": 1})')
    assert len(reply.value) == 3000 or reply.value["truncated"]
    assert len(await engine.session("a", "s").attachments()) == 20
    assert len(reply.attachments) == 20
    [warning] = reply.warnings
    assert "20 attachments already" in warning.message
    assert "max_attachments" in warning.message


async def test_an_attachment_that_is_too_large_is_not_kept(engine: Engine) -> None:
    reply = await done(engine, '__out = tools.w_flood(map[string]any{"count": 1, "size": 4097})')
    [seen] = reply.value
    assert seen == {
        "attachment": "",
        "media_type": "image/png",
        "bytes": 4097,
        "error": "not kept: it has 4097 bytes; the limit is 4096 (max_attachment_bytes)",
    }
    assert reply.attachments == []


async def test_the_attachments_of_a_run_are_bounded(engine: Engine) -> None:
    code = 'for range 3 { json(tools.w_flood(map[string]any{"count": 2, "size": 4096})) }\n__out = 1'
    reply = await done(engine, code)
    assert len(reply.attachments) == 4
    assert "16384 bytes" in reply.warnings[0].message
    # another run has its own
    assert len((await done(engine, code)).attachments) == 4


# --- what strangers say ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "safe"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Windows\\system32\\evil.exe", "evil.exe"),
        ("..", ""),
        ("...hidden", "hidden"),
        ("a\nb\r\x00\x1b[31m.txt", "ab[31m.txt"),
        ("gpj\u202e.exe", "gpj.exe"),
        ("\ud800x.txt", "x.txt"),
        ("x" * 5000 + ".png", "x" * 116 + ".png"),
        ("  spaced   out .txt ", "spaced out .txt"),
        ("/", ""),
        ("résumé.pdf", "résumé.pdf"),
    ],
)
def test_names_are_names_of_files_in_one_folder(given: str, safe: str) -> None:
    assert safe_name(given) == safe
    assert File(b"", given).name == safe


@pytest.mark.parametrize(
    ("given", "safe"),
    [
        ("image/png", "image/png"),
        ("IMAGE/PNG; charset=x", "image/png"),
        ("application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text"),
        ("image/png\r\nX-Evil: 1", UNKNOWN_TYPE),
        ("image/png\n", UNKNOWN_TYPE),
        ("image", UNKNOWN_TYPE),
        ("/", UNKNOWN_TYPE),
        ("a/b/c", UNKNOWN_TYPE),
        ("image/<script>", UNKNOWN_TYPE),
        ("image/" + "x" * 1000, UNKNOWN_TYPE),
        ("ımage/png", UNKNOWN_TYPE),
    ],
)
def test_media_types_are_media_types(given: str, safe: str) -> None:
    assert safe_media_type(given) == safe


def test_pictures_and_files_are_values() -> None:
    assert Image(PNG, "png") == Image(bytearray(PNG), "image/png")
    assert Image(PNG, "png") != File(PNG, "", "image/png")
    assert len({Image(PNG, "png"), Image(memoryview(PNG), "png")}) == 1
    assert pickle.loads(pickle.dumps(File(CSV, "x.csv"))) == File(CSV, "x.csv")
    assert pickle.loads(pickle.dumps(Image(PNG, "gif"))) == Image(PNG, "gif")
    assert repr(Image(PNG, "png")) == f"Image({len(PNG)} bytes, 'image/png', '')"
    with pytest.raises(AttributeError):
        Image(PNG, "png").data = b""  # type: ignore[misc]
    for wrong in ("text", None, 5):
        with pytest.raises(ConfigError, match="needs data as bytes"):
            File(wrong, "x")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="media type"):
        Image(PNG, "text/html")
    assert File(b"", "no-ending").media_type == UNKNOWN_TYPE


async def test_outside_of_a_run_nothing_is_kept(world: World) -> None:
    with pytest.raises(ToolError, match="no program is run"):
        await FunctionTool("w.picture", world.picture).call({}, CallContext())


# --- results ------------------------------------------------------------------------------------------------------------


async def test_the_host_can_read_a_cut_value_in_full(world: World, isolation: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'runs.db'}"
    async with Engine([], Limits(max_output_bytes=1024), isolation=isolation, store=url) as engine:
        session = engine.session("a", "s")
        reply = await done(engine, '__out = map[string]any{"long": strings.Repeat("ü", 5000)}')
        assert await session.result(reply.value["result_id"]) == {"long": "ü" * 5000}
        reply = await done(engine, 'text(strings.Repeat("x", 3000))\njson(7)')
        [item] = reply.output
        assert isinstance(item, codemode.engine.replies.TextOutput)
        assert item.result_id is not None
        assert await session.result(item.result_id) == ["x" * 3000, 7]
        saved = await done(engine, "__out = results.Save([]int{1, 2})")
        assert await session.result(saved.value) == [1, 2]
        for unknown in ("res_99", "", "'; --", 7):
            with pytest.raises(InputError, match="there is no result"):
                await session.result(unknown)  # type: ignore[arg-type]
        with pytest.raises(CodeModeError):
            await engine.session("b", "s").result(item.result_id)
    async with Engine([], isolation="inline", store=url) as other:
        assert await other.session("a", "s").result(item.result_id) == ["x" * 3000, 7]
