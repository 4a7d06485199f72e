"""Tools of a UTCP server over HTTP. The server here is the demo's own; any `utcp.UtcpClient` works the same way."""

import asyncio
import logging
import os

from utcp.utcp_client import UtcpClient

from codemode import CodeModeUTCP, OpenAIModel, ScriptedModel
from codemode.demo import DemoServer

SCRIPT = [
    {
        "tools": ["math.add", "math.multiply"],
        "code": """
sum, err := codemode.CallTool("math.add", map[string]any{"a": 5, "b": 7})
if err != nil {
	return err
}
product, err := codemode.CallTool("math.multiply", map[string]any{"a": sum["result"], "b": 3})
if err != nil {
	return err
}
__out = map[string]any{"sum": sum["result"], "product": product["result"]}
""",
        "stream": False,
    }
]


async def main() -> None:
    logging.basicConfig(level=logging.WARNING)  # or UTCP's plugins set up logging of everything
    model = OpenAIModel("gpt-5-mini") if os.environ.get("OPENAI_API_KEY") else ScriptedModel(SCRIPT)
    async with DemoServer() as server:
        client = await UtcpClient.create(config={"manual_call_templates": server.call_templates()})
        async with CodeModeUTCP(client, model) as cm:
            used_tools, value = await cm.call_tool("Get sum of 5 and 7, then multiply by 3")
            print(used_tools, value)
        await client.close()


if __name__ == "__main__":
    asyncio.run(main())
