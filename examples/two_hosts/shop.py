"""The tools of the example."""

from codemode import tool


@tool(read_only=True)
def price(item: str) -> float:
    """The price of an item."""
    return {"tea": 4.5, "coffee": 6.0}.get(item, 9.0)


@tool
def pay(to: str, amount: float) -> str:
    """Pay somebody."""
    return f"paid {amount:g} to {to}"
