"""A public library: books by page token, loans with dates and seconds, notices, a stream of what happens at the desks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from codemode import FunctionSource, FunctionTool

BOOKS = [
    ("978-1", "Dune", ["Frank Herbert"], 1965, "scifi", 3, 1, 4.5),
    ("978-2", "Good Omens", ["Terry Pratchett", "Neil Gaiman"], 1990, "fantasy", 2, 0, 4),
    ("978-3", "Small Gods", ["Terry Pratchett"], 1992, "fantasy", 1, 1, None),
    ("978-4", "Coraline", ["Neil Gaiman"], 2002, "children", 2, 2, 4.25),
    ("978-5", "Emma", ["Jane Austen"], 1815, "classic", 1, 0, 3.9),
    ("978-6", "Mort", ["Terry Pratchett"], 1987, "fantasy", 4, 3, 4.4),
    ("978-7", "Solaris", ["Stanislaw Lem"], 1961, "scifi", 1, 0, 4),
]
MEMBERS = [
    (1, "Ada Byron", "2023-04-05", "gold", "ada@mail.test", 0),
    (2, "Ben Okri", "2024-11-30", "basic", None, 750),
    (3, "Cho Chang", "2022-01-15", "gold", "cho@mail.test", 120),
    (4, "Dan Abn", "2025-06-01", "basic", "dan@mail.test", 1325),
    (5, "Eve Moss", "2021-09-09", "student", None, 0),
]
LOANS0 = [
    # id, isbn, member, due, borrowed, returned, renewals
    ("L-10", "978-1", 1, "2026-04-01", 1772409600, None, 0),
    ("L-11", "978-2", 3, "2026-04-12", 1773360000, None, 2),
    ("L-12", "978-5", 3, "2026-04-20", 1774051200, None, 0),
    ("L-13", "978-1", 2, "2026-03-10", 1770508800, 1772928000, 1),
    ("L-14", "978-7", 3, "2026-04-14", 1773532800, None, 1),
    ("L-15", "978-6", 4, "2026-04-05", 1772755200, None, 0),
    ("L-16", "978-2", 4, "2026-02-20", 1768953600, 1771079040, 0),
]
EVENTS = [
    ("2026-04-10T09:00:05Z", "checkout", "978-1", 1),
    ("2026-04-10T09:02:00Z", "lookup", None, 2),
    ("2026-04-10T09:10:30Z", "return", "978-6", 1),
    ("2026-04-10T09:15:00Z", "checkout", "978-4", 2),
    ("2026-04-10T10:01:00Z", "checkout", "978-3", 1),
    ("2026-04-10T10:20:00Z", "lookup", None, 3),
    ("2026-04-10T11:00:00Z", "return", "978-1", 3),
]
HOURS = {
    "monday": ("09:00", "18:30"),
    "tuesday": ("09:00", "18:30"),
    "wednesday": ("12:00", "20:00"),
    "thursday": ("09:00", "18:30"),
    "friday": ("09:00", "17:00"),
    "saturday": ("10:00", "14:15"),
}
CSV = "\n".join(
    (
        "isbn,title,price,copies",
        "978-1,Dune,9.99,3",
        '978-2,"Good Omens, or Nice Prophecies",12.50,2',
        '978-5,"Emma ""annotated""",7,1',
        "978-6,Mort,8.25,4",
        "",
    )
)
LOANS: list[dict[str, Any]] = []
OUTBOX: list[dict[str, Any]] = []
QUEUE: dict[str, list[int]] = {}


def reset():
    OUTBOX.clear()
    QUEUE.clear()
    LOANS.clear()
    for loan_id, isbn, member, due, borrowed, returned, renewals in LOANS0:
        LOANS.append(
            {
                "loan_id": loan_id,
                "isbn": isbn,
                "member_id": member,
                "due": due,
                "borrowed_at": borrowed,
                "returned_at": returned,
                "renewals": renewals,
            }
        )


reset()


def _book(row: tuple[Any, ...]) -> dict[str, Any]:
    isbn, title, authors, year, genre, total, available, rating = row
    return {
        "isbn": isbn,
        "title": title,
        "authors": list(authors),
        "year": year,
        "genre": genre,
        "copies": {"total": total, "available": available},
        "rating": rating,
    }


