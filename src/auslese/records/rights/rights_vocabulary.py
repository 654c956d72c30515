"""Which words of which vocabularies mean which use, each vocabulary with its name and version.

The words of all drafts are known, since files on the web are older than the last of them. A word
that is not here states nothing.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from auslese.records.rights.page_rights import Use
from auslese.records.url import Url, canonical

AI_USES = (Use.AI_INPUT, Use.AI_TRAIN)
ALL_USES = tuple(Use)

CONTENT_USAGE, CONTENT_SIGNAL = "content-usage", "content-signal"
TDM_RESERVATION, TDM_POLICY = "tdm-reservation", "tdm-policy"
NOAI, NOML, RSL = "noai", "noml", "rsl"

VOCABULARIES: Mapping[str, str] = MappingProxyType(
    {
        # Internet-Drafts, work in progress: the newest there were when this was written.
        CONTENT_USAGE: "draft-ietf-aipref-vocab-08, draft-ietf-aipref-attach-05",
        CONTENT_SIGNAL: "Content Signals Policy, 2025-09-24",
        TDM_RESERVATION: "TDMRep, W3C community group report, 2024-05-10",
        NOAI: "noai, DeviantArt, 2022",
        NOML: "noml, Mojeek, 2023-10-25",
        RSL: "RSL 1.0, 2025-12-10",
    }
)
"""By the name of the field or file that says it."""

WORDS: Mapping[str, Mapping[str, tuple[Use, ...]]] = MappingProxyType(
    {
        CONTENT_USAGE: {
            "search": (Use.SEARCH,),
            "train-ai": (Use.AI_TRAIN,),
            "ai-use": (Use.AI_INPUT,),
            # of earlier drafts, and of Content-Signal by mistake
            "train-genai": (Use.AI_TRAIN,),
            "genai": AI_USES,
            "ai": AI_USES,
            "tdm": AI_USES,
            "bots": ALL_USES,
            "ai-input": (Use.AI_INPUT,),
            "ai-train": (Use.AI_TRAIN,),
        },
        CONTENT_SIGNAL: {
            "search": (Use.SEARCH,),
            "ai-input": (Use.AI_INPUT,),
            "ai-train": (Use.AI_TRAIN,),
            "train-ai": (Use.AI_TRAIN,),
        },
        RSL: {
            "all": ALL_USES,
            "ai-all": AI_USES,
            "ai-train": (Use.AI_TRAIN,),
            "ai-input": (Use.AI_INPUT,),
            "ai-index": (Use.AI_INPUT,),
            "search": (Use.SEARCH,),
            # of the drafts of 2025, and as it is found
            "train-ai": (Use.AI_TRAIN,),
            "ai-training": (Use.AI_TRAIN,),
            "train-genai": (Use.AI_TRAIN,),
            "ai-use": (Use.AI_INPUT,),
            "ai-summarize": (Use.AI_INPUT,),
        },
    }
)
"""What each word is about, in small letters."""

BARE_WORDS: Mapping[str, tuple[Use, ...]] = MappingProxyType({NOAI: AI_USES, NOML: AI_USES})
"""Words of META robots and X-Robots-Tag that reserve uses by themselves."""
YES = frozenset({"y", "yes", "?1", "1", "true"})
NO = frozenset({"n", "no", "?0", "0", "false"})


def named_licences(optouts: Iterable[str]) -> list[Url]:
    """The addresses of RSL licences among the words of `pages.optouts`."""
    beginning = f"{RSL}="
    named = (word.removeprefix(beginning) for word in optouts if word.startswith(beginning))
    urls = (canonical(address.replace("%2C", ",")) for address in named)
    return [url for url in urls if url is not None]


def optouts_for(use: Use) -> tuple[str, ...]:
    """The words in `pages.optouts` that reserve this use, whatever else is said."""
    words = [
        f"{field}:{word}"
        for field in (CONTENT_SIGNAL, CONTENT_USAGE)
        for word, uses in WORDS[field].items()
        if use in uses
    ]
    return (*words, *(word for word, uses in BARE_WORDS.items() if use in uses))
