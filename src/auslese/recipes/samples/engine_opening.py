"""What does a person mean by ENGINE: a collection, a server, a description?

Who is named by a number or as localhost is asked even if the address is not public: the person
said so. Nothing else that is not public is asked, whoever redirects or refers to it.
"""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

import msgspec

from auslese.recipes.samples.collection_engine import CollectionEngine
from auslese.recipes.samples.described_engine import DescribedEngine
from auslese.recipes.samples.opensearch_description import is_opensearch, read_opensearch
from auslese.recipes.samples.page_text import text_in
from auslese.recipes.samples.polite_client import Asker
from auslese.recipes.samples.server_engine import ServerEngine
from auslese.records.engine_reply import EngineSilence, ReceivedAnswer
from auslese.records.errors import AusleseError, NotFoundError, SettingsError
from auslese.records.url import Url, canonical
from auslese.records.whatwg import standard_href
from auslese.sample.engine_description import (
    EngineDescription,
    fill_template,
    has_login,
    read_description,
)
from auslese.sample.misbehaviour import EngineObservations
from auslese.sample.query_words import SampleLexicon
from auslese.sample.sampled_engine import SampledEngine
from auslese.sample.telling_words import DistinctiveWords
from auslese.store.collection import SETTINGS_FILE

WEB = ("http://", "https://")
MOST_BYTES = 1_000_000  # of a description
LOOK = 200_000  # bytes of a page in which its head is looked for
TAG = re.compile(r"<(link|meta)\b([^<>]{0,2000})>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""([\w-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
OPENSEARCH = "application/opensearchdescription+xml"
IN_COLLECTION = re.compile(r"/c/([^/]+)")
WHAT_IT_MAY_BE = """\
{word} is no engine that can be asked. It may be
  a folder with a collection that has an index       auslese index DIR makes it
  the address of an Auslese server                   http://127.0.0.1:8080, or …/c/NAME
  the address or the file of an OpenSearch description
  a file of TOML or JSON that describes an engine    docs/guides/sampling.md tells how"""


class OpenEngine(SampledEngine, Protocol):
    """An engine that can be closed, and may know its own words."""

    @property
    def observed(self) -> EngineObservations:
        """What it did that an honest engine would not do."""
        ...

    def lexicon(self) -> SampleLexicon:
        """The words of its pages; AusleseError if nobody knows them."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


def named_addresses(words: Iterable[str]) -> Iterator[Url]:
    """Addresses that these engines name themselves, without asking anybody."""
    for word in words:
        if word.startswith(WEB):
            addresses = [word]
        else:
            description = _in_file(Path(word))
            templates = (description.url, description.by_url) if description else ()
            addresses = [fill_template(template, {}) for template in templates if template]
        yield from filter(None, map(canonical, addresses))


def open_engine(word: str, asker: Asker, distinctive_words: DistinctiveWords) -> OpenEngine:
    """The engine that is meant; an error says what it may be."""
    path = Path(word)
    if word.startswith(WEB):
        return _on_the_web(word, asker, distinctive_words)
    if (path / SETTINGS_FILE).is_file():
        return CollectionEngine(path)
    if description := _in_file(path):
        return _described(description, asker, distinctive_words)
    raise NotFoundError(WHAT_IT_MAY_BE.format(word=word))


def _in_file(path: Path) -> EngineDescription | None:
    try:
        if not path.is_file():
            return None
        with path.open("rb") as opened:
            body = opened.read(MOST_BYTES)
    except (OSError, ValueError):
        return None
    if is_opensearch(body):
        return read_opensearch(str(path), body)
    return read_description(path, body)


def _described(
    description: EngineDescription, asker: Asker, distinctive_words: DistinctiveWords
) -> DescribedEngine:
    return DescribedEngine(
        description, asker, lambda url: asker.page_text(url, text_in), distinctive_words
    )


# -- addresses ------------------------------------------------------------------------------------


def _on_the_web(word: str, asker: Asker, distinctive_words: DistinctiveWords) -> OpenEngine:
    href = standard_href(word)
    if href is None:
        raise NotFoundError(WHAT_IT_MAY_BE.format(word=word))
    if has_login(href):
        raise SettingsError("an engine is named without a user; a description may have headers")
    got = _fetch_required(href, asker)
    if is_opensearch(got.body):
        return _described(read_opensearch(word, got.body, got.url), asker, distinctive_words)
    page = got.body[:LOOK].decode("utf-8", "replace")
    tags = [(name.lower(), _attributes(rest)) for name, rest in TAG.findall(page)]
    if ("meta", {"name": "generator", "content": "Auslese"}) in tags:
        return _server(got.url, asker)
    for name, attributes in tags:
        if name == "link" and attributes.get("type", "").lower() == OPENSEARCH:
            target = standard_href(attributes.get("href", ""), got.url)
            if target and target.startswith(WEB):
                opensearch = _fetch_required(target, asker)
                return _described(
                    read_opensearch(target, opensearch.body, opensearch.url),
                    asker,
                    distinctive_words,
                )
    raise NotFoundError(WHAT_IT_MAY_BE.format(word=word))


def _fetch_required(address: str, asker: Asker) -> ReceivedAnswer:
    got = asker.opening(address)
    if isinstance(got, EngineSilence):
        why = f"{got.reason} ({got.detail})" if got.detail else got.reason
        raise AusleseError(f"{address} does not answer: {why}")
    return got


def _attributes(text: str) -> dict[str, str]:
    found = ATTRIBUTE.findall(text)
    return {name.lower(): unescape(a or b or c) for name, a, b, c in found}


class _ServerCollection(msgspec.Struct):
    name: str
    pages: int = 0


class _ServerCollections(msgspec.Struct):
    collections: list[_ServerCollection]


def _server(address: str, asker: Asker) -> ServerEngine:
    """The collection that an address of an Auslese server names, or its only one."""
    parts = urlsplit(address)
    origin = f"{parts.scheme}://{parts.netloc}"
    got = _fetch_required(f"{origin}/api/collections", asker)
    try:
        names = [
            each.name for each in msgspec.json.decode(got.body, type=_ServerCollections).collections
        ]
    except (msgspec.MsgspecError, UnicodeError):
        raise AusleseError(f"{origin} does not tell its collections") from None
    chosen = IN_COLLECTION.match(parts.path)
    wanted = unquote(chosen[1]) if chosen else ""
    if chosen and wanted in names:
        return ServerEngine(f"{origin}/c/{chosen[1]}", f"{origin}/c/{chosen[1]}", asker)
    if not chosen and len(names) == 1:
        return ServerEngine(origin, origin, asker)
    choices = "\n".join(f"  {origin}/c/{name}" for name in names)
    raise NotFoundError(f"{address} has these collections; name one of them:\n{choices}")
