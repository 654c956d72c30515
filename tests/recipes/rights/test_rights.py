"""Rights of pages: worked out from all that is said, heeded by what leaves, told with sources."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.archived_collection import NOON, Fetched, add_pages, archived_collection, page_about
from tests.serve.served import client_of

from auslese.cli.main import program
from auslese.recipes.pages.page_filter import pages_query
from auslese.recipes.rights.permitted_pages import PermittedPages, permitted_pages
from auslese.recipes.rights.rights_report import rights_counts, rights_of
from auslese.recipes.rights.rights_stage import RightsStage, RightsSummary
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.rights.page_rights import RightsProfile, Use
from auslese.store.collection import Collection
from auslese.store.rights.rights_lookups import page_reservations
from auslese.store.tables.parquet_segments import read_table, replace_table
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import segment_path
from auslese.store.tables.sql_views import connect

A, B = "http://a.example", "http://b.example"
HOME, NEWS, OPEN, PAPER = f"{A}/", f"{A}/news/1", f"{A}/open/1", f"{A}/paper.pdf"
SHY, SOLD, PLAIN = f"{B}/shy", f"{B}/sold", "http://c.example/plain"
RSL = f"{A}/licence.xml"
PAGES = [
    Fetched(HOME, page_about("home")),
    Fetched(NEWS, page_about("news")),
    Fetched(OPEN, page_about("open")),
    Fetched(PAPER, page_about("paper"), optouts=f"rsl={RSL}"),
    Fetched(SHY, page_about("shy"), optouts="noai"),
    Fetched(SOLD, page_about("sold"), optouts="tdm-policy=http://b.example/terms,tdm-reservation"),
    Fetched(PLAIN, page_about("plain")),
]
ROBOTS = """User-agent: GPTBot
Disallow: /
User-agent: *
Content-Usage: / train-ai=n
Content-Usage: /open/ train-ai=y, search=y
Content-Signal: search=yes, shopping=no
User-agent: auslese
Crawl-delay: 1
"""
TDMREP = json.dumps(
    [
        {"location": "/news/*", "tdm-reservation": 1, "tdm-policy": "http://a.example/policy"},
        {"location": "/*.pdf$", "tdm-reservation": 0},
        {"location": "/open"},
    ]
)
LICENCE = """<rsl xmlns="https://rslstandard.org/rsl"><content url="http://a.example/*.pdf">
<license><permits type="usage">search ai-input</permits><payment type="use"/></license></content>
<content url="http://elsewhere.example/"><license/></content></rsl>"""
FILES = [(f"{A}/.well-known/tdmrep.json", TDMREP), (RSL, LICENCE)]
EMPTY: dict[str, Any] = {"string": "", "int64": 0, "int32": 0, "float": 0.0}


def write_sites(collection: Collection, *sites: tuple[str, str, list[tuple[str, str]]]) -> None:
    """Write what hosts say, as a crawl does."""
    schema = TABLES["sites"].schema
    rows = []
    for host, robots, files in sites:
        empty = {field.name: EMPTY.get(str(field.type)) for field in schema}
        kept = [{"url": url, "status": 200, "at": NOON, "text": text} for url, text in files]
        told = {"host": host, "robots": robots, "robots_at": NOON, "rights_files": kept}
        rows.append(empty | told)
    columns = {name: [row[name] for row in rows] for name in schema.names}
    replace_table(collection.tables, "sites", columns)


def judge(collection: Collection, **options: Any) -> RightsSummary:
    return run_stage(RightsStage(), collection, StageOptions(**options))


def why_stale(collection: Collection, **options: Any) -> list[str]:
    return RightsStage().why_stale(collection, StageOptions(**options))


def made(path: Path) -> Collection:
    collection = archived_collection(path, PAGES)
    write_sites(collection, ("a.example", ROBOTS, FILES), ("b.example", "User-agent: *", []))
    return collection


@pytest.fixture(scope="module")
def silent(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Before the stage has run."""
    return made(tmp_path_factory.mktemp("silent") / "c")


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    collection = made(tmp_path_factory.mktemp("judged") / "c")
    judge(collection)
    return collection


def uses(collection: Collection, url: str) -> tuple[str, ...]:
    """What holds for search, ai-input and ai-train."""
    with connect(collection) as tables:
        found = rights_of(tables, url)
    assert found is not None
    return tuple(found["uses"].values())


