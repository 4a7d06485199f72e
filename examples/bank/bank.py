"""A small bank, as tools of the command line: `codemode tools --functions examples/bank/bank.py`."""

BALANCES = {"Ann": 120.0, "Bob": 80.0}


def balance(owner: str) -> float:
    """What is in somebody's account."""
    return BALANCES[owner]


def transfer(to: str, amount: float) -> str:
    """Send money to somebody."""
    BALANCES[to] += amount
    return f"sent {amount:g} to {to}"
