"""Eight designs of pages: what stands around the text, as authors and programs of three decades."""

from collections.abc import Callable
from html import escape
from typing import NamedTuple

PORT_MARK = ":@PORT@"
"""Stands for the port in links to other hosts until the page is served."""


class Draft(NamedTuple):
    """A page without its design."""

    title: str
    body: str
    """HTML."""
    language: str
    menu: tuple[tuple[str, str], ...] = ()
    """Address and text of links."""
    footer: str = ""
    """HTML."""
    head: str = ""
    """HTML that belongs into the head."""


def _list(draft: Draft) -> str:
    return "".join(f'<li><a href="{url}">{text}</a></li>\n' for url, text in draft.menu)


def _bare(draft: Draft) -> str:
    return " | ".join(f'<A HREF="{url}">{text}</A>' for url, text in draft.menu)


def _modern(draft: Draft) -> str:
    return (
        f"<header><nav><ul>{_list(draft)}</ul></nav></header>\n<main>\n{draft.body}\n</main>\n"
        f"<footer>{draft.footer}</footer>"
    )


def _tables(draft: Draft) -> str:
    return (
        f'<TABLE WIDTH="100%"><TR><TD VALIGN=top WIDTH=150>{_bare(draft)}</TD>\n<TD>'
        f'<FONT FACE="Arial">{draft.body}</FONT></TD></TR></TABLE><HR>{draft.footer}'
    )


def _boxes(draft: Draft) -> str:
    return (
        f'<div id="wrap"><div id="navi"><ul>{_list(draft)}</ul></div>\n<div id="content">'
        f'{draft.body}</div>\n<div id="foot">{draft.footer}</div></div>'
    )


def _plain(draft: Draft) -> str:
    return f"{draft.body}\n<hr>\n{_bare(draft)}\n<address>{draft.footer}</address>"


def _columns(draft: Draft) -> str:
    return (
        f'<div class="container"><div class="row"><div class="col-md-3 sidebar"><ul class="nav">'
        f'{_list(draft)}</ul></div><div class="col-md-9">{draft.body}</div></div>'
        f'<div class="row footer">{draft.footer}</div></div>'
    )


def _article(draft: Draft) -> str:
    return (
        f'<div class="breadcrumb">{_bare(draft)}</div><article>{draft.body}</article>'
        f"<aside>{draft.footer}</aside>"
    )


def _managed(draft: Draft) -> str:
    return (
        f'<div id="page"><div class="csc-menu"><ul>{_list(draft)}</ul></div>'
        f'<div class="csc-default"><div class="csc-text">{draft.body}</div></div>'
        f'<p class="footer">{draft.footer}</p></div>'
    )


def _skipping(draft: Draft) -> str:
    return (
        f'<a class="skip" href="#main">Skip</a><div role="navigation">{_bare(draft)}</div>'
        f'<div role="main" id="main"><section>{draft.body}</section></div>'
        f'<div role="contentinfo">{draft.footer}</div>'
    )


SHELLS: tuple[Callable[[Draft], str], ...] = (
    _modern,
    _tables,
    _boxes,
    _plain,
    _columns,
    _article,
    _managed,
    _skipping,
)


def html_of(draft: Draft, shell: int) -> bytes:
    """The whole page in a design."""
    page = (
        f'<!doctype html>\n<html lang="{draft.language}"><head><meta charset="utf-8">\n'
        f"<title>{escape(draft.title, quote=False)}</title>{draft.head}</head>\n"
        f"<body>\n{SHELLS[shell % len(SHELLS)](draft)}\n</body></html>\n"
    )
    return page.encode()
