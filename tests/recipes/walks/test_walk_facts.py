"""What is known of pages that walks visited."""

from pathlib import Path

from tests.linked_collection import add_rows, document_row, linked_collection, page_row

from auslese.recipes.walks.walk_facts import HONEST, SPAM, answers, facts_of, spam_question
from auslese.records.url import Url, key_of

FIRST, COPY = "http://a.example/first", "http://a.example/copy"


def test_nothing_is_a_copy_before_copies_were_looked_for(tmp_path: Path) -> None:
    """Or all pages of which it is known would be copies, and their share 100 %."""
    collection = linked_collection(tmp_path / "walked", [FIRST], [])
    add_rows(collection, "pages", [page_row(COPY, copy_of=key_of(Url(FIRST)))])

    before = facts_of(collection)
    add_rows(collection, "duplicates", [page_row(FIRST, relation="first")])
    after = facts_of(collection)

    assert [before[key_of(Url(url))].is_copy for url in (FIRST, COPY)] == [None, None]
    assert [after[key_of(Url(url))].is_copy for url in (FIRST, COPY)] == [False, True]


PROSE = (
    "The keeper walks to the hives in the morning and looks at each of them, because a colony that"
    " has lost its queen is loud, and one that has none is slow to answer. She writes down what she"
    " sees, and by the end of the summer the book tells her which meadow gave most of the honey,"
    " where the wasps came from, and how many frames she will need when the lime trees flower."
    " None of it is hard; all of it takes time, and nobody can do it in her place, for bees know no"
    " holidays, and the weather does not wait for anybody who would rather stay in bed."
)


def test_pages_made_for_search_engines_are_told_by_what_they_say(tmp_path: Path) -> None:
    stuffed, listed = "http://b.example/pills", "http://www.bad.example/prose"
    pages = [FIRST, COPY, stuffed, listed, "http://a.example/unread"]
    collection = linked_collection(tmp_path / "walked", [FIRST, *pages[2:]], [])
    add_rows(collection, "pages", [page_row(COPY, copy_of=key_of(Url(FIRST)))])
    texts = {FIRST: PROSE, stuffed: "cheap pills buy pills online pills " * 40, listed: PROSE}
    add_rows(collection, "documents", [document_row(url, "t", text) for url, text in texts.items()])

    facts = [facts_of(collection, pages)]

    assert answers(spam_question(), pages, facts) == [HONEST, HONEST, SPAM, HONEST, None]
    known = spam_question({"bad.example"})
    assert answers(known, pages, facts) == [HONEST, HONEST, SPAM, SPAM, None]
