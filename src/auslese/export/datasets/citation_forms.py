"""How to cite a collection: a sentence, BibTeX, and CITATION.cff."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

SHORT_DIGEST = 12  # hexadecimal figures that stand in a sentence; enough to tell states apart
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_SPDX = re.compile(r"[A-Za-z0-9.+-]+")
_SPECIAL = re.compile(r"[\\{}$&#%_~^]")
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


class CitedCollection(NamedTuple):
    """What a citation is made of."""

    title: str
    creators: Sequence[str]
    pages: int
    hosts: int
    first: str
    """Day on which the first page was fetched, as 2026-05-01; empty if there is none."""
    last: str
    digest: str
    """SHA-256 of the contents."""
    address: str
    """Where it is published: an address or a DOI; may be empty."""
    licence: str
    version: str
    """Of the house."""


class CitationForms(NamedTuple):
    """The same citation, for people and programs."""

    text: str
    bibtex: str
    cff: str


def citation_forms(cited: CitedCollection) -> CitationForms:
    """All forms."""
    bibtex = ",\n".join(_bibtex_lines(cited)) + "\n}"
    return CitationForms(_sentence(cited), bibtex, "\n".join([*_cff_lines(cited), ""]))


def doi_of(address: str) -> str:
    """The DOI in an address; empty if it has none."""
    found = _DOI.fullmatch(address.strip())
    return found[1] if found else ""


def _sentence(cited: CitedCollection) -> str:
    begin = ", ".join(cited.creators)
    year = cited.last[:4]
    parts = [f"{begin} ({year}): " if begin and year else f"{begin}: " if begin else ""]
    parts.append(
        f"{cited.title}. Collection of {cited.pages:,} web pages from {cited.hosts:,} hosts"
    )
    if cited.last:
        parts.append(f", fetched {' to '.join(dict.fromkeys((cited.first, cited.last)))}")
    parts.append(f", made with Auslese {cited.version}. SHA-256 {cited.digest[:SHORT_DIGEST]}.")
    where = f"https://doi.org/{doi_of(cited.address)}" if doi_of(cited.address) else cited.address
    return "".join(parts) + (f" {where}" if where else "")


def _bibtex_lines(cited: CitedCollection) -> Iterator[str]:
    key = re.sub(r"[^A-Za-z0-9]+", "-", cited.title).strip("-").lower() or "collection"
    yield f"@misc{{{key}-{cited.digest[:SHORT_DIGEST]}"
    if cited.creators:
        # Braces keep the name of an institution whole; a person's has a comma to tell its parts.
        names = (_tex(each) if "," in each else f"{{{_tex(each)}}}" for each in cited.creators)
        yield f"  author = {{{' and '.join(names)}}}"
    yield f"  title = {{{{{_tex(cited.title)}}}}}"
    if cited.last:
        yield f"  year = {{{cited.last[:4]}}}"
    yield (
        f"  note = {{{cited.pages:,} web pages of {cited.hosts:,} hosts; made with Auslese"
        f" {cited.version}; SHA-256 {cited.digest}}}"
    )
    if doi := doi_of(cited.address):
        yield f"  doi = {{{doi}}}"
    elif cited.address:
        yield f"  howpublished = {{\\url{{{_tex(cited.address)}}}}}"


def _tex(text: str) -> str:
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0], f"\\{found[0]}"), text)


def _cff_lines(cited: CitedCollection) -> Iterator[str]:
    """CITATION.cff 1.2.0; a file of that form must name an author, so the collection is its own."""
    yield "cff-version: 1.2.0"
    yield "message: If you use this collection, please cite it as below."
    yield "type: dataset"
    yield f"title: {json.dumps(cited.title, ensure_ascii=False)}"
    yield "authors:"
    for name in cited.creators or (cited.title,):
        yield f"- name: {json.dumps(name, ensure_ascii=False)}"
    if cited.last:
        yield f'date-released: "{cited.last}"'
    if cited.licence:
        is_name = _SPDX.fullmatch(cited.licence) and "://" not in cited.licence
        field = "license" if is_name else "license-url" if "://" in cited.licence else ""
        if field:
            yield f"{field}: {json.dumps(cited.licence)}"
    if doi := doi_of(cited.address):
        yield f"doi: {json.dumps(doi)}"
    elif "://" in cited.address:
        yield f"url: {json.dumps(cited.address)}"
    yield "identifiers:"
    yield "- type: other"
    yield f'  value: "sha256:{cited.digest}"'
    yield "  description: digest of the URLs and contents of all pages"
