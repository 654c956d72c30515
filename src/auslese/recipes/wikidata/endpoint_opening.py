"""Opens a SPARQL endpoint: who we are, whom we may ask, and where its answers are kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from auslese.crawl.scope.scope import Presence
from auslese.recipes.samples.client_setup import open_asker
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.wikidata.sparql_client import SparqlClient
from auslese.records.errors import SettingsError
from auslese.records.url import Url, canonical
from auslese.records.whatwg import standard_href
from auslese.sample.engine_description import has_login
from auslese.store.answer_book import AnswerBook

WIKIDATA = "https://query.wikidata.org/sparql"
QUERY_TIME = timedelta(seconds=75)
"""Wikidata's query service stops a query after 60 s; its answer has to travel, too."""


def checked_endpoint(text: str) -> Url:
    """The address of an endpoint; what is none of the web is a SettingsError."""
    href = standard_href(text)
    if href is None or not href.startswith(("http://", "https://")):
        raise SettingsError(f"expected the address of a SPARQL endpoint, found {text!r}")
    if has_login(href):
        raise SettingsError("an endpoint is named without a user and a password")
    return Url(href.partition("#")[0])


def endpoint_presence(endpoint: Url) -> Presence:
    """What a person names by an endpoint, as the start page of a crawl would be."""
    named = canonical(endpoint)
    return Presence(start=(named,) if named else ())


@contextmanager
def open_endpoint(endpoint: Url, folder: Path, settings: Settings) -> Iterator[SparqlClient]:
    """A client that keeps all answers in the folder; what failed before is asked again."""
    patient = max(settings.crawl.request_timeout, QUERY_TIME)
    crawl = replace(settings.crawl, request_timeout=patient)
    with (
        open_asker(folder, replace(settings, crawl=crawl), again=True) as asker,
        AnswerBook(folder) as book,
    ):
        yield SparqlClient(asker, book, endpoint)
