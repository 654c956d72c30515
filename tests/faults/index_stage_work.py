"""The whole stage that makes the index, with its questions to the tables."""

from collections.abc import Sequence
from pathlib import Path

from auslese.recipes.searching.index_stage import check_index
from auslese.search.index.index_generation import current_generation
from auslese.store.collection import Collection
from tests.faults.fault_operations import Confirm, Operation
from tests.indexed_collection import add_page, make, names, searched_collection, state


class IndexStageWork(Operation):
    """An index that is there gets another page."""

    def prepare(self, folder: Path) -> None:
        add_page(searched_collection(folder), 4, "Haus und Geige")

    def run(self, folder: Path, confirm: Confirm) -> None:
        make(Collection.open(folder), workers=1)
        confirm("all")

    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        collection = Collection.open(folder)
        found = len(names(collection, "haus"))
        assert found == 3 if confirmed else found in (2, 3), found
        make(collection, workers=1)
        assert check_index(collection) == []
        assert len(names(collection, "haus")) == 3
        ids = state(collection)[0]
        assert len(ids) == len(set(ids)) == 5
        generation = current_generation(collection.index)
        assert generation is not None
        assert [place for place in collection.index.iterdir() if place.is_dir()] == [
            generation.folder
        ]


OPERATION = IndexStageWork()
