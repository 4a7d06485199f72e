"""Search for tools: BM25 over weighted fields; a query in nearly the words of a tool's own description finds that tool first."""

from __future__ import annotations

import heapq
import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from string import ascii_lowercase

from codemode.catalog.entries import ToolEntry
from codemode.catalog.search_fields import MAX_NAME, Weighed, title, weigh
from codemode.catalog.words import SYNONYMS, WEAK_WORDS, query_terms, stem, telling_terms, terms, words

K1 = 1.2
B = 0.6
LONGEST = 2.0  # means of all lengths: a tool with a hundred parameters does what it says as much as one with twenty
PREFIX_WEIGHT = 0.3  # weight of a word that begins with the term
ALIKE_WEIGHT = 0.3  # of a synonym
MIN_PREFIX = 4
MAX_PREFIXED = 50  # words that begin like one term
MAX_QUERY, MAX_TERMS = 4000, 64  # characters and terms of a query that count
MISSPELT_WEIGHT = 0.5  # weight of a term one letter away from one that no tool has
MIN_MISSPELT, MAX_TERM = 6, 40  # letters of a term that may be split or spelt in another way
MAX_MISSPELT = 4  # terms of a query that are respelt: each is tried in hundreds of spellings
WEAK_TERMS = frozenset(stem(word) for word in WEAK_WORDS)
WEAK_SHARE = 0.25
SAME_VERB = 1.2  # how much more a tool counts whose description has a weak word of the query
NEAR = 1.0  # how much more a tool counts whose description begins with just these words
ENOUGH = 200  # tools found by rare terms
COMPARED = 100  # how many of the best tools are compared with the query word by word

EXACT_NAME, EXACT_LAST_PART, EXACT_DESCRIPTION, WORDS_OF_NAME, NOT_EXACT = range(5)


