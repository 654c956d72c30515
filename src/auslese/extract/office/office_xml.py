"""The XML of office files, walked through within bounds: elements by their plain names.

Nothing is unfolded: a document type with declarations of its own is refused, and with it every
entity. Elements are told to the walker as they come; no tree is kept.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol
from xml.parsers import expat

from auslese.records.document import ReadProblem
from auslese.wording.outcome_sentences import UnreadReason

DEEPEST = 400  # elements within elements; tables within tables within boxes come to a hundred
RELATIONS = "/relationships"  # the attribute `id` of this vocabulary names a relation, not itself
REMEMBERED_NAMES = 4_096

Attributes = dict[str, str]


class OfficeFileError(Exception):
    """A file that cannot be read, with the problem that it has."""

    def __init__(self, why: ReadProblem, detail: str = "") -> None:
        super().__init__(detail)
        self.why = why
        self.detail = detail


class OutOfRoomError(Exception):
    """There is more than is read; what came so far is kept."""


@dataclass(slots=True)
class OfficeRoom:
    """How much is read of one file, all its parts together."""

    bytes: int = 48 << 20
    """Unpacked: the text of a book of 1,000 pages with all its marks is 20 MB of XML."""
    part_bytes: int = 24 << 20
    elements: int = 400_000
    """A second and a half; a book of 1,000 pages has 200,000."""
    letters: int = 3_000_000
    """As of a PDF: a book of a thousand pages."""
    is_cut: bool = field(default=False)
    """Whether there was more."""

    def take_elements(self) -> None:
        """Count an element; an error if it is one too many."""
        self.elements -= 1
        if self.elements < 0:
            self.is_cut = True
            raise OutOfRoomError

    def take_letters(self, count: int) -> None:
        """Count letters; an error if there is no room for them."""
        self.letters -= count
        if self.letters < 0:
            self.is_cut = True
            raise OutOfRoomError


class XmlWalker(Protocol):
    """What is told of the elements."""

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """It ends."""

    def text(self, text: str) -> None:
        """Letters come."""


def walk_xml(xml: bytes, walker: XmlWalker, room: OfficeRoom, *, is_cut: bool = False) -> None:
    """Tell the walker all elements; `OfficeFileError` if it is no XML that is read here."""
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    depth = 0

    def start(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise OfficeFileError(ReadProblem.TOO_LARGE, UnreadReason.NESTED.text())
        room.take_elements()
        plain = {_attribute(key): value for key, value in attributes.items()} if attributes else {}
        walker.start(_local(name), plain)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        walker.end(_local(name))

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = walker.text
    parser.StartDoctypeDeclHandler = _refuse_declarations
    try:
        parser.Parse(xml, not is_cut)
    except (expat.ExpatError, ValueError, LookupError) as error:  # or a charset nobody knows
        raise OfficeFileError(ReadProblem.BROKEN, f"XML: {error}"[:200]) from None


def _refuse_declarations(
    name: str, system_id: str | None, public_id: str | None, has_internal: int
) -> None:
    if has_internal:
        raise OfficeFileError(ReadProblem.BROKEN, UnreadReason.DECLARES.text())


@lru_cache(REMEMBERED_NAMES)
def _local(name: str) -> str:
    return name.rpartition("}")[2]


@lru_cache(REMEMBERED_NAMES)
def _attribute(name: str) -> str:
    vocabulary, _, local = name.rpartition("}")
    return f"r:{local}" if vocabulary.endswith(RELATIONS) else local


@dataclass(slots=True)
class ElementCollector:
    """A walker that gives each element of some names, with its attributes and its own text."""

    wanted: frozenset[str]
    take: Callable[[str, Attributes, str], None]
    _open: list[tuple[str, Attributes, list[str]]] = field(default_factory=list)

    def start(self, name: str, attributes: Attributes) -> None:
        """Begin to collect, if it is wanted."""
        if name in self.wanted:
            self._open.append((name, attributes, []))

    def end(self, name: str) -> None:
        """Give it."""
        if self._open and self._open[-1][0] == name:
            _, attributes, pieces = self._open.pop()
            self.take(name, attributes, "".join(pieces))

    def text(self, text: str) -> None:
        """Add to the innermost that is collected."""
        if self._open:
            self._open[-1][2].append(text)
