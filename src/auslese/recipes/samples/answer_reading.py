"""Reads the answer of an HTTP engine: JSON by paths, RSS and Atom; nothing that comes may hurt."""

from collections import deque

from auslese.extract.lists.feed import read_feed
from auslese.extract.lists.xml_outline import decode_xml, read_entries
from auslese.extract.page_reader import declared_charset
from auslese.records.engine_reply import EngineSilence, ReceivedAnswer
from auslese.records.url import Url
from auslese.sample.answer_paging import AnswerPage
from auslese.sample.engine_description import EngineDescription
from auslese.sample.json_answers import number_in, read_json_answer
from auslese.sample.sampled_engine import EngineHit

FEED_TOTAL = "totalresults"  # of OpenSearch, under whatever prefix


def read_answer(
    got: ReceivedAnswer, description: EngineDescription
) -> tuple[AnswerPage, dict[str, str]] | EngineSilence:
    """The hits of an answer, and the texts of those that come with one."""
    start = got.body.lstrip()[:1]
    if start in (b"{", b"["):
        return read_json_answer(got.body, description)
    if start == b"<" or start == b"\xef":
        return _read_feed(got)
    return EngineSilence("no_answer", f"neither JSON nor a feed, but {got.media_type or 'nothing'}")


def _read_feed(got: ReceivedAnswer) -> tuple[AnswerPage, dict[str, str]] | EngineSilence:
    charset = declared_charset(got.header)
    reading = read_feed(Url(got.url), got.body, "application/xml", charset)
    if reading.kind != "feed":
        kind = "html" if b"<html" in got.body[:2000].lower() else "no_feed"
        return EngineSilence(kind, f"no feed, but {got.media_type or 'something else'}")
    links = reading.links
    rows = zip(links.urls, links.anchors, links.rels, strict=True)
    pages = [EngineHit(url, title) for url, title, rel in rows if rel == "item"]
    _, text = decode_xml(got.body, charset)
    *_, head = deque(read_entries(text, frozenset({"item", "entry"})), maxlen=1)
    names = [name for name in head.fields if name.endswith(FEED_TOTAL)]
    return AnswerPage(tuple(pages), number_in(head.text(*names))), {}
