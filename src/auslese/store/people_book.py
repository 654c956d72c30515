"""Who is not to be shown, and which names belong together, as the journal has it.

    people.jsonl    opt-outs, joins, splits, and what was taken back; it only grows

An opt-out counts from the moment it is written: whoever reads the tables of people asks
`store.lookups.people_lookups.hidden_people` first. At the next run of the stage `people` whoever is
hidden leaves the tables, too.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from threading import RLock
from time import time
from typing import Any

from auslese.records.errors import AusleseError, NotFoundError
from auslese.records.people_edits import EditKind, OptOut, OptOutKind, PeopleEdit
from auslese.records.suffixes import registrable_domain
from auslese.records.url import canonical
from auslese.store.sealed_journal import Entry, SealedJournal, entry_values
from auslese.text.name_folding import folded_name
from auslese.wording.people.people_sentences import PeopleProblem

FILE = "people.jsonl"
OPT_OUT, EDIT, RESTORE = "opt_out", "edit", "restore"
LONGEST_VALUE = 2000  # letters; a URL may be long
MOST_NAMES = 100
LOG_COMMAND = "auslese people log DIR"

JournalEntry = OptOut | PeopleEdit


class PeopleBookError(AusleseError):
    """A wish or a change that cannot be taken."""


class PeopleBook:
    """Opt-outs and edits; threads and other processes may use it at once."""

    def __init__(self, folder: Path) -> None:
        """Read all that was written so far; DamagedFileError if it is not whole."""
        self._journal = SealedJournal(folder / FILE)
        self._lock = RLock()
        self._entries: dict[int, JournalEntry] = {}
        self._lines = 0
        self.refresh()

    # -- what counts ------------------------------------------------------------------------------

    @property
    def opt_outs(self) -> list[OptOut]:
        """Wishes that were not taken back, in the order in which they came."""
        return [each for each in self._counting() if isinstance(each, OptOut)]

    @property
    def edits(self) -> list[PeopleEdit]:
        """Joins and splits that were not taken back, in order."""
        return [each for each in self._counting() if isinstance(each, PeopleEdit)]

    def log(self) -> list[JournalEntry]:
        """Everything that was ever written down, also what was taken back, in order."""
        return list(self._entries.values())

    @property
    def lines(self) -> int:
        """How many changes there were: another number when something was added."""
        return self._lines

    def _counting(self) -> list[JournalEntry]:
        return [each for each in list(self._entries.values()) if not each.is_restored]

    # -- changes ----------------------------------------------------------------------------------

    def opt_out(
        self,
        kind: OptOutKind | str,
        value: str,
        reason: str = "",
        *,
        names: Sequence[str] = (),
        site: str = "",
    ) -> OptOut:
        """Write a wish down; it counts from now on. The same wish is not written twice."""
        kind = OptOutKind(kind)
        wish = OptOut(kind, checked_value(kind, value), _line(reason), tuple(names), site)
        there = [each for each in self.opt_outs if _is_same(each, wish)]
        if there:
            return there[0]
        number = self._add(lambda number: _entry(OPT_OUT, replace(wish, number=number, at=time())))
        added = self._entries[number]
        assert isinstance(added, OptOut)
        return added

    def join(self, site: str, names: Sequence[str], reason: str = "") -> PeopleEdit:
        """Say that these names are those of one person of a site."""
        wanted = tuple(dict.fromkeys(map(_line, names)))
        if len(wanted) < len(("one", "another")) or not all(map(folded_name, wanted)):
            raise PeopleBookError(PeopleProblem.FEW_NAMES.of())
        return self._edit(PeopleEdit(EditKind.JOIN, site, wanted, reason=_line(reason)))

    def split(
        self,
        site: str,
        name: str,
        forms: Sequence[str] = (),
        pages: Sequence[str] = (),
        reason: str = "",
    ) -> PeopleEdit:
        """Say that these forms of a name, or the name on these pages, are another person's."""
        others = tuple(dict.fromkeys(map(_line, forms)))
        if not others and not pages:
            raise PeopleBookError(PeopleProblem.NOTHING_TO_SPLIT.of())
        places = tuple(checked_value(OptOutKind.PAGE, page) for page in pages)
        names = (_line(name), *others)
        return self._edit(PeopleEdit(EditKind.SPLIT, site, names, places, _line(reason)))

    def restore(self, number: int) -> JournalEntry:
        """Take back an opt-out, a join or a split."""

        def make(_: int) -> Entry:
            if number not in self._entries or self._entries[number].is_restored:
                problem = PeopleProblem.NO_ENTRY.of(number=str(number), command=LOG_COMMAND)
                raise NotFoundError(problem)
            return {"kind": RESTORE, "number": number, "at": time()}

        self._add(make)
        return self._entries[number]

    def refresh(self) -> None:
        """Read what other processes have added."""
        with self._lock:
            self._take(self._journal.new_entries())

    def _edit(self, edit: PeopleEdit) -> PeopleEdit:
        if sum(map(len, edit.names)) > LONGEST_VALUE or len(edit.names) > MOST_NAMES:
            number = sum(map(len, edit.names))
            raise PeopleBookError(
                PeopleProblem.LONG_VALUE.of(most=LONGEST_VALUE, number=str(number))
            )
        number = self._add(lambda number: _entry(EDIT, replace(edit, number=number, at=time())))
        added = self._entries[number]
        assert isinstance(added, PeopleEdit)
        return added

    def _add(self, make: Callable[[int], Entry]) -> int:
        """Write an entry down, and return the number it could have."""
        with self._lock:
            number = 0

            def entries() -> list[Entry]:
                nonlocal number
                number = max(self._entries, default=0) + 1
                return [make(number)]

            self._journal.change(self._take, entries)
            return number

    def _take(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._lines += 1
            if entry["kind"] == RESTORE and (number := entry["number"]) in self._entries:
                self._entries[number] = replace(self._entries[number], is_restored=True)
            elif entry["kind"] in (OPT_OUT, EDIT):
                made = _opt_out(entry) if entry["kind"] == OPT_OUT else _people_edit(entry)
                self._entries[made.number] = made


def checked_value(kind: OptOutKind, value: str) -> str:
    """A name, mail address, page or site as it is kept; PeopleBookError if it is none."""
    text = _line(value)
    if not text:
        raise PeopleBookError(PeopleProblem.EMPTY_VALUE.of())
    if len(text) > LONGEST_VALUE:
        problem = PeopleProblem.LONG_VALUE.of(most=LONGEST_VALUE, number=str(len(text)))
        raise PeopleBookError(problem)
    return _CHECKS[kind](text)


def _checked_name(text: str) -> str:
    if not folded_name(text):
        raise PeopleBookError(PeopleProblem.EMPTY_VALUE.of())
    return text


def _checked_mail(text: str) -> str:
    mail = text.removeprefix("mailto:").lower()
    local, at, host = mail.rpartition("@")
    if not local or not at or not host or " " in mail:
        raise PeopleBookError(PeopleProblem.BAD_MAIL.of(text=text))
    return mail


def _checked_page(text: str) -> str:
    url = canonical(text)
    if url is None:
        raise PeopleBookError(PeopleProblem.BAD_PAGE.of(text=text))
    return url


def _checked_site(text: str) -> str:
    host = text.lower().removeprefix("*.").removesuffix(".")
    if "/" in host or " " in host or "@" in host:
        raise PeopleBookError(PeopleProblem.BAD_SITE.of(text=text))
    return registrable_domain(host)


_CHECKS: dict[OptOutKind, Callable[[str], str]] = {
    OptOutKind.NAME: _checked_name,
    OptOutKind.MAIL: _checked_mail,
    OptOutKind.PAGE: _checked_page,
    OptOutKind.SITE: _checked_site,
}


def _is_same(one: OptOut, other: OptOut) -> bool:
    return (one.kind, one.value, one.site) == (other.kind, other.value, other.site)


def _line(text: str) -> str:
    """A text on one line, as a file can hold it: a browser may send half a letter."""
    return " ".join(text.split()).encode("utf-8", "replace").decode()


def _entry(kind: str, value: JournalEntry) -> Entry:
    values: dict[str, Any] = asdict(value)
    del values["is_restored"]
    return values | {"what": values["kind"], "kind": kind}


def _opt_out(entry: Entry) -> OptOut:
    values = entry_values(entry | {"kind": OptOutKind(entry["what"])}, OptOut)
    return OptOut(**values | {"names": tuple(values["names"])})


def _people_edit(entry: Entry) -> PeopleEdit:
    values = entry_values(entry | {"kind": EditKind(entry["what"])}, PeopleEdit)
    return PeopleEdit(**values | {"names": tuple(values["names"]), "pages": tuple(values["pages"])})
