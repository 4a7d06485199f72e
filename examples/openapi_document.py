"""A service that describes itself with an OpenAPI document. UTCP turns every operation into a tool; nothing is written by hand.

The service here is a small book shop on loopback. Path parameters, query parameters and the JSON body (as `body`) become arguments.
"""

import asyncio
import os

from aiohttp import web

from codemode import CodeModeUTCP, OpenAIModel, ScriptedModel, UtcpSource

BOOKS = [
    {"id": 1, "title": "Solaris", "genre": "science-fiction", "price": 12.5},
    {"id": 2, "title": "Dune", "genre": "science-fiction", "price": 24.0},
    {"id": 3, "title": "Roadside Picnic", "genre": "science-fiction", "price": 9.9},
    {"id": 4, "title": "Middlemarch", "genre": "novel", "price": 11.0},
]
STARS = {1: [5, 4, 5], 2: [5, 5], 3: [4, 4, 3], 4: [5]}

GENRE = {"type": "string", "enum": ["novel", "poetry", "science-fiction"]}
BOOK_ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
DOCUMENT = {
    "openapi": "3.0.3",
    "info": {"title": "Book shop", "version": "1.0"},
    "paths": {
        "/books": {
            "get": {
                "operationId": "list_books",
                "summary": "List the books of a genre, cheapest first.",
                "parameters": [
                    {"name": "genre", "in": "query", "required": True, "schema": GENRE},
                    {"name": "max_price", "in": "query", "schema": {"type": "number"}},
                ],
                "responses": {
                    "200": {
                        "description": "books",
                        "content": {
                            "application/json": {
                                "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Book"}}
                            }
                        },
                    }
                },
            }
        },
        "/books/{id}/ratings": {
            "get": {
                "operationId": "get_ratings",
                "summary": "The ratings of one book: stars from 1 to 5.",
                "parameters": [BOOK_ID],
                "responses": {
                    "200": {
                        "description": "ratings",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Ratings"}}},
                    }
                },
            }
        },
        "/orders": {
            "post": {
                "operationId": "create_order",
                "summary": "Order books. Books are sent and have to be paid.",
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewOrder"}}},
                },
                "responses": {
                    "201": {
                        "description": "the order",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}},
                    }
                },
            }
        },
    },
    "components": {
        "schemas": {
            "Book": {
                "type": "object",
                "properties": {
                    "id": {"type": "integer"},
                    "title": {"type": "string"},
                    "genre": GENRE,
                    "price": {"type": "number"},
                },
                "required": ["id", "title", "genre", "price"],
            },
            "Ratings": {
                "type": "object",
                "properties": {"stars": {"type": "array", "items": {"type": "integer"}}},
                "required": ["stars"],
            },
            "Address": {
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
                "required": ["street", "city"],
            },
            "Line": {
                "type": "object",
                "properties": {"book": {"type": "integer"}, "count": {"type": "integer", "minimum": 1}},
                "required": ["book", "count"],
            },
            "NewOrder": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "description": "who gets the books"},
                    "address": {"$ref": "#/components/schemas/Address"},
                    "lines": {"type": "array", "items": {"$ref": "#/components/schemas/Line"}},
                    "gift": {"type": "boolean", "description": "wrapped as a gift"},
                },
                "required": ["name", "address", "lines"],
            },
            "Order": {
                "type": "object",
                "properties": {"number": {"type": "string"}, "total": {"type": "number"}, "city": {"type": "string"}},
                "required": ["number", "total", "city"],
            },
        }
    },
}


async def list_books(request: web.Request) -> web.Response:
    limit = float(request.query.get("max_price", "inf"))
    fitting = [book for book in BOOKS if book["genre"] == request.query["genre"] and book["price"] <= limit]
    return web.json_response(sorted(fitting, key=lambda book: book["price"]))


async def get_ratings(request: web.Request) -> web.Response:
    await asyncio.sleep(0.1)  # the ratings are asked for at the same time, so this is waited for once
    return web.json_response({"stars": STARS[int(request.match_info["id"])]})


async def create_order(request: web.Request) -> web.Response:
    order = await request.json()
    prices = {book["id"]: book["price"] for book in BOOKS}
    total = sum(prices[line["book"]] * line["count"] for line in order["lines"]) + (3 if order.get("gift") else 0)
    return web.json_response({"number": "B-1", "total": total, "city": order["address"]["city"]}, status=201)


async def document(_: web.Request) -> web.Response:
    return web.json_response(DOCUMENT)


async def serve() -> tuple[web.AppRunner, str]:
    """The book shop on a free port; its runner and its address."""
    app = web.Application()
    app.router.add_get("/openapi.json", document)
    app.router.add_get("/books", list_books)
    app.router.add_get("/books/{id}/ratings", get_ratings)
    app.router.add_post("/orders", create_order)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return runner, f"http://127.0.0.1:{runner.addresses[0][1]}"


SCRIPT = [
    {"needs": True},
    {"tools": ["books.list_books", "books.get_ratings", "books.create_order"]},
    {
        "code": """
books, err := codemode.CallTool("books.list_books", map[string]any{"genre": "science-fiction", "max_price": 20})
if err != nil {
	return err
}
list := books.([]any)
means := make([]float64, len(list))
var wg sync.WaitGroup
for i, book := range list {
	wg.Add(1)
	go func() {
		defer wg.Done()
		r, err := codemode.CallTool("books.get_ratings", map[string]any{"id": book["id"]})
		if err != nil {
			return
		}
		stars := r["stars"].([]any)
		for _, s := range stars {
			means[i] += s.(float64) / float64(len(stars))
		}
	}()
}
wg.Wait()
best := 0
for i, mean := range means {
	if mean > means[best] {
		best = i
	}
}
order, err := codemode.CallTool("books.create_order", map[string]any{"body": map[string]any{
	"name":    "Ada Lovelace",
	"address": map[string]any{"street": "12 St James's Square", "city": "London"},
	"lines":   []any{map[string]any{"book": list[best]["id"], "count": 2}},
	"gift":    true,
}})
if err != nil {
	return err
}
__out = map[string]any{"book": list[best]["title"], "order": order["number"], "total": order["total"], "city": order["city"]}
""",
        "stream": False,
    },
]
PROMPT = (
    "Order two copies of the best rated science fiction book up to 20 euros, wrapped as a gift, "
    "for Ada Lovelace, 12 St James's Square, London. Tell me title, order number, total and city."
)


async def main() -> None:
    model = OpenAIModel("gpt-5-mini") if os.environ.get("OPENAI_API_KEY") else ScriptedModel(SCRIPT)
    runner, url = await serve()
    template = {"name": "books", "call_template_type": "http", "url": f"{url}/openapi.json", "http_method": "GET"}
    source = await UtcpSource.from_config({"manual_call_templates": [template]})
    async with CodeModeUTCP(None, model, sources=[source]) as cm:
        outcome = await cm.call_tool(PROMPT)
    print(outcome.value)
    for call in outcome.tool_calls:
        print(f"  {call.tool}: {call.status} in {call.ms:.0f} ms")
    await source.close()
    await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(main())
