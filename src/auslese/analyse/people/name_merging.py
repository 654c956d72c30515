"""What the rules and the tagger say of one place, weighed against each other.

Measured on the half of persons_ner with an even checksum of the document, the tagger never having
seen the document (docs/methods/names.md): where both have the same span, 95 of 100 are names;
rules that the tagger knows nothing of are right in 10 of 70 cases in running text, and in nearly
all where titles, cells or lists speak; where they differ about the ends of a name, the rules are
right if a sure given name begins it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from auslese.analyse.people.name_evidence import NameRole, name_word
from auslese.analyse.people.name_grammar import THING, NameCandidate
from auslese.analyse.people.name_lists import shipped_names
from auslese.analyse.people.name_parts import is_initials
from auslese.analyse.people.name_runs import behind_article
from auslese.analyse.people.name_words import listed_words
from auslese.analyse.people.person_titles import is_title_behind

TAGGER = "tagger"
"""The kind of what the tagger alone has found."""
LEAST_CHANCE = 0.15
"""What the tagger thinks less probable it knows nothing of."""
DOUBTED = 0.25
"""How sure rules for running text are where the tagger knows nothing of a name."""
LIKELY = 0.5
"""A rule that is at least so sure adds to what the tagger says."""
BACKED = 0.85
"""How sure an ordinary word behind a given name is a family name that the tagger half sees."""
LEAST_SINGLE = 0.6
"""Single words that the tagger thinks less probable are names in less than half of the cases."""
LONE_SHARE = 0.6
"""A word that stands alone must be a name in so many of its places: Peter .67, Rosa .47."""
LONE_WORD = 3.5  # and so rare in small letters (Zipf): mark has 4.5
_NO_NAME = re.compile(r"[\d@_/\\]|['’](?:ll|re|ve|d|m|t)$")
INITIAL = "initial-"
_IN_RUNNING_TEXT = ("pair ", "followed ")
_WITH_WORD = ("pair sure-no", "cell sure-no", "pair sure-small", "cell sure-small")


def merged(
    text: str,
    ruled: Sequence[NameCandidate],
    tagged: Iterable[NameCandidate],
    *,
    with_lone_words: bool = False,
) -> list[NameCandidate]:
    """All that either has found, each with its confidence; both in the order of the text.

    `with_lone_words`: what the tagger alone has found counts, though no list knows its words.
    """
    tagged = [_cut_at_comma(text, each) for each in tagged if is_free(text, each)]
    starts = [each.start for each in tagged]
    found: list[NameCandidate] = []
    settled: set[int] = set()
    for rule in ruled:
        beside = list(_overlapping(rule, tagged, starts))
        decided = [at for at in beside if _is_settled(rule, tagged[at])]
        settled.update(decided)
        if rule.kind != THING:
            chance = max((tagged[at].confidence for at in decided), default=0.0)
            is_exact = any(tagged[at][:2] == rule[:2] for at in decided)
            is_agreed = is_exact or (INITIAL in rule.kind and bool(decided))
            found.append(
                _agreed(rule, chance) if is_agreed else _alone(rule, is_half_seen=bool(beside))
            )
    doubted = _believed if with_lone_words else _doubted
    found += [doubted(text, each) for at, each in enumerate(tagged) if at not in settled]
    return sorted(found)


def _cut_at_comma(text: str, span: NameCandidate) -> NameCandidate:
    """A span without what stands behind a comma, if a whole name stands before it."""
    before, comma, _ = text[span.start : span.end].partition(",")
    is_whole = comma and " " in before.strip()
    return span._replace(end=span.start + len(before.rstrip())) if is_whole else span


def is_free(text: str, span: NameCandidate) -> bool:
    """Whether a span is no part of an address, a file name or two cells."""
    before, behind = text[max(0, span.start - 1) : span.start], text[span.end : span.end + 2]
    is_word = " " not in text[span.start : span.end]
    if (is_word and before in BEFORE_NO_NAME) or behind[:1] in BEHIND_NO_NAME:
        return False
    if behind[:1] == "." and behind[1:].isalnum():
        return False
    return "\t" not in text[span.start : span.end]


BEFORE_NO_NAME = frozenset("@/._~\\")
BEHIND_NO_NAME = frozenset("@_\\")


def _is_settled(rule: NameCandidate, span: NameCandidate) -> bool:
    """Whether a rule decides about a span: it has the same, all of it, or says it is a thing."""
    if rule.kind == THING or span[:2] == rule[:2]:
        return True
    is_strong = rule.confidence >= LIKELY or INITIAL in rule.kind
    return is_strong and rule.start <= span.start and span.end <= rule.end


def _believed(text: str, span: NameCandidate) -> NameCandidate:
    """The same for running text: what the tagger says, but for titles and initials alone."""
    written = text[span.start : span.end]
    is_title = all(map(is_initials, written.split()))
    if is_title or is_title_behind(written, behind_comma=True):
        return span._replace(confidence=0.0)
    return span


def _doubted(text: str, span: NameCandidate) -> NameCandidate:
    """What the tagger alone has found, less sure if its words are no known names."""
    written = text[span.start : span.end]
    words = written.split()
    is_title = all(map(is_initials, words)) or is_title_behind(written, behind_comma=True)
    if is_title or not all(map(_may_be_name, words)):
        return span._replace(confidence=0.0)
    if len(words) == 1:
        is_known = _is_usual_name(written, span) and not behind_article(text, span.start)
    else:
        is_known = any(map(_is_name, words))
    return span if is_known else span._replace(confidence=min(span.confidence, DOUBTED))


def _may_be_name(word: str) -> bool:
    """Whether a word is written as a name; particles are."""
    if word in listed_words("particles"):
        return True
    return word[:1].isupper() and not _NO_NAME.search(word)


def _is_usual_name(word: str, span: NameCandidate) -> bool:
    """Whether a single word is seldom anything but a name: Angelo, but not Python or Rosa."""
    known = shipped_names().evidence(word)
    is_rare_word = known.share >= LONE_SHARE and known.lower <= LONE_WORD
    return is_rare_word and span.confidence >= LEAST_SINGLE and not word.isupper()


def _is_name(word: str) -> bool:
    kind = name_word(word)
    return not kind.is_thing and max(kind.first, kind.last) == NameRole.SURE


def _overlapping(
    rule: NameCandidate, tagged: Sequence[NameCandidate], starts: Sequence[int]
) -> Iterator[int]:
    """The places of the tagger's spans, which are apart, that share letters with a rule's."""
    at = max(0, bisect_left(starts, rule.start) - 1)
    while at < len(tagged) and tagged[at].start < rule.end:
        if tagged[at].end > rule.start:
            yield at
        at += 1


def _agreed(rule: NameCandidate, chance: float) -> NameCandidate:
    """What a rule and the tagger both say, with the tagger's probability."""
    own = rule.confidence
    if rule.kind.endswith("-thing"):
        return rule
    both = 1 - (1 - own) * (1 - chance) if own >= LIKELY else chance
    return rule._replace(confidence=max(both, own if _is_structured(rule) else 0.0))


def _alone(rule: NameCandidate, *, is_half_seen: bool) -> NameCandidate:
    """What a rule says where the tagger sees no name, or one with other ends."""
    own = rule.confidence
    if is_half_seen:
        return rule._replace(confidence=BACKED if rule.kind in _WITH_WORD else own)
    return rule if _is_structured(rule) else rule._replace(confidence=min(own, DOUBTED))


def _is_structured(rule: NameCandidate) -> bool:
    return not rule.kind.startswith(_IN_RUNNING_TEXT)
