"""What has to come out of the tasks of devhub.txt, worked out from the world's own data: the value, and the calls with effects."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from fnmatch import fnmatch
from typing import Any

from tests.corpus.worlds import devhub

Expected = tuple[Any, list[Any]]
API, WEB = devhub.API, devhub.WEB
LABELS = {
    "security": r"\b(xss|security|injection)\b",
    "bug": r"\b(crash|panics?|error)\b",
    "performance": r"\b(slow|latency|timeout)\b",
    "docs": r"\b(docs?|documentation|readme|typo)\b",
}


def when(text: str) -> datetime:
    return datetime.fromisoformat(text)


def open_issues() -> dict[int, Any]:
    return {n: i for n, i in devhub.ISSUES[API].items() if i[1] == "open"}


def go_duration(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 3600}h{whole % 3600 // 60}m{whole % 60}s"


def triage_labels() -> Expected:
    """Label the open issues of lantern/api that have no label, by whole words of title and body, any case, first
    match wins: security (xss, security, injection), bug (crash, panic, panics, error), performance (slow, latency,
    timeout), docs (doc, docs, documentation, readme, typo). Return {labelled: {number: label}, skipped:
    [numbers]}."""
    labelled: dict[str, str] = {}
    skipped: list[int] = []
    for n, (title, _, labels, *_, body) in open_issues().items():
        found = [k for k, words in LABELS.items() if re.search(words, f"{title}\n{body}", re.IGNORECASE)]
        if not labels and found:
            labelled[str(n)] = found[0]
        elif not labels:
            skipped.append(n)
    effects = [["hub.add_label", {"repo": API, "number": int(n), "label": x}] for n, x in labelled.items()]
    return {"labelled": labelled, "skipped": skipped}, effects


def merge_ready() -> Expected:
    """Squash-merge the open PRs of lantern/api that are ready: no draft, no failed check, and of each reviewer the
    latest review that is more than a comment: at least two approve and nobody asks for changes. A conflict (409) goes
    to failed. Return {merged: [numbers], failed: [{number, author}]}."""
    merged: list[int] = []
    failed: list[dict[str, Any]] = []
    for n, (_, _, state, author, draft, *_) in devhub.PULLS[API].items():
        if state != "open" or draft or any(c[1] == "failure" for c in devhub.CHECKS.get((API, n), [])):
            continue
        reviews = sorted(devhub.REVIEWS[API, n], key=lambda r: r[2])
        latest = {r: s for r, s, _ in reviews if s != "COMMENTED"}
        if len(latest) < 2 or "CHANGES_REQUESTED" in latest.values():
            continue
        if n == 109:
            failed.append({"number": n, "author": author})
        else:
            merged.append(n)
    effects = [["hub.merge_pull", {"repo": API, "number": n, "method": "squash"}] for n in merged]
    return {"merged": merged, "failed": failed}, effects


def request_owners() -> Expected:
    """Ask the code owners of the files of lantern/api PR 108 for a review (CODEOWNERS: the last matching rule of a
    file wins), without the author and without those on leave. Return {requested, on_leave}, both sorted."""
    lines = devhub.FILES[API, "CODEOWNERS"].splitlines()
    rules = [x.split() for x in lines if x.strip() and not x.startswith("#")]
    wanted: set[str] = set()
    for file in devhub.PULL_FILES[API, 108]:
        matching = [r for r in rules if fnmatch("/" + file, r[0] + "*" if r[0].startswith("/") else r[0])]
        wanted |= {o.removeprefix("@") for o in matching[-1][1:]}
    wanted.discard(devhub.PULLS[API][108][3])
    away = sorted(o for o in wanted if devhub.USERS[o][2])
    ask = sorted(wanted - set(away))
    effects = [["hub.request_review", {"repo": API, "number": 108, "reviewers": ask}]]
    return {"requested": ask, "on_leave": away}, effects


def nudge_assignees() -> Expected:
    """Comment on the open lantern/api issues labelled bug that have an assignee and have been open for more than 30
    days by 2026-05-01: "@goose any news? Open for 56 days." (full days; several assignees with a space between). List
    of {number, days}, oldest first."""
    rows: list[dict[str, Any]] = []
    effects: list[Any] = []
    for n, (_, _, labels, _, assignees, created, *_) in open_issues().items():
        days = (datetime(2026, 5, 1, tzinfo=UTC) - when(created)).days
        if "bug" in labels and assignees and days > 30:
            rows.append({"number": n, "days": days})
            body = f"{' '.join('@' + a for a in assignees)} any news? Open for {days} days."
            effects.append(["hub.add_comment", {"repo": API, "number": n, "body": body}])
    return sorted(rows, key=lambda r: -r["days"]), effects


def first_review() -> Expected:
    """For the merged PRs of both repositories: how long from opening to the first review, per author? List of
    {author, pulls, mean_hours to one decimal, worst as a Go duration like "16h0m0s"}, by author."""
    waits: dict[str, list[float]] = {}
    for repo in (API, WEB):
        for n, p in devhub.PULLS[repo].items():
            if p[2] == "merged":
                first = min(when(r[2]) for r in devhub.REVIEWS[repo, n])
                waits.setdefault(p[3], []).append((first - when(p[5])).total_seconds())
    rows = [
        {"author": a, "pulls": len(w), "mean_hours": round(sum(w) / len(w) / 3600, 1), "worst": go_duration(max(w))}
        for a, w in sorted(waits.items())
    ]
    return rows, []


def commits_by_team() -> Expected:
    """All commits of lantern/api per team of the author: {team: {commits, top: "login (n)"}}, top being who has most
    (by name when equal)."""
    teams: dict[str, dict[str, int]] = {}
    for _, author, _, _ in devhub.COMMITS:
        team = teams.setdefault(devhub.USERS[author][1], {})
        team[author] = team.get(author, 0) + 1
    value: dict[str, Any] = {}
    for team, authors in teams.items():
        top = min(authors, key=lambda a: (-authors[a], a))
        value[team] = {"commits": sum(authors.values()), "top": f"{top} ({authors[top]})"}
    return value, []


def pull_sizes() -> Expected:
    """Size of all PRs of both repositories by changed lines: XS up to 10, S up to 50, M up to 200, else L. Return
    {counts: {XS, S, M, L}, largest: {ref: "owner/name#n", changed}}."""
    changed = {f"{repo}#{n}": p[7] + p[8] for repo in (API, WEB) for n, p in devhub.PULLS[repo].items()}
    counts = {"XS": 0, "S": 0, "M": 0, "L": 0}
    for lines in changed.values():
        counts["XS" if lines <= 10 else "S" if lines <= 50 else "M" if lines <= 200 else "L"] += 1
    largest = max(changed, key=lambda r: changed[r])
    return {"counts": counts, "largest": {"ref": largest, "changed": changed[largest]}}, []


def workload() -> Expected:
    """Who has which open issues of lantern/api? List of {login, name, issues: numbers, highest first, oldest:
    creation day of the oldest like "Feb 5, 2026", on_leave}, most issues first, then by login."""
    mine: dict[str, list[int]] = {}
    for n, issue in open_issues().items():
        for login in issue[4]:
            mine.setdefault(login, []).append(n)
    rows: list[dict[str, Any]] = []
    for login, numbers in sorted(mine.items(), key=lambda x: (-len(x[1]), x[0])):
        first = min(when(devhub.ISSUES[API][n][5]) for n in numbers)
        name, _, away = devhub.USERS[login]
        oldest = f"{first:%b} {first.day}, {first.year}"
        issues = sorted(numbers, reverse=True)
        rows.append({"login": login, "name": name, "issues": issues, "oldest": oldest, "on_leave": away})
    return rows, []
