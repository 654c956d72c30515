"""How a collection is cited, whatever its makers have written."""

import re

import pytest

from auslese.export.datasets.citation_forms import CitedCollection, citation_forms, doi_of

CITED = CitedCollection(
    title="Ice & 100 % {hives}_",
    creators=("Institute of Ice", "Doe, Jo"),
    pages=1200,
    hosts=2,
    first="2026-05-01",
    last="2026-05-03",
    digest="ab" * 32,
    address="https://doi.org/10.5281/zenodo.1234567",
    licence="CC-BY-4.0",
    version="0.1.0",
)


def test_a_citation_names_makers_dates_and_the_digest() -> None:
    assert citation_forms(CITED).text == (
        "Institute of Ice, Doe, Jo (2026): Ice & 100 % {hives}_. Collection of 1,200 web pages from"
        " 2 hosts, fetched 2026-05-01 to 2026-05-03, made with Auslese 0.1.0. SHA-256 abababababab."
        " https://doi.org/10.5281/zenodo.1234567"
    )


def test_bibtex_is_balanced_and_escaped() -> None:
    entry = citation_forms(CITED).bibtex

    assert entry.startswith("@misc{ice-100-hives-abababababab,\n")
    assert r"title = {{Ice \& 100 \% \{hives\}\_}}" in entry
    assert "author = {{Institute of Ice} and Doe, Jo}" in entry
    assert "doi = {10.5281/zenodo.1234567}" in entry
    bare = re.sub(r"\\[{}]", "", entry)
    assert bare.count("{") == bare.count("}")


@pytest.mark.parametrize(
    ("licence", "line"),
    [
        ("CC-BY-4.0", 'license: "CC-BY-4.0"'),
        ("https://example.org/terms", 'license-url: "https://example.org/terms"'),
        ("for friends only", ""),
    ],
    ids=["spdx", "address", "words"],
)
def test_a_citation_file_has_the_fields_of_its_form(licence: str, line: str) -> None:
    lines = citation_forms(CITED._replace(licence=licence)).cff.splitlines()

    assert lines[:3] == [
        "cff-version: 1.2.0",
        "message: If you use this collection, please cite it as below.",
        "type: dataset",
    ]
    assert 'doi: "10.5281/zenodo.1234567"' in lines
    assert [each for each in lines if each.startswith("license")] == [line] * bool(line)


def test_without_makers_the_collection_speaks_for_itself() -> None:
    bare = CITED._replace(creators=(), first="", last="", address="", licence="")
    forms = citation_forms(bare)

    assert forms.text.startswith("Ice & 100 % {hives}_. Collection of 1,200 web pages")
    assert "author" not in forms.bibtex
    assert '- name: "Ice & 100 % {hives}_"' in forms.cff


@pytest.mark.parametrize(
    ("address", "doi"),
    [
        ("10.5281/zenodo.1", "10.5281/zenodo.1"),
        ("doi:10.5281/zenodo.1", "10.5281/zenodo.1"),
        ("https://doi.org/10.5281/zenodo.1", "10.5281/zenodo.1"),
        ("https://example.org/10.5281", ""),
        ("", ""),
    ],
    ids=["bare", "scheme", "address", "other", "none"],
)
def test_a_doi_is_known_in_each_of_its_forms(address: str, doi: str) -> None:
    assert doi_of(address) == doi
