"""A program that a model writes wants to send money; a person says yes, in another process.

The engine that runs the program and the engine that the person uses share only a file. The first one may be closed, or killed, in between.
Without OPENAI_API_KEY a script answers instead of a model, so that the example runs anywhere.
"""

import asyncio
import os
import tempfile

from codemode import Engine, FunctionSource, FunctionTool, OpenAIModel, Policy, ScriptedModel

TASK = """
Write a program for this: pay the invoices of Ann with one call of bank.transfer for each of them, all at the same time,
and set __out to a list of what the calls returned, or of their errors. Answer with the program alone.
"""
SCRIPT = """
invoices, err := codemode.CallTool("bank.list_invoices", map[string]any{"who": "Ann"})
if err != nil {
	return err
}
done := make([]any, len(invoices))
var wg sync.WaitGroup
for i, invoice := range invoices {
	wg.Add(1)
	go func() {
		defer wg.Done()
		receipt, err := codemode.CallTool("bank.transfer", map[string]any{"to": "Ann", "amount": invoice["amount"]})
		if err != nil {
			receipt = err.Error()
		}
		done[i] = receipt
	}()
}
wg.Wait()
__out = done
"""


def list_invoices(who: str) -> list[dict[str, float]]:
    """The open invoices of somebody."""
    return [{"number": 17, "amount": 120.0}, {"number": 18, "amount": 4000.0}]


def transfer(to: str, amount: float) -> str:
    """Send money."""
    return f"sent {amount:g} to {to}"


BANK = FunctionSource(
    [FunctionTool("bank.list_invoices", list_invoices, read_only=True), FunctionTool("bank.transfer", transfer)],
    owner="bank",
)
POLICY = Policy([("ask", "bank.transfer")])


def engine(store: str) -> Engine:
    return Engine([BANK], store=store, policy=POLICY)


async def write_program() -> str:
    model = OpenAIModel("gpt-5-mini") if os.environ.get("OPENAI_API_KEY") else ScriptedModel([SCRIPT])
    exec_tool, _ = Engine([BANK]).session().tools()  # describes the language and the bank
    answer = str(await model.generate(f"{exec_tool}\n{TASK}")).strip()
    return answer.removeprefix("```go").removesuffix("```")


async def begin(store: str, program: str) -> str:
    """One process runs the program until it needs a person, and goes away."""
    async with engine(store) as first:
        reply = await first.session("shop", "today").exec(program)
    print(f"{reply.status}: {reply.reason}")
    for call in reply.pending_tool_calls:
        print(f"  {call.tool} {call.arguments}")
    return reply.run_id


async def decide(store: str) -> None:
    """A person looks at what waits, in another process: `codemode runs`, `approve` and `deny` do the same."""
    async with engine(store) as desk:
        session = desk.session("shop", "today")
        for run_id, calls in (await session.asked()).items():
            for call in calls:
                if call.arguments["amount"] > 1000:
                    await session.deny(call.call_id, "more than 1000 needs a second signature", run_id=run_id)
                else:
                    await session.approve(call.call_id, run_id=run_id)


async def finish(store: str, run_id: str) -> None:
    """A third process goes on where the first one was."""
    async with engine(store) as third:
        reply = await third.session("shop", "today").wait(run_id)
    print(reply.value)
    for call in reply.tool_calls:
        print(f"  {call.tool}: {call.status}")


async def main() -> None:
    program = await write_program()
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:///{folder}/runs.db"
        run_id = await begin(store, program)
        await decide(store)
        await finish(store, run_id)


if __name__ == "__main__":
    asyncio.run(main())
