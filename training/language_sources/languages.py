"""Which language a locale's name means, and which script that language is written in."""

import re
import unicodedata
from functools import cache

# Names that mean another code, after region and encoding are cut off.
OTHER_NAMES = {
    "no": "nb", "fil": "tl", "iw": "he", "in": "id", "ji": "yi", "mo": "ro", "kmr": "ku",
    "gug": "gn", "arb": "ar", "ekk": "et", "lvs": "lv", "cmn": "zh", "pes": "fa", "pbu": "ps",
    "khk": "mn", "als": "sq", "uzn": "uz", "zlm": "ms", "plt": "mg", "swh": "sw", "ydd": "yi",
    "npi": "ne", "ory": "or", "azj": "az", "mhr": "chm", "quy": "qu", "gaz": "om", "hau": "ha",
}  # fmt: skip
# Spellings that are nobody's default: mixing them in would blur the language they belong to.
LEFT_OUT = re.compile(
    r"^(en($|-)|sr.*ijekav|be.*(latin|tarask)|tt.*iqtelif|uz.*arab|ca.*valencia|cat$|kk.*(arab|rtl)"
    r"|az.*(ir|arab)|ks.*(deva|aran)|sd.*deva|ku.*arab|mn.*(mong|cn)|ug.*latn|de.*1901"
    r"|qqq|map-|roa-|simple$|quot|boldquot)",
    re.IGNORECASE,
)
# Every language not named here is written in Latin letters.
SCRIPTS = {
    "CYRILLIC": "ab av az-Cyrl ba be bg bs-Cyrl bxr ce chm cv kk kv ky mk mn myv os ru sah sr tg"
    " tt tyv udm uk uz-Cyrl",
    "ARABIC": "ar az-Arab bal ckb fa ks ms-Arab pnb ps sd skr ug ur",
    "DEVANAGARI": "awa bho brx doi hi kok mag mai mr ne sa",
    "HEBREW": "he yi lad",
    "GREEK": "el grc",
    "BENGALI": "as bn mni",
    "ETHIOPIC": "am gez ti tig",
    "GEORGIAN": "ka",
    "ARMENIAN": "hy hyw",
    "GURMUKHI": "pa",
    "GUJARATI": "gu",
    "KANNADA": "kn",
    "MALAYALAM": "ml",
    "ORIYA": "or",
    "SINHALA": "si",
    "TAMIL": "ta",
    "TELUGU": "te",
    "THAI": "th",
    "LAO": "lo",
    "KHMER": "km",
    "MYANMAR": "my shn mnw",
    "TIBETAN": "bo dz",
    "HANGUL": "ko",
    "CJK HIRAGANA KATAKANA": "ja zh yue",
    "OL": "sat",
    "TIFINAGH": "zgh tzm-Tfng",
    "THAANA": "dv",
    "CHEROKEE": "chr",
}  # fmt: skip
_SCRIPTS_OF = {
    language: frozenset(scripts.split())
    for scripts, languages in SCRIPTS.items()
    for language in languages.split()
}
_LATIN = frozenset({"LATIN"})
# Serbian Cyrillic has one Latin spelling; the way back would not be unique.
_CYRILLIC = "а б в г д ђ е ж з и ј к л љ м н њ о п р с т ћ у ф х ц ч џ ш"
_LETTERS = "a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š"
_SERBIAN = dict(zip(_CYRILLIC.split(), _LETTERS.split(), strict=True))
_CAPITALS = {letter.upper(): latin.capitalize() for letter, latin in _SERBIAN.items()}
_TO_LATIN = str.maketrans(_SERBIAN | _CAPITALS)


def language_of(locale: str) -> str | None:
    """The language of a locale such as "pt_BR", "b+sr+Latn", "sr@latin"; None if left out."""
    name = re.sub(r"[+_@]", "-", locale.removeprefix("b+").split(".")[0])
    if LEFT_OUT.search(name):
        return None
    parts = name.split("-")
    language = OTHER_NAMES.get(parts[0].lower(), parts[0].lower())
    rest = {part.lower() for part in parts[1:]}
    if rest & {"latn", "latin", "latinn"}:
        return f"{language}-Latn" if script_of(language) != _LATIN else language
    if rest & {"cyrl", "cyrillic"}:
        return f"{language}-Cyrl" if f"{language}-Cyrl" in _SCRIPTS_OF else language
    if language == "de" and "ch" in rest:
        return "de-CH"
    return language


def script_of(language: str) -> frozenset[str]:
    """The scripts a language is written in, by the first word of their letters' names."""
    return _SCRIPTS_OF.get(language, _LATIN)


def in_script(word: str, language: str) -> bool:
    """Whether all letters of a word belong to the language's script."""
    scripts = script_of(language)
    return all(letter_script(letter) in scripts for letter in word if letter.isalpha())


@cache
def letter_script(letter: str) -> str:
    """The first word of a letter's name."""
    return unicodedata.name(letter, "").split(" ")[0].split("-")[0]


def serbian_latin(text: str) -> str:
    """Serbian Cyrillic in Latin letters."""
    return text.translate(_TO_LATIN)
