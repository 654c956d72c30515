"""Does a random walk come to every page as often as to any other, and do its intervals hold?

Webs are made from seeds. The same walk without its correction must fail the same tests, otherwise
they would prove nothing.
"""

from web.report import Result

from .coverage import coverage
from .graphs import made_web
from .uniform import measure

LEAST_LIKELY = 0.01
LOW, HIGH = 0.93, 0.97
SEED = 2026
PAGES = 10_000
COVERED_PAGES, COVERED_MOVES = 1_000, 30_000
HEAD = (
    f"{'':26}{'pages':>8}{'moves':>12}{'p pages':>10}{'p degrees':>11}{'plain':>10}{'moves/s':>11}"
)


def measure_walk() -> list[Result]:
    """How alike all pages are to a walk, for each number of incoming links."""
    results = []
    print(HEAD)
    for is_bow_tie in (False, True):
        web = made_web(PAGES, SEED, is_bow_tie=is_bow_tie)
        for incoming in (0, 3, 10):
            found = measure(web, incoming, SEED + incoming)
            name = f"{'bow tie' if is_bow_tie else 'power law'}, r = {incoming}"
            plain = max(found.plain_by_page, found.plain_by_degree)
            print(
                f"{name:26}{found.pages:8,}{found.moves:12,}{found.by_page:10.3f}"
                f"{found.by_degree:11.3f}{plain:10.1e}{found.moves_per_second:11,.0f}"
            )
            least = min(found.by_page, found.by_degree)
            met = least > LEAST_LIKELY and plain < LEAST_LIKELY and not found.unvisited
            goal = f"> {LEAST_LIKELY}, plain walk below"
            results.append(Result(f"{name}: p", least, plain, None, "plain walk", goal, met))
    return results


def measure_walk_coverage(repetitions: int) -> list[Result]:
    """How often intervals of shares and sizes hold the truth."""
    web = made_web(COVERED_PAGES, SEED)
    results = []
    for name, held in coverage(web, repetitions, COVERED_MOVES).items():
        print(f"{name:34}{held:7.1%}")
        goal = f"{LOW} to {HIGH}"
        results.append(Result(f"{name}: held", held, None, None, "", goal, LOW <= held <= HIGH))
    return results