def permitted(
    collection: Collection, profile: RightsProfile, use: Use, where: str = ""
) -> tuple[PermittedPages, set[str]]:
    with connect(collection) as tables:
        chosen = pages_query(where, tables) if where else ""
        found = permitted_pages(tables, profile, use, chosen)
        rows = tables.execute(f"SELECT url FROM pages WHERE id IN ({found.query})").fetchall()
    return found, {url for (url,) in rows}


# -- the stage ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (HOME, ("allowed", "unstated", "reserved")),
        (NEWS, ("allowed", "conditional", "reserved")),
        (OPEN, ("allowed", "unstated", "allowed")),
        (PAPER, ("conditional", "conditional", "reserved")),
        (SHY, ("unstated", "reserved", "reserved")),
        (SOLD, ("unstated", "conditional", "conditional")),
        (PLAIN, ("unstated", "unstated", "unstated")),
    ],
    ids=["home", "news", "open", "paper", "shy", "sold", "plain"],
)
def test_of_all_that_is_said_the_most_restrictive_holds(
    judged: Collection, url: str, told: tuple[str, ...]
) -> None:
    assert uses(judged, url) == told


def test_every_statement_has_its_source_its_vocabulary_and_its_day(judged: Collection) -> None:
    with connect(judged) as tables:
        found = rights_of(tables, NEWS)
    assert found is not None
    (mined,) = (
        each
        for each in found["statements"]
        if (each["use"], each["source"]) == ("ai-train", "tdmrep.json")
    )

    assert mined == {
        "use": "ai-train",
        "permission": "conditional",
        "source": "tdmrep.json",
        "vocabulary": "TDMRep, W3C community group report, 2024-05-10",
        "said_at": NOON.isoformat(),
        "detail": "http://a.example/policy",
    }
    assert {each["source"] for each in found["statements"]} == {
        "robots.txt content-usage",
        "robots.txt content-signal",
        "tdmrep.json",
    }


