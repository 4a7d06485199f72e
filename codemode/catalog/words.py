"""Words of names and texts, for search: camelCase and snake_case are split, endings are cut, case does not matter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from unicodedata import normalize

# runs of letters and digits of any script; the underscore is no part of a word
_RUN = re.compile(r"[^\W_]+")
# foo|Bar, HTTP|Server, sha256|Sum
_HUMP = re.compile(r"(?<=[^\W_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# not a pattern: to compile one of large sets takes as long as to search hundreds of texts
_CJK = (("぀", "ヿ"), ("㐀", "䶿"), ("一", "鿿"), ("가", "힯"))
# /tmp/list.txt, ~/notes, https://example.org/a, me@example.org
_VALUE = re.compile(r"(?<!\S)(?:~?/|[a-z]+://|[^\s@]+@)\S+")
_VOWEL = re.compile(r"[aeiouy]")

STOP_WORDS = frozenset(
    "a an and are as at be by can do for from has have how i in into is it its me my of on or our please some tell than that the"
    " their them then there these they this to up us was we what when where which who will with you your"
    " any both each every here just must now so such".split()
)

# words that half of all requests have; they only decide between tools that fit equally well
WEAK_WORDS = frozenset("all call find get give info information list make need run show tell tool use want".split())

# words with the same meaning in tools and requests
_ALIKE = (
    "add create insert make new write append",
    "delete remove erase drop",
    "get read fetch retrieve show view open",
    "find search query lookup",
    "update edit change modify set",
    "calculate compute evaluate",
    "begin start launch",
    "cancel stop abort",
    "image picture photo",
    "folder directory",
)


def words(text: str) -> Iterator[str]:
    """The words of a text in their order, in lower case, unstemmed. Text without spaces between words (CJK) comes as pairs of characters."""
    for _, parts in _runs(text):
        yield from parts


def _runs(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each run of letters and digits, empty where it is CJK, with its words."""
    plain = text.isascii()
    for run in _RUN.findall(text if plain else normalize("NFKC", text)):
        if not (plain or run.isascii()) and any(low <= c <= high for c in run for low, high in _CJK):
            yield "", [run[i : i + 2] for i in range(max(1, len(run) - 1))]
        elif run.islower():
            yield run, [run.casefold()]
        else:
            yield run, [part.casefold() for part in _HUMP.split(run)]


def _spellings(text: str) -> Iterator[str]:
    """The words, and those that are split where their letters change case also in one piece: `javascript` for JavaScript."""
    for run, parts in _runs(text):
        yield from parts
        if run and len(parts) > 1:
            yield run.casefold()


def terms(text: str) -> list[str]:
    """The terms that a text is indexed under: stemmed words; words with capitals inside also whole."""
    return [stem(word) for word in _spellings(text)]


def joined_terms(name: str) -> list[str]:
    """Neighbours in a name put together, as others may write them: `javascript` for run_java_script."""
    parts = list(words(name))
    return [stem(left + right) for left, right in pairwise(parts) if left.isascii() and right.isascii()]


def telling_terms(text: str) -> list[str]:
    """The stemmed words of a text without stop words. Bare numbers are values, not topics."""
    found = list(_spellings(text))
    return [stem(word) for word in [w for w in found if w not in STOP_WORDS and not w.isdecimal()] or found]


def query_terms(text: str) -> list[str]:
    """The terms of a query, each once, without stop words. Paths, addresses and the like are values; of a file name only the ending counts."""
    return list(dict.fromkeys(telling_terms(_VALUE.sub(_ending, text))))


def _ending(value: re.Match[str]) -> str:
    _, dot, ending = value[0].rpartition(".")
    return f" {ending} " if dot and len(ending) <= 5 and ending.isalnum() and "@" not in value[0] else " "


@lru_cache(2048)  # an index asks for the same few words hundreds of thousands of times
def stem(word: str) -> str:
    """Cuts the commonest English endings: plural, -ing, -ed. Light on purpose: address is not add."""
    if len(word) < 4 or not word.isascii():
        return word
    word = _participle(_plural(word))
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


def _plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _participle(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) > 2 and _VOWEL.search(base):
            # planned -> plan, but call and add keep their double letter as they also have it unbent
            return base[:-1] if base[-1] == base[-2] and base[-1] not in "lsdz" else base
    return word


SYNONYMS = {
    stem(word): tuple(stem(other) for other in group.split() if other != word)
    for group in _ALIKE
    for word in group.split()
}
