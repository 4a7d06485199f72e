"""Which keys of an object are names of fields, and which may be data of somebody: a mail address, an account, an id, a date, a person.

A key in which every word is one that fields are named with, or one that the tool's own declaration uses, is the name of a field. Another one may be
that, if it looks like an identifier; nothing in `ann` tells it from `age`, so that it needs evidence (see `codemode.catalog.observed_results`).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import islice

from codemode.catalog.entries import ToolEntry
from codemode.catalog.schemas import as_schema, properties
from codemode.catalog.words import stem, words

MAX_NAME = 40
MAX_READ = 4000  # characters of a description
MAX_PARAMETERS = 200

# words that fields are named with, none of which is a name of persons
_FIELD_WORDS = frozenset(
    stem(word)
    for word in """
    a access account action active activity actor actual added address age agent alias all allowed amount and answer any api app archived
    args array as asset assigned assignee at attachment attempt attribute author available avatar average avg axis background balance base
    batch before begin birth blob block board body book booked booking boolean branch brand browser bucket budget build by bytes cache
    calendar caller cancelled capacity card cart category cell change channel charge chars chat check child choice city class client closed
    cloud code color column comment commit company condition confidence config connection contact container content context converted
    coordinates copy cost count country coupon cover crc created creator credit currency current cursor custom customer data date day days
    deadline debit deleted delivered delivery delta department depth description destination detail device diff difference dimension
    direction directory disabled discount display distance district document domain done download draft due duration edge edited elapsed
    elevation email empty enabled encoding end ended endpoint entity entry environment error estimated etag event exact exchange executed
    exists expected expires expiry export extension external extra failed failure family favorite feature fee feed feels fetched field file
    filter final finished first flag folder follower forecast forecasts fork form format found free frequency from full function gender
    generated global graph group guest has hash head header height high history home host hour html http humidity icon id image import in
    inbox index info initial input instance integer internal interval invoice ip is iso issue item job json key keyword kind label language
    large last lat latency latitude left length level limit line lines link list lng load local locale location locked log login logo lon
    long longitude low mail main manager matched maximum md media medium member memory merged message meta metadata method metric middle
    mime minimum minute missing mobile mode model modified moment money month more name native navigation net network new next node not note
    notification null number object of offer offset old on open operation option or order origin original other out output overdue owner p
    package page paid parameter parent part participant password path payload payment pending per percent percentage period permalink
    permission phone photo picture place plan platform pm policy population port position post postal posted precipitation predicted prefix
    preview previous price primary priority private process product profile progress project property protocol provider public published
    pull purchase push q quantity query question queue quote range rank rate rating ratio raw reaction read reason receipt received
    recipient record recurring ref reference refund region registered relation release remaining reminder remote removed repeat replies
    reply repo report repository request required reservation resolved resource response result retries retry returned revenue review
    revision rfc right role room root route row rule run running salary sale sample saved scale schedule scheduled schema scope score search
    seat second seconds secret section selected sender sent sequence serial server service session setting settings severity sha shape
    shared shift shipped shipping short side signature site size sku small snapshot snippet sold sort source space speed sprint stack stage
    stamp standard star start started state station statistics stats status step stock stop storage store stream street string style sub
    subject submitted subscriber subscription subtotal success suffix suggested sum summary supplier support sync system table tag target
    task tax team tel temp temperature template term test text thread threshold thumbnail ticket tier time timeout timestamp timezone title
    to token tool topic total track tracking transaction transfer traveler trip true ts tuple type uid unit units unread updated updater
    upload uptime uri url usage used user username utc utf uuid valid value variable variant vat vendor verified version video view views
    visibility visible visit volume vote wait wallet warehouse warning was watcher weather web website week weight width wind window with
    word workspace x y year years z zip zone
    """.split()
)

# words joined by one sign; a dot, a colon or a slash inside joins what is data more often: ann.lee, user:ann
_IDENTIFIER = re.compile(r"[$@_]?[^\W\d_]+(?:[_\-][^\W\d_]+)*_?")
_SIGNED = re.compile(r"[$@_]?[^\W\d_]+(?:[_\-.$:/][^\W\d_]+)*_?")
# names that have a number: sha256, p95, line2
_NUMBERED = re.compile(
    r"(?i)(sha|md|utf|crc|base|iso|rfc|http|ipv|oauth|int|uint|float|p|percentile|q|x|y|z|h|line|address|co|pm|part)_?\d{1,4}"
)
_ONE_DIGIT = re.compile(r"_?\d(?=_?$)")  # at the end: phone_2


def told_words(entry: ToolEntry) -> frozenset[str]:
    """The words that a tool uses for itself in its name, its description and its parameters, stemmed: who may see the tool knows them."""
    named = islice(properties(as_schema(entry.input_schema)), MAX_PARAMETERS)
    text = " ".join([entry.name, entry.description[:MAX_READ], *(key[:MAX_NAME] for key in named)])
    return frozenset(map(stem, words(text)))


def is_field(key: str, told: Collection[str] = frozenset()) -> bool:
    """Whether a key is surely the name of a field; `told` are words that its tool uses."""
    if not key or len(key) > MAX_NAME:
        return False
    if len(key) == 1 and key.isalpha():
        return True
    strange = _strange_words(key)
    return strange is not None and (not strange or all(word in told for word in strange))


@lru_cache(maxsize=4096)
def _strange_words(key: str) -> tuple[str, ...] | None:
    """The words of a key that fields are not named with, None if no name of a field is written like this."""
    if _NUMBERED.fullmatch(key):
        return ()
    plain = _ONE_DIGIT.sub("", key)
    if _SIGNED.fullmatch(plain) is None:
        return None
    return tuple(part for part in map(stem, words(plain)) if part not in _FIELD_WORDS)


def is_identifier(key: str) -> bool:
    """Whether a key looks like the name of a field. The name of a person may look like that, too."""
    if len(key) > MAX_NAME or _IDENTIFIER.fullmatch(key) is None:
        return False
    return "_" in key or not key.isupper()  # EUR, DE: codes of something


def alike_but_for_numbers(keys: list[str]) -> bool:
    """t1, t2, t3: keys that differ in their numbers only are counted, not named."""
    stems = {re.sub(r"\d+", "0", key) for key in keys}
    return len(keys) >= 2 and len(stems) == 1 and any(c.isdigit() for c in keys[0])
