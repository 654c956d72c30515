"""One way through the documents of a chunk: cut, answered by processes, made to rows."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from auslese.analyse.language.text_batches import weighed_batches
from auslese.store.tables.chunk_rows import documents_of_chunk
from auslese.system.shard_function import ShardEngine

BATCH_PAGES = 64
BATCH_LETTERS = 500_000  # a second or few of work at most
WorkDocument = TypeVar("WorkDocument")
Row = dict[str, Any]


class ChunkWork(NamedTuple, Generic[WorkDocument]):
    """What is done with the documents of a chunk."""

    kind: type[WorkDocument]
    """A named tuple of columns of `documents`, with `text` and `rest` among them."""
    letters: Callable[[WorkDocument], int]
    """How much work a document is."""
    packed: Callable[[list[WorkDocument]], bytes]
    """Documents as they go to a process."""
    rows: Callable[[list[WorkDocument], bytes], list[Row]]
    """What the answer to a batch says; of the documents only the texts are not there any more."""

    def rows_of_chunk(
        self, pool: ShardEngine, folder: Path, number: int, stops: Callable[[int], bool]
    ) -> list[Row] | None:
        """The rows of all documents of a chunk; None if somebody stops it.

        `stops` hears how many documents are done, and says whether to go no further.
        """
        waiting: list[list[Any]] = []

        def batches() -> Iterator[bytes]:
            documents = documents_of_chunk(folder, number, self.kind)
            for some in weighed_batches(documents, BATCH_PAGES, self.letters, BATCH_LETTERS):
                waiting.append([_without_texts(each) for each in some])
                yield self.packed(some)

        rows: list[Row] = []
        done = 0
        for answer in pool.answers(batches()):
            documents = waiting.pop(0)
            rows += self.rows(documents, answer)
            done += len(documents)
            if stops(done):
                return None
        return rows


def _without_texts(document: Any) -> Any:
    """A document that waits for its answer: without what takes most of the memory."""
    return document._replace(text="", rest="")
