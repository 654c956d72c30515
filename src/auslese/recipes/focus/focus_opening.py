"""The focus of a crawl, as the settings of its collection name it; or why it cannot begin."""

from collections.abc import Iterator
from hashlib import blake2b
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any

from auslese.analyse.focus.focus_model import BY_DIFFERENCE, FocusModel
from auslese.analyse.focus.focus_scores import SEED_OPTIONS, ScoreOptions
from auslese.analyse.focus.learning.link_scorer import LearningOptions
from auslese.crawl.worker.link_focus import LinkFocus
from auslese.recipes.focus.learned_focus import FocusBasis, LearnedFocus
from auslese.recipes.focus.learned_state import kept_states, state_of
from auslese.recipes.focus.page_rewards import DifferenceRewards, PageRewards
from auslese.recipes.focus.perplexity_focus import CrawlFocusOptions, PerplexityFocus
from auslese.recipes.focus.rank_focus import RankFocus
from auslese.recipes.focus.renewed_focus import RenewedFocus
from auslese.recipes.settings.class_borders import borders_of
from auslese.recipes.settings.focus_settings import BY_TOPIC, FocusSection
from auslese.records.errors import AusleseError, NotFoundError, SettingsError
from auslese.store.collection import Collection
from auslese.wording.crawl_sentences import FocusProblem
from auslese.wording.focus.focus_sentences import ExpertProblem

VERSION_BYTES = 4  # eight letters tell the models of a person apart
LEARNED, PAGERANK = "learned", "pagerank"
NO_MODEL = "links"  # by which PageRank is estimated


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


def score_options(
    focus: FocusSection, fitting: float = SEED_OPTIONS.keyword_weight
) -> ScoreOptions:
    """The weights of link scores; `fitting` is that of keywords, if it is left to the model."""
    weight = focus.keyword_weight
    return ScoreOptions(
        page_weight=focus.page_weight,
        text_weight=focus.text_weight,
        keyword_weight=fitting if weight is None else weight,
        trusted=focus.trusted,
    )


def open_focus(collection: Path, focus: FocusSection, worker: int = 0) -> LinkFocus | None:
    """What judges pages and links for a worker; None if the crawl has no topic."""
    if focus.mode == "none":
        return None
    if focus.mode == PAGERANK:
        state = state_of(collection, PAGERANK, worker, NO_MODEL)
        return RankFocus(PAGERANK, state.cash()[0], state.keep)
    files = [model_folder_of(collection, focus) / "about.json"]
    if topic := expert_topic(focus):
        files += _experts().expert_stamps(Collection.open(collection), topic)
    return RenewedFocus(lambda: _opened(collection, focus, worker), files)


def expert_topic(focus: FocusSection) -> str:
    """The topic whose model says what pages are worth; empty if it is the language model."""
    return focus.reward.removeprefix(BY_TOPIC) if focus.reward.startswith(BY_TOPIC) else ""


def _opened(collection: Path, focus: FocusSection, worker: int) -> LinkFocus:
    folder = model_folder_of(collection, focus)
    model, version = open_model_folder(folder), model_version(folder)
    topic = expert_topic(focus)
    expert: PageRewards | None = None
    if (topic or focus.mode == LEARNED) and not model.rewards:
        raise SettingsError(ExpertProblem.NO_REWARDS.of(folder=folder))
    if topic:
        expert = _experts().open_expert(Collection.open(collection), topic)
    options = CrawlFocusOptions(
        name=_name(focus, version),
        is_by_links=focus.mode != "page",
        borders=borders_of(collection, focus),
        razor=inf if focus.razor is None else focus.razor,
        scores=score_options(focus, model.keywords.halving_weight),
    )
    if focus.mode != LEARNED:
        return PerplexityFocus(model, options, expert)
    rewards = expert or DifferenceRewards(model.rewards[BY_DIFFERENCE])
    basis = FocusBasis(options.name, model, PerplexityFocus(model, options), rewards)
    state = state_of(collection, LEARNED, worker, version)
    return LearnedFocus(basis, state.scorer(learning_options(focus))[0], state.keep)


def _experts() -> Any:
    """What knows of relevance; loaded late, for scipy costs a third of a second in each worker."""
    return import_module("auslese.recipes.focus.expert_rewards")


def learning_options(focus: FocusSection) -> LearningOptions:
    """How the crawl learns."""
    return LearningOptions(step=focus.step)


def focus_notes(collection: Path, focus: FocusSection) -> Iterator[str]:
    """What people should know before a focused crawl begins: why it does not go on learning."""
    if focus.mode == LEARNED:
        version = model_version(model_folder_of(collection, focus))
        for state in kept_states(collection, LEARNED, version):
            _, why = state.scorer(learning_options(focus))
            yield from [why] if why else []
    elif focus.mode == PAGERANK:
        for state in kept_states(collection, PAGERANK, NO_MODEL):
            _, why = state.cash()
            yield from [why] if why else []


def _name(focus: FocusSection, version: str) -> str:
    """By what is judged, with the version of the model."""
    by = "" if focus.reward == "model" else f" {focus.reward}"
    return f"{focus.mode} {version}{by}"
