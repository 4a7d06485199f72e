"""The connections to the Postgres store: opens them, reopens broken ones, and turns errors into codemode errors.

Every access may be repeated: if a connection breaks during a commit, nobody knows whether the commit happened. Each access is therefore written so
that a second attempt finds the work of the first.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from codemode.engine.durable.leases import LEASE_SECONDS
from codemode.engine.durable.postgres_schema import bring_up_to_date
from codemode.engine.durable.rows import Damaged
from codemode.engine.durable.shown_urls import without_password
from codemode.engine.durable.store import StoreClosed, Unanswered
from codemode.engine.durable.store_thread import GivenUp
from codemode.errors import ConfigError, InternalError

log = logging.getLogger("codemode")

T = TypeVar("T")
Connection = psycopg.Connection[tuple[Any, ...]]
Work = Callable[[Connection, bool], T]

# how long an access is repeated while the database is away or other transactions have its rows locked
BUSY_SECONDS: Final = 10.0
LOCK_SECONDS: Final = 0.25  # how long one attempt waits for rows that other transactions have locked
PAUSES: Final = (0.02, 0.5)  # seconds between two attempts: the first, and the longest
# defaults that a URL can override: a network that drops all packets is noticed within seconds
USUAL: Final = {
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
    "application_name": "codemode",
}
# a host that was stopped during a transaction must not lock rows for longer than its lease
SETTINGS: Final = (
    f"SELECT set_config('lock_timeout', '{BUSY_SECONDS:g}s', false),"
    f" set_config('idle_in_transaction_session_timeout', '{LEASE_SECONDS:g}s', false)"
)
CLOCK: Final = "extract(epoch FROM clock_timestamp())::float8"

# psycopg gives no SQL state for errors during connecting
_REFUSALS = ("authentication failed", "no pg_hba.conf entry", "role ", "no password supplied")
_LOCKED = "55P03"  # a lock was not available
_PASSES = (  # states of a database that is away or busy: the access can be repeated
    "08",  # the connection failed
    "40",  # deadlock or serialization failure
    "53",  # too many connections, no memory, a full disk
    _LOCKED,
    "57P",  # the server is stopping or starting
    "25P03",  # the connection was idle in a transaction for too long
    "25006",  # the server has become a replica: a URL with several hosts finds the new primary
)


def ask(
    db: Connection, sql: str, values: Sequence[Any] = (), *, binary: bool = False
) -> psycopg.Cursor[tuple[Any, ...]]:
    """Executes SQL. Values from outside must always be in `values`; `binary` is for results with long bytes."""
    return db.execute(sql.encode(), values or None, binary=binary)


class Locked(Exception):
    """Others have rows locked. `again`: an earlier attempt of the access may have succeeded."""

    def __init__(self, again: bool) -> None:
        self.again = again


class Database:
    """The connections, at most one for each thread that works at the same time. Raises ConfigError if the database cannot be used.

    `clock` returns the seconds since 1970 and replaces the server's clock in tests.
    """

    def __init__(self, url: str, clock: Callable[[], float] | None = None) -> None:
        self._how: dict[str, Any] = USUAL | _parts(url)
        self.name = _name(self._how)
        self._clock = clock
        self._lock = threading.Lock()
        self._idle: list[Connection] = []
        self._closed = False
        self._quiet_until = 0.0  # monotonic
        self.ahead = 0.0  # seconds that the server's clock is ahead of ours
        self.patient = False  # whether an access is repeated until the database answers, however long that takes
        try:
            made = self.connect()
            try:
                bring_up_to_date(made, self.name)
            except BaseException:
                made.close()
                raise
        except psycopg.Error as error:
            raise _unusable(self.name, str(self._how.get("user", "")), error) from error
        self._idle.append(_hasty(made))

    @property
    def now(self) -> str:
        """SQL for the seconds since 1970, by the server's clock."""
        return CLOCK if self._clock is None else f"{self._clock()!r}::float8"

    def connect(self) -> Connection:
        """Opens a new connection that the caller owns."""
        made = psycopg.connect(**self._how, autocommit=True)
        made.execute(SETTINGS.encode())
        self.compare_clocks(made)
        return made

    def compare_clocks(self, db: Connection) -> None:
        """Measures how far the server's clock is ahead: a host's clock may be wrong by minutes, or be set at any time.

        In whole seconds, and only a change of more than that counts: times that were read with one connection are places in lists for the next one.
        """
        if self._clock is None:
            before = time.time()
            row = db.execute(f"SELECT {CLOCK}").fetchone()
            ahead = (row[0] if row is not None else before) - (before + time.time()) / 2
            if abs(ahead - self.ahead) > 1.0:
                self.ahead = float(round(ahead))

    def run(self, work: Work[T], given_up: Callable[[], bool], *, again: bool = False, waits: bool = True) -> T:
        """Runs `work`, which is told whether an earlier attempt may have succeeded. Raises GivenUp, and InternalError (`runtime_unavailable`) if
        the database does not answer for BUSY_SECONDS (unless `patient`) or does not work; Locked instead of waiting for locked rows, if not
        `waits`."""
        until, pause = time.monotonic() + BUSY_SECONDS, PAUSES[0]
        while True:
            if given_up():
                raise GivenUp
            try:
                return self._once(work, again)
            except psycopg.Error as error:
                if not _passes(error):
                    raise self._broken(error) from error
                if error.sqlstate == _LOCKED and not waits:
                    raise Locked(again) from error
                if time.monotonic() > until:
                    if not self.patient:
                        raise self._away(error) from error
                    self._tell(error)
            except (Damaged, OverflowError) as error:
                raise self._broken(error) from error
            again = True
            time.sleep(pause)
            pause = min(2 * pause, PAUSES[1])

    def _once(self, work: Work[T], again: bool) -> T:
        with self._lock:
            if self._closed:
                raise StoreClosed(f"the run store {self.name} is closed")
            db = self._idle.pop() if self._idle else None
        if db is None:
            db = _hasty(self.connect())
        try:
            return work(db, again)
        except psycopg.Error as error:
            if _passes(error) and error.sqlstate != _LOCKED:
                db.close()  # a new connection may reach a server that works
            raise
        finally:
            self._give_back(db)

    def _give_back(self, db: Connection) -> None:
        with self._lock:
            if not db.closed and not self._closed:
                self._idle.append(db)
                return
        db.close()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for db in idle:
            db.close()

    def _broken(self, error: Exception) -> InternalError:
        return InternalError(
            f"the run store {self.name} does not work: {_first_line(error)}", code="runtime_unavailable"
        )

    def _tell(self, error: psycopg.Error) -> None:
        """Logs that the database does not answer, once in BUSY_SECONDS however many accesses wait for it."""
        with self._lock:
            now = time.monotonic()
            if now < self._quiet_until:
                return
            self._quiet_until = now + BUSY_SECONDS
        log.warning("%s", self._away(error, "it is asked again and again").message)

    def _away(self, error: psycopg.Error, then: str = "try again") -> Unanswered:
        full = (
            "its disk is full"
            if error.sqlstate == "53100"
            else "it cannot be reached, or other connections keep its tables locked"
        )
        return Unanswered(
            f"the run store {self.name} has not answered for {BUSY_SECONDS:g} seconds: {full} ({_first_line(error)}); {then}"
        )


