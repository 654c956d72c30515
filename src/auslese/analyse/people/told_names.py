"""Names that the rules alone doubt, where the page itself tells that they are names.

label    "Speaker: Wudong Quax", "Sprechstunde: …"
mail     an address on the page is made of the name: w.quax@…, /~quax
list     what stands alone in its line between lines that are names
again    the same words are surely a name elsewhere on the page
surname  the family name of somebody who is named in full on the page
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from auslese.analyse.people.name_evidence import NameRole, NameWord
from auslese.analyse.people.name_forms import folded_part
from auslese.analyse.people.name_grammar import NameCandidate, behind_titles
from auslese.analyse.people.name_parts import split_name
from auslese.analyse.people.name_runs import RunWord, begins_cell, behind_article
from auslese.analyse.people.name_words import listed_words, phrase_list

SURE = 0.8
"""From here on a name tells of others."""
NEAR = 300  # letters between neighbours in a list; a row of a table may have so many
SHORTEST_SURNAME = 3  # letters, of those that are looked for alone
SHORTEST_MAIL = 3
LONGEST_MAIL = 64  # letters of a local part (RFC 5321)
SHORTEST_CUT = 6  # letters of an account that has a cut name: lsalarru
MOST_LABELLED = 4  # words of a name behind a label
LEAST_LABELLED = 2
MOST_BLANKS = 12  # between a label and its name, where columns are made with blanks
LONGEST_LABEL = 40  # letters, with what stands behind a stroke or in brackets

_WORD_BEFORE = re.compile(r"([^\W\d_]+)(?:/[\w-]{1,20}|\([^()\n]{1,20}\))?[ ]?\Z")
_OWN_PAGE = re.compile(
    r"['’]s?[ ](?:\w+[ ]){0,2}(?:home|page|homepage|web|website|site|cv|vita|resume|résumé)\b", re.I
)
_SIGNS_OF_MAIL = (
    ("@", re.compile(r"[ ]?@")),
    ("(at", re.compile(r"[ ]?\([ ]?at")),
    ("[at", re.compile(r"[ ]?\[[ ]?at")),
    ("( at", re.compile(r"[ ]?\([ ]at")),
    ("{at", re.compile(r"[ ]?\{at")),
    ("(ät", re.compile(r"[ ]?\(ät")),
    ("(AT", re.compile(r"[ ]?\(AT")),
    ("[AT", re.compile(r"[ ]?\[AT")),
    (" at ", re.compile(r" at (?=[\w-]{2,40}(?:\.[a-z]| dot))")),
    (" AT ", re.compile(r" AT (?=[\w-]{2,40}(?:\.[a-z]| DOT))")),
)
"""Sought only in texts that have the first."""
_ACCOUNT_BEFORE = re.compile(r"(?<![\w.+-])[\w.+-]+\Z")
_HOME = re.compile(r"/~([\w.-]{2,64})")
_JOIN = re.compile(r"(?:[,;]|,?[ ](?:and|und|et|y|&|/))[ ]?\n?")
TOP = 2_000  # letters of a page in which its heading stands
LONGEST_JOIN = 8  # letters between two of a row: ", and "
_PIECES = re.compile(r"[._+\d-]+")


def labelled_names(text: str, runs: Sequence[Sequence[RunWord]]) -> Iterator[NameCandidate]:
    """What stands behind a label after which persons stand."""
    phrases = tuple(f"{phrase} " for phrase in phrase_list("before_names"))
    for run in runs:
        if len(run) < LEAST_LABELLED:
            continue
        for place, word in enumerate(run):
            is_first = not place or run[place - 1].is_particle
            if not is_first or len(run) - place < LEAST_LABELLED:
                continue
            is_told = text.endswith(phrases, max(0, word.start - LONGEST_LABEL), word.start)
            if (is_told or _is_behind_label(text, word.start)) and (
                found := _labelled(run[place:])
            ):
                yield found
        if text.startswith(("'", "’"), run[-1].end):
            owner = _labelled(run)
            if owner and owner.end == run[-1].end and _OWN_PAGE.match(text, owner.end):
                yield owner


def _is_behind_label(text: str, start: int) -> bool:
    at = start
    floor = max(0, start - MOST_BLANKS)
    while at > floor and text[at - 1] in " \t\n":
        at -= 1
    return at > 0 and text[at - 1] == ":" and _is_label(text, at - 1)


def _is_label(text: str, colon: int) -> bool:
    """Whether a label stands before a colon, as in "Ansprechpartner/in:"."""
    found = _WORD_BEFORE.search(text[max(0, colon - LONGEST_LABEL) : colon])
    return found is not None and found[1].lower() in listed_words("labels")


def _labelled(run: Sequence[RunWord]) -> NameCandidate | None:
    begin = behind_titles(run, 0)
    end = begin
    while end < len(run) and end - begin < MOST_LABELLED and _may_be_name(run[end]):
        end += 1
    words = run[begin:end]
    if len(words) < LEAST_LABELLED or (end < len(run) and run[end].kind.is_thing):
        return None
    if words[-1].is_particle or not _is_likely(words):
        return None
    return NameCandidate(words[0].start, words[-1].end, "told label")


def _may_be_name(word: RunWord) -> bool:
    kind = word.kind
    is_word = kind.is_small and not kind.last
    return word.is_particle or not (
        is_word or kind.opens_titles or (kind.is_thing and not kind.last)
    )


def _is_likely(words: Sequence[RunWord]) -> bool:
    """Whether at least one of the words may be a part of a name."""
    named = [word.kind for word in words if not word.is_particle]
    return any(
        kind.is_initial or (max(kind.first, kind.last) > NameRole.NO and not _is_town(kind))
        for kind in named
    )


def _is_town(kind: NameWord) -> bool:
    return kind.is_place and max(kind.first, kind.last) < NameRole.SURE


class MailAccounts:
    """The accounts that are told on a page, for one question: has somebody this name?"""

    def __init__(self, text: str) -> None:
        """Hold the local parts of addresses in a text, and what stands behind /~."""
        accounts = {_account(written) for written in _written_accounts(text) if written}
        self._whole = {account.replace(".", "") for account in accounts}
        self._pieces = {piece for account in accounts for piece in account.split(".")}

    def fit(self, written: str) -> bool:
        """Whether an account is made of this name: hmueller, h.mueller, mueller, muellerh."""
        if not self._whole:
            return False
        name = split_name(written)
        family = folded_part(name.family).replace("-", "").replace(" ", "")
        given = folded_part(name.given).replace("-", "").replace(" ", "")
        if len(family) < SHORTEST_MAIL:
            return False
        first = given[:1]
        if len(given) > SHORTEST_MAIL and given in self._whole:
            return True
        made = {family, first + family, family + first, given + family, family + given}
        cut = {(first + family)[:end] for end in range(SHORTEST_CUT, len(family) + 1)}
        return family in self._pieces or not self._whole.isdisjoint(made | cut)


def _written_accounts(text: str) -> Iterator[str]:
    for sign, pattern in _SIGNS_OF_MAIL:
        if sign in text:
            for at in pattern.finditer(text):
                before = text[max(0, at.start() - LONGEST_MAIL) : at.start()]
                found = _ACCOUNT_BEFORE.search(before)
                yield found[0] if found else ""
    if "/~" in text:
        for home in _HOME.finditer(text):
            yield home[1]


def _account(written: str) -> str:
    """An account as names are folded, its parts joined by full stops."""
    return ".".join(filter(None, map(folded_part, _PIECES.split(written[:LONGEST_MAIL]))))


def surer_names(
    text: str, candidates: Sequence[NameCandidate], accounts: MailAccounts
) -> Iterator[NameCandidate]:
    """The candidates again, doubtful ones that the page tells to be names with its confidence."""
    written_surely = (text[each.start : each.end] for each in candidates if each.confidence >= SURE)
    sure = {written for written in written_surely if " " in written}
    for place, each in enumerate(candidates):
        if each.confidence >= SURE or each.kind.startswith("followed"):
            continue
        written = text[each.start : each.end]
        if " " not in written:
            continue
        if written in sure:
            yield each._replace(kind="told again")
        elif accounts.fit(written):
            yield each._replace(kind="told mail")
        elif told := _evidence_of_place(text, candidates, place):
            yield each._replace(kind=told)


def _evidence_of_place(text: str, candidates: Sequence[NameCandidate], place: int) -> str:
    """By which neighbours a candidate is told to be a name; empty if there are none."""
    each = candidates[place]
    if "initial-" in each.kind and _is_joined(text, candidates, place):
        return "told joined"
    if not each.kind.startswith("cell"):
        return ""
    if is_first(text, each) and _is_line_again(text, text[each.start : each.end]):
        return "told title"
    return "told list" if _is_in_list(text, candidates, place) else ""


def is_first(text: str, candidate: NameCandidate) -> bool:
    """Whether nothing stands before it."""
    return candidate.start < TOP and not text[: candidate.start].strip()


def _is_line_again(text: str, written: str) -> bool:
    return f"\n{written}\n" in f"{text[:TOP]}\n"


def _is_joined(text: str, candidates: Sequence[NameCandidate], place: int) -> bool:
    """Whether an initial with a surname stands in a row of such: "R. Xu, T. Quax and J. Dö"."""
    own = candidates[place]
    for at in (place - 1, place + 1):
        if 0 <= at < len(candidates):
            first, second = sorted((own, candidates[at]))
            gap = text[first.end : max(first.end, second.start)][:LONGEST_JOIN]
            alike = "initial-" in candidates[at].kind or candidates[at].confidence >= SURE
            if alike and _JOIN.fullmatch(gap):
                return True
    return False


def _is_in_list(text: str, candidates: Sequence[NameCandidate], place: int) -> bool:
    """Whether a line's neighbours in a list are names, on both sides where it has two."""
    own = candidates[place]
    if not begins_cell(text, own.start):
        return False
    beside = [candidates[at] for at in (place - 1, place + 1) if 0 <= at < len(candidates)]
    near = [
        each
        for each in beside
        if abs(each.start - own.start) <= NEAR and not each.kind.startswith("pair")
    ]
    return len(near) > 1 and all(each.confidence >= SURE for each in near)


