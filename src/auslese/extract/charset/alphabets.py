"""Which letters a language uses, and in which charsets it is written.

General knowledge about alphabets, put in order by hand: within each line the commoner letters come
first. Letters of ASCII are left out, they are the same in all of these charsets.
"""

from typing import NamedTuple

LATIN, OTHER = "latin", "other"
"""Scripts: letters that stand among those of ASCII, and letters that stand among themselves."""

WESTERN = ("cp1252", "iso8859-15", "mac-roman")
CENTRAL = ("cp1250", "iso8859-2")
BALTIC = ("cp1257", "iso8859-13", "iso8859-4")
CYRILLIC = ("cp1251", "iso8859-5", "mac-cyrillic")

# Where two charsets explain a text equally well the commoner one is meant. Logarithms of how rare
# they are among pages that are not UTF-8, from the usage surveys, in round numbers.
RARITY = {
    "cp1252": 0.0,
    "cp1251": -0.5,
    "cp1250": -2.0,
    "iso8859-2": -2.2,
    "cp1254": -1.5,
    "cp1253": -1.5,
    "iso8859-7": -1.6,
    "cp1255": -1.5,
    "cp1256": -1.5,
    "cp1257": -2.0,
    "cp874": -1.5,
    "iso8859-15": -3.0,
    "koi8-r": -2.5,
    "koi8-u": -3.5,
    "cp1258": -4.0,
    "iso8859-5": -5.0,
    "iso8859-6": -5.0,
    "iso8859-13": -5.0,
    "iso8859-4": -6.0,
    "iso8859-16": -5.0,
    "iso8859-3": -6.0,
    "cp866": -5.0,
    "mac-roman": -8.0,
    "mac-cyrillic": -6.0,
}


class Alphabet(NamedTuple):
    """The letters of a language beyond ASCII."""

    language: str
    script: str
    charsets: tuple[str, ...]
    letters: str
    """Small ones, the commonest first."""
    domains: str = ""
    """Top-level domains under which it is at home."""
    signs: str = ""
    """Signs that are commoner than elsewhere."""
    sign_share: float = 0.07
    """How many of the characters beyond ASCII are signs; guessed."""


