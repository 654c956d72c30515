"""Rendering as the settings of a collection want it, and whether this machine can do it."""

import shutil
from dataclasses import replace
from importlib.util import find_spec

from auslese.crawl.politeness.pace import LONGEST_TIME_FACTOR, Pace
from auslese.crawl.render.rendering_fetcher import RenderingFetcher, RenderSettings, longest_fetch
from auslese.crawl.render.subrequests import SubRequestSettings
from auslese.crawl.worker.worker_parts import WorkerParts
from auslese.recipes.settings.admission_options import admission_of
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.errors import SettingsError

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def longest_request(settings: Settings) -> float:
    """Seconds for which one page can keep its host busy: what leases must outlast."""
    seconds = settings.crawl.request_timeout.total_seconds() * LONGEST_TIME_FACTOR
    if not settings.crawl.render:
        return seconds
    return longest_fetch(seconds, settings.crawl.render_timeout.total_seconds())


def require_browser(settings: Settings) -> None:
    """Complain before a crawl begins whose pages could not be rendered."""
    if not settings.crawl.render:
        return
    wanted = "crawl.render names pages to be rendered by a browser, but "
    if find_spec("playwright") is None:
        raise SettingsError(
            f"{wanted}playwright is missing: pip install 'auslese[render]';"
            " in a checkout: ./setup-venv render"
        )
    browser_path(settings, wanted)


def browser_path(settings: Settings, wanted: str = "") -> str:
    """The browser to use."""
    names = (settings.crawl.browser,) if settings.crawl.browser else BROWSERS
    for name in names:
        if path := shutil.which(name):
            return path
    candidates = " or ".join(names)
    raise SettingsError(
        f"{wanted}there is no {candidates}: apt-get install chromium, or name one in crawl.browser"
    )


def with_rendering(parts: WorkerParts, settings: Settings, user_agent: str) -> WorkerParts:
    """The parts of a worker that has pages rendered as the settings say."""
    rendering = RenderSettings(
        settings.crawl.render,
        browser_path(settings),
        user_agent,
        SubRequestSettings(
            settings.politeness.agent,
            admission_of(settings).denies,
            pace=Pace(settings.politeness.response_factor),
            strict_robots=settings.politeness.strict_robots,
        ),
        settings.crawl.render_timeout.total_seconds(),
        settings.limits.body_bytes,
    )
    fetcher = RenderingFetcher(rendering, parts.fetcher, parts.keeper)
    has_room = parts.has_room_for
    return replace(
        parts,
        fetcher=fetcher,
        has_room_for=lambda url: has_room(url) and fetcher.has_room_for(url),
    )
