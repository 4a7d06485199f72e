"""Tools of two MCP servers, joined by one program that a model writes.

The servers are this file itself, started as processes with the name of their role; any other server is named the same way, by its command or
its URL. Without OPENAI_API_KEY a script answers instead of a model, so that the example runs anywhere. It needs `pip install codemode[mcp]`.
"""

import asyncio
import os
import sys

from codemode import CodeModeUTCP, McpSource, OpenAIModel, ScriptedModel

CONFIG = {
    "mcpServers": {
        "warehouse": {"command": sys.executable, "args": [__file__, "warehouse"]},
        "prices": {"command": sys.executable, "args": [__file__, "prices"]},
        # "github": {"url": "https://api.githubcopilot.com/mcp/", "headers": {"Authorization": "Bearer ${GITHUB_TOKEN}"}},
    }
}

SCRIPT = [
    {"needs": True},
    {"tools": ["MCP.warehouse.list_stock", "MCP.prices.get_price"]},
    {
        "code": """
stock, err := MCP.warehouse.list_stock()
if err != nil {
	return err
}
tasks := []func() (any, error){}
for _, item := range stock.([]any) {
	tasks = append(tasks, func() (any, error) {
		price, err := MCP.prices.get_price(map[string]any{"sku": item["sku"]})
		if err != nil {
			return nil, err
		}
		return price.(float64) * item["on_hand"].(float64), nil
	})
}
values, err := codemode.Parallel(tasks)
if err != nil {
	return err
}
total := 0.0
for _, value := range values {
	total += value.(float64)
}
__out = total
""",
        "stream": False,
    },
]


def serve(role: str) -> None:
    """An MCP server of the official SDK, over standard input and output."""
    from mcp.server.mcpserver import MCPServer

    server = MCPServer(role)
    if role == "warehouse":

        @server.tool()
        def list_stock() -> list[dict[str, str | int]]:
            """List every product in stock: its sku, and how many pieces are on hand."""
            return [{"sku": "KB-1", "on_hand": 12}, {"sku": "MS-2", "on_hand": 4}]

    else:

        @server.tool()
        def get_price(sku: str) -> float:
            """The price of one piece of a product, in euros."""
            return {"KB-1": 79.0, "MS-2": 24.5}[sku]

    server.run()


async def main() -> None:
    model = OpenAIModel("gpt-5-mini") if os.environ.get("OPENAI_API_KEY") else ScriptedModel(SCRIPT)
    async with McpSource.from_config(CONFIG) as servers, CodeModeUTCP(None, model, sources=[servers]) as cm:
        outcome = await cm.call_tool("What are the products in stock worth in total, at their price?")
    print(outcome.value)
    for call in outcome.tool_calls:
        print(f"  {call.tool}: {call.status} in {call.ms:.0f} ms")


if __name__ == "__main__":
    serve(sys.argv[1]) if len(sys.argv) > 1 else asyncio.run(main())
