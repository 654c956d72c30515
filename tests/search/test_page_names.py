"""Whoever asks by the name of a page gets that page, and not one that mentions it."""

from pathlib import Path

import pytest
from tests.search.small_index import ask, engine_of, page

from auslese.search.answer.search_engine import SearchEngine
from auslese.search.index.page_names import name_key, names_of, runs_of

JAVA = "http://java.example/api/java/util/HashMap.html"
USE = "http://java.example/api/java/util/class-use/HashMap.html"
TREE = "java.lang.Object java.util.AbstractMap java.util.HashMap. A HashMap is a table of keys."
MENTIONS = "java util HashMap " * 20


@pytest.mark.parametrize(
    ("title", "url", "name"),
    [
        ("Engine Configuration — SQLAlchemy 1.4 Documentation", "", "engine configuration"),
        ("GtkWidget: GTK+ 3 Reference Manual", "", "gtkwidget"),
        ("8.7. Druckereinrichtung", "", "druckereinrichtung"),
        ("Chapter 16. Conclusion: Debian's Future", "", "conclusion"),
        ("Глава 2. Системные требования", "", "системные требования"),
        ("git-diff-index(1)", "", "git diff index"),
        ("Class HashMap<K,V>", "", "hashmap"),
        ("HashMap (Java SE 17 & JDK 17)", JAVA, "java util hashmap"),
        ("", "http://c.example/cpp/container/unordered_map.html", "unordered map"),
        ("", "http://c.example/tutorial/index.html", "tutorial"),
        ("C++ and C#", "", "c++ and c#"),
    ],
)
def test_a_page_has_names_of_its_title_and_its_address(title: str, url: str, name: str) -> None:
    assert name in names_of(title, url)


def test_what_links_call_a_page_are_its_names() -> None:
    names = names_of("", "", "create_engine() · Engine Configuration")

    assert names == ["create engine", "engine configuration"]


def test_a_name_is_there_for_its_title_and_for_its_address_and_none_is_empty() -> None:
    names = names_of("Tutorial (Tutorial)", "http://a.example/tutorial/")

    assert names == ["tutorial tutorial", "tutorial", "tutorial"]
    assert names_of("", "") == names_of("—", "http://a.example/") == []


def test_all_runs_of_a_query_are_names_with_their_share_of_it() -> None:
    runs = {run: (share, words) for run, share, words in runs_of("std::vector in C++")}

    assert runs[name_key("std::vector in C++")] == (1.0, 4)
    assert runs["std vector"] == (9 / 14, 2)
    assert "vector c++" not in runs
    assert runs["stdvector"] == runs["std vector"]  # as git hooks is githooks
    assert runs_of("—") == []


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> SearchEngine:
    folder: Path = tmp_path_factory.mktemp("names")
    pages = [
        page(1, TREE, url=JAVA, title="HashMap (Java SE 17)"),
        page(2, MENTIONS, url=USE, title="Uses of Class java.util.HashMap (Java SE 17)"),
        page(
            3,
            "To create an index concurrently takes longer.",
            title="CREATE INDEX",
            url="http://p.example/sql-createindex",
        ),
        page(4, "create index concurrently " * 30, title="Indexes", url="http://q.example/indexes"),
        page(5, "Power and package manager. " * 9, title="9.2. Power Management"),
        page(6, "Tools.", title="Chapter 5. Package Manager: Tools and Principles"),
        *(
            page(n, "class set map key table", title=f"Other {n} - The Manual")
            for n in range(7, 30)
        ),
    ]
    return engine_of(folder, [each._replace(language="en") for each in pages])


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("java.util.HashMap", 1),
        ("HashMap", 1),
        ("create index", 3),
        ("CREATE INDEX concurrently", 3),
        ("package manager", 6),
        ("Other 12", 12),
    ],
)
def test_the_page_that_is_called_so_comes_before_pages_that_mention_it(
    engine: SearchEngine, query: str, first: int
) -> None:
    assert ask(engine, query).ids(1) == [first]


def test_what_all_pages_are_called_is_worth_little(engine: SearchEngine) -> None:
    (best,) = ask(engine, "Other 12").hits(0, 1)
    (any_of_them,) = ask(engine, "the manual").hits(0, 1)

    assert best.parts["name"] > 4 * any_of_them.parts.get("name", 0.0)


def test_alternatives_and_beginnings_are_no_names(engine: SearchEngine) -> None:
    for query in ("create OR index", "creat* index", "create NEAR/3 index"):
        assert all("name" not in hit.parts for hit in ask(engine, query).hits(0, 3))


def test_a_name_and_the_other_parts_sum_to_the_score(engine: SearchEngine) -> None:
    for hit in ask(engine, "create index").hits(0, 5):
        assert hit.score == pytest.approx(sum(hit.parts.values()), abs=1e-3)
