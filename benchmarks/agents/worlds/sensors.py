"""Sensors with hundreds of readings, all in one answer."""

from __future__ import annotations

from typing import TypedDict

from benchmarks.agents.tasks import BIG_RESULTS, Task, World, tells

ROOMS = ("hall", "lab", "store", "office")


class Reading(TypedDict):
    sensor: str
    room: str
    time: str
    celsius: float
    humidity: int
    battery: int


class Event(TypedDict):
    id: str
    room: str
    kind: str
    time: str
    seconds: int


READINGS: list[Reading] = [
    {
        "sensor": f"S{n % 12:02}",
        "room": ROOMS[n % 12 % 4],
        "time": f"2026-03-02T{n // 17:02}:{n * 7 % 60:02}:00Z",
        "celsius": round(16.0 + n % 4 * 1.3 + (n * 37 % 61) / 10, 1),
        "humidity": 30 + n * 11 % 40,
        "battery": 100 - n * 13 % 80,
    }
    for n in range(400)
]
EVENTS: list[Event] = [
    {
        "id": f"E{n}",
        "room": ROOMS[n * 7 % 4],
        "kind": ("door", "window", "motion")[n % 3],
        "time": f"2026-03-02T{n // 13:02}:{n * 11 % 60:02}:00Z",
        "seconds": 5 + n * 17 % 240,
    }
    for n in range(300)
]


class Sensors:
    def __init__(self) -> None:
        self.alarms: dict[str, float] = {}

    def readings(self, day: str) -> list[Reading]:
        """All readings of a day, of all sensors: degrees Celsius, humidity and battery in percent.

        Args:
            day: as 2026-03-02
        """
        return READINGS

    def events(self, day: str, kind: str = "") -> list[Event]:
        """All events of a day, or those of one kind, with how long each lasted in seconds.

        Args:
            day: as 2026-03-02
            kind: door, window or motion
        """
        return [e for e in EVENTS if kind in ("", e["kind"])]

    def set_alarm(self, room: str, celsius: float) -> str:
        """Let a room's alarm go off above a temperature.

        Args:
            room: name of the room
            celsius: the temperature
        """
        self.alarms[room] = celsius
        return "set"

    def list_alarms(self) -> dict[str, float]:
        """The temperature of each room's alarm."""
        return self.alarms


def make() -> World:
    sensors = Sensors()
    return World("sensors", [sensors.readings, sensors.events, sensors.set_alarm, sensors.list_alarms], sensors)


def _mean(room: str) -> float:
    found = [r["celsius"] for r in READINGS if r["room"] == room]
    return round(sum(found) / len(found), 1)


HOTTEST = {room: max(r["celsius"] for r in READINGS if r["room"] == room) for room in ROOMS}
WINDOWS = sum(e["seconds"] for e in EVENTS if e["kind"] == "window" and e["room"] == "lab")


def _alarms(world: World, answers: list[str]) -> bool:
    wanted = {room: round(celsius + 1, 1) for room, celsius in HOTTEST.items()}
    return {room: round(celsius, 1) for room, celsius in world.state.alarms.items()} == wanted


TASKS = [
    Task(
        "sensors_mean",
        BIG_RESULTS,
        make,
        ("What was the mean temperature of each room on 2 March 2026, on one digit?",),
        lambda world, answers: tells(answers[0], *(fact for room in ROOMS for fact in (room, _mean(room)))),
    ),
    Task(
        "sensors_alarm",
        BIG_RESULTS,
        make,
        ("Set each room's alarm one degree above the highest temperature it had on 2 March 2026.",),
        _alarms,
    ),
    Task(
        "sensors_windows",
        BIG_RESULTS,
        make,
        ("How many seconds altogether were windows open in the lab on 2 March 2026?",),
        lambda world, answers: tells(answers[0], WINDOWS),
    ),
]
