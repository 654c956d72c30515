"""What the pages of each host have in common, learnt before any of them is read.

A template depends on nothing but the pages that a collection has of a host: it is learnt from
those with the lowest ids, which are hashes of their URLs. So the same pages are read alike,
whatever the order they came in, the lots, the processes, and who was killed meanwhile. When
further pages change the sample, the template is learnt anew; only if it then has other blocks, the
pages that were read by the old one are stale.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from xxhash import xxh3_128_digest

from auslese.extract.main_text.host_template import (
    LEAST_PAGES,
    MOST_PAGES,
    learn_template,
    pack_template,
    unpack_keys,
    unpack_template,
)
from auslese.extract.sniff import LAID_FLAT
from auslese.recipes.reading.reading_shards import ReadingAnswer, ReadingTask
from auslese.store.archive.page_ref import PageRef
from auslese.store.collection import Collection
from auslese.store.lookups.unread_pages import template_samples, templates_by_chunk
from auslese.store.template_file import StoredTemplate, TemplateFile

LOT_PAGES = 2_000  # whose blocks are in memory at once: 16 KB each at the most
TASK_PAGES = 32  # a thirtieth of a second of work: one message for many pages, and soon answered

AnswerTasks = Callable[[Iterable[ReadingTask]], Iterator[ReadingAnswer]]
"""Has tasks done; ends early if somebody stops it."""


class TemplateLearner:
    """Learns the templates of a collection, some hosts at a time."""

    def __init__(
        self, collection: Collection, templates: TemplateFile, answers: AnswerTasks
    ) -> None:
        """Keep them in this file; what is dear is done by who answers tasks."""
        self._collection = collection
        self._templates = templates
        self._answers = answers

    def learn(self, stopped: Callable[[], bool], *, only_new: bool) -> Iterator[int]:
        """Learn those of hosts whose sample has changed; how many, lot by lot.

        Of the lot at which it is stopped nothing is kept. `only_new` leaves for later what was
        learnt from an earlier sample.
        """
        for lot in _lots(template_samples(self._collection, LAID_FLAT, MOST_PAGES)):
            known = self._templates.of(lot)
            wanted = {
                host: pages for host, pages in lot.items() if _is_outdated(pages, known.get(host))
            }
            if only_new:
                self._templates.keep(
                    known[host]._replace(sample=b"") for host in wanted if host in known
                )
                wanted = {host: pages for host, pages in wanted.items() if host not in known}
            blocks = self._blocks_of(page for pages in wanted.values() for page in pages)
            if stopped():  # not all answers came
                return
            learnt = (_learnt(host, pages, blocks[host]) for host, pages in wanted.items())
            self._templates.keep(learnt)
            yield len(wanted)

    def _blocks_of(self, pages: Iterable[PageRef]) -> dict[str, list[bytes]]:
        blocks: dict[str, list[bytes]] = defaultdict(list)
        for answer in self._answers(read_tasks(pages, learning=True)):
            for host, keys in answer.blocks:
                blocks[host].append(keys)
        return blocks


def _lots(samples: Iterable[list[PageRef]]) -> Iterator[dict[str, list[PageRef]]]:
    lot: dict[str, list[PageRef]] = {}
    for pages in samples:
        lot[pages[0].host] = pages
        if sum(map(len, lot.values())) >= LOT_PAGES:
            yield lot
            lot = {}
    if lot:
        yield lot


def _is_outdated(pages: list[PageRef], known: StoredTemplate | None) -> bool:
    if known is None:
        return len(pages) >= LEAST_PAGES
    return known.sample != sample_name(pages)


def _learnt(host: str, pages: list[PageRef], blocks: Iterable[bytes]) -> StoredTemplate:
    template = learn_template(map(unpack_keys, blocks))
    return StoredTemplate(host, pack_template(template), sample_name(pages))


def sample_name(pages: Iterable[PageRef]) -> bytes:
    """A short name for some pages as they were fetched: other pages have another."""
    seen = sorted((page.id, page.fetched_at) for page in pages)
    return xxh3_128_digest(repr(seen).encode())


def chunks_of_old_templates(
    collection: Collection, templates: TemplateFile, chunks: Iterable[int]
) -> list[int]:
    """Of these chunks those with a page that was read by another template than its host has now."""
    found: list[int] = []
    for chunk, read_by in templates_by_chunk(collection, chunks):
        known = templates.of({host for host, _ in read_by})
        names = {host: unpack_template(stored.packed).name for host, stored in known.items()}
        if any(names.get(host, name) != name for host, name in read_by):
            found.append(chunk)
    return found


def read_tasks(pages: Iterable[PageRef], *, learning: bool = False) -> Iterator[ReadingTask]:
    """The pages in the order in which they lie on the disk, some at a time."""
    ordered = iter(sorted(pages, key=lambda page: (page.segment, page.offset)))
    while some := list(islice(ordered, TASK_PAGES)):
        yield ReadingTask(some, learning)