def test_what_is_forbidden_to_other_robots_says_nothing_of_use(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", [Fetched(HOME, b"x")])
    write_sites(collection, ("a.example", "User-agent: GPTBot\nDisallow: /\n", []))
    judge(collection)

    assert uses(collection, HOME) == ("unstated", "unstated", "unstated")


@pytest.mark.parametrize(
    ("robots", "told"),
    [
        ("User-agent: *\nContent-Signal: ai-train=yes\nUser-agent: Auslese\n"
         "Content-Signal: ai-train=no", "reserved"),
        ("User-agent: *\nContent-Signal: ai-train=no\nUser-agent: Auslese\n"
         "Content-Signal: ai-train=yes", "reserved"),
        ("User-agent: otherbot\nContent-Signal: ai-train=no", "unstated"),
        ("Content-Usage: train-ai=n", "reserved"),
        ("User-agent: *\nCONTENT-USAGE:\t/\ttrain-ai=N", "reserved"),
        ("User-agent: *\nContent-Usage: /other train-ai=n", "unstated"),
        ("User-agent: *\nContent-Usage: / train-ai=n\nContent-Usage: / train-ai=y", "reserved"),
        ("User-agent: *\nContent-Usage: train-ai", "unstated"),
        ("User-agent: *\nLicense: /licence.xml", "conditional"),
        ("User-agent: *\nLicense: http://elsewhere.example/l.xml", "conditional"),
    ],
    ids=range(10),
)  # fmt: skip
def test_groups_lists_and_letters_of_robots_txt(tmp_path: Path, robots: str, told: str) -> None:
    collection = archived_collection(tmp_path / "c", [Fetched(HOME, b"x")])
    write_sites(collection, ("a.example", robots, []))
    judge(collection)

    assert uses(collection, HOME)[2] == told


def test_files_that_cannot_be_read_state_nothing_but_a_licence_is_a_condition(
    tmp_path: Path,
) -> None:
    collection = archived_collection(tmp_path / "c", PAGES)
    broken = [(FILES[0][0], "[" * 50_000), (RSL, "<rsl><content url='/'><lic")]
    write_sites(collection, ("a.example", "", broken))
    summary = judge(collection)

    assert uses(collection, NEWS) == ("unstated", "unstated", "unstated")
    assert uses(collection, PAPER) == ("conditional", "conditional", "conditional")
    assert summary.unknown == {"tdmrep.json: not readable": 1}


def test_a_summary_counts_what_is_reserved_and_what_nobody_knows(tmp_path: Path) -> None:
    summary = judge(made(tmp_path / "c"))

    assert (summary.pages, summary.sites, summary.stated) == (7, 1, 6)
    assert summary.reserved == {"search": 1, "ai-input": 4, "ai-train": 5}
    assert summary.unknown == {
        "content-signal: shopping=no": 1,
        "tdmrep.json: rule without a meaning": 1,
    }


def test_the_table_is_stale_when_pages_or_files_change_and_only_then(tmp_path: Path) -> None:
    collection = made(tmp_path / "c")
    assert why_stale(collection)
    judge(collection)
    assert why_stale(collection) == []
    assert not judge(collection).renewed

    write_sites(collection, ("a.example", "", []))
    assert why_stale(collection)
    assert judge(collection).renewed
    add_pages(collection, [Fetched(f"{A}/new", b"x")])
    assert why_stale(collection)
    assert why_stale(Collection.create(tmp_path / "empty", "")) == []


def test_a_run_that_is_stopped_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    collection = made(tmp_path / "c")
    judge(collection)
    before = segment_path(collection.tables, "rights", 1).read_bytes()

    summary = judge(collection, again=True, stopped=lambda: "enough")

    assert summary.ending == "enough"
    assert segment_path(collection.tables, "rights", 1).read_bytes() == before
    assert list(segment_path(collection.tables, "rights", 1).parent.glob("*tmp*")) == []


def test_sites_of_older_crawls_have_no_such_files(tmp_path: Path) -> None:
    collection = made(tmp_path / "c")
    old = read_table(collection.tables, "sites").drop_columns(["rights_files"])
    columns = {name: old[name].to_pylist() for name in old.column_names}
    replace_table(collection.tables, "sites", columns | {"rights_files": [None, None]})
    judge(collection)

    assert uses(collection, HOME) == ("allowed", "unstated", "reserved")
    assert uses(collection, NEWS) == ("allowed", "unstated", "reserved")


# -- what may leave -------------------------------------------------------------------------------


def test_pages_of_reserved_use_do_not_leave_and_are_counted(judged: Collection) -> None:
    found, urls = permitted(judged, RightsProfile.SHAREABLE, Use.AI_TRAIN)

    assert urls == {OPEN, PLAIN}
    assert found.left_out == {"ai-train reserved": 4, "ai-train conditional": 1}
    assert (found.chosen, found.permitted, found.is_told) == (7, 2, True)
    assert found.lines() == [
        "4 pages left out: ai-train reserved",
        "1 page left out: ai-train conditional",
    ]


@pytest.mark.parametrize(
    ("profile", "use", "number"),
    [
        (RightsProfile.INTERNAL, Use.AI_TRAIN, 7),
        (RightsProfile.URLS_ONLY, Use.AI_TRAIN, 7),
        (RightsProfile.SHAREABLE, Use.SEARCH, 6),
        (RightsProfile.SHAREABLE, Use.AI_INPUT, 3),
        (RightsProfile.SENTENCES_SHUFFLED, Use.AI_INPUT, 3),
    ],
)
def test_profile_and_use_decide(
    judged: Collection, profile: RightsProfile, use: Use, number: int
) -> None:
    found, urls = permitted(judged, profile, use)

    assert len(urls) == found.permitted == number


def test_only_chosen_pages_leave_and_are_counted(judged: Collection) -> None:
    found, urls = permitted(judged, RightsProfile.SHAREABLE, Use.AI_TRAIN, "host:a.example")

    assert urls == {OPEN}
    assert (found.chosen, found.left_out) == (4, {"ai-train reserved": 3})


def test_before_the_stage_has_run_the_word_of_pages_themselves_is_heeded(
    silent: Collection,
) -> None:
    found, urls = permitted(silent, RightsProfile.SHAREABLE, Use.AI_TRAIN)

    assert urls == {HOME, NEWS, OPEN, PLAIN}
    assert found.left_out == {"ai-train conditional": 2, "ai-train reserved": 1}
    assert not found.is_told
    assert "auslese analyse DIR rights" in found.lines()[-1]
    assert uses(silent, SOLD) == ("unstated", "conditional", "conditional")


def test_a_page_that_is_newer_than_the_table_is_judged_by_its_own_word(tmp_path: Path) -> None:
    collection = made(tmp_path / "c")
    judge(collection)
    add_pages(collection, [Fetched(f"{A}/new", b"x", optouts="noai"), Fetched(f"{B}/new", b"x")])

    found, urls = permitted(collection, RightsProfile.SHAREABLE, Use.AI_INPUT)

    assert f"{B}/new" in urls
    assert f"{A}/new" not in urls
    assert not found.is_told


@pytest.mark.parametrize(
    ("directives", "shareable", "shuffled"),
    [
        ("noarchive", False, True),
        ("nofollow,nosnippet", False, False),
        ("max-snippet:5", True, True),
    ],
)
def test_a_page_that_forbids_copies_does_not_leave_as_a_text(
    tmp_path: Path, directives: str, shareable: bool, shuffled: bool
) -> None:
    collection = archived_collection(tmp_path / "c", [Fetched(HOME, b"x")])
    table = read_table(collection.tables, "pages").to_pydict()
    replace_table(collection.tables, "pages", table | {"directives": [directives]})

    for profile, leaves in (
        (RightsProfile.SHAREABLE, shareable),
        (RightsProfile.SENTENCES_SHUFFLED, shuffled),
        (RightsProfile.INTERNAL, True),
    ):
        found, urls = permitted(collection, profile, Use.SEARCH)
        assert bool(urls) is leaves
        assert sum(found.left_out.values()) == (not leaves)


def test_reserved_uses_are_told_with_a_page(judged: Collection) -> None:
    with connect(judged) as tables:
        query = f"SELECT url, reservations FROM ({page_reservations()}) JOIN pages USING (id)"
        rows = tables.execute(query).fetchall()
    found = dict(rows)

    assert found[PAPER] == ["ai-input", "ai-train", "search"]
    assert found[HOME] == ["ai-train"]
    assert PLAIN not in found


def test_rights_are_conditions_on_pages(judged: Collection) -> None:
    def fitting(where: str) -> set[str]:
        with connect(judged) as tables:
            query = pages_query(where, tables)
            rows = tables.execute(f"SELECT url FROM pages WHERE id IN ({query})").fetchall()
        return {url for (url,) in rows}

    assert fitting("rights:ai-train") == {OPEN, PLAIN}
    assert fitting("NOT rights:AI-Train host:b.example") == {SHY, SOLD}
    assert fitting("rechte:reserved NOT rights:search") == {PAPER}
    with pytest.raises(SettingsError, match="rights:anything"):
        fitting("rights:anything")


# -- the command ----------------------------------------------------------------------------------


def run(*words: object) -> str:
    done = CliRunner().invoke(program, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


def test_the_command_counts_pages_and_sources(judged: Collection) -> None:
    said = run("rights", judged.path)

    assert "ai-train  1 unstated, 1 allowed, 1 conditional, 4 reserved" in said
    assert "tdmrep.json: 2 pages" in said
    counts = json.loads(run("rights", judged.path, "--json"))
    with connect(judged) as tables:
        assert counts == rights_counts(tables)
    assert counts["told"]
    assert counts["uses"]["search"] == {
        "unstated": 3, "allowed": 3, "conditional": 1, "reserved": 0
    }  # fmt: skip


def test_the_command_tells_who_said_what_of_a_page(judged: Collection) -> None:
    said = run("rights", judged.path, PAPER)

    assert "search    conditional\n  allowed: robots.txt content-signal" in said
    assert f"reserved: page rsl, {RSL} (2026-05-01; RSL 1.0, 2025-12-10)" in said
    assert json.loads(run("rights", judged.path, PAPER, "--json"))["uses"]["ai-train"] == "reserved"


def test_the_command_says_what_is_not_known_and_what_is_not_there(silent: Collection) -> None:
    assert "only what pages say themselves is known" in run("rights", silent.path)
    for url in ("http://nowhere.example/", "::::"):
        with pytest.raises(NotFoundError, match="is no page of"):
            program.main(["rights", str(silent.path), url], standalone_mode=False)


def test_the_record_of_a_page_tells_it_in_both_languages(judged: Collection) -> None:
    client = client_of(judged)

    assert client.get(f"/page.json?url={NEWS}").json()["rights"] == {
        "search": "allowed",
        "ai_input": "conditional",
        "ai_train": "reserved",
        "sources": ["robots.txt content-signal", "robots.txt content-usage", "tdmrep.json"],
    }
    for language, said in (
        ("en", "search engines: allowed; answers of AI: by licence; training of AI: reserved"),
        (
            "de",
            "Suchmaschinen: erlaubt; Antworten von KI: mit Lizenz; Training von KI: vorbehalten",
        ),
    ):
        page = client.get(f"/page?url={NEWS}", headers={"accept-language": language}).text
        assert said in page
    assert "says of its use" not in client.get(f"/page?url={PLAIN}").text
