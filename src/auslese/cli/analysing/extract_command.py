"""`auslese extract`: the text that a person would read on a page, its links, pictures, sentences.

A filter from stdin to stdout, one line of JSON out for each line in; or, for people, on files.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, cast

import click

from auslese.cli.command_groups import CommandGroup
from auslese.cli.data_stream import data_stream
from auslese.cli.terminal import harmless, harmless_json, say, say_data
from auslese.extract.sentence_rules import SentenceRules
from auslese.recipes.filters.extract_filters import (
    Extract,
    Extractor,
    answer,
    extract_of,
    give_up,
    images_extractor,
    links_extractor,
    markdown_extractor,
    problem,
    sentences_extractor,
    text_extractor,
)
from auslese.recipes.filters.page_input import page_in
from auslese.records.document import ReadProblem, Unreadable
from auslese.records.errors import AusleseError, NotFoundError
from auslese.records.url import canonical
from auslese.system.process_pool import answer_each, answer_lines
from auslese.system.shard_function import ShardFunction

STDIN = "-"
END_OF_NAME = b"\0"  # no file has it in its name


class ExtractOptions(NamedTuple):
    """How somebody asks: for these files or for the lines of stdin."""

    files: tuple[str, ...]
    url: str
    as_json: bool
    workers: int
    plain: bool = False
    """Sentences as lines of Hoover's."""


