"""Which languages the model knows, and from what each is learnt.

Languages of the n-gram tables of lingua-language-detector need no line here. `LISTED` are learnt
from collected words alone; too little was collected of most, so their relatives lend the spelling
of what was never seen.
"""

LISTED: dict[str, tuple[str, ...]] = {
    # Scripts whose vowel signs the n-gram tables leave out.
    "hi": (),
    "mr": (),
    "ne": (),
    "bn": (),
    "gu": (),
    "pa": (),
    "ta": (),
    "te": (),
    "kn": (),
    "ml": (),
    "or": (),
    "si": (),
    "th": (),
    "lo": (),
    "km": (),
    "my": (),
    # Languages the tables lack.
    "gl": ("es", "pt"),
    "oc": ("ca", "fr"),
    "fy": ("nl",),
    "hsb": ("cs", "pl"),
    "mt": ("it",),
    "fo": ("is", "da"),
    "gd": ("ga",),
    "br": ("cy",),
    "ky": ("kk",),
    "uz": ("az", "tr"),
    "tg": (),
    "ps": ("fa",),
    "ku": ("tr",),
    "ckb": (),
    "am": (),
}
EAST_ASIAN = ("zh", "ja", "ko")
"""Learnt from wordfreq's words: the tables have only their single characters."""
LEFT_OUT = frozenset({"lg", "mi", "sn", "so", "st", "tn", "ts", "xh", "yo"})
"""In the tables, but from so little text that they take words from their neighbours."""
NOT_USED = frozenset({"pyspellchecker", "simplemma"})
"""Left out: one repeats another, the other has lists under a licence that forbids the mixture."""
_SELDOM = ("am", "br", "ckb", "fo", "gd", "km", "kn", "ku", "ky", "lo", "ml", "my", "ne", "oc")
_LESSER = ("fy", "hsb", "mt")
RARITY = dict.fromkeys((*_SELDOM, "or", "ps", "si", "tg", "uz"), 2.0) | dict.fromkeys(_LESSER, 1.0)
"""What it costs a text, in nats, to be in a language that few write and little is known of.

Less for those that are well known, and are written by few beside a large neighbour.
"""