def search_books(query: str = "", genre: str | None = None, page_token: str | None = None) -> dict[str, Any]:
    """Books, three to a page; pass next_page_token as page_token for the next page."""
    found = [r for r in BOOKS if query.lower() in r[1].lower() and genre in (None, r[4])]
    at = int(page_token.removeprefix("pt")) if page_token else 0
    more = at + 3 < len(found)
    return {"items": [_book(r) for r in found[at : at + 3]], "next_page_token": f"pt{at + 3}" if more else None}


def get_book(isbn: str) -> dict[str, Any]:
    for row in BOOKS:
        if row[0] == isbn:
            return _book(row) | {"shelf": {"floor": row[3] % 3, "code": row[4][:2].upper() + isbn[-1]}}
    raise ValueError(f"404 no book with isbn {isbn}")


def list_members(offset: int = 0, limit: int = 2) -> dict[str, Any]:
    """Members, at most three to a page."""
    rows = MEMBERS[offset : offset + min(limit, 3)]
    return {
        "members": [{"id": i, "name": n, "joined": j, "tier": t} for i, n, j, t, _, _ in rows],
        "total": len(MEMBERS),
    }


def get_member(member_id: int) -> dict[str, Any]:
    for i, name, joined, tier, email, fines in MEMBERS:
        if i == member_id:
            return {
                "id": i,
                "name": name,
                "joined": joined,
                "tier": tier,
                "contact": {"email": email, "phone": None},
                "fines_cents": fines,
            }
    raise ValueError(f"404 no member {member_id}")


def loans(member_id: int | None = None, open_only: bool = False) -> list[dict[str, Any]]:
    """Loans; borrowed_at and returned_at are seconds since 1970, due is a date."""
    return [
        x for x in LOANS if member_id in (None, x["member_id"]) and not (open_only and x["returned_at"] is not None)
    ]


def renew(loan_id: str) -> dict[str, Any]:
    loan = next((x for x in LOANS if x["loan_id"] == loan_id), None)
    if loan is None:
        raise ValueError(f"404 no loan {loan_id}")
    if loan["renewals"] >= 2:
        raise ValueError("409 renewal limit reached")
    if QUEUE.get(loan["isbn"]):
        raise ValueError("409 reserved by another member")
    loan["renewals"] += 1
    year, month, day = loan["due"].split("-")
    loan["due"] = f"{year}-{int(month) + 1:02d}-{day}"
    return {"loan_id": loan_id, "due": loan["due"], "renewals": loan["renewals"]}


def reserve(member_id: int, isbn: str) -> dict[str, Any]:
    get_book(isbn)
    queue = QUEUE.setdefault(isbn, [])
    queue.append(member_id)
    return {"position": len(queue)}


def events(limit: int = 100) -> Iterator[dict[str, Any]]:
    """What happens at the desks, as it happens."""
    for at, kind, isbn, desk in EVENTS[:limit]:
        yield {"at": at, "kind": kind, "isbn": isbn, "desk": desk}


def export_catalogue():
    """The catalogue as CSV."""
    return CSV


def opening_hours(day: str) -> dict[str, str] | None:
    """Hours of a day of the week (small letters); null when closed."""
    if day not in (*HOURS, "sunday"):
        raise ValueError(f"unknown day {day}")
    return {"open": HOURS[day][0], "close": HOURS[day][1]} if day in HOURS else None


def send_notice(member_id: int, text: str, channel: str = "email") -> dict[str, Any]:
    if channel == "email" and get_member(member_id)["contact"]["email"] is None:
        raise ValueError(f"member {member_id} has no email address")
    OUTBOX.append({"id": f"N{len(OUTBOX) + 1}", "member_id": member_id, "channel": channel, "text": text})
    return {"id": OUTBOX[-1]["id"]}


def outbox() -> list[dict[str, Any]]:
    return OUTBOX


def source():
    return FunctionSource(
        [
            FunctionTool("library." + f.__name__, f)
            for f in (
                search_books,
                get_book,
                list_members,
                get_member,
                loans,
                renew,
                reserve,
                events,
                export_catalogue,
                opening_hours,
                send_notice,
                outbox,
            )
        ],
        owner="library",
    )
