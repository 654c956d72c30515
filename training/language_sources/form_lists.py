"""Lists of word forms, most without counts, as (language, form, count)."""

import gzip
import io
import json
import lzma
import pickle
import re
import tarfile
import tempfile
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from .hunspell import dictionary_forms
from .languages import in_script, language_of, serbian_latin
from .strings import APOSTROPHES, WORD
from .tesseract import trained_words

Forms = Iterator[tuple[str, str, int]]


def kept_forms(forms: Iterable[tuple[str, str, int]]) -> dict[str, Counter[str]]:
    """By language, in lower case; without names, abbreviations and forms in other scripts."""
    found: dict[str, Counter[str]] = {}
    for language, form, count in forms:
        word = unicodedata.normalize("NFC", form.translate(APOSTROPHES))
        if (
            WORD.fullmatch(word)
            and not re.search(r"\d|_", word)
            and not _is_name(word, language)
            and in_script(word, language)
        ):
            found.setdefault(language, Counter())[word.lower()] += count
    if "sr" in found and "sr-Latn" not in found:
        found["sr-Latn"] = Counter()
        for word, count in found["sr"].items():
            found["sr-Latn"][serbian_latin(word)] += count
    return found


def _is_name(word: str, language: str) -> bool:
    """Capitals make a name, but in German a noun."""
    return word != word.lower() and (
        not language.startswith(("de", "lb")) or not word[1:].islower()
    )


class _PlainUnpickler(pickle.Unpickler):
    """Reads dictionaries of strings; refuses anything that would run code."""

    def find_class(self, module: str, name: str) -> object:
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a word list")


_SIMPLEMMA = "ast bg cy et fa ga gd gl gv hi hy id is ka la lb lt lv mk ms nb nn se sk sl sq tl uk"
# The languages whose words are few elsewhere.
SIMPLEMMA_LANGUAGES = frozenset(_SIMPLEMMA.split())


def simplemma_forms(wheels: list[Path]) -> Forms:
    """The word forms that simplemma knows a lemma for."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as files:
            for name in sorted(files.namelist()):
                locale = re.search(r"/data/(\w+)\.plzma$", name)
                if locale and locale[1] in SIMPLEMMA_LANGUAGES:
                    table = _PlainUnpickler(io.BytesIO(lzma.decompress(files.read(name)))).load()
                    for form in table:
                        yield (
                            locale[1],
                            form.decode("utf-8") if isinstance(form, bytes) else form,
                            0,
                        )


# What spaCy's tables say where they come from, and is neither a treebank nor of unknown source.
SPACY_TABLES = {"hr": "hr_lemma_lookup", "sr": "sr_lemma_lookup", "nb": "nb_lemma_exc"}


def spacy_forms(wheels: list[Path]) -> Forms:
    """The word forms of Croatian, Serbian and Bokmål in spaCy's lookup tables."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as files:
            for language, table in SPACY_TABLES.items():
                content = json.loads(
                    gzip.decompress(files.read(f"spacy_lookups_data/data/{table}.json.gz"))
                )
                kinds = content.values() if language == "nb" else [content]  # by part of speech
                for kind in kinds:
                    for form in kind:
                        yield language, form, 0


def spellchecker_counts(wheels: list[Path]) -> Forms:
    """pyspellchecker's lists, with counts."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as files:
            for name in sorted(files.namelist()):
                locale = re.search(r"/resources/(\w+)\.json\.gz$", name)
                if locale and locale[1] != "en":
                    for form, count in json.loads(gzip.decompress(files.read(name))).items():
                        yield locale[1], form, count


def debian_dictionaries(packages: list[Path]) -> Forms:
    """Hunspell dictionaries in unpacked Debian packages."""
    for folder in packages:
        for stems in sorted(folder.glob("usr/share/hunspell/*.dic")):
            language = language_of(stems.stem)
            if (
                language
                and not stems.is_symlink()
                and not stems.name.startswith("hyph")
                and stems.with_suffix(".aff").exists()
            ):
                for form in dictionary_forms(stems.with_suffix(".aff"), stems):
                    yield language, form, 0


def npm_dictionaries(archives: list[Path]) -> Forms:
    """Hunspell dictionaries in npm's dictionary-XX."""
    for archive in archives:
        language = re.match(r"dictionary-([a-z-]+?)-\d", archive.name)
        if language:
            with tarfile.open(archive) as files:
                pair = [files.extractfile(f"package/index.{kind}") for kind in ("aff", "dic")]
                affixes, stems = (member.read() if member else b"" for member in pair)
            yield from _packed_dictionary(language[1], affixes, stems)


def kurdish_dictionaries(wheels: list[Path]) -> Forms:
    """Sorani and Kurmanji, of the Kurdish language processing toolkit."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as files:
            for language, name in {"ckb": "ckb-Arab", "ku": "kmr-Latn"}.items():
                affixes, stems = (files.read(f"klpt/data/{name}.{kind}") for kind in ("aff", "dic"))
                yield from _packed_dictionary(language, affixes, stems)


def _packed_dictionary(language: str, affixes: bytes, stems: bytes) -> Forms:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "x.aff").write_bytes(affixes)
        (Path(folder) / "x.dic").write_bytes(stems)
        for form in dictionary_forms(Path(folder) / "x.aff", Path(folder) / "x.dic"):
            yield language, form, 0


# Tesseract names languages by three letters. Left out are those of the past and those that have
# no script of their own; "nor" mixes Bokmål and Nynorsk.
_TESSERACT = """afr=af amh=am ara=ar asm=as aze=az aze_cyrl=az-Cyrl bel=be ben=bn bod=bo bos=bs
bre=br bul=bg cat=ca ceb=ceb ces=cs chr=chr cos=co cym=cy dan=da deu=de div=dv dzo=dz ell=el epo=eo
est=et eus=eu fao=fo fas=fa fil=tl fin=fi fra=fr fry=fy gla=gd gle=ga glg=gl guj=gu hat=ht
heb=he hin=hi hrv=hr hun=hu hye=hy ind=id isl=is ita=it jav=jv kan=kn kat=ka kaz=kk khm=km
kir=ky kmr=ku lao=lo lat=la lav=lv lit=lt ltz=lb mal=ml mar=mr mkd=mk mlt=mt mon=mn mri=mi
msa=ms mya=my nep=ne nld=nl oci=oc ori=or pan=pa pol=pl por=pt pus=ps que=qu ron=ro
rus=ru san=sa sin=si slk=sk slv=sl snd=sd spa=es sqi=sq srp=sr srp_latn=sr-Latn sun=su
swa=sw swe=sv tam=ta tat=tt tel=te tgk=tg tha=th tir=ti ton=to tur=tr uig=ug ukr=uk urd=ur
uzb=uz uzb_cyrl=uz-Cyrl vie=vi yid=yi yor=yo"""
TESSERACT_LANGUAGES = dict(pair.split("=") for pair in _TESSERACT.split())


def trained_lists(packages: list[Path]) -> Forms:
    """The word lists of Tesseract's recognisers, from the web: with slips and some English."""
    for folder in packages:
        for path in sorted(folder.rglob("*.traineddata")):
            if language := TESSERACT_LANGUAGES.get(path.stem):
                for word in trained_words(path.read_bytes()):
                    yield language, word, 0