class SearchIndex:
    """The tools of one catalog, indexed once. Not changed afterwards, so any thread may search."""

    def __init__(self, entries: Iterable[ToolEntry]) -> None:
        self._entries = sorted(entries, key=lambda e: e.id)
        self._by_name: dict[str, list[int]] = {}
        self._by_words: dict[tuple[str, ...], list[int]] = {}
        self._by_description: dict[tuple[str, ...], list[int]] = {}
        self._titles: list[list[str]] = []
        self._postings: dict[str, dict[int, float]] = {}
        self._idf: dict[str, float] = {}
        self._add_all(self._read_all())
        self._title_norms = [self._norm(terms) for terms in self._titles]
        self._vocabulary = sorted(self._postings)

    def _read_all(self) -> list[Weighed]:
        weighed: list[Weighed] = []
        read = cache(terms)  # tools of one owner share many texts; the cache goes when the index is made
        for number, entry in enumerate(self._entries):
            for name in (entry.name, entry.id, entry.name.rpartition(".")[2]):
                self._by_name.setdefault(name.casefold(), []).append(number)
            self._by_words.setdefault(_set_of(telling_terms(entry.name[:MAX_NAME])), []).append(number)
            short, whole = title(entry.description), entry.description[:MAX_QUERY]
            self._titles.append(telling_terms(short))
            for said in {tuple(words(text)) for text in {short, whole}} - {()}:
                self._by_description.setdefault(said, []).append(number)
            weighed.append(weigh(entry, read))
        self._by_words.pop((), None)
        return weighed

    def _add_all(self, weighed: list[Weighed]) -> None:
        """Fills the postings: for each term the tools that it describes, with its weight for each.

        A term is as rare as it is in what tools say of themselves: many results have `updated_at`, and few tools update. Where it is only in
        a result it counts by how many tools have it at all.
        """
        postings, idf = self._postings, self._idf
        mean = (sum(each.length for each in weighed) / len(weighed) if weighed else 0.0) or 1.0
        norms = [K1 * (1 - B + B * min(each.length / mean, LONGEST)) for each in weighed]
        for number, (each, norm) in enumerate(zip(weighed, norms)):
            for term, weight in each.given.items():
                postings.setdefault(term, {})[number] = weight * (K1 + 1) / (weight + norm)
        idf.update((term, self._rarity(len(found))) for term, found in postings.items())
        shares: dict[str, float] = {}
        for term, tools in Counter(term for each in weighed for term in each.returned).items():
            rarity = self._rarity(tools + len(postings.get(term, ())))
            shares[term] = rarity / idf.setdefault(term, rarity)
        for number, (each, norm) in enumerate(zip(weighed, norms)):
            for term, weight in each.returned.items():
                postings.setdefault(term, {})[number] = shares[term] * weight * (K1 + 1) / (weight + norm)

    def search(self, query: str, limit: int) -> list[ToolEntry]:
        """The tools that fit best, at most `limit`. An exact name or id comes first, then an exact description, then a name of just these words;
        ties go by id.

        A blank query lists all in order of id.
        """
        if limit <= 0:
            return []
        query = query.strip()[:MAX_QUERY]
        if not query:
            return self._entries[:limit]
        scores = self._scores(query)
        exact = self._exact(query)
        for number in exact:
            scores.setdefault(number, 0.0)

        def order(number: int) -> tuple[int, float, int]:
            return exact.get(number, NOT_EXACT), -round(scores[number], 9), number

        found = sorted({*_best(scores, max(limit, COMPARED)), *exact}, key=order)[: max(limit, COMPARED)]
        self._favour_near(query, found, scores)
        return [self._entries[n] for n in sorted(found, key=order)[:limit]]

    def _exact(self, query: str) -> dict[int, int]:
        """The tools whose name or description equals the query, and which of these it is."""
        found = dict.fromkeys(self._by_words.get(_set_of(query_terms(query)), ()), WORDS_OF_NAME)
        found |= dict.fromkeys(self._by_description.get(tuple(words(query)), ()), EXACT_DESCRIPTION)
        name = query.casefold()
        for number in self._by_name.get(name, ()):
            entry = self._entries[number]
            whole = name in (entry.name.casefold(), entry.id.casefold())
            found[number] = EXACT_NAME if whole else EXACT_LAST_PART
        return found

    def _scores(self, query: str) -> dict[int, float]:
        """Rare terms first: when they have found enough tools, commoner ones only decide between these."""
        scores: dict[int, float] = {}
        for term, counts in sorted(self._known_terms(query), key=lambda known: (-self._weight(known[0]), known)):
            best: dict[int, float] = {}
            for word, share in self._matches(term):
                factor = counts * share * min(self._weight(term), self._weight(word))
                said = self._postings[word]
                if ENOUGH <= len(scores) < len(said):
                    said = {number: said[number] for number in scores if number in said}
                if not best:
                    best = {number: factor * weight for number, weight in said.items()}
                    continue
                for number, weight in said.items():
                    if factor * weight > best.get(number, 0.0):
                        best[number] = factor * weight
            if not scores:
                scores = best
                continue
            for number, score in best.items():
                scores[number] = scores.get(number, 0.0) + score
        return scores

    def _known_terms(self, query: str) -> Iterator[tuple[str, float]]:
        """The terms of a query, and how much each counts.

        A term that no tool has is read as the two words it consists of, `javascript` as `java script`, or as a known word one letter away.
        """
        left = MAX_MISSPELT
        for term in query_terms(query)[:MAX_TERMS]:
            yield term, 1.0
            if term in self._postings:
                continue
            halves = self._halves(term)
            yield from ((half, 1.0) for half in halves)
            if not halves and left and not any(True for _ in self._matches(term)):
                left -= 1
                yield from ((word, MISSPELT_WEIGHT) for word in self._nearly(term))

    def _nearly(self, term: str) -> list[str]:
        """The commonest term that is one letter away: one too much, one missing, one wrong, or two in the other's place."""
        if not (MIN_MISSPELT <= len(term) <= MAX_TERM and term.isascii() and term.isalpha()):
            return []
        ends = [(term[:i], term[i:]) for i in range(len(term) + 1)]
        tried = [a + b[1:] for a, b in ends] + [a + b[1:2] + b[:1] + b[2:] for a, b in ends]
        tried += [a + letter + rest for a, b in ends for letter in ascii_lowercase for rest in (b, b[1:])]
        found = {word for word in tried if word in self._postings}
        return sorted(found, key=lambda word: (-len(self._postings[word]), word))[:1]

    def _halves(self, term: str) -> tuple[str, ...]:
        ends = range(3, min(len(term), MAX_TERM) - 2)
        # the most even split first, so that `userstory` is not read as `users tory`
        for end in sorted(ends, key=lambda end: abs(len(term) - 2 * end)):
            halves = stem(term[:end]), stem(term[end:])
            if all(half in self._postings for half in halves):
                return halves
        return ()

    def _matches(self, term: str) -> Iterator[tuple[str, float]]:
        if term in self._postings:
            yield term, 1.0
        yield from ((word, ALIKE_WEIGHT) for word in SYNONYMS.get(term, ()) if word in self._postings)
        if len(term) < MIN_PREFIX or len(self._postings.get(term, ())) > ENOUGH:
            return
        start = bisect_left(self._vocabulary, term)
        for word in islice(self._vocabulary, start, start + MAX_PREFIXED):
            if not word.startswith(term):
                return
            if word != term:
                yield word, PREFIX_WEIGHT

    # --- descriptions that nearly say the same ------------------------------------------------------------------------

    def _favour_near(self, query: str, numbers: list[int], scores: dict[int, float]) -> None:
        """Raises the scores of tools whose short description has the words of the query, and no others.

        Common verbs count fully here, because `List keys` and `Get a key` differ only in their verb.
        """
        asked = frozenset(query_terms(query)[:MAX_TERMS])
        norm = self._norm(asked)
        for number in numbers:
            title = self._titles[number]
            shared = self._norm(asked.intersection(title))
            if shared:
                scores[number] *= 1 + NEAR * shared * shared / (norm * self._title_norms[number])
            if not WEAK_TERMS.isdisjoint(asked.intersection(title)):
                scores[number] *= SAME_VERB

    def _norm(self, terms: Iterable[str]) -> float:
        return math.sqrt(sum(self._rarity_of(term) ** 2 for term in terms))

    def _weight(self, term: str) -> float:
        """How much a term counts: a rare one much, a verb such as `get` little."""
        rarity = self._rarity_of(term)
        return rarity * WEAK_SHARE if term in WEAK_TERMS else rarity

    def _rarity_of(self, term: str) -> float:
        found = self._idf.get(term)
        return self._rarity(0) if found is None else found

    def _rarity(self, tools: int) -> float:
        return math.log(1 + (len(self._entries) - tools + 0.5) / (tools + 0.5))


def _set_of(terms: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(terms)))


def _best(scores: dict[int, float], count: int) -> Iterable[int]:
    """The numbers with the highest scores, at least `count` of them, and all that equal the last."""
    if len(scores) <= count:
        return scores
    least = heapq.nlargest(count, scores.values())[-1] - 1e-9
    return (number for number, score in scores.items() if score >= least)
