"""How a worker lets pages be judged: once a report, dropped links refused, scores noted."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.crawl.errand_run import ROBOTS, A, Run
from tests.crawl.function_web import Web, answer, errand_settings, lease_of, robots

from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.worker.link_focus import DROPPED, JudgeablePage, PageFocus
from auslese.crawl.worker.report_rows import unpack_page
from auslese.records.fetch import Fetched, Refusal, Refused
from auslese.records.reading import Links, Reading
from auslese.records.url import Url, key_of
from auslese.records.visit import FOCUS_BUCKETS, Visit

RAZOR = 100.0


def bucket_of(words: str) -> int:
    return DROPPED if words == "never" else int(words) if words.isdecimal() else 4


class LengthFocus:
    """The longer a page, the worse; a link that is called `never` promises nothing.

    One that is called by a number waits in that bucket.
    """

    name = "length 1"
    razor = RAZOR

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self.pages: list[JudgeablePage] = []

    def judge(self, pages: Sequence[JudgeablePage]) -> list[PageFocus]:
        self.calls.append([page.url for page in pages])
        self.pages += pages
        return [
            PageFocus(
                float(len(page.text)) if page.text else None,
                [bucket_of(link.anchor) for link in page.links],
                [RAZOR + 1 if link.anchor == "never" else 7.0 for link in page.links],
                reward=0.5,
            )
            for page in pages
        ]

    def keep(self) -> None:
        self.calls.append(["kept"])


def read_named_links(url: Url, fetched: Fetched) -> Reading:
    """A page of lines `NAME URL`; its text is its last line."""
    lines = fetched.content.decode().splitlines()
    pairs = [line.split() for line in lines if " http" in line]
    links = Links([Url(to) for _, to in pairs], [name for name, _ in pairs], [""] * len(pairs))
    return Reading("text/html", links=links, excerpt="" if " http" in lines[-1] else lines[-1])


@pytest.fixture
def focus() -> LengthFocus:
    return LengthFocus()


def run(focus: LengthFocus, *pages: str, **parts: Any) -> Run:
    """A lease of these pages, fetched and judged."""
    urls = [f"{A}/{number}" for number in range(1, len(pages) + 1)]
    web = Web(
        {ROBOTS: robots()}
        | {url: answer(text.encode()) for url, text in zip(urls, pages, strict=True)}
    )
    made = Run(web, lease_of(*urls), focus=focus, read=read_named_links, **parts)
    made.runner.judge_pages()
    return made


def found(made: Run) -> dict[str, Visit]:
    return {one.url.removeprefix(f"{A}/"): one for one in made.runner.outbox.found}


def score_of(ended: EndedVisit) -> tuple[float | None, str | None]:
    row = unpack_page(ended.page)
    return row.focus_score, row.focus_by


def test_all_pages_of_a_report_are_judged_at_once(focus: LengthFocus) -> None:
    run(focus, f"x {A}/a\ntext", f"x {A}/b\nmore text")

    assert focus.calls == [[f"{A}/1", f"{A}/2"]]


def test_links_wait_in_the_bucket_that_they_promise(focus: LengthFocus) -> None:
    made = run(focus, f"x {A}/a\ntext")

    assert (found(made)["a"].bucket, found(made)["a"].refused) == (4, None)


def test_a_link_above_the_razor_is_refused_and_says_so(focus: LengthFocus) -> None:
    dropped = found(run(focus, f"never {A}/a\ntext"))["a"]

    assert dropped.refused == Refused(Refusal.FOCUS, "links to it score 101, above 100")
    assert dropped.bucket == FOCUS_BUCKETS[-1]


def test_a_dropped_link_is_judged_again_where_it_is_named_again(focus: LengthFocus) -> None:
    made = run(focus, f"never {A}/a\nx {A}/b\ntext", f"x {A}/a\nx {A}/a\ntext")

    places = [(one.url, one.refused is None) for one in made.runner.outbox.found]
    assert places == [(f"{A}/a", False), (f"{A}/b", True), (f"{A}/a", True)]


def test_what_was_just_reported_is_not_judged_once_more(focus: LengthFocus) -> None:
    page = f"x {A}/a\ntext"
    made = run(focus, page, page, settings=STREAM)

    assert [one.url for one in made.runner.outbox.found] == [f"{A}/a"]


STREAM = errand_settings(stream=True)  # judged page by page


def places(made: Run) -> list[tuple[str, int]]:
    return [(one.url.removeprefix(f"{A}/"), one.bucket) for one in made.runner.outbox.found]


def test_what_waits_in_a_poor_place_is_reported_again_by_a_better_link_alone(
    focus: LengthFocus,
) -> None:
    links = ("8", "10", "6", "6", "never", "4", "4")
    made = run(focus, *(f"{name} {A}/a\ntext" for name in links), settings=STREAM)

    assert places(made) == [("a", 8), ("a", 6), ("a", 4)]


def test_a_link_that_is_not_to_be_followed_moves_nothing_up(focus: LengthFocus) -> None:
    def unfollowed(url: Url, fetched: Fetched) -> Reading:
        reading = read_named_links(url, fetched)
        reading.links.rels[:] = ["nofollow" if url.endswith("/2") else ""]
        return reading

    pages = (f"8 {A}/a\ntext", f"4 {A}/a\ntext")
    urls = [f"{A}/1", f"{A}/2"]
    web = Web(
        {ROBOTS: robots()} | {u: answer(p.encode()) for u, p in zip(urls, pages, strict=True)}
    )
    made = Run(web, lease_of(*urls), STREAM, focus=focus, read=unfollowed)

    assert places(made) == [("a", 8)]


def test_who_judges_sees_where_links_lead_and_all_that_a_page_names(focus: LengthFocus) -> None:
    page = f"x {A}/a\nx {A}/b\ntext"
    run(focus, page, page, settings=errand_settings(stream=True))

    first, second = focus.pages
    keys = [key_of(Url(f"{A}/{name}")) for name in "ab"]
    assert (first.key, first.targets, first.named) == (key_of(Url(f"{A}/1")), keys, keys)
    assert (second.targets, second.named) == ([], keys)


def test_a_page_is_noted_with_what_it_was_worth(focus: LengthFocus) -> None:
    made = run(focus, "four")

    assert [unpack_page(ended.page).focus_reward for ended in made.ended] == [0.5]


def test_a_page_is_noted_with_its_score_and_by_what_it_was_judged(focus: LengthFocus) -> None:
    made = run(focus, "four")

    assert [score_of(ended) for ended in made.ended] == [(4.0, "length 1")]


def test_links_that_are_refused_anyway_are_not_judged(focus: LengthFocus) -> None:
    out = Refused(Refusal.SCOPE, "nothing allows it")
    made = run(focus, f"never {A}/a\ntext", refuse=lambda url, depth: out if depth else None)

    assert found(made)["a"].refused == out


def test_streamed_pages_have_their_score(focus: LengthFocus) -> None:
    web = Web({ROBOTS: robots(), f"{A}/1": answer(b"four")})

    made = Run(web, lease_of(f"{A}/1"), STREAM, focus=focus, read=read_named_links)

    assert '"focus_score":4.0' in made.runner.outbox.lines[0]


def test_a_worker_without_a_focus_judges_nothing() -> None:
    made = Run(Web({ROBOTS: robots(), f"{A}/1": answer(b"x")}), lease_of(f"{A}/1"))
    made.runner.judge_pages()

    assert score_of(made.ended[0]) == (None, None)
