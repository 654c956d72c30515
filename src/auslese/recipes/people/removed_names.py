"""By which wishes names were taken out of which chunks: they come back if a wish is taken back."""

from pathlib import Path

from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from auslese.system.durable_files import write_whole
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.seals.sealed_json import read_sealed_json, sealed_json

FOLDER, FILE, CHUNKS = "people", "removed.json", "chunks"


class RemovalNote:
    """The numbers of opt-outs that counted when names were last taken out of each chunk."""

    def __init__(self, collection: Collection) -> None:
        """Read it; without a note, or if nobody can read it, nothing was taken out."""
        self._path: Path = collection.models / FOLDER / FILE
        try:
            self._chunks: dict[str, list[int]] = read_sealed_json(self._path)[CHUNKS]
        except (FileNotFoundError, DamagedFileError, KeyError):
            self._chunks = {}

    def restored_chunks(self, book: PeopleBook) -> set[int]:
        """Chunks that lack names by a wish that does not count any more."""
        counting = {each.number for each in book.opt_outs}
        return {int(chunk) for chunk, wishes in self._chunks.items() if set(wishes) - counting}

    def add(self, chunk: int, wishes: list[int]) -> None:
        """Names are about to be taken out of a chunk by these wishes."""
        known = set(self._chunks.get(str(chunk), []))
        if not known >= set(wishes):
            self._chunks[str(chunk)] = sorted(known | set(wishes))
            self._save()

    def forget_chunk(self, chunk: int) -> None:
        """All names of a chunk are there again, or none was taken out."""
        if self._chunks.pop(str(chunk), None) is not None:
            self._save()

    def _save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._path, [sealed_json({CHUNKS: self._chunks}).encode()])
