"""The end of the demo: the pictures of its web, harvested and ranked for a topic."""

from auslese.analyse.focus.focus_model import train_focus
from auslese.analyse.pictures.picture_ranking import RankingOptions
from auslese.cli.harvest.harvest_words import harvest_report, ranking_words
from auslese.cli.terminal import say
from auslese.demo.web import DemoWeb
from auslese.demo.world import place_path
from auslese.recipes.harvest.harvest_run import HarvestContext, run_harvest
from auslese.recipes.harvest.picture_ranks import rank_pictures
from auslese.recipes.harvest.text_scores import MODEL, open_scorer
from auslese.recipes.reading.read_pages import document_of
from auslese.recipes.settings.settings_loading import settings_of
from auslese.recipes.stages.stage import StageOptions
from auslese.store.collection import Collection

SUBJECT, OTHERS = "bees", ("ice", "maps", "organs", "stars")
"""Themes of the demo web: one to be learnt, and others that stand for everything else."""
EACH = 4  # pages for the subject, and as many of others: few good pages are what one has


def show_harvest(collection: Collection, web: DemoWeb, most: int) -> None:
    """Learn a subject from some good pages, harvest the pictures, print the best of them."""
    good, plain = _texts(collection, web, (SUBJECT,)), _texts(collection, web, OTHERS)
    train_focus(good, plain).save(collection.models / MODEL)
    say("\n== auslese harvest")
    context = HarvestContext(open_scorer(collection, None))
    summary = run_harvest(collection, StageOptions(settings_of(collection)), context)
    say(harvest_report(summary.as_json(), collection.path))
    ranking = rank_pictures(collection, RankingOptions())
    say(ranking_words(ranking, most, collection.path))


def _texts(collection: Collection, web: DemoWeb, themes: tuple[str, ...]) -> list[str]:
    """What some English pages about these themes say."""
    places = [place_path("en", theme) for theme in themes]
    about = [url for url in web.page_urls() if any(place in url for place in places)]
    chosen = about[:: max(1, len(about) // EACH)][:EACH]
    return [document_of(collection, url).text for url in chosen]
