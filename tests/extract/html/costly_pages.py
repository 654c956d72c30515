"""Pages that are made to cost time or memory, and how one of them is read within bounds."""

import resource
from collections.abc import Callable

from auslese.extract.document_reader import Source, read_document
from auslese.extract.page_reader import read_page
from auslese.records.document import Document, ReadProblem, Unreadable
from auslese.records.url import Url

URL = Url("http://a.example/")
HTML, PLAIN = "text/html", "text/plain"
MILLION = 1_000_000
# Ten times what is promised, since the machine may be busy and slow; a cost that grows with the
# square of these sizes would be a hundred times as much.
CPU_SECONDS = 20
MEGABYTES = 600


def numbered(text: bytes, times: int) -> bytes:
    return b"".join(text % number for number in range(times))


COSTLY: dict[str, Callable[[], bytes]] = {
    "deep-div": lambda: b"<div>" * MILLION,
    "deep-inline": lambda: b"<i>x" * MILLION,
    "deep-drawing": lambda: b"<svg>" + b"<g>" * MILLION,
    "deep-tables": lambda: b"<table><tr><td>" * 200_000,
    "deep-lists": lambda: b"<ul><li>" * 400_000,
    "deep-and-end-tags": lambda: b"<div>" * 40_000 + b"</span>" * 400_000,
    "hidden-end-tags": lambda: b"<div><!--></div>-->" * 200_000,
    "end-tags-in-attributes": lambda: b"<div title='</div>'>" * 200_000,
    "forms-closed-too-early": lambda: b"<form><div></form>" * 200_000,
    "links-in-links": lambda: b"<a href=x><object>words " * 15_000,
    "reopened-in-paragraphs": lambda: numbered(b"<p><b id=%d>x", 30_000),
    "reopened-in-blocks": lambda: numbered(b"<font size=%d><div>x</div>", 30_000),
    "reopened-few": lambda: numbered(b"<p><font size=%d>x", 900),
    "text": lambda: b"word " * (10 * MILLION),
    "one-word": lambda: b"w" * (50 * MILLION),
    "wide-letters": lambda: "😀 w".encode() * (8 * MILLION),
    "links": lambda: numbered(b"<a href=/%d>link</a> ", MILLION),
    "paragraphs": lambda: b"<p>x</p>" * MILLION,
    "line-breaks": lambda: b"x<br>" * MILLION,
    "giant-table": lambda: b"<table>" + b"<tr><td>a<td>b<td>c" * 300_000,
    "zeros": lambda: b"<p>" + b"\0" * (5 * MILLION),
    "zeros-between": lambda: b"<p>a\0b\0c " * MILLION,
    "attributes": lambda: b"<p " + numbered(b"a%d=1 ", MILLION) + b">",
    "attributes-in-many-tags": lambda: (b"<p " + numbered(b"a%d=1 ", 900) + b">") * 1000,
    "long-attribute": lambda: b"<p title='" + b"x" * (8 * MILLION) + b"'>y",
    "unclosed-comment": lambda: b"<p>a<!--" + b"x<p>" * (2 * MILLION),
    "unclosed-script": lambda: b"<p>a<script>" + b"x<p>" * (2 * MILLION),
    "unclosed-sections": lambda: b"<svg><![CDATA[" * 500_000,
    "comments": lambda: b"<!-- -->" * MILLION,
    "less-than": lambda: b"<" * (8 * MILLION),
    "ends-of-nothing": lambda: b"</" * (4 * MILLION),
    "entities": lambda: b"&x&amp;&#xD800;" * 500_000,
    "document-type": lambda: b"<!doctype " + b"x" * (8 * MILLION),
    "options": lambda: b"<select>" + b"<option>x" * 800_000,
    "broken-utf-8": lambda: ("ü".encode() * 3 + b"\xe4 ") * MILLION,
    "no-charset": lambda: b"<p>" + bytes(range(128, 256)) * 50_000,
    "utf-8-twice": lambda: "Ã¼".encode() * (2 * MILLION),
    "escapes": lambda: b"\x1b$B" * (2 * MILLION),
    "hidden-paragraphs": lambda: b"<p style='display:none'>x" * 150_000,
    "pictures": lambda: numbered(b"<p>words here<img src=/%d.png alt=x>", 100_000),
    "authors": lambda: b"<p class=byline>by Ada Example</p>" * 140_000,
    "cells-of-one-row": lambda: b"<table><tr>" + b"<td>1.5" * 149_000,
    "claims": lambda: b"<script type=application/ld+json>" + b"[" * (2 * MILLION) + b"</script>",
    "drawings-in-titles": lambda: b"<svg><title>" * 50_000,
    "plain-lines": lambda: b"x\n" * (4 * MILLION),
    "plain-paragraphs": lambda: b"x y z\n\n" * MILLION,
    "plain-one-line": lambda: b"word " * (10 * MILLION),
    "plain-items": lambda: b"- item\n" * MILLION,
    "plain-code": lambda: b"    a\n      b\n" * 600_000,
    "plain-gaps": lambda: b"a    b    c\n" * 600_000,
    "plain-overstruck": lambda: b"x\x08" * (4 * MILLION),
    "plain-fences": lambda: b"```\n\n" * MILLION,
    "plain-blanks": lambda: b"\n \n" * (2 * MILLION) + b"x",
    "plain-rules": lambda: b"|-" * (2 * MILLION),
    "plain-headings": lambda: b"# a\n" * (2 * MILLION),
}


def media_type_of(name: str) -> str:
    return PLAIN if name.startswith("plain") else HTML


def read_in_this_process(name: str) -> None:
    """What the child does: read, within limits that the system holds it to."""
    body = COSTLY[name]()
    base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    found = read_document(Source(URL, body, media_type_of(name)))
    reading = read_page(URL, body, media_type_of(name), b"")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    assert peak - base < MEGABYTES, f"{peak - base} MB"
    assert isinstance(found, Document | Unreadable)
    assert not isinstance(found, Unreadable) or found.why != ReadProblem.CRASHED, found
    assert reading.media_type
