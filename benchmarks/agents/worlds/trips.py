"""Flights, hotels and a travel budget."""

from __future__ import annotations

from typing import TypedDict

from benchmarks.agents.tasks import MULTI_TURN, ONE_CALL, Task, World, tells


class Flight(TypedDict):
    id: str
    origin: str
    destination: str
    date: str
    departs: str
    price: float
    seats: int


class Hotel(TypedDict):
    id: str
    city: str
    name: str
    stars: int
    price_per_night: float


class Booking(TypedDict):
    id: str
    kind: str
    item: str
    traveller: str
    total: float
    status: str


class Traveller(TypedDict):
    id: str
    name: str
    mail: str
    passport: str


class Weather(TypedDict):
    city: str
    date: str
    low: int
    high: int
    sky: str


class Budget(TypedDict):
    limit: float
    spent: float
    left: float


def _flight(id: str, origin: str, destination: str, date: str, departs: str, price: float, seats: int) -> Flight:
    return {
        "id": id,
        "origin": origin,
        "destination": destination,
        "date": date,
        "departs": departs,
        "price": price,
        "seats": seats,
    }


FLIGHTS = [
    _flight("F1", "VIE", "OSL", "2026-05-04", "07:10", 189.0, 4),
    _flight("F2", "VIE", "OSL", "2026-05-04", "13:45", 142.5, 0),
    _flight("F3", "VIE", "OSL", "2026-05-04", "19:30", 156.0, 9),
    _flight("F4", "OSL", "VIE", "2026-05-07", "09:00", 171.0, 2),
    _flight("F5", "OSL", "VIE", "2026-05-07", "21:15", 119.0, 5),
    _flight("F6", "VIE", "BER", "2026-05-04", "08:00", 88.0, 7),
]
HOTELS: list[Hotel] = [
    {"id": "H1", "city": "Oslo", "name": "Fjord", "stars": 4, "price_per_night": 145.0},
    {"id": "H2", "city": "Oslo", "name": "Harbour", "stars": 3, "price_per_night": 98.0},
    {"id": "H3", "city": "Oslo", "name": "Royal", "stars": 5, "price_per_night": 310.0},
    {"id": "H4", "city": "Berlin", "name": "Spree", "stars": 4, "price_per_night": 120.0},
]
AIRPORTS = {"Vienna": "VIE", "Oslo": "OSL", "Berlin": "BER"}
RATES = {"EUR": 1.0, "NOK": 11.5, "USD": 1.1, "GBP": 0.85}