def surnames_alone(
    text: str, runs: Iterable[Sequence[RunWord]], kept: Sequence[NameCandidate]
) -> Iterator[NameCandidate]:
    """Family names of those who are named in full, where they stand alone."""
    known = _surnames(text, kept)
    if not known:
        return
    taken = iter(kept)
    covering = next(taken, None)
    for run in runs:
        if len(run) == 1 and run[0].text not in known and run[0].text[:-1] not in known:
            continue
        while covering is not None and covering.end <= run[0].start:
            covering = next(taken, None)
        if covering is None or covering.start >= run[-1].end:
            yield from _alone_in(text, run, known)


def _surnames(text: str, kept: Iterable[NameCandidate]) -> dict[str, str]:
    """Family names, each with its particle."""
    found: dict[str, str] = {}
    for each in kept:
        if each.confidence >= SURE:
            name = split_name(text[each.start : each.end])
            if name.given and len(name.family) >= SHORTEST_SURNAME:
                found[name.family] = name.particle
    return found


def _alone_in(text: str, run: Sequence[RunWord], known: dict[str, str]) -> Iterator[NameCandidate]:
    for place, word in enumerate(run):
        bare = word.text.rstrip(".")
        family = bare if bare in known else bare[:-1] if bare[-1:] == "s" else ""
        if family not in known or not family:
            continue
        if place + 1 < len(run) and not run[place + 1].kind.is_small:
            continue
        if word.kind.is_small or _is_town(word.kind) or _is_word(text, run, place):
            continue
        start = word.start
        particle = known[family] + " "
        if text.endswith(particle, 0, start) and len(particle) > 1:
            start -= len(particle)
        yield NameCandidate(start, word.start + len(bare), "told surname")


def _is_word(text: str, run: Sequence[RunWord], place: int) -> bool:
    """Whether an article before it tells that it is used as a word, or it is one of a row."""
    if place > 0 and not run[place - 1].is_particle:
        return not run[place - 1].kind.is_small or run[place - 1].text.lower() in _articles()
    return behind_article(text, run[0].start)


def _articles() -> frozenset[str]:
    return listed_words("articles")
