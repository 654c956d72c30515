"""Ours and the others that take the main text out of a page, each as one function.

They are imported when they are wanted: every one lives in a venv of its own.
"""

import importlib
import re
from collections.abc import Callable

Read = Callable[[str | bytes, str], str]
"""From a page and its address to its main text; empty if there is none."""


def ours() -> Read:
    """The main text by Auslese."""
    return _by_auslese(lambda document: document.text, about=False)


def ours_whole() -> Read:
    """The main text by Auslese, with title, author, dates and pictures beside it."""
    return _by_auslese(lambda document: document.text, pictures=True)


def ours_all() -> Read:
    """All visible text by Auslese."""
    return _by_auslese(lambda document: document.visible_text)


def _by_auslese(
    text_of: Callable[[object], str], *, about: bool = True, pictures: bool = False
) -> Read:
    document = importlib.import_module("auslese.extract.document_reader")
    canonical = importlib.import_module("auslese.records.url").canonical
    nowhere = canonical("http://page.invalid/")
    process = importlib.import_module("auslese.system.light_process")
    process.collect_seldom()  # as every process of ours does that reads pages
    process.keep_freed_memory()

    def read(content: str | bytes, url: str) -> str:
        header = b""
        if isinstance(content, str):  # decoded already, whatever the page says of itself
            content, header = (
                content.encode("utf-8", "replace"),
                b"content-type: text/html; charset=utf-8\r\n",
            )
        place = canonical(url) or nowhere
        source = document.Source(place, content, "text/html", header)
        source = source._replace(about=about, pictures=pictures)
        found = document.read_document(source)
        return text_of(found) if isinstance(found, document.Document) else ""

    return read


def trafilatura() -> Read:
    """Trafilatura as it comes, without comments."""
    extract = importlib.import_module("trafilatura").extract
    return lambda content, url: extract(content, include_comments=False) or ""


def trafilatura_fast() -> Read:
    """Trafilatura without its second opinions."""
    extract = importlib.import_module("trafilatura").extract
    return lambda content, url: extract(content, include_comments=False, fast=True) or ""


def resiliparse() -> Read:
    """Resiliparse's main content."""
    extract = importlib.import_module("resiliparse.extract.html2text").extract_plain_text
    decode = importlib.import_module("resiliparse.parse.encoding")

    def read(content: str | bytes, url: str) -> str:
        if isinstance(content, bytes):
            content = decode.bytes_to_str(content, decode.detect_encoding(content))
        return str(extract(content, main_content=True, alt_texts=False, links=False))

    return read


def justext() -> Read:
    """jusText with the stop words of the page's language; English if it says none."""
    package = importlib.import_module("justext")
    lists = {"de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "pl": "Polish"}
    words = {code: package.get_stoplist(name) for code, name in lists.items()}
    english = package.get_stoplist("English")

    def read(content: str | bytes, url: str) -> str:
        body = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
        head = body[:2000].lower().partition(b"lang=")[2].strip(b"\"' ")[:2]
        stop_words = words.get(head.decode("ascii", "replace"), english)
        paragraphs = package.justext(body, stop_words)
        return "\n".join(each.text for each in paragraphs if not each.is_boilerplate)

    return read


def readability() -> Read:
    """readability-lxml, its HTML made text by lxml."""
    document = importlib.import_module("readability").Document
    parse = importlib.import_module("lxml.html").fromstring

    def read(content: str | bytes, url: str) -> str:
        if isinstance(content, bytes):
            content = content.decode("utf-8", "replace")
        content = re.sub(r"^\s*<\?xml[^>]*>", "", content)  # lxml refuses text that names a charset
        taken = document(content).summary()
        return "\n".join(parse(taken).itertext()) if taken.strip() else ""

    return read


READERS: dict[str, Callable[[], Read]] = {
    "auslese": ours,
    "auslese --all": ours_all,
    "auslese, whole": ours_whole,
    "trafilatura": trafilatura,
    "trafilatura fast": trafilatura_fast,
    "resiliparse": resiliparse,
    "justext": justext,
    "readability-lxml": readability,
}


def reader_of(name: str) -> Read:
    """A reader by its name, or any function from bytes to text as `module:function`."""
    if name in READERS:
        return READERS[name]()
    module, _, function = name.partition(":")
    take = getattr(importlib.import_module(module), function)

    def read(content: str | bytes, url: str) -> str:
        return str(take(content if isinstance(content, bytes) else content.encode()))

    return read
