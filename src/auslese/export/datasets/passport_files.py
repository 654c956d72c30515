"""The passport of a collection as a page of Markdown, and as schema.org's Dataset in JSON-LD.

Both are made of the report that `auslese passport --json` prints.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from auslese.export.datasets.citation_forms import doi_of

MOST = 20  # hosts and media types in a table; the JSON has more
PERMISSIONS = ("unstated", "allowed", "conditional", "reserved")
COUNTED = {
    "pages": "passport_pages",
    "hosts": "passport_hosts",
    "words": "passport_words",
    "bytes": "passport_bytes",
    "links": "passport_links",
    "read": "passport_read",
    "unreadable": "passport_unreadable",
    "gone": "passport_gone",
    "copies": "passport_same",
    "exact": "passport_exact",
    "near": "passport_near",
}
"""Counts in their order, and under which key each is worded."""

Wording = Callable[[str], str]


def passport_markdown(report: Mapping[str, Any], text: Wording) -> Iterator[str]:
    """The page, piece by piece; `text` gives the words of a key."""
    yield f"# {_line(text('passport_title').format(name=report['title']))}\n\n"
    if report["about"]:
        yield f"{_line(report['about'])}\n\n"
    yield f"{_span(report, text)}\n\n"
    yield from _section(text("passport_counts"), _table(_counts(report, text)))
    yield from _section(text("passport_presence"), _table(_presence(report, text)))
    for key in ("languages", "media_types", "hosts"):
        title = {"languages": "languages", "media_types": "types", "hosts": "largest"}[key]
        rows = list(report[key].items())[:MOST]
        yield from _section(
            text(f"passport_{title}"), _table([("", text("passport_pages")), *rows])
        )
    yield from _section(text("passport_rights"), _rights(report, text))
    yield from _section(text("passport_versions"), _table(_versions(report, text)))
    if report["settings"]:
        rows = [(key, json.dumps(value)) for key, value in report["settings"].items()]
        yield from _section(text("passport_settings"), _table(rows))
    yield from _section(text("passport_datasheet"), _answers(report, text))
    cited = report["citation"]
    yield from _section(
        text("passport_cite"), [_line(cited["text"]), "", "```bibtex", cited["bibtex"], "```"]
    )


def _section(title: str, lines: Iterator[str] | list[str]) -> Iterator[str]:
    yield f"## {title}\n\n" + "\n".join(lines) + "\n\n"


def _span(report: Mapping[str, Any], text: Wording) -> str:
    first, last = (report["fetched"][end][:10] for end in ("first", "last"))
    if not first:
        return text("passport_none")
    span = text("passport_span").format(first=first, last=last) if first != last else first
    return f"{text('passport_fetched')} {span}."


def _counts(report: Mapping[str, Any], text: Wording) -> Iterator[tuple[str, str]]:
    for name, key in COUNTED.items():
        value = report["counts"][name]
        yield text(key), text("passport_unknown") if value is None else f"{value:,}"


def _presence(report: Mapping[str, Any], text: Wording) -> Iterator[tuple[str, str]]:
    presence = report["presence"]
    yield text("passport_starts"), "<br>".join(presence["start"]) or text("passport_none")
    yield text("passport_scope"), presence["scope"]
    for name in ("allow", "deny", "countries"):
        if presence[name]:
            yield text(f"passport_{name}"), "<br>".join(presence[name])
    for name in ("creators", "licence", "address"):
        if told := report[name]:
            yield text(f"passport_{name}"), told if isinstance(told, str) else ", ".join(told)


def _rights(report: Mapping[str, Any], text: Wording) -> Iterator[str]:
    rights = report["rights"]
    yield text("passport_rights_about")
    yield ""
    yield from _table(
        [
            (text("passport_use"), *(text(f"passport_{each}") for each in PERMISSIONS)),
            *(
                (text(f"passport_use_{use}"), *(f"{pages[each]:,}" for each in PERMISSIONS))
                for use, pages in rights["uses"].items()
            ),
        ]
    )
    if not rights["told"]:
        yield ""
        yield text("passport_rights_untold")


def _versions(report: Mapping[str, Any], text: Wording) -> Iterator[tuple[str, str]]:
    versions, digests = report["versions"], report["digests"]
    yield text("passport_house"), versions["house"]
    yield text("passport_format"), str(versions["format"])
    yield text("passport_readers"), ", ".join(versions["readers"]) or text("passport_unknown")
    yield text("passport_models"), ", ".join(versions["models"]) or text("passport_unknown")
    yield text("passport_contents"), f"`{digests['contents']}`"
    yield text("passport_settings_digest"), f"`{digests['settings']}`"


def _answers(report: Mapping[str, Any], text: Wording) -> Iterator[str]:
    for question, answer in report["datasheet"].items():
        yield f"**{text(f'question_{question}')}** {_line(answer)}\n"


def _table(rows: Iterator[tuple[Any, ...]] | list[tuple[Any, ...]]) -> Iterator[str]:
    for number, row in enumerate(rows):
        cells = (_line(f"{cell:,}" if isinstance(cell, int) else str(cell)) for cell in row)
        yield f"| {' | '.join(cell.replace('|', '%7C') for cell in cells)} |"
        if number == 0:
            yield "|---" * len(row) + "|"


def _line(text: str) -> str:
    return " ".join(text.split())


# -- for programs ---------------------------------------------------------------------------------


def dataset_jsonld(report: Mapping[str, Any], page: str = "") -> dict[str, Any]:
    """The collection as https://schema.org/Dataset; `page` is the address of its passport."""
    counts, digests = report["counts"], report["digests"]
    told: dict[str, Any] = {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": report["title"],
        "description": report["about"] or report["datasheet"]["contents"],
        "url": page or report["address"],
        "license": report["licence"],
        "creator": [{"@type": "Organization", "name": name} for name in report["creators"]],
        "temporalCoverage": "/".join(filter(None, report["fetched"].values())),
        "dateModified": report["fetched"]["last"],
        "inLanguage": [code for code in report["languages"] if code != "unknown"],
        "isBasedOn": report["presence"]["start"],
        "creditText": report["citation"]["text"],
        "size": f"{counts['pages']} pages, {counts['bytes']} bytes",
        "identifier": [f"sha256:{digests['contents']}"],
        "sameAs": _published(report["address"]),
        "measurementTechnique": report["datasheet"]["gathered"],
    }
    return {name: value for name, value in told.items() if value}


def _published(address: str) -> str:
    doi = doi_of(address)
    return f"https://doi.org/{doi}" if doi else address


def jsonld_for_html(described: Mapping[str, Any]) -> str:
    """The same as it may stand within a page: no text can end the element or begin another."""
    text = json.dumps(described, ensure_ascii=True, indent=1)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
