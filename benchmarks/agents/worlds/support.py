"""Customers, their invoices and tickets, each fetched by its id: questions that need a call for every one of them."""

from __future__ import annotations

from typing import TypedDict

from benchmarks.agents.tasks import JOINS, Task, World, tells

COUNT = 60
CITIES = ("Graz", "Linz", "Wels", "Bonn", "Kiel")


class Customer(TypedDict):
    id: str
    name: str
    city: str
    plan: str
    account_manager: str
    since: str


class Invoice(TypedDict):
    id: str
    amount: float
    due: str
    paid: bool


class Ticket(TypedDict):
    id: str
    subject: str
    status: str
    priority: str
    opened: str


def _customer(number: int) -> Customer:
    return {
        "id": f"C{number:03}",
        "name": f"Customer {number}",
        "city": CITIES[number % len(CITIES)],
        "plan": "gold" if number % 4 == 0 else "basic",
        "account_manager": f"manager{number % 6}@example.org",
        "since": f"20{10 + number % 15}-0{number % 9 + 1}-01",
    }


def _invoices(number: int) -> list[Invoice]:
    return [
        {
            "id": f"I{number:03}-{n}",
            "amount": 100.0 + number * 7 + n * 31,
            "due": f"2026-0{n + 1}-15",
            "paid": (number + n) % 3 != 0,
        }
        for n in range(number % 3 + 1)
    ]


def _tickets(number: int) -> list[Ticket]:
    return [
        {
            "id": f"T{number:03}-{n}",
            "subject": ("login fails", "export is slow", "wrong address")[(number + n) % 3],
            "status": "open" if (number * 3 + n) % 4 == 0 else "closed",
            "priority": "high" if number % 5 == 0 else "normal",
            "opened": f"2026-02-{number % 27 + 1:02}",
        }
        for n in range(number % 2 + 1)
    ]


class Support:
    def __init__(self) -> None:
        self.numbers = {f"C{n:03}": n for n in range(1, COUNT + 1)}
        self.managers: dict[str, str] = {}
        self.reminded: list[str] = []

    def list_customers(self, city: str = "") -> list[str]:
        """The ids of all customers, or of those in a city.

        Args:
            city: name of the city
        """
        return [id for id, n in self.numbers.items() if city in ("", _customer(n)["city"])]

    def get_customer(self, customer_id: str) -> Customer:
        """One customer: name, city, plan (gold or basic), account manager, since when.

        Args:
            customer_id: id of the customer
        """
        found = _customer(self.numbers[customer_id])
        found["account_manager"] = self.managers.get(customer_id, found["account_manager"])
        return found

    def list_invoices(self, customer_id: str) -> list[Invoice]:
        """The invoices of a customer: amount in euros, day on which it is due, whether it is paid.

        Args:
            customer_id: id of the customer
        """
        return _invoices(self.numbers[customer_id])

    def list_tickets(self, customer_id: str) -> list[Ticket]:
        """The tickets of a customer: subject, status (open or closed), priority, day.

        Args:
            customer_id: id of the customer
        """
        return _tickets(self.numbers[customer_id])

    def set_account_manager(self, customer_id: str, mail: str) -> Customer:
        """Give a customer another account manager.

        Args:
            customer_id: id of the customer
            mail: address of the account manager
        """
        self.managers[customer_id] = mail
        return self.get_customer(customer_id)

    def send_reminder(self, invoice_id: str) -> str:
        """Remind the customer of an invoice that is not paid.

        Args:
            invoice_id: id of the invoice
        """
        self.reminded.append(invoice_id)
        return "sent"

    def close_ticket(self, ticket_id: str, answer: str) -> str:
        """Close a ticket with an answer to the customer.

        Args:
            ticket_id: id of the ticket
            answer: what the customer is told
        """
        return f"{ticket_id} is closed"

    def add_credit(self, customer_id: str, amount: float) -> str:
        """Give a customer a credit for later invoices.

        Args:
            customer_id: id of the customer
            amount: in euros
        """
        return f"{customer_id} has {amount} more"


def make() -> World:
    support = Support()
    tools = "list_customers get_customer list_invoices list_tickets set_account_manager send_reminder close_ticket add_credit"
    return World("support", [getattr(support, name) for name in tools.split()], support)


NUMBERS = range(1, COUNT + 1)
UNPAID = {n: sum(i["amount"] for i in _invoices(n) if not i["paid"]) for n in NUMBERS}
OPEN = {n: sum(t["status"] == "open" for t in _tickets(n)) for n in NUMBERS}
WORST = max(NUMBERS, key=lambda n: UNPAID[n])
BOTH = [f"C{n:03}" for n in NUMBERS if UNPAID[n] and OPEN[n] and _customer(n)["plan"] == "gold"]
MANAGED = [f"C{n:03}" for n in NUMBERS if n % 6 == 2]


def _moved(world: World, answers: list[str]) -> bool:
    return world.state.managers == dict.fromkeys(MANAGED, "nia@example.org") and tells(answers[0], len(MANAGED))


TASKS = [
    Task(
        "support_unpaid",
        JOINS,
        make,
        (
            "How much is not paid of all invoices of all customers together, and which customer (id) owes most, how much?",
        ),
        lambda world, answers: tells(answers[0], sum(UNPAID.values()), f"C{WORST:03}", UNPAID[WORST]),
    ),
    Task(
        "support_gold",
        JOINS,
        make,
        (
            "Which customers on the gold plan have both an invoice that is not paid and an open ticket? Their ids, please.",
        ),
        lambda world, answers: (
            tells(answers[0], *BOTH) and not any(f"C{n:03}" in answers[0] for n in NUMBERS if f"C{n:03}" not in BOTH)
        ),
    ),
    Task(
        "support_manager",
        JOINS,
        make,
        ("manager2@example.org leaves. Give all their customers to nia@example.org, and tell me how many these were.",),
        _moved,
    ),
]