class Trips:
    def __init__(self) -> None:
        self.flights = [flight.copy() for flight in FLIGHTS]
        self.travellers: dict[str, Traveller] = {
            "T1": {"id": "T1", "name": "Ada Berg", "mail": "ada@example.org", "passport": "P100"},
            "T2": {"id": "T2", "name": "Ben Cole", "mail": "ben@example.org", "passport": ""},
        }
        self.bookings: dict[str, Booking] = {}
        self.limit = 800.0
        self.notes: list[str] = []

    def airport_of(self, city: str) -> str:
        """The three letters of a city's airport, which flights are searched by.

        Args:
            city: name of the city in English
        """
        if city not in AIRPORTS:
            raise ValueError(f"no airport is known for {city}")
        return AIRPORTS[city]

    def search_flights(self, origin: str, destination: str, date: str) -> list[Flight]:
        """The flights of a day from one airport to another, also those without free seats. Prices are euros for one person.

        Args:
            origin: three letters of the airport
            destination: three letters of the airport
            date: the day, as 2026-05-04
        """
        wanted = (origin, destination, date)
        return [f for f in self.flights if (f["origin"], f["destination"], f["date"]) == wanted]

    def get_flight(self, flight_id: str) -> Flight:
        """One flight with its free seats.

        Args:
            flight_id: its id
        """
        return next(f for f in self.flights if f["id"] == flight_id)

    def _book(self, kind: str, item: str, traveller_id: str, total: float) -> Booking:
        if not self.travellers[traveller_id]["passport"]:
            raise ValueError(f"{traveller_id} has no passport number")
        if total > self.get_budget()["left"]:
            raise ValueError(f"{total} is more than what is left of the budget")
        id = f"B{len(self.bookings) + 1}"
        self.bookings[id] = {
            "id": id,
            "kind": kind,
            "item": item,
            "traveller": traveller_id,
            "total": total,
            "status": "confirmed",
        }
        return self.bookings[id]

    def book_flight(self, flight_id: str, traveller_id: str) -> Booking:
        """Book a seat on a flight. Fails when no seat is free, when the traveller has no passport number, or when the budget does not allow it.

        Args:
            flight_id: id of the flight
            traveller_id: id of the traveller
        """
        flight = self.get_flight(flight_id)
        if flight["seats"] < 1:
            raise ValueError(f"{flight_id} has no free seat")
        made = self._book("flight", flight_id, traveller_id, flight["price"])
        flight["seats"] -= 1
        return made

    def search_hotels(self, city: str, min_stars: int = 1) -> list[Hotel]:
        """The hotels of a city, in no order. Prices are euros for a night.

        Args:
            city: name of the city in English
            min_stars: only hotels with at least so many stars
        """
        return [h for h in HOTELS if h["city"] == city and h["stars"] >= min_stars]

    def book_hotel(self, hotel_id: str, traveller_id: str, arrival: str, nights: int) -> Booking:
        """Book a room. Fails as book_flight does.

        Args:
            hotel_id: id of the hotel
            traveller_id: id of the traveller
            arrival: day of arrival, as 2026-05-04
            nights: how many nights
        """
        hotel = next(h for h in HOTELS if h["id"] == hotel_id)
        return self._book("hotel", hotel_id, traveller_id, hotel["price_per_night"] * nights)

    def list_bookings(self, traveller_id: str = "") -> list[Booking]:
        """All bookings, also cancelled ones, or those of one traveller.

        Args:
            traveller_id: id of the traveller; all travellers, if it is left out
        """
        return [b for b in self.bookings.values() if traveller_id in ("", b["traveller"])]

    def get_booking(self, booking_id: str) -> Booking:
        """One booking.

        Args:
            booking_id: its id
        """
        return self.bookings[booking_id]

    def cancel_booking(self, booking_id: str) -> Booking:
        """Cancel a booking. Its seat is free again and its total is given back to the budget.

        Args:
            booking_id: its id
        """
        booking = self.bookings[booking_id]
        if booking["status"] != "cancelled" and booking["kind"] == "flight":
            self.get_flight(booking["item"])["seats"] += 1
        booking["status"] = "cancelled"
        return booking

    def find_traveller(self, name: str) -> list[Traveller]:
        """The travellers whose name contains a text.

        Args:
            name: a part of the name
        """
        return [t for t in self.travellers.values() if name.casefold() in t["name"].casefold()]

    def update_passport(self, traveller_id: str, passport: str) -> Traveller:
        """Set the number of a traveller's passport.

        Args:
            traveller_id: id of the traveller
            passport: the number
        """
        self.travellers[traveller_id]["passport"] = passport
        return self.travellers[traveller_id]

    def get_budget(self) -> Budget:
        """The budget of all bookings in euros: its limit, what is spent, what is left."""
        spent = sum(b["total"] for b in self.bookings.values() if b["status"] == "confirmed")
        return {"limit": self.limit, "spent": spent, "left": self.limit - spent}

    def set_budget(self, limit: float) -> Budget:
        """Set the limit of the budget.

        Args:
            limit: in euros
        """
        self.limit = limit
        return self.get_budget()

    def convert(self, amount: float, currency: str) -> float:
        """What an amount of euros is in another currency, on two digits.

        Args:
            amount: in euros
            currency: three letters, such as NOK
        """
        return round(amount * RATES[currency], 2)

    def weather(self, city: str, date: str) -> Weather:
        """The forecast for a city and a day, in degrees Celsius.

        Args:
            city: name of the city in English
            date: the day, as 2026-05-04
        """
        return {"city": city, "date": date, "low": 4, "high": 13, "sky": "light rain"}

    def add_note(self, text: str) -> list[str]:
        """Add a note to the trip, and give all notes.

        Args:
            text: the note
        """
        self.notes.append(text)
        return self.notes

    def list_notes(self) -> list[str]:
        """All notes of the trip."""
        return self.notes


def make() -> World:
    trips = Trips()
    tools = (
        "airport_of search_flights get_flight book_flight search_hotels book_hotel list_bookings get_booking cancel_booking"
        " find_traveller update_passport get_budget set_budget convert weather add_note list_notes"
    )
    return World("trips", [getattr(trips, name) for name in tools.split()], trips)


def _confirmed(world: World) -> set[tuple[str, str]]:
    return {(b["item"], b["traveller"]) for b in world.state.bookings.values() if b["status"] == "confirmed"}


def _oslo(world: World, answers: list[str]) -> bool:
    right = _confirmed(world) == {("F3", "T1"), ("F5", "T1"), ("H1", "T1")}
    return right and tells(answers[0], 156) and tells(answers[2], 435) and tells(answers[3], 90, 1035)


def _passport(world: World, answers: list[str]) -> bool:
    notes = any("B1" in note and "F6" in note for note in world.state.notes)
    return _confirmed(world) == {("F1", "T2")} and notes and tells(answers[2], 611)


TASKS = [
    Task(
        "trips_weather",
        ONE_CALL,
        make,
        ("How warm does it get in Oslo on 4 May 2026, and does it rain?",),
        lambda world, answers: tells(answers[0], 13, "rain"),
    ),
    Task(
        "trips_oslo",
        MULTI_TURN,
        make,
        (
            "Ada Berg flies from Vienna to Oslo on 4 May 2026. Book her the cheapest flight that still has a seat and tell me its price.",
            "And the cheapest way back on the 7th, please.",
            "She needs a hotel there for the three nights, four stars at least, the cheapest of these. Book it and tell me its total.",
            "How much of the budget is left, and what is that in Norwegian crowns?",
        ),
        _oslo,
    ),
    Task(
        "trips_passport",
        MULTI_TURN,
        make,
        (
            "Ben Cole's passport number is P2207. Enter it, and book him on the flight to Berlin on 4 May 2026 (he leaves from Vienna).",
            "He goes to Oslo instead, the same day: cancel that, book him on the earliest flight with a free seat,"
            " and note on the trip which booking was cancelled, with its flight.",
            "How much is left of the budget?",
        ),
        _passport,
    ),
]
