"""The page that explains the robot to those whose sites it visits: one file, no script."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from urllib.parse import quote

from auslese.crawl.politeness.opening_hours import DAYS
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.settings.user_agent import user_agent
from auslese.wording.figures import figure
from auslese.wording.robot_page_wording import WORDS, AboutWords

_MAIL = re.compile(r"[^\s<>@\"]+@[^\s<>@\"]+")
_CODE = re.compile(r"`([^`]*)`")
_VALUE = re.compile(r"\{(\w+)\}")

# All pairs of colours have a contrast of 7 : 1 or more (WCAG 2.2 AA asks for 4.5 : 1).
STYLE = """\
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fff; --link: #0b4a9e; --soft: #f1f1ee;
  --line: #767676; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e7e2; --paper: #17181b; --link: #9cc3ff;
  --soft: #24262b; --line: #8d9199; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 system-ui, sans-serif; }
main, header { max-width: 42rem; margin: 0 auto; padding: 0 1.25rem; overflow-wrap: break-word; }
header { padding-top: 1.5rem; }
nav a { display: inline-block; padding: .25rem 0; margin-right: 1.25rem; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 1.5rem 0 .75rem; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2rem 0 .5rem; }
article + article { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem; }
article:last-child { padding-bottom: 3rem; }
pre, code { font-family: ui-monospace, monospace; font-size: .95em; }
code { background: var(--soft); border-radius: .2rem; padding: .05rem .25rem; }
pre { background: var(--soft); border-left: .25rem solid var(--line); border-radius: .2rem;
  padding: .6rem .9rem; margin: .25rem 0 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
p, ul { margin: .5rem 0; }
ul { padding-left: 1.3rem; }
li { margin: .3rem 0; }
figure { margin: .75rem 0; }
figcaption { font-weight: 600; }
"""
PAGE = """\
<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def about_page(settings: Settings, languages: Sequence[str] = tuple(WORDS)) -> str:
    """Return the page, as HTML, in these languages one after the other."""
    articles = [_article(settings, language) for language in languages]
    body = "<main>\n" + "\n".join(articles) + "\n</main>"
    if len(languages) > 1:
        body = _ways_to(languages) + body
    title = " · ".join(WORDS[language].title for language in languages)
    return PAGE.format(
        language=languages[0],
        title=escape(title.replace("{agent}", settings.politeness.agent)),
        style=STYLE,
        body=body,
    )


def _ways_to(languages: Sequence[str]) -> str:
    links = "".join(
        f'<a href="#{language}" lang="{language}" hreflang="{language}">'
        f"{WORDS[language].language}</a>"
        for language in languages
    )
    return f"<header><nav>{links}</nav></header>\n"


def _article(settings: Settings, language: str) -> str:
    words = WORDS[language]
    values = _values(settings, words, language)
    lines = "\n".join(_put(line, values) for line in _lines(settings, words))
    return f'<article id="{language}" lang="{language}">\n{lines}\n</article>'


def _lines(settings: Settings, words: AboutWords) -> Iterator[str]:
    """Give the page line by line, with braces where values go."""
    yield f"<h1>{words.title}</h1>"
    yield _paragraph(words.lead)
    yield f"<h2>{words.who}</h2>"
    yield _paragraph(words.who_named if settings.presence.name else words.who_general)
    yield f"<h2>{words.why}</h2>"
    yield _paragraph(words.why_text)
    yield f"<h2>{words.recognise}</h2>"
    yield _paragraph(words.recognise_text)
    yield "<pre>User-Agent: {user_agent}</pre>"
    yield _paragraph(words.token)
    yield f"<h2>{words.slower}</h2>"
    yield _paragraph(words.slower_text)
    yield _example(words.slower_example, "Crawl-delay: 10")
    yield _example(words.away_example, "Disallow: /")
    yield _example(words.folder_example, "Disallow: /private/")
    yield _paragraph(words.soon)
    yield f"<h2>{words.obeys}</h2>"
    yield _points(words.obeys_points)
    yield f"<h2>{words.pace}</h2>"
    hours = words.at_some_hours if settings.politeness.hours else words.at_all_hours
    yield _points((*words.pace_points, hours))
    yield f"<h2>{words.verify}</h2>"
    yield _paragraph(words.verify_text)
    yield _paragraph(words.addresses)
    yield f"<h2>{words.copies}</h2>"
    yield _paragraph(words.copies_text)
    yield _paragraph(words.removal)


def _paragraph(text: str) -> str:
    return f"<p>{_with_code(text)}</p>"


def _points(points: Sequence[str]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{_with_code(point)}</li>" for point in points) + "\n</ul>"


def _with_code(text: str) -> str:
    return _CODE.sub(r"<code>\1</code>", text)


def _example(caption: str, rule: str) -> str:
    return (
        f"<figure><figcaption>{caption}</figcaption>"
        f"<pre>User-agent: {{agent}}\n{rule}</pre></figure>"
    )


def _put(text: str, values: Mapping[str, str]) -> str:
    """Put values, which are HTML already, in the place of their names; once, so they stay text."""
    return _VALUE.sub(lambda found: values[found[1]], text)


def _values(settings: Settings, words: AboutWords, language: str) -> dict[str, str]:
    politeness = settings.politeness
    return {
        "agent": escape(politeness.agent),
        "user_agent": escape(user_agent(settings)),
        "name": escape(settings.presence.name),
        "contact": _contact(politeness.contact, words),
        "delay": _seconds(politeness.delay.total_seconds(), language),
        "hours": escape(_hours(politeness.hours, words)),
    }


def _hours(hours: Sequence[str], words: AboutWords) -> str:
    text = ", ".join(hours).replace("-", "–")
    for ours, theirs in zip(DAYS, words.days, strict=True):
        text = text.replace(ours, theirs)
    return text


def _contact(contact: str, words: AboutWords) -> str:
    """Return the contact with a link to a mail or a page."""
    if not contact:
        return f"<em>{words.no_contact}</em>"
    if contact.startswith(("http://", "https://")):
        return f'<a href="{escape(contact)}">{escape(contact)}</a>'
    found = _MAIL.search(contact)
    address = quote(found[0], safe="@+") if found else ""
    return f'<a href="mailto:{escape(address)}">{escape(contact)}</a>'


def _seconds(seconds: float, language: str) -> str:
    return figure(f"{seconds:g}", language) + " s"