_RUSSIAN = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"
_POINTED_HEBREW = "ַיִָוּהלֶרְאתבמשנֵםעחקׁדפכֹגצןטזסֲןֻףךץׂ"
_POINTED_ARABIC = "اَلِيْمُنوَرتّبعةدسهفقكحًجٌٍشصطخىأإضغذثزئءآظؤ"
ALPHABETS = (
    Alphabet("de", LATIN, WESTERN, "üäößé", "de at ch li"),
    Alphabet("fr", LATIN, WESTERN, "éèàêçôûîùâëœïÿæ", "fr be ch ca lu"),
    Alphabet("es", LATIN, WESTERN, "óíáéñúü", "es mx ar co cl pe ve uy ec bo cr", "¿¡"),
    Alphabet("pt", LATIN, WESTERN, "ãçáéóíêâõúàôü", "pt br"),
    Alphabet("it", LATIN, WESTERN, "èàòùìéî", "it ch"),
    Alphabet("nl", LATIN, WESTERN, "ëéïèöüó", "nl be"),
    Alphabet("sv", LATIN, WESTERN, "äöåéü", "se fi"),
    Alphabet("fi", LATIN, WESTERN, "äöåé", "fi"),
    Alphabet("da", LATIN, WESTERN, "øåæéö", "dk"),
    Alphabet("no", LATIN, WESTERN, "åøæéòôó", "no"),
    Alphabet("is", LATIN, ("cp1252",), "íáðóéæúþöý", "is"),
    Alphabet("ca", LATIN, WESTERN, "àéèíòçóúïü·", "cat ad"),
    Alphabet("ga", LATIN, WESTERN, "áéíóú", "ie"),
    Alphabet("en", LATIN, WESTERN, "éñèöüáç", "uk us au ie nz", "’“”–", 0.7),
    Alphabet("et", LATIN, ("cp1252", "cp1257", "iso8859-4"), "äõüöšž", "ee"),
    Alphabet("sq", LATIN, ("cp1252",), "ëç", "al"),
    Alphabet("pl", LATIN, CENTRAL, "łęąóżśćńź", "pl"),
    Alphabet("cs", LATIN, CENTRAL, "íáěéřčžýšůúťňďó", "cz"),
    Alphabet("sk", LATIN, CENTRAL, "áíéčžšýúľťôňďóäŕĺ", "sk"),
    Alphabet("hu", LATIN, CENTRAL, "áéöőóüíúű", "hu"),
    Alphabet("sl", LATIN, CENTRAL, "čšž", "si"),
    Alphabet("hr", LATIN, CENTRAL, "šćčžđ", "hr ba rs me"),
    Alphabet("hsb", LATIN, CENTRAL, "śłěčžšóćńřż"),
    Alphabet("ro", LATIN, CENTRAL, "ăîşţâ", "ro md"),
    Alphabet("ro", LATIN, ("iso8859-16",), "ășțîâ", "ro md"),
    Alphabet("tr", LATIN, ("cp1254",), "ıüşçğöâî", "tr"),
    Alphabet("az", LATIN, ("cp1254",), "ıüşçğöə", "az"),
    Alphabet("lt", LATIN, BALTIC, "ėšųįąžūčę", "lt"),
    Alphabet("lv", LATIN, BALTIC, "āīēšūņļķģžčŗ", "lv"),
    Alphabet("eo", LATIN, ("iso8859-3",), "ĝĉŭŝĵĥ"),
    Alphabet("mt", LATIN, ("iso8859-3",), "ħżġċàù", "mt"),
    # Marks above and below are letters of their own here.
    Alphabet("vi", LATIN, ("cp1258",), "đ\u0301ư\u0300ô\u0323ơâê\u0309ă\u0303ùúáàóíéèò", "vn"),
    Alphabet("ru", OTHER, (*CYRILLIC, "koi8-r", "cp866"), _RUSSIAN, "ru su by kz xn--p1ai"),
    Alphabet("uk", OTHER, (*CYRILLIC, "koi8-u"), "оаинвітерсклудмпзяьбгчйхжїцюєшщфґ", "ua"),
    Alphabet("be", OTHER, CYRILLIC, "анеіорсытклвцядпумзбьгчэхйўжшюёф", "by"),
    Alphabet("bg", OTHER, (*CYRILLIC, "cp866"), "аиоетнрсвлкдпмъзугбчяшйжцщхфьюы", "bg"),
    Alphabet("sr", OTHER, CYRILLIC, "аоиенртсјувкдмплзбгцчшхжњћљђфџ", "rs"),
    Alphabet("mk", OTHER, CYRILLIC, "аоиетнрсвдкулпмјзбгчшцжфќхњѓџѕљ", "mk"),
    Alphabet("el", OTHER, ("cp1253", "iso8859-7"), "αοιετσνηυρπκμλςάγίδόέωχθήφβύώξζψϊϋΐ", "gr cy"),
    Alphabet("he", OTHER, ("cp1255",), "יוהלארתבשמנםקעחפדגצכןסטזףךץ", "il"),
    # With the points and strokes for vowels.
    Alphabet("he", OTHER, ("cp1255",), _POINTED_HEBREW, "il"),
    Alphabet("ar", OTHER, ("cp1256", "iso8859-6"), _POINTED_ARABIC, "eg sa ma dz iq sy jo ae"),
    Alphabet("yi", OTHER, ("cp1255",), "יןאונערטדליהסגבפקשםכמצז"),
    Alphabet(
        "ar",
        OTHER,
        ("cp1256", "iso8859-6"),
        "اليمونرتبةعدسفهكقحجشطصىأخإضغذثئزءآظؤ",
        "eg sa ma dz iq sy jo ae",
    ),
    Alphabet("fa", OTHER, ("cp1256",), "اينردهومتبسشگزلکعخقفپجحچطصآغضثذئظژ", "ir"),
    Alphabet("ur", OTHER, ("cp1256",), "اےکرنمسوہیںتلبپدگجٹعحقچفشزخطصثڑضآئغذڈظءژ", "pk"),
    Alphabet("th", OTHER, ("cp874",), "านรกเงมอวลยสทีต่ด้ัะคใไิแปบหขพจ็ชโุูถ์ผำซึญธศภณฟษืฐฉๆฮฎ", "th"),
)

# Common signs that stand in texts of every language, by where they stand at a word.
CLOSING = "’”»…®™°²³ºª›½"
OPENING = "“„«©§‘‚¿¡‹€№±"
LOOSE = "\xa0–•—·´×µ¬¦¤"
