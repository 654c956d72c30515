"""Brings what is published on shared storage into a collection here, a publication at a time.

Every piece is compared with its size and its SHA-256 before it counts. `mirror.json` says how far
each writer's publications are here; it is written behind the bytes, so what a kill interrupts is
brought again from its first byte on. Archive segments keep their names. Segments of tables get
numbers of which each writer has a million, as names of files must be numbers and differ.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from auslese.store.archive import cdxj
from auslese.store.shared.manifest import Manifest, Publication
from auslese.store.shared.piece_keys import FilePiece, piece_key
from auslese.store.shared.piece_upload import TABLES
from auslese.store.shared.shared_storage import SharedStorage, StorageError
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.system.durable_files import publish, sync_file, sync_folder, write_whole, written_aside
from auslese.wording.coded_sentence import CodedSentence
from auslese.wording.fleet.storage_sentences import StoragePart, StorageProblem

STATE_FILE = "mirror.json"
CHUNK_BYTES = 8 << 20
SEGMENTS_OF_A_WRITER = 1_000_000


class MirrorState(msgspec.Struct):
    """How far the publications of each writer are here."""

    last: dict[str, int] = msgspec.field(default_factory=dict)
    """Numbers of publications by number of writer."""
    closing: list[str] = msgspec.field(default_factory=list)
    """Archive segments whose index is to be finished now."""


class MirroredPieces(NamedTuple):
    """What has come in."""

    publications: int
    pieces: int
    bytes: int


class CollectionMirror:
    """A collection here that follows what is published."""

    def __init__(self, storage: SharedStorage, folder: Path) -> None:
        """Bring it into this folder, of which we hold the lock."""
        self._storage = storage
        self._folder = folder
        self._state = _read_state(folder / STATE_FILE)
        self._finish_indexes()

    def bring_all(self, watch: Callable[[FilePiece], None] = lambda piece: None) -> MirroredPieces:
        """Bring whatever is published and not here yet; `watch` hears of every piece."""
        publications = pieces = size = 0
        with reporting_if_unwritable(self._folder):
            for publication in self._unseen():
                for piece in publication.pieces:
                    self._bring(publication.writer, piece)
                    watch(piece)
                    pieces, size = pieces + 1, size + piece.size
                self._note(publication)
                publications += 1
        return MirroredPieces(publications, pieces, size)

    def _unseen(self) -> Iterator[Publication]:
        manifest = Manifest(self._storage)
        for writer in manifest.writers():
            yield from manifest.publications(writer, self._state.last.get(str(writer), 0))

    def _bring(self, writer: int, piece: FilePiece) -> None:
        if piece.file.startswith(f"{TABLES}/"):
            self._bring_whole(writer, piece)
        else:
            self._append(writer, piece)

    def _bring_whole(self, writer: int, piece: FilePiece) -> None:
        file = self._folder / piece.file
        number = writer * SEGMENTS_OF_A_WRITER + int(file.stem)
        path = file.with_name(f"{number:06}{file.suffix}")
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_aside(path) as aside:
            with aside.open("wb") as out:
                out.writelines(self._verified(writer, piece))
            publish(aside, path)

    def _append(self, writer: int, piece: FilePiece) -> None:
        path = self._folder / piece.file
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        with path.open("ab") as out:
            if out.tell() < piece.begin:
                raise StorageError(StorageProblem.GAP.of(path=path))
            out.truncate(piece.begin)  # a kill left more than is noted
            try:
                out.writelines(self._verified(writer, piece))
            except BaseException:
                out.truncate(piece.begin)
                raise
        sync_file(path)
        if is_new:
            sync_folder(path.parent)

    def _verified(self, writer: int, piece: FilePiece) -> Iterator[bytes]:
        """The bytes of a piece, a part at a time; after the last one they are known to be right."""
        key, digest, size = piece_key(writer, piece), sha256(), 0
        for begin in range(0, piece.size, CHUNK_BYTES):
            chunk = self._storage.get_range(key, begin, min(CHUNK_BYTES, piece.size - begin))
            digest.update(chunk)
            size += len(chunk)
            yield chunk
        if size != piece.size:
            raise self._damaged(key, StoragePart.SIZE.of())
        if digest.hexdigest() != piece.digest:
            raise self._damaged(key, StoragePart.DIGEST.of())

    def _damaged(self, key: str, what: CodedSentence) -> StorageError:
        return StorageError(StorageProblem.DAMAGED.of(key=key, url=self._storage.url, what=what))

    def _note(self, publication: Publication) -> None:
        self._state.last[str(publication.writer)] = publication.number
        self._state.closing = list(publication.closed)
        self._write_state()
        self._finish_indexes()

    def _finish_indexes(self) -> None:
        """Sort the indexes of segments that are complete; again, if a kill interrupted it."""
        for file in self._state.closing:
            segment = self._folder / file
            growing = cdxj.growing_path(segment)
            if growing.exists():
                cdxj.finish_index(segment, growing.read_bytes().splitlines(keepends=True))

    def _write_state(self) -> None:
        write_whole(self._folder / STATE_FILE, [msgspec.json.encode(self._state)])


def _read_state(path: Path) -> MirrorState:
    if not path.exists():
        return MirrorState()
    return msgspec.json.decode(path.read_bytes(), type=MirrorState)
