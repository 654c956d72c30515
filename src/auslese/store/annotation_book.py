"""A round of annotation: what is asked, which pictures, and every answer, as its journal has them.

annotation/NAME/round.jsonl    the round, its items, answers and decisions; it only grows
annotation/NAME/pictures/      each picture once, named by the checksum of its bytes
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from threading import RLock
from time import time
from typing import NamedTuple

from xxhash import xxh3_128_hexdigest

from auslese.records.annotation import (
    NO_CATEGORY,
    Adjudication,
    AnnotationAnswer,
    AnnotationItem,
    AnnotationPhase,
    AnnotationRound,
    AnswerKind,
    ItemUse,
)
from auslese.records.errors import AusleseError, NotFoundError
from auslese.store.read_only import reporting_if_read_only
from auslese.store.sealed_journal import Entry, SealedJournal, entry_values
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.system.durable_files import (
    publish_folder,
    sync_file,
    sync_folder,
    written_aside,
)
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.wording.annotation.annotation_sentences import AnnotationProblem

FOLDER, FILE, PICTURES = "annotation", "round.jsonl", "pictures"
ROUND, ITEM, ANSWER, DECISION = "round", "item", "answer", "decision"
LONGEST_NAME = 60  # letters of a round
LONGEST_ANNOTATOR = 100
LONGEST_CATEGORY = 60
FEWEST_CATEGORIES, MOST_CATEGORIES = 2, 9  # each has a digit as its key
MOST_ANNOTATORS = 50
MOST_BETWEEN_GOLD = 1000
SETUP_COMMAND = "auslese annotate setup DIR --items FILE"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")

Key = tuple[int, AnnotationPhase]


class AnnotationError(AusleseError):
    """An answer or a round that cannot be taken."""


class NewPicture(NamedTuple):
    """An item of a new round with the bytes of its picture."""

    item: AnnotationItem
    body: bytes


class AnnotationBook:
    """One round; threads and other processes may use it at once.

    What other processes write is seen by `refresh`, and before every change.
    """

    def __init__(self, folder: Path) -> None:
        """Read all that was written so far; DamagedFileError if it is not whole."""
        self.folder = folder
        self._journal = SealedJournal(folder / FILE)
        self._lock = RLock()
        self._round: AnnotationRound | None = None
        self._items: dict[int, AnnotationItem] = {}
        self._seen: dict[Key, dict[str, AnnotationAnswer]] = defaultdict(dict)
        self._decisions: dict[Key, Adjudication] = {}
        self._names: dict[str, str] = {}
        self._lines = 0
        self.refresh()
        if self._round is None:
            raise DamagedFileError(self._journal.path)

    # -- what is asked ----------------------------------------------------------------------------

    @property
    def round(self) -> AnnotationRound:
        """What is asked of whom."""
        assert self._round is not None
        return self._round

    @property
    def items(self) -> list[AnnotationItem]:
        """All items, in the order in which they came."""
        return list(self._items.values())

    def item(self, number: int) -> AnnotationItem:
        """The item of this number; NotFoundError if there is none."""
        if number not in self._items:
            raise NotFoundError(AnnotationProblem.NO_ITEM.of(name=str(number)))
        return self._items[number]

    def item_named(self, name: str) -> AnnotationItem:
        """The item with this id."""
        found = next((item for item in self._items.values() if item.id == name), None)
        if found is None:
            raise NotFoundError(AnnotationProblem.NO_ITEM.of(name=name))
        return found

    def picture(self, item: AnnotationItem) -> bytes:
        """The bytes of its picture; DamagedFileError if they are not those it came with."""
        path = self.folder / PICTURES / item.picture
        try:
            body = path.read_bytes()
        except FileNotFoundError:
            raise NotFoundError(AnnotationProblem.NO_PICTURE.of(name=item.id)) from None
        if picture_name(body, item.media_type) != item.picture:
            raise DamagedFileError(path)
        return body

    # -- what was said ----------------------------------------------------------------------------

    @property
    def annotators(self) -> list[str]:
        """All who have answered, in the order of their first answers."""
        return list(self._names.values())

    @property
    def lines(self) -> int:
        """How many entries there are: another number when something was added."""
        return self._lines

    def answers(self, phase: AnnotationPhase) -> list[AnnotationAnswer]:
        """The answers of a phase that count, in order."""
        with self._lock:
            found = [each for number in self._items for each in self.said(number, phase)]
        return sorted(found, key=lambda each: each.number)

    def said(self, item: int, phase: AnnotationPhase) -> list[AnnotationAnswer]:
        """What was answered to an item; whoever skipped it said nothing."""
        seen = self._seen.get((item, phase), {})
        return [each for each in seen.values() if each.kind is AnswerKind.ANSWERED]

    def own_answers(self, annotator: str) -> list[AnnotationAnswer]:
        """What an annotator has answered or skipped, in order."""
        key = annotator_key(annotator)
        with self._lock:
            own = [seen[key] for seen in self._seen.values() if key in seen]
        return sorted(own, key=lambda each: each.number)

    def has_seen(self, item: int, phase: AnnotationPhase, annotator: str) -> bool:
        """Whether somebody has answered or skipped an item."""
        return annotator_key(annotator) in self._seen.get((item, phase), {})

    def decision(self, item: int, phase: AnnotationPhase) -> Adjudication | None:
        """What was decided about an item, if anything was."""
        return self._decisions.get((item, phase))

    def missing(self, item: AnnotationItem, phase: AnnotationPhase) -> int:
        """How many answers an item still lacks in a phase; gold questions are for everybody."""
        if item.use is ItemUse.GOLD:
            return int(item.right(phase) != NO_CATEGORY)
        if item.use is not ItemUse.ASKED or not self.is_asked(item, phase):
            return 0
        return max(0, self.round.annotators - len(self.said(item.number, phase)))

    def is_asked(self, item: AnnotationItem, phase: AnnotationPhase) -> bool:
        """Whether a phase is open for an item: texts are asked for pictures on the topic alone."""
        return phase is AnnotationPhase.PICTURE or self.is_on_topic(item.number)

    def is_on_topic(self, item: int) -> bool:
        """Whether more than half of all answers to its picture say so, or somebody decided it."""
        decided = self._decisions.get((item, AnnotationPhase.PICTURE))
        if decided is not None:
            return decided.category < self.round.on_topic
        said = self.said(item, AnnotationPhase.PICTURE)
        fitting = sum(each.category < self.round.on_topic for each in said)
        return len(said) >= self.round.annotators and 2 * fitting > len(said)

    # -- what is added ----------------------------------------------------------------------------

    def answer(self, answer: AnnotationAnswer) -> bool:
        """Write down an answer, which is on the disk when this returns.

        Whoever answers again changes their mind. False if it is not needed, because others have
        given the item all its answers meanwhile: then nothing is written.
        """
        checked = self._checked(answer)
        is_taken = True

        def make() -> list[Entry]:
            nonlocal is_taken
            item = self.item(checked.item)
            again = self.has_seen(item.number, checked.phase, checked.annotator)
            is_taken = again or self.missing(item, checked.phase) > 0
            return [_entry(ANSWER, checked)] if is_taken else []

        self._change(make)
        return is_taken

    def take_back(self, annotator: str) -> AnnotationAnswer:
        """Withdraw the last answer of an annotator that still counts; which one it was."""
        last = None

        def make() -> list[Entry]:
            nonlocal last
            own = self.own_answers(annotator)
            if not own:
                raise NotFoundError(AnnotationProblem.NOTHING_TO_UNDO.of())
            last = own[-1]
            return [_entry(ANSWER, replace(last, kind=AnswerKind.WITHDRAWN, at=time()))]

        self._change(make)
        assert last is not None
        return last

    def decide(self, decisions: Sequence[Adjudication]) -> None:
        """Write down decisions, all or none."""
        checked = [self._checked_decision(each) for each in decisions]
        self._change(lambda: [_entry(DECISION, each) for each in checked])

    def refresh(self) -> None:
        """Read what other processes have added."""
        with self._lock:
            self._take(self._journal.new_entries())

    def _change(self, make: Callable[[], list[Entry]]) -> None:
        with self._lock:
            self._journal.change(self._take, make)

    def _checked(self, answer: AnnotationAnswer) -> AnnotationAnswer:
        name = annotator_name(answer.annotator)
        labels, item = self.round.labels(answer.phase), self.item(answer.item)
        if item.use is ItemUse.EXAMPLE:
            raise AnnotationError(AnnotationProblem.NOT_ASKED.of(name=item.id))
        if answer.kind is AnswerKind.ANSWERED:
            _check_category(answer.category, labels)
        category = answer.category if answer.kind is AnswerKind.ANSWERED else NO_CATEGORY
        known = self._names.get(annotator_key(name), name)
        return replace(answer, annotator=known, category=category, at=time())

    def _checked_decision(self, decision: Adjudication) -> Adjudication:
        item = self.item(decision.item)
        if item.use is not ItemUse.ASKED:
            raise AnnotationError(AnnotationProblem.NOT_ASKED.of(name=item.id))
        if decision.category != NO_CATEGORY:
            _check_category(decision.category, self.round.labels(decision.phase))
        return replace(decision, by=annotator_name(decision.by), at=time())

    def _take(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._lines += 1
            if entry["entry"] == ROUND:
                self._round = _round(entry)
            elif entry["entry"] == ITEM:
                item = _item(entry)
                self._items[item.number] = item
            elif entry["entry"] == ANSWER:
                self._take_answer(_answer(entry, self._lines))
            elif entry["entry"] == DECISION:
                self._take_decision(_decision(entry))

    def _take_answer(self, answer: AnnotationAnswer) -> None:
        if answer.item not in self._items:  # its line was damaged, and put aside
            return
        key = annotator_key(answer.annotator)
        self._names.setdefault(key, answer.annotator)
        seen = self._seen[answer.item, answer.phase]
        if answer.kind is AnswerKind.WITHDRAWN:
            seen.pop(key, None)
        else:
            seen[key] = answer

    def _take_decision(self, decision: Adjudication) -> None:
        if decision.item not in self._items or decision.category == NO_CATEGORY:
            self._decisions.pop((decision.item, decision.phase), None)
        else:
            self._decisions[decision.item, decision.phase] = decision


# -- rounds of a collection -----------------------------------------------------------------------


def round_journals(collection: Path) -> list[Path]:
    """The journals of all rounds, by name."""
    return sorted((collection / FOLDER).glob(f"[!.]*/{FILE}"))


def round_names(collection: Path) -> list[str]:
    """The names of all rounds."""
    return [path.parent.name for path in round_journals(collection)]


def round_folder(collection: Path, name: str = "") -> Path:
    """The folder of the round of this name; without a name, of the only one."""
    names = round_names(collection)
    if not names:
        raise NotFoundError(AnnotationProblem.NO_ROUNDS.of(command=SETUP_COMMAND))
    if not name and len(names) > 1:
        raise AnnotationError(AnnotationProblem.SEVERAL_ROUNDS.of(names=", ".join(names)))
    if name and name not in names:
        raise NotFoundError(AnnotationProblem.NO_ROUND.of(name=name[:200], names=", ".join(names)))
    return collection / FOLDER / (name or names[0])


def create_round(
    collection: Path, made: AnnotationRound, pictures: Iterable[NewPicture]
) -> AnnotationBook:
    """A new round with these items: all of it is there, or nothing."""
    checked = replace(checked_round(made), created_at=time())
    folder = collection / FOLDER / checked.name
    if folder.exists():
        raise AnnotationError(AnnotationProblem.ROUND_EXISTS.of(name=checked.name))
    with reporting_if_read_only(collection), reporting_if_unwritable(folder):
        (collection / FOLDER).mkdir(exist_ok=True)
        with written_aside(folder) as aside:
            (aside / PICTURES).mkdir(parents=True)
            items = [_kept(aside / PICTURES, new) for new in pictures]
            journal = SealedJournal(aside / FILE)
            journal.append(
                lambda _: [_entry(ROUND, checked), *(_entry(ITEM, item) for item in items)]
            )
            for place in (aside / PICTURES, aside):
                sync_folder(place)
            publish_folder(aside, folder)
    return AnnotationBook(folder)


def checked_round(made: AnnotationRound) -> AnnotationRound:
    """The round, if it can be asked; AnnotationError says what is wrong."""
    if not _NAME.fullmatch(made.name) or len(made.name) > LONGEST_NAME:
        problem = AnnotationProblem.BAD_NAME.of(name=made.name[:200], most=LONGEST_NAME)
        raise AnnotationError(problem)
    names = tuple(" ".join(name.split()) for name in made.categories)
    fits = all(name.isprintable() and 0 < len(name) <= LONGEST_CATEGORY for name in names)
    is_many = FEWEST_CATEGORIES <= len(set(names)) == len(names) <= MOST_CATEGORIES
    if not fits or not is_many:
        raise AnnotationError(
            AnnotationProblem.BAD_CATEGORIES.of(
                least=FEWEST_CATEGORIES,
                most=MOST_CATEGORIES,
                letters=LONGEST_CATEGORY,
                names=", ".join(names)[:300],
            )
        )
    limits = (
        ("on_topic", made.on_topic, len(names) - 1),
        ("annotators", made.annotators, MOST_ANNOTATORS),
        ("gold_every", made.gold_every, MOST_BETWEEN_GOLD),
    )
    for what, value, most in limits:
        if not 1 <= value <= most:
            problem = AnnotationProblem.BAD_NUMBER.of(what=what, least=1, most=most, value=value)
            raise AnnotationError(problem)
    return replace(made, categories=names)


def picture_name(body: bytes, media_type: str) -> str:
    """The name of a picture's file."""
    return f"{xxh3_128_hexdigest(body)}.{media_type.partition('/')[2]}"


