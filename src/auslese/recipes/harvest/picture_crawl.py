"""Pictures are fetched by a crawl of their own, in a collection inside the collection.

So robots.txt, delays, address rules, limits, the archive and what happens after a kill are those of
every crawl. The pages of the collection stay pages; `DIR/harvest` can be looked at by `auslese
status` and verified by `auslese check` as any collection.
"""

from collections.abc import Iterable
from dataclasses import replace

from auslese.crawl.frontier.frontier import CrawlFrontier, Frontier
from auslese.crawl.scope.scope import Presence
from auslese.extract.pictures.picture_header import KNOWN
from auslese.recipes.crawling.contact import lacks_contact, require_contact
from auslese.recipes.crawling.crawl_run import CrawlSummary, CrawlWatchers, crawl_collection
from auslese.recipes.settings.admission_options import admission_of
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import PLAIN_BUCKET, Visit
from auslese.store.collection import Collection

FOLDER = "harvest"
ARCHIVE = f"{FOLDER}/archive"
"""Where the files lie, seen from the collection."""
UNNAMED = ("application/octet-stream", "binary/octet-stream")
"""What stores for files say of everything; the first bytes tell what it is."""
ANYWHERE = "*"
THIS_MACHINE = ("localhost", ".localhost")
AT_ONCE = 10_000  # URLs that are added to the frontier in one step
NOTE = """\
# The pictures that pages of the collection around this folder show, fetched by `auslese harvest`.
# The settings that count are those of that collection.
"""


def picture_collection(collection: Collection) -> Collection:
    """The collection that has the files of the pictures, made if it is not there yet."""
    inner = Collection(collection.path / FOLDER)
    return (
        Collection.open(inner.path)
        if inner.settings.exists()
        else Collection.create(inner.path, NOTE)
    )


def picture_settings(settings: Settings) -> Settings:
    """The settings of a collection, for the crawl of its pictures."""
    harvest = settings.harvest
    crawl = replace(
        settings.crawl,
        types=(*KNOWN, *UNNAMED),
        sitemaps="off",
        rights_files=False,
        render=(),
        script_links=False,
        remember_types=False,  # each of these URLs is wanted by itself
    )
    return replace(
        settings,
        presence=_presence(settings),
        harvest=replace(harvest, while_crawling=False),
        limits=replace(settings.limits, body_bytes=harvest.image_bytes, depth=None),
        crawl=crawl,
        traps=replace(settings.traps, mode="off"),
        reading=replace(settings.reading, while_crawling=False),
        duplicates=replace(settings.duplicates, near_while_crawling=False),
    )


def _presence(settings: Settings) -> Presence:
    """From where pictures may come: deny rules hold in any case."""
    presence = replace(settings.presence, max_depth=None)
    if settings.harvest.hosts == "presence":
        return presence
    if lacks_contact(replace(presence, allow=(ANYWHERE,)), settings.politeness.contact):
        return replace(presence, allow=(*presence.allow, *THIS_MACHINE))  # nobody else is asked
    return replace(presence, allow=(*presence.allow, ANYWHERE))


def fetch_pictures(
    collection: Collection, settings: Settings, urls: Iterable[Url], watchers: CrawlWatchers
) -> CrawlSummary:
    """Fetch these pictures, and what an earlier harvest left waiting."""
    require_contact(settings, collection.settings)
    rules = picture_settings(settings)
    refusal = admission_of(rules).refusal

    def steer(frontier: CrawlFrontier, _: Settings) -> Frontier:
        visits: list[Visit] = []
        for url in urls:
            visits.append(
                Visit(url, key_of(url), host_of(url), 0, PLAIN_BUCKET, refused=refusal(url, 0))
            )
            if len(visits) >= AT_ONCE:
                frontier.add(visits)
                visits = []
        frontier.add(visits)
        return frontier

    return crawl_collection(picture_collection(collection), rules, watchers, steer=steer)
