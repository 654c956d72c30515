"""The machines of a crawl, for people who look after them."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from auslese.crawl.frontier.crawl_members import CrawlMember, CrawlMembers
from auslese.crawl.frontier.opening import EMBEDDED, shared_frontier_store
from auslese.recipes.settings.collection_frontier import place_of
from auslese.records.errors import NotFoundError, SettingsError
from auslese.store.collection import Collection
from auslese.wording.fleet.worker_sentences import JoinProblem


def machines_of(collection: Collection) -> list[CrawlMember]:
    """All that have ever worked on the crawl, in the order in which they came."""
    with _members_of(collection) as members:
        return members.members()


def ask_to_end(collection: Collection, name: str) -> CrawlMember:
    """Ask a machine to end in order: it finishes what is under way, and publishes it."""
    with _members_of(collection) as members:
        known = members.members()
        for member in known:
            if member.name == name and not member.has_left:
                members.drain(member.writer)
                return member
    names = ", ".join(each.name for each in known if not each.has_left) or "–"
    raise NotFoundError(JoinProblem.NO_SUCH_MACHINE.of(name=name, names=names))


@contextmanager
def _members_of(collection: Collection) -> Iterator[CrawlMembers]:
    place = place_of(collection)
    if place.store == EMBEDDED:
        raise SettingsError(JoinProblem.ONE_MACHINE.of(path=collection.path))
    with closing(shared_frontier_store(place).members()) as members:
        yield members
