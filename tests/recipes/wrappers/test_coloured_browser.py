"""A page in colour, in a browser: values are marked, and nothing acts or is fetched."""

from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.browsers import BROWSER, needs_browser
from tests.even_pages import faculty_page, tree

from auslese.extract.wrappers.coloured_page import coloured_page
from auslese.extract.wrappers.wrapped_records import records_in
from auslese.extract.wrappers.wrapper_rules import parse_wrappers

pytestmark = needs_browser
RULES = """
[[wrapper]]
name = "chairs"
starts = "h3"
fields = { number = { css = "h3", regex = "Informatik ([IVX]++)" }, name = "b" }
"""
HOSTILE = (
    '<img src="http://b.example/a.png" onerror="document.title=1"><script>document.title=2</script>'
    '<a href="javascript:document.title=3">x</a><iframe src="http://b.example/"></iframe>'
    '<link rel="stylesheet" href="http://b.example/a.css"></body>'
)


def test_values_are_marked_and_nothing_acts_or_is_fetched(tmp_path: Path) -> None:
    page = tree(faculty_page().replace("</body>", HOSTILE))
    (rule,) = parse_wrappers(RULES)
    file = tmp_path / "page.html"
    file.write_text(coloured_page(page, records_in(page, rule), "chairs"), "utf-8")
    requested: list[str] = []

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        shown = browser.new_page()
        shown.on("request", lambda request: requested.append(request.url))
        shown.goto(file.as_uri())
        texts = shown.locator("mark").all_inner_texts()
        colour = shown.locator("h3 mark").first.evaluate("e => getComputedStyle(e).backgroundColor")
        title = shown.title()
        browser.close()

    assert requested == [file.as_uri()]
    assert title == "chairs"
    assert texts[2:6] == ["I", "Rechnende Mühlen", "II", "Grammatik der Wasserräder"]
    assert colour == "rgb(255, 224, 138)"
