"""The parts of a zipped office file, each within bounds, and how they point to each other."""

import posixpath
import re
from typing import NamedTuple

from auslese.extract.office.office_xml import (
    Attributes,
    ElementCollector,
    OfficeFileError,
    OfficeRoom,
    XmlWalker,
    walk_xml,
)
from auslese.extract.office.zip_directory import (
    BrokenZipError,
    DenseZipError,
    EncryptedZipError,
    zip_directory,
)
from auslese.records.document import ReadProblem
from auslese.wording.outcome_sentences import UnreadReason

MOST_BYTES = 64 << 20  # of a file, as of a PDF
MOST_RELATIONS = 50_000  # of one part; each link of a sheet is one
PERCENT_CODED = re.compile(r"%([0-9A-Fa-f]{2})")


class Relation(NamedTuple):
    """That a part points to another, or to an address."""

    kind: str
    """The last word of its type, as `hyperlink`."""
    target: str
    is_external: bool


class OfficePackage:
    """The parts of a file by name, as long as there is room."""

    def __init__(self, body: bytes, room: OfficeRoom) -> None:
        """Open it; `OfficeFileError` if it is no ZIP file."""
        if len(body) > MOST_BYTES:
            raise OfficeFileError(ReadProblem.TOO_LARGE, UnreadReason.UNPACKS_LARGE.text())
        directory = zip_directory(body)
        if directory is None:
            raise OfficeFileError(ReadProblem.BROKEN, UnreadReason.NO_ZIP.text())
        self._directory = directory
        self.room = room

    def __contains__(self, name: str) -> bool:
        """Tell whether there is such a part."""
        return name in self._directory

    def content(self, name: str) -> tuple[bytes, bool]:
        """The bytes of a part, and whether it has more; none if it is not there."""
        most = min(self.room.bytes, self.room.part_bytes)
        try:
            content, is_cut = self._directory.read(name, most)
        except EncryptedZipError:
            raise OfficeFileError(ReadProblem.ENCRYPTED, UnreadReason.PASSWORD.text()) from None
        except DenseZipError:
            detail = UnreadReason.UNPACKS_LARGE.text()
            raise OfficeFileError(ReadProblem.TOO_LARGE, detail) from None
        except BrokenZipError as error:
            raise OfficeFileError(ReadProblem.BROKEN, f"ZIP: {error}"[:200]) from None
        self.room.bytes -= len(content)
        self.room.is_cut |= is_cut
        return content, is_cut

    def walk(self, name: str, walker: XmlWalker) -> bool:
        """Tell the walker a part; whether there is one."""
        content, is_cut = self.content(name)
        if not content:
            return False
        walk_xml(content, walker, self.room, is_cut=is_cut)
        return True

    def relations(self, part: str = "") -> dict[str, Relation]:
        """What a part points to, by its key there; of the whole file if none is named."""
        folder, name = posixpath.split(part)
        found: dict[str, Relation] = {}

        def take(_: str, attributes: Attributes, text: str) -> None:
            key, target = attributes.get("Id"), attributes.get("Target", "")
            if key is None or len(found) >= MOST_RELATIONS:
                return
            is_external = attributes.get("TargetMode", "").lower() == "external"
            kind = attributes.get("Type", "").rpartition("/")[2]
            found[key] = Relation(
                kind, target if is_external else joined_path(folder, target), is_external
            )

        collector = ElementCollector(frozenset(("Relationship",)), take)
        self.walk(posixpath.join(folder, "_rels", f"{name}.rels"), collector)
        return found


def main_part(package: OfficePackage, usual: str) -> str:
    """The part that the file says is its document; the usual one if it says nothing."""
    for relation in package.relations().values():
        if relation.kind == "officeDocument" and relation.target in package:
            return relation.target
    return usual


def joined_path(folder: str, target: str) -> str:
    """The name of a part as seen from a folder; the root of the file is none."""
    target = target.replace("\\", "/")
    path = posixpath.normpath(posixpath.join("/", folder, target))
    return path.lstrip("/")
