"""Which types came under which shape: what was never readable is not asked for again."""

import re

from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.traps.shape_evidence import ShapeRecord
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url, path_of
from auslese.wording.outcome_sentences import OutcomeDetail

ENOUGH = 12  # answers, all of a type that we do not read, before the next is refused unasked
# Half as many if their headers lie: each of those costs a piece of its body, the others a header.
ENOUGH_LIES = 6
PROBE_EVERY = 50  # of the refused one is asked for all the same: servers change
PROBE_LIES_EVERY = 200  # a header does not tell there, so a probe costs a piece of a body
LOOK_SHARE = 0.05  # of unwanted answers from which it pays to ask for the header first
TRUST_WANTED = 4  # readable answers after which a URL that looks like a download is believed
MOST_TYPES = 8
LIE = "though the server says"  # in the detail of a refusal by the first bytes
LONGEST_TYPE = 60

# Endings behind which a page may be expected; any other is looked at first.
PAGE_SUFFIXES = frozenset(
    (
        "htm", "html", "xhtml", "shtml", "phtml", "php", "php3", "php4", "php5", "asp", "aspx",
        "jsp", "jspx", "jsf", "do", "cfm", "cgi", "pl", "py", "rb", "pdf", "txt", "text", "xml",
        "rss", "atom", "rdf", "md",
    )
)  # fmt: skip
_DOWNLOAD = re.compile(
    r"download|attachment|getfile|bitstream|[/_.-](?:dl|blob|raw|export)(?:[/_.?-]|\Z)"
    r"|[?&](?:file|filename|attach|dl|format|download)=",
    re.IGNORECASE,
).search


def looks_like_download(url: Url, suffix: str) -> bool:
    """Whether the URL names a file rather than a page."""
    return bool(suffix and suffix not in PAGE_SUFFIXES) or _DOWNLOAD(path_of(url)) is not None


def learn_type(record: ShapeRecord, ended: EndedVisit) -> bool:
    """Note what came; whether that was the last answer it took to refuse all others unasked."""
    if ended.kind == "fetched" and ended.reason != "redirect":
        record.wanted += 1
    elif ended.kind == "refused" and ended.reason == Refusal.TYPE:
        before = is_enough(record)
        record.unwanted += 1
        record.lies += LIE in ended.detail
        media_type = ended.detail.partition(",")[0][:LONGEST_TYPE]
        if media_type in record.types or len(record.types) < MOST_TYPES:
            record.types[media_type] = record.types.get(media_type, 0) + 1
        return is_enough(record) and not before
    return False


def is_enough(record: ShapeRecord) -> bool:
    """Whether so much was unreadable, and nothing else came, that the next is refused unasked."""
    return not record.wanted and (record.unwanted >= ENOUGH or record.lies >= ENOUGH_LIES)


def remembered(record: ShapeRecord) -> Refused | None:
    """Why the next URL of this shape is not even asked for; None if it is."""
    if not is_enough(record):
        return None
    record.spared += 1
    if record.spared % (PROBE_LIES_EVERY if record.lies else PROBE_EVERY) == 0:
        return None
    usual = max(record.types, key=lambda media_type: record.types[media_type])
    detail = OutcomeDetail.REMEMBERED.text(
        media_type=usual, answers=record.types[usual], all=record.unwanted, shape=record.name
    )
    return Refused(Refusal.TYPE, detail)


def is_mixed(record: ShapeRecord) -> bool:
    """Whether so many answers were unreadable that asking for the header first saves traffic."""
    answers = record.wanted + record.unwanted
    return record.unwanted > 0 and record.unwanted >= LOOK_SHARE * answers