def annotator_name(text: str) -> str:
    """A name as it is written; AnnotationError if it is none."""
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_ANNOTATOR or not name.isprintable():
        raise AnnotationError(
            AnnotationProblem.BAD_ANNOTATOR.of(name=text[:200], most=LONGEST_ANNOTATOR)
        )
    return name


def annotator_key(name: str) -> str:
    """A name as it is compared: nobody is asked twice for writing it in another case."""
    return " ".join(name.split()).casefold()


def _kept(folder: Path, new: NewPicture) -> AnnotationItem:
    item = replace(new.item, picture=picture_name(new.body, new.item.media_type))
    path = folder / item.picture
    if not path.exists():
        path.write_bytes(new.body)
        sync_file(path)
    return item


def _check_category(category: int, labels: Sequence[str]) -> None:
    if not 0 <= category < len(labels):
        names = ", ".join(labels)
        raise AnnotationError(AnnotationProblem.NO_CATEGORY.of(name=str(category), names=names))


# -- entries --------------------------------------------------------------------------------------


def _entry(
    kind: str, record: AnnotationRound | AnnotationItem | AnnotationAnswer | Adjudication
) -> Entry:
    entry: Entry = {"entry": kind} | asdict(record)
    if kind == ANSWER:
        del entry["number"]
    return entry


def _round(entry: Entry) -> AnnotationRound:
    values = entry_values(entry, AnnotationRound)
    return AnnotationRound(**values | {"categories": tuple(values["categories"])})


def _item(entry: Entry) -> AnnotationItem:
    values = entry_values(entry, AnnotationItem)
    return AnnotationItem(**values | {"use": ItemUse(values["use"])})


def _answer(entry: Entry, number: int) -> AnnotationAnswer:
    values = entry_values(entry, AnnotationAnswer)
    kinds = {"phase": AnnotationPhase(values["phase"]), "kind": AnswerKind(values["kind"])}
    return AnnotationAnswer(**values | kinds | {"number": number})


def _decision(entry: Entry) -> Adjudication:
    values = entry_values(entry, Adjudication)
    return Adjudication(**values | {"phase": AnnotationPhase(values["phase"])})
