"""The focus of a crawl, as the settings of its collection name it; or why it cannot begin."""

from hashlib import blake2b
from math import inf
from pathlib import Path

from auslese.analyse.focus.focus_model import FocusModel
from auslese.analyse.focus.focus_scores import ScoreOptions
from auslese.crawl.worker.link_focus import LinkFocus
from auslese.recipes.focus.perplexity_focus import CrawlFocusOptions, PerplexityFocus
from auslese.recipes.settings.class_borders import borders_of
from auslese.recipes.settings.focus_settings import FocusSection
from auslese.records.errors import AusleseError, NotFoundError
from auslese.wording.crawl_sentences import FocusProblem

VERSION_BYTES = 4  # eight letters tell the models of a person apart


def model_folder_of(collection: Path, focus: FocusSection) -> Path:
    """Where the model lies."""
    return collection / focus.model


def open_model_folder(folder: Path) -> FocusModel:
    """The model of a topic; an error that says what to do if there is none that can be used."""
    if not folder.is_dir():
        raise NotFoundError(FocusProblem.NO_MODEL.of(folder=folder))
    try:
        return FocusModel.open(folder)
    except (AusleseError, OSError, ValueError, KeyError, TypeError) as error:
        raise AusleseError(FocusProblem.UNUSABLE_MODEL.of(folder=folder, problem=error)) from error


def model_version(folder: Path) -> str:
    """A short name that changes with the model; its notes hold the checksums of its arrays."""
    digest = blake2b(digest_size=VERSION_BYTES)
    for about in sorted(folder.rglob("about.json")):
        digest.update(about.read_bytes())
    return digest.hexdigest()


def score_options(focus: FocusSection) -> ScoreOptions:
    """The weights of link scores."""
    return ScoreOptions(
        page_weight=focus.page_weight,
        text_weight=focus.text_weight,
        keyword_weight=focus.keyword_weight,
        trusted=focus.trusted,
    )


def open_focus(collection: Path, focus: FocusSection) -> LinkFocus | None:
    """What judges pages and links; None if the crawl has no topic."""
    if focus.mode == "none":
        return None
    folder = model_folder_of(collection, focus)
    model, version = open_model_folder(folder), model_version(folder)
    options = CrawlFocusOptions(
        name=f"{focus.mode} {version}",
        is_by_links=focus.mode == "links",
        borders=borders_of(collection, focus),
        razor=inf if focus.razor is None else focus.razor,
        scores=score_options(focus),
    )
    return PerplexityFocus(model, options)
