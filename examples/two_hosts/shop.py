"""The tools of the example."""

from codemode import tool


@tool(read_only=True)
def price(item: str) -> float:
    """The price of an item."""
    return {"tea": 4.5, "coffee": 6.0}.get(item, 9.0)


# idempotent: if the worker is killed during the call, another worker makes it again. A real shop gives its bank a key that stays the
# same, such as the run's id and the call's id (`CallContext`), so that the bank pays once.
@tool(idempotent=True)
def pay(to: str, amount: float) -> str:
    """Pay somebody."""
    return f"paid {amount:g} to {to}"
