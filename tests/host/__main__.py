"""`python -m tests.host`: every attack, in both isolations, by the exact bounds; exit status 1 on a miss.

`--load 8` plays them beside so many processes that compute. `--write` keeps the figures and brings the table of docs/security.md up to date.
`--random N` plays random programs instead, `--data N` random schemas, results of tools, and answers of models; a miss tells its seed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.host.attacks import ISOLATIONS, Attack, table
from tests.host.figures import keep
from tests.host.fuzz import attack_of
from tests.host.gate import EXACT, LOADED, Bounds, Player, plays
from tests.host.host import Figures

DATA = ("schema", "result", "answer")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.host", description=__doc__)
    parser.add_argument("only", nargs="*", help="names or groups of attacks (default: all)")
    parser.add_argument("--isolation", choices=ISOLATIONS)
    parser.add_argument("--load", type=int, default=0, metavar="N", help="processes that compute meanwhile")
    parser.add_argument("--write", action="store_true", help="keep the figures, and write the document's table")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="play random programs")
    parser.add_argument("--data", type=int, default=0, metavar="N", help="play random schemas, results and answers")
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin nothing new after so many")
    arguments = parser.parse_args(argv)
    seeds = range(arguments.seed, arguments.seed + max(arguments.random, arguments.data))
    isolations = (arguments.isolation,) if arguments.isolation else ISOLATIONS
    if arguments.random:
        # what the language does is the same in both, and is compared elsewhere: each program is played in one of them
        chosen = ((attack_of(f"program {seed}"), isolations[seed % len(isolations)]) for seed in seeds)
    elif arguments.data:
        chosen = ((attack_of(f"{DATA[seed % 3]} {seed}"), isolation) for seed in seeds for isolation in isolations)
    else:
        chosen = (
            (attack, isolation)
            for attack, isolation in plays(table())
            if isolation in isolations and (not arguments.only or {attack.name, attack.group} & set(arguments.only))
        )
    random = bool(arguments.random or arguments.data)
    with computing(arguments.load):
        found, missed = play(chosen, LOADED if arguments.load else EXACT, random, arguments.seconds, arguments.load > 0)
    if arguments.write:
        keep(found)
    return 1 if missed else 0


def play(
    chosen: Iterator[tuple[Attack, str]], bounds: Bounds, random: bool, seconds: float, loaded: bool
) -> tuple[dict[str, list[float]], int]:
    """The figures of each, and how many missed."""
    found: dict[str, list[float]] = {}
    began, missed, player = time.monotonic(), 0, Player()
    last = ""
    for number, (attack, isolation) in enumerate(chosen):
        if time.monotonic() - began > seconds:
            break
        last = attack.name
        figures, told = player.judged(
            attack,
            isolation,
            bounds,
            tries=3,
            any_time=loaded,
            # beside others the time is short, so that what ends late is seen soon
            cap_ms=1000 if loaded else None,
            thorough=not random or number % 20 == 0,
        )
        found[f"{attack.name} | {isolation}"] = rounded(figures)
        if told:
            missed += 1
            print(f"MISS {isolation}, {attack.name!r}: {'; '.join(told)}\n     {figures.as_json()}", flush=True)
    player.close()
    print(f"{len(found)} played until {last!r}, {missed} missed, {time.monotonic() - began:.0f} s", flush=True)
    return found, missed


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
