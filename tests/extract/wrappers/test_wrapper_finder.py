"""What repeats on a page, and wrappers that are learned from one record."""

from tests.even_pages import (
    CHAIRS,
    faculty_page,
    project_list,
    project_page,
    tree,
)

from auslese.extract.wrappers.element_paths import select
from auslese.extract.wrappers.repeated_blocks import repeated_blocks
from auslese.extract.wrappers.wrapped_records import records_in
from auslese.extract.wrappers.wrapper_learning import leaf_rules, learn_wrapper

POSTS = "".join(
    f'<li class="post" id="p{n}"><div class="who"><b>Author {n}</b><i>day {n}</i></div>'
    f'<div class="words"><p>{"A word or two. " * (n % 4 + 3)}</p></div></li>'
    for n in range(9)
)


def test_the_items_of_a_list_are_found_among_menus_and_footers() -> None:
    page = tree(project_list())

    (first, *_) = repeated_blocks(page)

    assert [each.attributes["class"].split()[0] for (each,) in first.blocks] == ["project"] * 8
    assert select(first.path, [page]) == [each for (each,) in first.blocks]


def test_a_post_is_found_with_its_author() -> None:
    page = tree(f"<div id='h'><p>Forum</p></div><ul id='thread'>{POSTS}</ul><p>the end</p>")

    (first, *_) = repeated_blocks(page)

    assert [each.tag for (each,) in first.blocks] == ["li"] * 9


def test_runs_of_a_flat_page_are_found() -> None:
    (first, *_) = repeated_blocks(tree(faculty_page(CHAIRS * 2)))

    assert first.starts
    assert first.path.written.endswith("h3")
    assert len(first.blocks) == 8


def test_nothing_repeats_on_a_page_without_a_list() -> None:
    assert repeated_blocks(tree("<h1>Mills</h1><p>They turn.</p>")) == []
    assert repeated_blocks(tree("")) == []


def test_paragraphs_of_an_article_are_not_likely_to_be_records() -> None:
    found = repeated_blocks(tree("".join(f"<p>It is number {n} and ends.</p>" for n in range(9))))

    assert all(each.score < 0.3 for each in found)


def test_a_wrapper_of_one_record_finds_the_others() -> None:
    page = tree(project_list())
    labelled = {"name": "Project number 2", "head": "Head 2", "years": "4", "url": "/p/2.html"}

    learned = learn_wrapper(page, labelled, "projects")

    assert learned is not None
    assert learned.missing == ()
    records = [{v.name: v.value for v in each.values} for each in records_in(page, learned.rule)]
    assert records == [
        {
            "name": f"Project number {n}",
            "head": f"Head {n}",
            "years": f"{n + 2}",
            "url": f"/p/{n}.html",
        }
        for n in range(8)
    ]


def test_a_wrapper_of_one_page_fits_its_siblings() -> None:
    labelled = {"name": "Project number 1", "phone": "0155 10", "by": "the river"}

    learned = learn_wrapper(tree(project_page(1)), labelled, "projects")

    assert learned is not None
    assert learned.rule.block is None
    (record,) = records_in(tree(project_page(7)), learned.rule)
    assert {value.name: value.value for value in record.values} == {
        "name": "Project number 7",
        "phone": "0755 10",
        "by": "the river",
    }
    assert learned.written["phone"] == {"label": "Phone"}
    assert learned.written["by"] == {"label": "Funding:"}


def test_what_does_not_stand_on_the_page_is_told() -> None:
    learned = learn_wrapper(tree(project_page(1)), {"name": "Project number 1", "x": "no"}, "a")

    assert learned is not None
    assert learned.missing == ("x",)
    assert learn_wrapper(tree(project_page(1)), {"x": "no such words"}, "a") is None


def test_rules_for_what_stands_in_blocks_are_proposed() -> None:
    (first, *_) = repeated_blocks(tree(project_list()))

    rules = leaf_rules(first.blocks)

    assert rules["h4"] == {"css": "h4"}
    assert rules["link"] == {"css": "a[href]", "attribute": "href"}
