"""`python -m tests.host`: every attack, in both isolations, by the exact bounds; exit status 1 on a miss.

`--load 8` plays them beside so many processes that compute. `--write` keeps the figures and brings the table of docs/security.md up to date.
`--random N` plays random programs instead, `--data N` random schemas, results of tools, and answers of models.

`--missed FILE` adds a line for each miss, `NAME | ISOLATION`, and `--only FILE` plays the lines of such a file: a busy machine spoils measurements of
time, and what it missed is played again on a quiet one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.host.attacks import ISOLATIONS, Attack, table
from tests.host.figures import keep
from tests.host.fuzz import attack_of
from tests.host.gate import EXACT, LOADED, Bounds, Player, plays
from tests.host.host import Figures

DATA = ("schema", "result", "answer")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.host", description=__doc__)
    parser.add_argument("names", nargs="*", help="names or groups of attacks (default: all)")
    parser.add_argument("--isolation", choices=ISOLATIONS)
    parser.add_argument("--load", type=int, default=0, metavar="N", help="processes that compute meanwhile")
    parser.add_argument("--write", action="store_true", help="keep the figures, and write the document's table")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="play random programs")
    parser.add_argument("--data", type=int, default=0, metavar="N", help="play random schemas, results and answers")
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    parser.add_argument("--only", type=Path, metavar="FILE", dest="listed", help="play what a file lists")
    parser.add_argument("--missed", type=Path, metavar="FILE", help="add what missed to this file")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin nothing new after so many")
    arguments = parser.parse_args(argv)
    seeds = range(arguments.seed, arguments.seed + max(arguments.random, arguments.data))
    isolations = (arguments.isolation,) if arguments.isolation else ISOLATIONS
    if arguments.listed:
        chosen = listed(arguments.listed)
    elif arguments.random:
        # what the language does is the same in both, and is compared elsewhere: each program is played in one of them
        chosen = ((attack_of(f"program {seed}"), isolations[seed % len(isolations)]) for seed in seeds)
    elif arguments.data:
        chosen = ((attack_of(f"{DATA[seed % 3]} {seed}"), isolation) for seed in seeds for isolation in isolations)
    else:
        chosen = (
            (attack, isolation)
            for attack, isolation in plays(table())
            if isolation in isolations and (not arguments.names or {attack.name, attack.group} & set(arguments.names))
        )
    random = bool(arguments.random or arguments.data)
    with computing(arguments.load):
        found, missed = play(chosen, LOADED if arguments.load else EXACT, random, arguments.seconds, arguments.load > 0)
    if arguments.missed:
        with arguments.missed.open("a") as lines:
            lines.writelines(f"{key}\n" for key in missed)
    if arguments.write:
        keep(found)
    return 1 if missed else 0


def play(
    chosen: Iterator[tuple[Attack, str]], bounds: Bounds, random: bool, seconds: float, loaded: bool
) -> tuple[dict[str, list[float]], list[str]]:
    """The figures of each, and which missed."""
    found: dict[str, list[float]] = {}
    missed: list[str] = []
    began = time.monotonic()
    # a process for each isolation, as hosts have one: compiled programs live in those that run them inline, and take time at collections of garbage
    players = {isolation: Player() for isolation in ISOLATIONS}
    last = ""
    for number, (attack, isolation) in enumerate(chosen):
        if time.monotonic() - began > seconds:
            break
        last = attack.name
        figures, told = players[isolation].judged(
            attack,
            isolation,
            bounds,
            tries=3,
            any_time=loaded,
            # beside others the time is short, so that what ends late is seen soon
            cap_ms=1000 if loaded else None,
            thorough=not random or number % 20 == 0,
        )
        key = f"{attack.name} | {isolation}"
        found[key] = rounded(figures)
        if told:
            missed.append(key)
            print(f"MISS {isolation}, {attack.name!r}: {'; '.join(told)}\n     {figures.as_json()}", flush=True)
    for player in players.values():
        player.close()
    print(f"{len(found)} played until {last!r}, {len(missed)} missed, {time.monotonic() - began:.0f} s", flush=True)
    return found, missed


def listed(file: Path) -> Iterator[tuple[Attack, str]]:
    """What the lines of a file name, each once."""
    known = table()
    for line in dict.fromkeys(file.read_text().splitlines()):
        name, _, isolation = line.rpartition(" | ")
        yield known.get(name) or attack_of(name), isolation


def rounded(figures: Figures) -> list[float]:
    """Gap in ms, growth in MiB, reply in KiB, lateness in ms."""
    return [
        round(figures.gap * 1000),
        round(figures.growth / (1 << 20)),
        round(figures.reply / 1024, 1),
        round(figures.late * 1000),
    ]


@contextmanager
def computing(count: int) -> Iterator[None]:
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


if __name__ == "__main__":
    sys.exit(main())
