"""Puts the polite asker together: who we are, whom we may ask, how we behave."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.crawl.fetch.fetcher import FetchSettings
from auslese.crawl.politeness.pace import Pace
from auslese.crawl.scope.scope import Presence
from auslese.recipes.samples.engine_opening import named_addresses
from auslese.recipes.samples.polite_client import Asker, AskerPolicy
from auslese.recipes.settings.admission_options import admission_of
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.settings.user_agent import user_agent
from auslese.store.answer_book import AnswerBook
from auslese.system.folder_lock import lock_folder


def presence_of(engines: tuple[str, ...]) -> Presence:
    """What a person names by these engines, as the start pages of a crawl would be."""
    return Presence(start=tuple(named_addresses(engines)))


@contextmanager
def open_asker(folder: Path, settings: Settings, again: bool) -> Iterator[Asker]:
    """An asker that keeps its answers in a folder; `again` asks anew what failed."""
    politeness = settings.politeness
    policy = AskerPolicy(
        agent=politeness.agent,
        delay=politeness.delay.total_seconds(),
        pace=Pace(politeness.response_factor),
        strict_robots=politeness.strict_robots,
        own_sites=politeness.own_sites,
        most_bytes=settings.limits.body_bytes,
        again=again,
    )
    with ExitStack() as stack:
        stack.enter_context(lock_folder(folder))
        book = stack.enter_context(AnswerBook(folder))
        asker = Asker(CurlFetcher(fetch_settings(settings)), book, policy)
        stack.callback(asker.close)
        yield asker


def fetch_settings(settings: Settings) -> FetchSettings:
    """How requests are sent; the presence says which addresses that are not public were named."""
    crawl, contact = settings.crawl, settings.politeness.contact
    return FetchSettings(
        user_agent=user_agent(settings),
        contact=contact if "@" in contact else "",
        connect_seconds=crawl.connect_timeout.total_seconds(),
        request_seconds=crawl.request_timeout.total_seconds(),
        body_bytes=settings.limits.body_bytes,
        media_types=frozenset(crawl.types),
        proxy=crawl.proxy,
        refuse_address=admission_of(_without_rules(settings)).refuse_address,
    )


def _without_rules(settings: Settings) -> Settings:
    """The settings with what is named by engines alone: no rule of a crawl counts here."""
    return replace(settings, presence=Presence(start=settings.presence.start))
