"""Pages for tests of corpora: plain ones, and some that would break a careless format."""

from datetime import UTC, datetime
from typing import Any

from auslese.records.exported_page import (
    ExportContext,
    ExportedAnchor,
    ExportedPage,
    ExportedSentence,
    ExportedStretch,
)

NOON = datetime(2026, 11, 15, 12, 0, 0, tzinfo=UTC)
CONTEXT = ExportContext("lakes & <hills>", NOON, "0.1.0", 'lang:de title:"a & b"', "shareable")


def page(number: int, *paragraphs: tuple[str, str], **told: Any) -> ExportedPage:
    """A page of these paragraphs, each a kind and a text."""
    text = "\n".join(text for _, text in paragraphs)
    place, stretches = 0, []
    for kind, part in paragraphs:
        stretches.append(ExportedStretch(place, place + len(part), kind))
        place += len(part) + 1
    usual: dict[str, Any] = {
        "url": f"http://www.lakes.example/{number}?a=1&b=2",
        "host": "www.lakes.example",
        "fetched_at": NOON,
        "media_type": "text/html",
        "title": f"Seite {number}",
        "language": "de",
        "text": text,
        "stretches": tuple(stretches),
        "words": len(text.split()),
        "bytes": 1830,
    }
    return ExportedPage(id=number, **usual | told)


LAKE = page(
    17,
    ("heading", "Der Große See"),
    ("text", "Der See liegt z. B. bei Überlingen. Am 9. Mai kommen Dr. Maier und die Fische."),
    ("list", "Boote"),
    ("list", "Räder"),
    ("table", "Tag\tTiefe"),
    ("table", "heute\t3,5 m"),
    ("heading", "Adresse"),
    ("address", "Seeweg 1\n12345 Seestadt"),
    ("code", "if a < b && c:\n    x = 1"),
    ("caption", "Ein Boot."),
    ("line", "Stand: heute"),
    author="A. N. Other",
    date="2024-05-31",
    modified="2025",
    description="Alles über den See",
    keywords="See, Boote",
    site_name="Seen & Berge",
    page_type="article",
    rank=25.6264,
    copy_of=-5,
    depth=2,
    rest="Startseite Impressum",
    sentences=(ExportedSentence("Der See liegt z. B. bei Überlingen.", 1),),
    anchors=(
        ExportedAnchor("Der große See", 4),
        ExportedAnchor("großer großer See", 1),
        ExportedAnchor("Große See", 2),
        ExportedAnchor("hier", 3),
    ),
    topics={"Wasser & Eis": 0.75, "Berge": 0.1},
    reservations=("ai-input", "ai-train"),
)
HOSTILE = page(
    -9,
    ("heading", "<script>alert(1)</script>\x00\x1b\ud800\ufffe"),
    ("text", "]]> -- &lt; </p></text> \"' \r\n\t# sent_id = 1\n\n<doc> <g/> .\u2028Ende."),
    ("x\"y'<&", "<s>\n</s>\n\u200b"),
    title='"> <!-- \x01\n]]>\r\ttitle',
    url="http://b.example/?q=<&>\"'",
    host="b.example",
    author="\ud83d",
    language="unknown",
    site_name="\x0b",
    keywords="a,,<b>, ",
    rest="\r\n\x85 rest \r",
    date="some day",
    anchors=(ExportedAnchor("'[7] </anchortext>", 1), ExportedAnchor("", 3)),
    topics={"]]>\n": float("1e-7")},
)
FOREIGN = page(
    3,
    ("text", "東京は大きい。日本の首都です。"),
    ("text", "Ψηλά βουνά; Ναι. e\u0301te\u0301 été"),
    language="ja",
    title="東京 – café €",
    rank=None,
)
EMPTY = page(4, title="")
UNMARKED = page(5, title="Ohne Absätze", text="Eins.\n\nZwei drei.\n")
PAGES = (LAKE, HOSTILE, FOREIGN, EMPTY, UNMARKED)
IDS = ("lake", "hostile", "foreign", "empty", "unmarked")
