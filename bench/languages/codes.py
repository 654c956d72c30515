"""One code for a language, whatever a tool calls it.

What a tool cannot tell apart is credited to one of the languages, always the same: Norwegian is
Bokmål; Serbo-Croatian is Serbian in the script of the text; Malay is Malay. Varieties that have a
code of their own with some tools count as the language that the labels know: Egyptian Arabic is
Arabic, Traditional Chinese is Chinese.
"""

UNKNOWN = "unknown"
_LAST_LATIN = "\u024f"

OTHERS = {
    "no": "nb",
    "iw": "he",
    "in": "id",
    "jw": "jv",
    "fil": "tl",
    "sh": "sr",
    "hbs": "sr",
    "arz": "ar",
    "zh-hant": "zh",
    "zh-hans": "zh",
    "un": UNKNOWN,
    "und": UNKNOWN,
    "zxx": UNKNOWN,
    "undhtml": UNKNOWN,
    "xxx": UNKNOWN,
    "": UNKNOWN,
}

# ISO 639-3 as heliport says it, with its names for groups and their members.
LONG = """
afr:af ara:ar aze:az bel:be bul:bg ben:bn hbsbos:bs cat:ca ces:cs cym:cy dan:da deu:de ell:el
eng:en epo:eo spa:es est:et estvro:et eus:eu pes:fa fas:fa fin:fi fra:fr fry:fy gle:ga glg:gl
guj:gu heb:he hin:hi hbshrv:hr hun:hu hye:hy ind:id msaind:id isl:is ita:it jpn:ja kat:ka kaz:kk
kor:ko lat:la lug:lg lit:lt lav:lv mri:mi mkd:mk mon:mn mar:mr msa:ms msazsm:ms msamalay:ms
zsm:ms mlt:mt nob:nb nor:nb nld:nl nno:nn oci:oc pan:pa pol:pl por:pt ron:ro rus:ru slk:sk
slv:sl sna:sn som:so sqi:sq hbssrp:sr srp:sr sot:st swe:sv swa:sw tam:ta tel:te tha:th tgl:tl
tsn:tn tur:tr tso:ts ukr:uk urd:ur vie:vi xho:xh yor:yo cmn:zh zho:zh zul:zu
"""
_SHORT = dict(pair.split(":") for pair in LONG.split())


def code_of(said: str, text: str) -> str:
    """The code that the labels use, for what a tool said of this text."""
    code = said.lower().replace("_", "-")
    code = _SHORT.get(code, OTHERS.get(code, code))
    if code in ("sr", "sr-latn"):
        return "sr-Latn" if _is_latin(text) else "sr"
    return code


def _is_latin(text: str) -> bool:
    letters = [letter for letter in text if letter.isalpha()]
    return sum(letter <= _LAST_LATIN for letter in letters) * 2 > len(letters)