def _hasty(db: Connection) -> Connection:
    db.execute(f"SET lock_timeout = '{LOCK_SECONDS:g}s'".encode())
    return db


def _passes(error: psycopg.Error) -> bool:
    if error.sqlstate is None:  # not an answer of the server: the connection broke, or could not be opened
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return error.sqlstate.startswith(_PASSES)


def _parts(url: str) -> dict[str, Any]:
    why = "it cannot be read; its password may have characters that a URL cannot have"
    password = url.partition("://")[2].rpartition("@")[0].partition(":")[2]
    try:
        given = {key: value for key, value in conninfo_to_dict(url).items() if value is not None}
        moved = any("@" in str(given.get(key)) for key in ("host", "dbname"))  # it belongs to the password
        ports = str(given.get("port", "")).split(",")
        if not moved and all(port.isdecimal() or not port for port in ports):
            return given
    except (psycopg.Error, UnicodeError) as odd:
        told = _first_line(odd)
        parts = [password[i : i + 3] for i in range(max(1, len(password) - 2))] if password else []
        if not any(part in told for part in parts) and without_password(told) == told:
            why = told
    raise ConfigError(
        f"the run store is not a URL of Postgres ({why}): write postgresql://user@host:5432/database; "
        "in a password write @ : / ? # % as %40 %3A %2F %3F %23 %25"
    )


def _name(how: dict[str, Any]) -> str:
    """The URL without password and options."""
    port = f":{how['port']}" if how.get("port") else ""
    return f"postgresql://{how.get('host', '')}{port}/{how.get('dbname', '')}"


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:300]


def _unusable(name: str, user: str, error: psycopg.Error) -> ConfigError:
    state, told = error.sqlstate or "", _first_line(error)
    who = f"the user {user!r}" if user else "the user"
    text = str(error)
    if state == "42501":
        what = f"{who} has no right to make or use its tables: GRANT USAGE, CREATE ON SCHEMA public TO that user"
    elif state == "25006":
        what = "it can only be read (a replica?): name the server that can be written"
    elif state.startswith("28") or any(said in text for said in _REFUSALS):
        what = f"it refuses {who}: check user and password in the URL, and pg_hba.conf"
    elif state == "3D000" or ("database" in text and "does not exist" in text):
        what = "there is no such database: make it first, with createdb"
    elif state == "3F000":
        what = f"its search_path names no schema that {who} may use: CREATE SCHEMA, or GRANT USAGE, CREATE ON SCHEMA"
    elif isinstance(error, psycopg.OperationalError) and not state:
        what = "it cannot be reached: is Postgres running there, and may this machine connect to it?"
    else:
        what = "it cannot be used"
    return ConfigError(f"the run store {name}: {what} ({told})")
