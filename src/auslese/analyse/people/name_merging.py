"""What the rules and the tagger say of one place, weighed against each other.

Measured on the half of persons_ner with an even checksum of the document, the tagger never having
seen the document (docs/methods/names.md): where both have the same span, 95 of 100 are names;
rules that the tagger knows nothing of are right in 10 of 70 cases in running text, and in nearly
all where titles, cells or lists speak; where they differ about the ends of a name, the rules are
right if a sure given name begins it.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from auslese.analyse.people.name_evidence import NameRole, name_word
from auslese.analyse.people.name_grammar import THING, NameCandidate
from auslese.analyse.people.name_parts import is_initials
from auslese.analyse.people.name_words import word_ends
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
NEARLY_SURE = 0.7
INITIAL = "initial-"
_IN_RUNNING_TEXT = ("pair ", "followed ")
_WITH_WORD = ("pair sure-no", "cell sure-no", "pair sure-small", "cell sure-small")


def merged(
    text: str, ruled: Sequence[NameCandidate], tagged: Iterable[NameCandidate]
) -> list[NameCandidate]:
    """All that either has found, each with its confidence; both in the order of the text."""
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
    found += [_doubted(text, each) for at, each in enumerate(tagged) if at not in settled]
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


def _doubted(text: str, span: NameCandidate) -> NameCandidate:
    """What the tagger alone has found: a single word must be a usual name, or nearly sure."""
    written = text[span.start : span.end]
    if all(is_initials(word) for word in written.split()) or is_title_behind(
        written, behind_comma=True
    ):
        return span._replace(confidence=0.0)
    if " " in written:
        return span
    kind = name_word(written)
    least = min(span.confidence, DOUBTED)
    if kind.is_thing or span.confidence < LEAST_SINGLE:
        return span._replace(confidence=least)
    if max(kind.first, kind.last) == NameRole.SURE:
        return span
    if written.lower().endswith(word_ends("noun_ends")) and not kind.share:
        return span._replace(confidence=least)
    if span.confidence >= NEARLY_SURE:
        return span
    return span._replace(confidence=least)


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
