"""What all machines of a crawl have published, in one collection: to be analysed and searched."""

from collections.abc import Callable
from pathlib import Path

from auslese.fleet.joining import joined_collection
from auslese.store.shared.collection_mirror import CollectionMirror, MirroredPieces
from auslese.store.shared.piece_keys import FilePiece
from auslese.store.shared.storage_opening import open_storage


def gather_published(
    url: str, folder: Path, watch: Callable[[FilePiece], None] = lambda piece: None
) -> MirroredPieces:
    """Bring what is new on the storage into the collection in this folder, made if need be."""
    collection = joined_collection(url, folder)
    with collection.lock():
        return CollectionMirror(open_storage(url), collection.path).bring_all(watch)
