"""All ways to focus on all generated webs, with intervals, goals and pictures."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rating.pictures import Axes, write_curves
from web.report import Result, ratio_of

from focusing.crawl_modes import MODES, VARIANTS, Scored, score_web
from focusing.generated_web import GeneratedWeb
from focusing.mode_runs import (
    TOPICS,
    WEBS,
    WebPlan,
    Yield,
    requests_until,
    start_pages,
    yield_of,
)
from focusing.replay import Replay
from focusing.web_texts import Post, read_posts, texts_of

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
LEAST_TO_NONE, LEAST_TO_PAGE, LEAST_TO_LINKS = 4.0, 2.0, 1.25
MOST_REQUESTS = 0.4  # of those of breadth-first on a single site
STUDENT = 2.776  # of four degrees of freedom, both sides 95 %: five seeds
CURVE_POINTS = 60


class Run(NamedTuple):
    """What one mode brought on one web."""

    pages: int
    pictures: int
    hosts: int
    requests: int
    """Until nine of ten pages on the topic were there."""
    curve: list[float]
    """Share of the topic's pages found, along the crawl."""


def measured_modes(data: Path, draws: bool) -> Iterator[Result]:
    """Crawl every web in every mode, and print what came of it."""
    jobs = [(str(data), plan.name, seed) for plan in WEBS for seed in range(len(TOPICS))]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        done = dict(zip(jobs, pool.map(_runs, jobs), strict=True))
    for plan in WEBS:
        runs = [done[str(data), plan.name, seed] for seed in range(len(TOPICS))]
        _print_runs(plan, runs)
        if draws:
            _draw(plan, runs)
        yield from _single_site(runs) if not plan.first else _ratios(plan, runs)


@cache
def _posts(data: str) -> dict[str, list[Post]]:
    return read_posts(Path(data))


def _runs(job: tuple[str, str, int]) -> dict[str, Run]:
    """All modes on one web."""
    data, name, seed = job
    plan = next(each for each in WEBS if each.name == name)
    texts = texts_of(_posts(data), TOPICS[seed], seed)
    web = GeneratedWeb(texts, plan.habits, seed)
    scored = score_web(web, texts)
    seeds, most = start_pages(web), plan.first or len(web.pages)
    found = {}
    for mode, make in (MODES | VARIANTS).items():
        order = Replay(web, scored.links, make(scored, seed)).run(seeds, most).pages
        found[mode] = _run(scored, yield_of(scored, order))
    return found


def _run(scored: Scored, brought: Yield) -> Run:
    every = len(scored.web.on_topic)
    places = np.linspace(0, len(brought.pages) - 1, CURVE_POINTS).astype(int)
    return Run(
        int(brought.pages[-1]),
        int(brought.pictures[-1]),
        brought.hosts,
        requests_until(brought.pages, every),
        (brought.pages[places] / every).tolist(),
    )


def _print_runs(plan: WebPlan, runs: list[dict[str, Run]]) -> None:
    print(f"\n{plan.name}: {plan.title}; {plan.first or 'all'} pages fetched, five topics")
    print(f"{'mode':30} pages on topic        pictures              sites   until 90 %")
    for mode in MODES | VARIANTS:
        each = [run[mode] for run in runs]
        pages = _with_interval([run.pages for run in each])
        pictures = _with_interval([run.pictures for run in each])
        hosts, requests = (np.mean([run[at] for run in each]) for at in (2, 3))
        counts = " ".join(str(run.pages if plan.first else run.requests) for run in each)
        print(f"{mode:30} {pages:21} {pictures:21} {hosts:5.1f} {requests:8.0f}   ({counts})")


def _with_interval(values: list[int]) -> str:
    half = STUDENT * float(np.std(values, ddof=1)) / len(values) ** 0.5
    return f"{np.mean(values):.1f} ± {half:.1f}"


def _ratios(plan: WebPlan, runs: list[dict[str, Run]]) -> Iterator[Result]:
    """Links beside none and page, learned beside links: sums over the five webs."""
    pairs = (
        ("links", "none", LEAST_TO_NONE),
        ("links", "page", LEAST_TO_PAGE),
        ("learned", "links", LEAST_TO_LINKS),
    )
    for ours, peer, least in pairs:
        for what in ("pages", "pictures"):
            mine, theirs = (
                float(sum(getattr(run[mode], what) for run in runs)) for mode in (ours, peer)
            )
            low, high = _ratio_interval(runs, ours, peer, what)
            ratio = ratio_of(mine, theirs)
            shown = "none" if ratio is None else f"{ratio:.2f} ({low:.2f} to {high:.2f})"
            print(f"    {what}: {ours} / {peer} {shown}", flush=True)
            unit = f"{what} on topic among the first {plan.first}, five webs; {peer}"
            met = mine >= least * theirs and mine > 0
            yield Result(
                f"{plan.name}: {ours} to {peer}",
                mine,
                theirs,
                ratio,
                unit,
                f">= {least} times",
                met,
            )


def _ratio_interval(
    runs: list[dict[str, Run]], ours: str, peer: str, what: str
) -> tuple[float, float]:
    """Between which quotients of sums nine of ten samples of the webs lie, drawn anew."""
    mine, theirs = (np.array([getattr(run[mode], what) for run in runs]) for mode in (ours, peer))
    draws = np.random.default_rng(0).integers(0, len(runs), (2000, len(runs)))
    quotients = mine[draws].sum(axis=1) / np.maximum(1, theirs[draws].sum(axis=1))
    low, high = np.quantile(quotients, [0.025, 0.975])
    return float(low), float(high)


def _single_site(runs: list[dict[str, Run]]) -> Iterator[Result]:
    for mode in ("page", "links", "learned"):
        shares = [run[mode].requests / run["none"].requests for run in runs]
        print(
            f"    {mode}: {np.mean(shares):.1%} of the requests of breadth-first;",
            *(f"{each:.0%}" for each in shares),
        )
        if mode == "learned":
            mean = float(np.mean(shares))
            unit = "requests for 90 % of the topic's pages, as a share of breadth-first"
            yield Result(
                "site: learned", mean, 1.0, mean, unit, f"<= {MOST_REQUESTS}", mean <= MOST_REQUESTS
            )


def _draw(plan: WebPlan, runs: list[dict[str, Run]]) -> None:
    """The mean curves of the modes: share of the topic's pages over pages fetched."""
    right = float(plan.first or 100)
    across = "pages fetched" if plan.first else "% of the site fetched"
    curves = {
        mode: list(
            zip(
                np.linspace(0, right, CURVE_POINTS).tolist(),
                np.mean([run[mode].curve for run in runs], axis=0).tolist(),
                strict=True,
            )
        )
        for mode in MODES
    }
    top = 1.0 if not plan.first else max(y for curve in curves.values() for _, y in curve)
    axes = Axes(
        f"{plan.title[0].upper()}{plan.title[1:]}",
        across,
        "share of the topic found",
        right,
        np.ceil(top * 20) / 20,
        names_left=bool(plan.first),
    )
    write_curves(IMAGES / f"focus-{plan.name}.svg", axes, curves)
