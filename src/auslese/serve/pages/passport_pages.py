"""What a collection is, where it comes from, and how to cite it: its passport."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from auslese.export.datasets.passport_files import PERMISSIONS, dataset_jsonld, jsonld_for_html
from auslese.recipes.exporting.passports.collection_passport import CollectionPassport, passport_of
from auslese.recipes.exporting.passports.passport_export import markdown_pieces
from auslese.serve.page_addresses import AddressBuilder
from auslese.serve.page_request import PageRequest
from auslese.serve.page_result import PageResponse, RawResponse
from auslese.wording.coded_sentence import CodedSentence, in_language

MARKDOWN = "text/markdown; charset=utf-8"
SHOWN = 20  # hosts and media types of the page; its JSON has more


def passport(request: PageRequest) -> PageResponse:
    """The passport, with schema.org's description of it for search engines."""
    found = _passport(request)
    report = _shown(request, found.as_json())
    described = dataset_jsonld(report, _address(request))
    more = {
        "answers": _answers(found, request.ui_language),
        "permissions": PERMISSIONS,
        "most": SHOWN,
        "jsonld": Markup(jsonld_for_html(described)),
    }
    return PageResponse("passport.html", report, more)


def passport_file(request: PageRequest) -> RawResponse:
    """The same as a page of Markdown."""
    found = _passport(request)
    report = _shown(request, found.as_json())
    report["datasheet"] = _answers(found, request.ui_language)
    return RawResponse(b"".join(markdown_pieces(report, request.ui_language)), MARKDOWN)


def _passport(request: PageRequest) -> CollectionPassport:
    here = request.here
    return here.cached("passport", lambda: passport_of(here.collection, here.tables()))


def _shown(request: PageRequest, report: dict[str, Any]) -> dict[str, Any]:
    """What strangers may see: how a collection was made, but not the settings in detail."""
    return report if request.policy.is_local else report | {"settings": {}}


def _address(request: PageRequest) -> str:
    return AddressBuilder(request._replace(is_door_chosen=False)).absolute(
        f"{request.prefix}/passport"
    )


def _answers(found: CollectionPassport, ui_language: str) -> Mapping[str, str]:
    return {
        question: in_language(answer, ui_language) if isinstance(answer, CodedSentence) else answer
        for question, answer in found.answers.items()
    }
