from pathlib import Path

import numpy as np
import pytest

from auslese.analyse.relevance.field_terms import RelevanceText, learn_field, url_pieces
from auslese.analyse.relevance.page_features import PageFeatures, read_page_features
from auslese.analyse.relevance.relevance_features import (
    ExtraColumn,
    cluster_columns,
    learn_feature_space,
    link_columns,
    read_feature_space,
)

from .planted import features, pages, space


def test_forms_of_a_word_share_a_column_named_by_the_most_frequent_form() -> None:
    texts = [RelevanceText("", "harbours harbours harbour", "", "en")] * 2

    field, _ = learn_field("word", texts)

    assert field.terms == ("harbour",)
    assert field.names == ("harbours",)


def test_pages_read_in_batches_are_as_those_read_at_once() -> None:
    parts = [space().features(pages()[at : at + 70]) for at in range(0, 300, 70)]

    stacked = PageFeatures.stack(parts)

    assert (stacked.words != features().words).nnz == 0
    assert np.allclose(stacked.dense, features().dense, atol=1e-5)


def test_a_page_without_a_known_word_has_nothing_and_is_no_error() -> None:
    found = space().features([RelevanceText("", "", "", ""), RelevanceText("Ω", "ωμέγα", "", "el")])

    assert found.words.nnz == 0
    assert not found.dense.any()
    assert found.known.tolist() == [0, 0]


def test_features_and_space_come_back_from_their_folders(tmp_path: Path) -> None:
    features().save(tmp_path / "pages", {"of": "me"})
    space().save(tmp_path / "space", {})

    again, space_again = (
        read_page_features(tmp_path / "pages"),
        read_feature_space(tmp_path / "space"),
    )

    assert again is not None
    assert space_again is not None
    assert (again.words != features().words).nnz == 0
    assert again.layout == features().layout == space_again.layout
    assert np.array_equal(
        space_again.features(pages()[:5]).dense, features().rows(np.arange(5)).dense
    )


def test_what_is_not_there_is_none(tmp_path: Path) -> None:
    assert read_page_features(tmp_path) is None
    assert read_feature_space(tmp_path) is None


def test_columns_of_the_caller_stand_behind_the_meanings_by_their_names() -> None:
    extra = [ExtraColumn("cluster", "Cats"), ExtraColumn("link", "rank")]
    mine = learn_feature_space(pages()[:50], extra)

    found = mine.features(pages()[:2], np.array([[0.5, 1.0], [0.0, 2.0]]))

    assert found.dense[:, -2:].tolist() == [[0.5, 1.0], [0.0, 2.0]]
    assert mine.name_of_dense(found.dense.shape[1] - 1) == ("link", "rank")
    with pytest.raises(ValueError, match="extra columns"):
        mine.features(pages()[:2], np.zeros((2, 5)))


def test_cluster_similarities_are_stretched_over_the_clusters_of_one_page() -> None:
    found = cluster_columns(np.array([[2.0, 4.0, 3.0], [1.0, 1.0, 1.0]]))

    assert found.tolist() == [[0.0, 1.0, 0.5], [0.0, 0.0, 0.0]]


def test_links_count_by_their_logarithm_and_ranks_by_the_hundred() -> None:
    found = link_columns(np.array([0, 1000]), np.array([0.0, 50.0]))

    assert found[0].tolist() == [0.0, 0.0]
    assert found[1].tolist() == pytest.approx([1.0, 0.5])


def test_an_address_is_read_in_pieces_with_its_ends_marked() -> None:
    pieces = set(url_pieces("http://www.example.org/~jo/"))

    assert {"^ex", "/~j", "jo/$"} <= pieces
    assert not any("http" in piece or "www" in piece for piece in pieces)


def test_nobody_to_learn_from_makes_a_space_in_which_all_pages_are_empty() -> None:
    nothing = learn_feature_space([])

    assert nothing.features(pages()[:3]).words.shape == (3, 0)
