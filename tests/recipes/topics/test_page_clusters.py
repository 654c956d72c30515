"""Pages come into clusters by what they say, and new ones without learning anew."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.linked_collection import add_rows
from tests.reading_run import rows
from tests.stage_runs import make_clusters
from tests.topic_collection import (
    TOPICS,
    add_pages,
    add_topics,
    topic_collection,
    topic_text,
    topic_url,
)

from auslese.recipes.settings.analysis_settings import TopicsSection
from auslese.recipes.topics import topic_stage as page_clusters
from auslese.recipes.topics.cluster_report import (
    cluster_quality_report,
    clusters_report,
    single_cluster_report,
)
from auslese.recipes.topics.model_folder import FOLDER, open_model
from auslese.recipes.topics.topic_stage import (
    PageClusterSummary,
    why_stale,
)
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.page_lookups import stored_cluster
from auslese.store.tables.sql_views import connect

FOUR = TopicsSection(clusters=4)
PAGES = 12


def make(collection: Collection, settings: TopicsSection = FOUR, **run: Any) -> PageClusterSummary:
    return make_clusters(collection, settings, **run)


def clusters(collection: Collection) -> dict[str, int]:
    return dict(rows(collection, "SELECT url, cluster FROM page_clusters"))


def topics_of_clusters(collection: Collection) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for url, cluster in clusters(collection).items():
        found.setdefault(cluster, set()).add(url.split("/")[2].split(".")[0])
    return found


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return topic_collection(tmp_path / "c", PAGES)


@pytest.mark.parametrize("method", ["communities", "bisecting"])
def test_each_topic_is_a_cluster_and_nobody_is_left_out(
    collection: Collection, method: str
) -> None:
    summary = make(collection, TopicsSection(clusters=4, method=method))

    assert (summary.pages, summary.clusters, summary.ending) == (4 * PAGES, 4, "finished")
    assert sorted(map(sorted, topics_of_clusters(collection).values())) == [
        [topic] for topic in sorted(TOPICS)
    ]
    assert len(clusters(collection)) == 4 * PAGES


@pytest.mark.parametrize("method", ["kmeans", "som", "wordcon"])
@pytest.mark.parametrize("similarity", ["cosine", "unico"])
def test_every_method_and_similarity_puts_every_page_somewhere(
    collection: Collection, method: str, similarity: str
) -> None:
    make(collection, TopicsSection(clusters=4, method=method, similarity=similarity))

    told = clusters_report(collection)
    assert told["pages"] == 4 * PAGES == len(clusters(collection))
    assert all(each["pages"] for each in told["clusters"])


def test_by_wordcon_pages_are_in_several_clusters_new_ones_too(collection: Collection) -> None:
    two = sorted(TOPICS)[:2]
    both = " ".join(topic_text(topic, 1) for topic in two)
    add_pages(collection, [("http://both.example/1", both, "en")])
    make(collection, TopicsSection(clusters=4, method="wordcon"))
    learnt = dict(rows(collection, "SELECT url, also FROM page_clusters"))
    add_pages(collection, [("http://both.example/2", both + " again", "en")])
    make(collection, TopicsSection(clusters=4, method="wordcon"))
    found = {
        url: (cluster, also)
        for url, cluster, also in rows(collection, "SELECT url, cluster, also FROM page_clusters")
    }

    assert learnt["http://both.example/1"]
    old, new = (found[f"http://both.example/{number}"] for number in (1, 2))
    assert {old[0], *old[1]} == {new[0], *new[1]}
    assert all(cluster not in also for cluster, also in found.values())
    told = single_cluster_report(collection, new[1][0], 50)
    assert "http://both.example/2" in [page["url"] for page in told["also"]["list"]]
    assert told["also"]["pages"] == sum(new[1][0] in also for _, also in found.values())
    with connect(collection) as tables:
        record = stored_cluster(tables, key_of(Url("http://both.example/2")))
    assert record is not None
    assert [each["cluster"] for each in record.also] == new[1]


def test_by_other_methods_a_page_is_in_one_cluster(collection: Collection) -> None:
    make(collection)

    assert rows(collection, "SELECT DISTINCT also FROM page_clusters") == [(None,)]
    assert single_cluster_report(collection, 0, 5)["also"] == {"pages": 0, "list": []}


def test_what_does_not_go_together_is_refused(collection: Collection) -> None:
    with pytest.raises(SettingsError, match="cosine only"):
        make(collection, TopicsSection(similarity="unico"))


def test_the_same_seed_gives_the_same_tables(collection: Collection) -> None:
    make(collection)
    before = rows(collection, "FROM page_clusters"), rows(collection, "FROM clusters")
    make(collection, again=True)

    assert before == (rows(collection, "FROM page_clusters"), rows(collection, "FROM clusters"))


def test_clusters_are_told_by_their_own_words_and_language(collection: Collection) -> None:
    make(collection)

    of = clusters(collection)
    by_number = {each["cluster"]: each for each in clusters_report(collection)["clusters"]}
    for topic, (language, words) in TOPICS.items():
        cluster = by_number[of[topic_url(topic, 0)]]
        assert cluster["language"] == language
        assert {word.lower() for word in cluster["words"]} & {word.lower() for word in words}


def test_a_new_page_goes_to_its_cluster_and_nobody_else_moves(collection: Collection) -> None:
    make(collection)
    before = {row[1]: row for row in rows(collection, "FROM page_clusters")}
    add_topics(collection, [PAGES])
    assert why_stale(collection, FOUR)

    summary = make(collection)

    assert (summary.new, summary.learnt_from) == (4, 0)
    after = {row[1]: row for row in rows(collection, "FROM page_clusters")}
    assert {url: after[url] for url in before} == before
    of = clusters(collection)
    assert all(of[topic_url(topic, PAGES)] == of[topic_url(topic, 0)] for topic in TOPICS)
    assert not why_stale(collection, FOUR)
    sizes = [each["pages"] for each in clusters_report(collection)["clusters"]]
    assert sizes == [PAGES + 1] * 4


def test_a_page_that_has_changed_goes_where_it_belongs_now(collection: Collection) -> None:
    make(collection)
    url = topic_url("organ", 0)
    add_pages(collection, [(url, topic_text("bees", 99), "en")], timedelta(days=1))

    make(collection)

    of = clusters(collection)
    assert of[url] == of[topic_url("bees", 0)]
    assert len(of) == 4 * PAGES


def test_a_collection_that_has_doubled_is_learnt_anew(collection: Collection) -> None:
    make(collection)
    add_topics(collection, range(PAGES, 2 * PAGES))

    assert make(collection).learnt_from == 8 * PAGES


def test_other_settings_are_learnt_anew(collection: Collection) -> None:
    make(collection)

    assert make(collection, TopicsSection(clusters=2)).clusters == 2


def test_most_pages_of_a_large_collection_are_given_to_clusters_learnt_from_few(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_clusters, "MOST_LEARNT", 2 * PAGES)
    summary = make(collection)

    assert summary.learnt_from == 2 * PAGES
    assert len(clusters(collection)) == 4 * PAGES
    assert all(len(topics) == 1 for topics in topics_of_clusters(collection).values())


def test_copies_are_in_no_cluster(collection: Collection) -> None:
    first, copy = topic_url("wine", 0), topic_url("wine", 1)
    again = [(copy, topic_text("wine", 1), "de")]
    add_pages(collection, again, timedelta(hours=1), title=f"About {first}")
    told = dict(
        rows(collection, "SELECT url, fetched_at FROM pages WHERE url LIKE '%wine.example/_'")
    )
    add_rows(
        collection,
        "duplicates",
        [
            {"id": key_of(Url(url)), "url": url, "fetched_at": told[url], "pages": 2}
            | {"group": key_of(Url(first)), "relation": relation}
            for url, relation in ((first, "first"), (copy, "near"))
        ],
    )
    make(collection)

    assert copy not in clusters(collection)
    assert first in clusters(collection)


def test_a_page_without_a_word_is_in_the_largest_cluster(collection: Collection) -> None:
    add_topics(collection, [])
    add_pages(collection, [("http://empty.example/", "", "")])
    make(collection)

    assert "http://empty.example/" in clusters(collection)


def test_pages_in_an_unknown_language_are_not_alike_by_their_little_words(
    collection: Collection,
) -> None:
    add_pages(
        collection,
        [
            (f"http://{topic}.unknown.example/{number}", topic_text(topic, 50 + number), "unknown")
            for topic in ("organ", "bees")
            for number in range(PAGES)
        ],
    )
    make(collection, TopicsSection(clusters=4))

    assert all(len(topics) == 1 for topics in topics_of_clusters(collection).values())


def test_a_run_that_is_stopped_goes_on(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_clusters, "MOST_LEARNT", 2 * PAGES)
    assert make(collection, stopped=lambda: "SIGINT").ending == "SIGINT"
    assert why_stale(collection, FOUR)

    assert make(collection).ending == "finished"
    assert len(clusters(collection)) == 4 * PAGES


def test_a_damaged_model_is_named_and_learnt_anew(collection: Collection) -> None:
    make(collection)
    path = collection.models / FOLDER / "centres.npy"
    path.write_bytes(path.read_bytes()[:-8])
    assert why_stale(collection, FOUR) == "damaged: centres.npy"

    assert make(collection).learnt_from == 4 * PAGES
    assert not why_stale(collection, FOUR)


def test_an_empty_collection_has_no_clusters_and_says_so(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    assert not why_stale(collection, FOUR)
    make(collection)
    with pytest.raises(NotFoundError, match="analyse"):
        clusters_report(collection)


def test_places_on_the_map_are_inside_it_and_near_their_cluster(collection: Collection) -> None:
    make(collection)
    places = np.array(
        rows(
            collection,
            "SELECT p.x, p.y, c.x, c.y FROM page_clusters p JOIN clusters c USING (cluster)",
        )
    )
    assert ((places >= 0) & (places <= 1)).all()
    radii = open_model(collection).discs.radii
    assert (np.hypot(*(places[:, :2] - places[:, 2:]).T) <= radii.max() + 1e-6).all()


def test_a_cluster_is_shown_with_its_nearest_pages_first(collection: Collection) -> None:
    make(collection)
    number = clusters(collection)[topic_url("bees", 3)]
    told = single_cluster_report(collection, number, 5)

    assert [page["closeness"] for page in told["nearest"]] == sorted(
        (page["closeness"] for page in told["nearest"]), reverse=True
    )
    assert all("bees" in page["url"] for page in told["nearest"])
    with pytest.raises(NotFoundError, match="no cluster 99"):
        single_cluster_report(collection, 99, 5)


def test_many_clusters_are_in_groups_whose_pages_are_those_of_their_clusters(
    tmp_path: Path,
) -> None:
    collection = topic_collection(tmp_path / "c", 20)
    summary = make(collection, TopicsSection(clusters=20, method="kmeans"))
    found = clusters_report(collection)["clusters"]
    groups = [each for each in found if each["is_group"]]

    assert summary.groups == len(groups) > 0
    for group in groups:
        inside = [each for each in found if each["parent"] == group["cluster"]]
        assert group["pages"] == sum(each["pages"] for each in inside)
    told = single_cluster_report(collection, groups[0]["cluster"], 5)
    assert [each["cluster"] for each in told["inside"]]


def test_clusters_are_measured_against_topics_by_url(
    collection: Collection, tmp_path: Path
) -> None:
    make(collection)
    gold = tmp_path / "gold.tsv"
    gold.write_text(
        "".join(f"{url}\t{url.split('/')[2]}\n" for url in clusters(collection)), "utf-8"
    )
    told = cluster_quality_report(collection, gold)

    assert (told["purity"], told["ari"], told["missing"]) == (1.0, 1.0, 0)
    assert told["silhouette"] > 0.3
    assert "purity" not in cluster_quality_report(collection, None)