def with_page_arguments(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command the arguments that all of them have."""
    processes = click.option(
        "--workers",
        type=click.IntRange(min=1),
        default=os.cpu_count() or 1,
        show_default="one for each core",
        help="Processes that answer the lines of stdin; they begin as lines have to wait.",
    )
    as_json = click.option("--json", "as_json", is_flag=True, help="JSON for each FILE.")
    url = click.option("--url", default="", help="Where the page in FILE stands on the web.")
    files = click.argument("files", metavar="[FILE]...", nargs=-1)
    return files(url(as_json(processes(function))))


@click.group("extract", cls=CommandGroup)
def command() -> None:
    """Read pages: their text, Markdown, links, pictures, sentences, contacts.

    Without FILE each command reads lines of JSON with `html`, `html_b64` or `pdf_b64` and, if they
    are known, `id` and `url`. It writes one line of JSON for each, in order, with the same `id`. A
    page as plain text comes as `text`, any other as `body_b64` with its `content_type`. What
    cannot be read gives a line with `error` and `problem`, and stops nothing.

    With FILE (HTML, PDF, plain text; - is a page on stdin) it prints words, or JSON with --json.
    """


@command.command("text")
@click.option("--all", "everything", is_flag=True, help="All visible text, not only the main text.")
@with_page_arguments
def text(everything: bool, **arguments: Any) -> None:
    """The main text of pages, with title, author, date and language.

    {"id","html","url"} gives {"id","title","text","author","date","language",…}.
    """
    _extract(
        ExtractOptions(**arguments),
        partial(text_extractor, everything=everything),
        lambda extract: [extract["text"]],
    )


@command.command("markdown")
@with_page_arguments
def markdown(**arguments: Any) -> None:
    """The main text of pages in Markdown: headings, lists, tables, code, links, pictures.

    {"id","html","url"} gives {"id","title","markdown","author","date","language",…}. The words are
    those of `extract text`. Without `url` links that do not name their host are left as text.
    """
    _extract(ExtractOptions(**arguments), markdown_extractor, lambda extract: [extract["markdown"]])


@command.command("links")
@with_page_arguments
def links(**arguments: Any) -> None:
    """The links of pages, with anchor text, relation, position and the words around.

    {"id","html","url"} gives {"id","links":[{"url","anchor","rel","position","context"},…]}.
    Without `url` only links are told that name their host; those of a FILE without --url are told
    as they stand in it.
    """
    options = ExtractOptions(**arguments)
    _extract(options, partial(links_extractor, relative=bool(options.files)), _link_lines)


@command.command("images")
@with_page_arguments
def images(**arguments: Any) -> None:
    """The pictures of pages, with the text around them.

    {"id","html","url"} gives {"id","images":[{"url","alt","title","width","height",…},…]}.
    Those of a FILE without --url are told as they stand in it.
    """
    options = ExtractOptions(**arguments)
    _extract(options, partial(images_extractor, relative=bool(options.files)), _image_lines)


@command.command("sentences")
@click.option("--min-words", default=SentenceRules().min_words, show_default=True, help="At least.")
@click.option("--max-words", default=SentenceRules().max_words, show_default=True, help="At most.")
@click.option("--plain", is_flag=True, help="Lines that begin with URL: and SEN:, no JSON.")
@with_page_arguments
def sentences(min_words: int, max_words: int, **arguments: Any) -> None:
    """The sentences of the running text: no headings, lists, tables, addresses.

    {"id","html","url"} gives {"id","sentences":[…]}.
    """
    if min_words > max_words:
        raise click.UsageError(f"--min-words {min_words} is more than --max-words {max_words}")
    wanted = partial(sentences_extractor, SentenceRules(min_words, max_words))
    _extract(ExtractOptions(**arguments), wanted, lambda extract: extract["sentences"])


@command.command("contacts")
@with_page_arguments
def contacts(**arguments: Any) -> None:
    """How to reach somebody: mail addresses, numbers, postal addresses, who is responsible.

    {"id","html","url"} gives {"id","text","contacts":{"emails","phones","addresses","responsible",
    "organisation"},"address_words","words","address_rank","is_contact"}; `start` and `end` are
    letters of `text`, -1 for what stands in a link alone. Numbers without a country are read by
    the plan of the country of `url`, of addresses on the page, or of its language.
    """
    _extract(ExtractOptions(**arguments), contacts_extractor, _contact_lines)


def contacts_extractor() -> Extractor:
    """Who extracts contacts; the finder of names is loaded where it is wanted."""
    module = import_module("auslese.recipes.contacts.contact_filter")
    return cast(Extractor, module.contacts_extractor())


ExtractLines = Callable[[Extract], Iterable[str]]
"""An extract in lines for people."""
MakeExtractor = Callable[[], Extractor]
"""How a process comes by its extractor: a function of a module, with arguments or without."""


class ExtractJob(NamedTuple):
    """What the processes of a filter must know."""

    make: MakeExtractor
    plain: bool = False
    """Sentences as lines of Hoover's."""
    url: str = ""
    """Where the page of a file stands on the web."""


class PreparedExtractor(NamedTuple):
    """What a process extracts with."""

    extractor: Extractor
    job: ExtractJob


def _extract(options: ExtractOptions, wanted: MakeExtractor, words: ExtractLines) -> None:
    if not options.files:
        shard = EXTRACTED_LINES.prepared(ExtractJob(wanted, options.plain))
        answer_lines(sys.stdin.buffer, data_stream(), shard, options.workers)
        return
    spell = _hoovers_lines if options.plain else _json_line
    failed = 0
    for name, extract in zip(options.files, extracts_of_files(options, wanted), strict=True):
        failed += "error" in extract
        if options.as_json or options.plain:
            say_data(spell(extract))
        elif "error" in extract:
            say(f"{name}: {extract['error']}", err=True)
        else:
            say("\n".join(words(extract)))
    if failed == len(options.files):
        raise AusleseError("no file could be read")


def _prepared_extractor(job: ExtractJob) -> PreparedExtractor:
    return PreparedExtractor(job.make(), job)


def _answer_line(prepared: PreparedExtractor, line: bytes) -> bytes:
    return _line_of(answer(line, prepared.extractor), prepared.job)


def _give_up_line(job: ExtractJob, line: bytes, why: ReadProblem) -> bytes:
    return _line_of(give_up(line, why, job.make()), job)


def _line_of(extract: Extract, job: ExtractJob) -> bytes:
    return (_hoovers_lines if job.plain else _json_line)(extract).encode()


EXTRACTED_LINES = ShardFunction(_prepared_extractor, _answer_line, _give_up_line)


def extracts_of_files(options: ExtractOptions, wanted: MakeExtractor) -> Iterator[Extract]:
    """What is wanted of each file, read in another process: a file may kill who reads it."""
    # One after the other is read, when its turn comes.
    lines = (os.fsencode(name) + END_OF_NAME + _content(name) for name in options.files)
    answers = answer_each(lines, EXTRACTED_FILES.prepared(ExtractJob(wanted, url=options.url)))
    for name, extract in zip(options.files, answers, strict=True):
        yield {"id": name} | json.loads(extract)


def _answer_file(prepared: PreparedExtractor, line: bytes) -> bytes:
    name, _, body = line.partition(END_OF_NAME)
    page = page_in(Path(os.fsdecode(name)), body, prepared.job.url)
    return json.dumps(extract_of(page, prepared.extractor)).encode()


def _give_up_file(job: ExtractJob, line: bytes, why: ReadProblem) -> bytes:
    extract = job.make().nothing | problem(Unreadable(why))
    return json.dumps({"url": canonical(job.url) or ""} | extract).encode()


EXTRACTED_FILES = ShardFunction(_prepared_extractor, _answer_file, _give_up_file)
"""What is wanted of files, each behind its name."""


def _content(name: str) -> bytes:
    """What is in a file, or on stdin."""
    try:
        return sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except IsADirectoryError:
        raise NotFoundError(f"{name} is a folder") from None
    except FileNotFoundError:
        raise NotFoundError(f"there is no file {name}{_hint(name)}") from None


def _hint(name: str) -> str:
    return "; pages of the web are fetched by `auslese go`" if canonical(name) else ""


def _json_line(extract: Extract) -> str:
    return harmless_json(json.dumps(extract, ensure_ascii=False)) + "\n"


def _hoovers_lines(extract: Extract) -> str:
    """The address and every sentence in a line of its own; of a page without address its name."""
    lines = [
        f"URL: {extract['url'] or extract['id'] or ''}",
        *(f"SEN: {each}" for each in extract["sentences"]),
    ]
    return "".join(f"{harmless(' '.join(line.split()))}\n" for line in lines)


def _contact_lines(extract: Extract) -> Iterator[str]:
    contacts = extract["contacts"]
    for mail in contacts["emails"]:
        yield f"email\t{mail['value']}\t{mail['person']}"
    for way in contacts["phones"]:
        yield f"{way['kind']}\t{way['value']}\t{way['person']}"
    for address in contacts["addresses"]:
        yield f"address\t{address['written']}\t{address['organisation']}"
    for each in contacts["responsible"]:
        yield f"by\t{each['name']}\t{each['role']}"


def _link_lines(extract: Extract) -> Iterator[str]:
    for link in extract["links"]:
        yield f"{link['url']}\t{link['position']}\t{' '.join(link['anchor'].split())}"


def _image_lines(extract: Extract) -> Iterator[str]:
    for image in extract["images"]:
        yield f"{image['url']}\t{' '.join(image['alt'].split())}"
