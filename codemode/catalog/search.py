"""BM25 over weighted fields of the tools."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from codemode.catalog.entries import ToolEntry
from codemode.catalog.words import WEAK_WORDS, query_terms, stem, terms

K1 = 1.2
B = 0.6
NAME, TAGS, PARAMS, DESCRIPTION, DETAILS = 4.0, 2.0, 1.5, 1.0, 0.5
PREFIX_WEIGHT = 0.3  # of a word that only begins like the term
MIN_PREFIX = 4
WEAK_TERMS = frozenset(stem(word) for word in WEAK_WORDS)
WEAK_SHARE = 0.25
MAX_TEXT = 4000  # characters of one description that count; more would only be an attempt to be found


class SearchIndex:
    """The tools of one catalog, indexed once. Not changed afterwards, so any thread may search."""

    def __init__(self, entries: Iterable[ToolEntry]) -> None:
        self._entries = sorted(entries, key=lambda e: e.id)
        self._by_name: dict[str, list[int]] = {}
        self._postings: dict[str, dict[int, float]] = {}
        lengths: list[float] = []
        for number, entry in enumerate(self._entries):
            for name in (entry.name, entry.id, entry.name.rpartition(".")[2]):
                self._by_name.setdefault(name.casefold(), []).append(number)
            weights = weigh(entry)
            lengths.append(sum(weights.values()))
            for term, weight in weights.items():
                self._postings.setdefault(term, {})[number] = weight
        mean = sum(lengths) / len(lengths) if lengths else 1.0
        self._norms = [K1 * (1 - B + B * length / (mean or 1.0)) for length in lengths]
        self._vocabulary = sorted(self._postings)

    def search(self, query: str, limit: int) -> list[ToolEntry]:
        """The tools that fit best, at most `limit`. An exact name or id comes first, ties go by id. A blank query lists all in order of id."""
        return [entry for entry, _ in self.ranked(query, limit)]

    def ranked(self, query: str, limit: int) -> list[tuple[ToolEntry, float]]:
        """The same with scores."""
        if limit <= 0:
            return []
        if not query.strip():
            return [(entry, 0.0) for entry in self._entries[:limit]]
        scores = self._scores(query)
        exact = self._exact(query.strip().casefold())
        for number in exact:
            scores.setdefault(number, 0.0)
        order = sorted(scores, key=lambda n: (exact.get(n, 2), -round(scores[n], 9), n))
        return [(self._entries[n], scores[n]) for n in order[:limit]]

    def _exact(self, query: str) -> dict[int, int]:
        """Tools that the query names: 0 by their whole name or id, 1 by its last part."""
        found: dict[int, int] = {}
        for number in self._by_name.get(query, ()):
            entry = self._entries[number]
            found[number] = 0 if query in (entry.name.casefold(), entry.id.casefold()) else 1
        return found

    def _scores(self, query: str) -> dict[int, float]:
        scores: dict[int, float] = {}
        for term in query_terms(query)[:64]:
            best: dict[int, float] = {}
            telling = WEAK_SHARE if term in WEAK_TERMS else 1.0
            for word, share in self._matches(term):
                posting = self._postings[word]
                idf = math.log(1 + (len(self._entries) - len(posting) + 0.5) / (len(posting) + 0.5))
                for number, weight in posting.items():
                    score = telling * share * idf * weight * (K1 + 1) / (weight + self._norms[number])
                    best[number] = max(best.get(number, 0.0), score)
            for number, score in best.items():
                scores[number] = scores.get(number, 0.0) + score
        return scores

    def _matches(self, term: str) -> Iterator[tuple[str, float]]:
        if term in self._postings:
            yield term, 1.0
        if len(term) < MIN_PREFIX:
            return
        for word in self._vocabulary[bisect_left(self._vocabulary, term) :]:
            if not word.startswith(term):
                return
            if word != term:
                yield word, PREFIX_WEIGHT


def weigh(entry: ToolEntry) -> Counter[str]:
    """How much each term says about the tool."""
    weights: Counter[str] = Counter()
    for text, weight in _fields(entry):
        for term in terms(text[:MAX_TEXT]):
            weights[term] += weight  # pyright: ignore[reportArgumentType] - a Counter counts floats as well
    return weights


def _fields(entry: ToolEntry) -> Iterator[tuple[str, float]]:
    yield entry.name, NAME
    if entry.label and entry.label != entry.name:
        yield entry.label, NAME / 2
    yield from ((tag, TAGS) for tag in entry.tags)
    yield entry.description, DESCRIPTION
    for name, schema in _properties(entry.input_schema):
        yield name, PARAMS
        if isinstance(schema, Mapping):
            described = cast("Mapping[str, Any]", schema).get("description")
            if isinstance(described, str):
                yield described, DETAILS


def _properties(schema: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    properties = schema.get("properties")
    return cast("Mapping[str, Any]", properties).items() if isinstance(properties, Mapping) else ()
