"""The setting people.names puts lists from a folder beside the finder."""

from pathlib import Path

import pytest

from auslese.recipes.people.chosen_finder import chosen_finder
from auslese.recipes.settings.people_settings import PeopleSection
from auslese.records.errors import NotFoundError

HEAD = "part\tfirst\tmiddle\tlast\n"
TEXT = "the lecture of xu Zelmarik Tenbrauchel on tuesday"


def lists(folder: Path, *rows: str) -> PeopleSection:
    (folder / "counts.tsv").write_text(HEAD + "".join(f"{row}\n" for row in rows), "utf-8")
    return PeopleSection(finder="seed", names=str(folder))


def test_names_of_the_folder_are_found_too(tmp_path: Path) -> None:
    section = lists(tmp_path, "Zelmarik\t4\t0\t0", "Tenbrauchel\t0\t0\t4")

    plain, widened = chosen_finder(PeopleSection(finder="seed")), chosen_finder(section)

    assert "Zelmarik Tenbrauchel" not in {found.name.full for found in plain.open().find(TEXT)}
    assert "Zelmarik Tenbrauchel" in {found.name.full for found in widened.open().find(TEXT)}


def test_pages_are_looked_at_anew_when_the_lists_change(tmp_path: Path) -> None:
    before = chosen_finder(lists(tmp_path, "Zelmarik\t4\t0\t0")).model
    after = chosen_finder(lists(tmp_path, "Zelmarik\t4\t0\t0", "Tenbrauchel\t0\t0\t4")).model

    assert before != after != chosen_finder(PeopleSection(finder="seed")).model


def test_a_folder_without_lists_is_named(tmp_path: Path) -> None:
    section = PeopleSection(names=str(tmp_path))

    with pytest.raises(NotFoundError, match=r"people.names: there is no .*counts.tsv"):
        chosen_finder(section).open()
