"""While a machine works on a shared crawl: its signs of life, and cleaning up behind others.

Who is silent for longer than a lease is gone: nobody fetches in its name any more. Whoever notices
takes over its rows on their way into tables, publishes what it had recorded and could not publish,
and removes what it had brought and nobody recorded.
"""

from dataclasses import dataclass, replace
from time import monotonic, sleep

from auslese.crawl.frontier.crawl_members import CrawlMembers
from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.frontier.opening import EMBEDDED, shared_frontier_store
from auslese.recipes.crawling.crawl_sharing import CrawlSharing, Share, shared_as_joined
from auslese.recipes.crawling.frontier_opening import lease_seconds
from auslese.recipes.settings.collection_frontier import place_of
from auslese.recipes.settings.fleet.machine_name import machine_name
from auslese.recipes.settings.settings_loading import Settings
from auslese.store.archive.archive_writer import SegmentPosition
from auslese.store.collection import Collection
from auslese.store.shared.segment_publishing import RecordedFiles
from auslese.store.shared.storage_garbage import clean_behind
from auslese.store.shared.storage_opening import open_storage

BEAT_SECONDS = 5.0
LIVELY_SECONDS = 4 * BEAT_SECONDS  # a machine that is silent for so long may be gone
GLANCE_SECONDS = 1.0
LOOK_SECONDS = 30.0  # how often we look for who is gone; a lease lasts two minutes


@dataclass(frozen=True, slots=True)
class FleetRecord:
    """What the database knows of one that is gone, for who cleans up behind it."""

    members: CrawlMembers
    heir: int

    def fence(self, writer: int) -> None:
        """Take over from it; nothing more that it sends is recorded."""
        self.members.inherit(writer, self.heir)

    def recorded(self, writer: int) -> RecordedFiles:
        """How far its files are recorded."""
        marks, tables = self.members.files(writer)
        return RecordedFiles({mark.segment: SegmentPosition(*mark) for mark in marks}, tables)


class FleetMembership:
    """One machine among others, for the time of a crawl."""

    def __init__(self, members: CrawlMembers, writer: int, name: str, settings: Settings) -> None:
        """Not known to the others yet."""
        self._members = members
        self._writer = writer
        self._name = name
        self._workers = settings.crawl.workers
        self._url = settings.fleet.storage
        self._longest_silence = lease_seconds(settings)
        self._beat_at = self._looked_at = float("-inf")
        self._is_drained = False

    def tick(self) -> None:
        """Give a sign of life now and then, and look for who is gone."""
        now = monotonic()
        if now - self._beat_at >= BEAT_SECONDS:
            self._beat_at = now
            self._is_drained = self._members.beat(self._writer, self._name, self._workers)
        if now - self._looked_at >= LOOK_SECONDS:
            self._looked_at = now
            self.clean_up()

    @property
    def is_drained(self) -> bool:
        """Whether somebody wants this machine to end."""
        return self._is_drained

    def clean_up(self) -> list[int]:
        """Clean up behind all who are gone; who they are."""
        gone = [
            member.writer
            for member in self._members.members()
            if not member.has_left and member.silent_seconds > self._longest_silence
        ]
        record = FleetRecord(self._members, self._writer)
        for writer in gone:
            # It may have put something just behind its last sign of life.
            clean_behind(open_storage(self._url), writer, record, self._longest_silence / 2)
            self._members.leave(writer)  # not before: who is killed meanwhile leaves it to others
        return gone

    def settle(self) -> None:
        """Wait until all others have spoken lately, have left, or are cleaned up behind.

        One that was killed just now may have rows that nobody would write if we all ended.
        """
        while self._silent():
            self.tick()
            sleep(GLANCE_SECONDS)
            self.clean_up()

    def _silent(self) -> bool:
        return any(
            member.silent_seconds > LIVELY_SECONDS and not member.has_left
            for member in self._members.members()
            if member.writer != self._writer
        )

    def leave(self) -> None:
        """Say good-bye: all that is ours is written and published."""
        self._members.leave(self._writer)
        self._members.close()


def shared_with_members(share: Share = shared_as_joined) -> Share:
    """What is shared so, by a machine that others hear of if there are others."""

    def share_it(
        collection: Collection, settings: Settings, frontier: CrawlFrontier
    ) -> CrawlSharing:
        sharing = share(collection, settings, frontier)
        place = place_of(collection)
        if sharing.place is None or place.store == EMBEDDED:
            return sharing
        name = machine_name(collection.path)
        members = shared_frontier_store(place).members()
        member = FleetMembership(members, frontier.writer, name, settings)
        member.tick()
        return _with_member(sharing, member)

    return share_it


def _with_member(sharing: CrawlSharing, member: FleetMembership) -> CrawlSharing:
    def tick() -> None:
        sharing.tick()
        member.tick()

    def finish() -> None:
        sharing.finish()
        member.leave()

    return replace(
        sharing,
        tick=tick,
        settle=member.settle,
        finish=finish,
        is_drained=lambda: member.is_drained,
    )
