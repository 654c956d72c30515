"""Texts that come in lines, in clusters: the filter `topics cluster`."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from auslese.analyse.topics.cluster_labels import labels_of
from auslese.analyse.topics.phrases import PhraseBounds, TextToLabel
from auslese.analyse.topics.text_clustering import TextClusterOptions, clustering_of, counts_for
from auslese.analyse.topics.text_vectors import CountedTexts, count_texts
from auslese.recipes.filters.text_input import TextRequest, text_request_of
from auslese.recipes.topics.main_language import AUTO, language_of

MOST_LETTERS = PhraseBounds().letters


class ClusterInput(NamedTuple):
    """Lines that have come: their names, what is wrong with them, and the words of the others."""

    names: list[Any]
    errors: list[str]
    texts: CountedTexts
    beginnings: list[str]
    """Of each text, as much as labels are made of."""


def clustered_lines(
    lines: Iterable[bytes], options: TextClusterOptions, language: str = AUTO
) -> Iterator[dict[str, Any]]:
    """What is to be said of each line, in order, once the last has come.

    Stems and stop words are those of the language; `auto` takes what most texts are in.
    """
    request = _read_input(lines)
    language = language_of(request.beginnings) if language == AUTO else language
    words = counts_for(request.texts, language, options)
    found = clustering_of(words, options)
    texts = [TextToLabel("", text, language) for text in request.beginnings]
    labels = labels_of(texts, found.clusters, len(found.centres))
    clusters = iter(found.clusters.tolist())
    for name, error in zip(request.names, request.errors, strict=True):
        if error:
            yield {"id": name, "cluster": None, "error": error}
        else:
            cluster = next(clusters)
            yield {"id": name, "cluster": cluster, "label": labels[cluster].label}


def _read_input(lines: Iterable[bytes]) -> ClusterInput:
    names: list[Any] = []
    errors: list[str] = []
    beginnings: list[str] = []

    def texts() -> Iterator[str]:
        for number, line in enumerate(lines, 1):
            request = text_request_of(line.removesuffix(b"\n"))
            names.append(_name(request, number))
            errors.append(request.error)
            if not request.error:
                beginnings.append(request.text[:MOST_LETTERS])
                yield request.text

    return ClusterInput(names, errors, count_texts(texts()), beginnings)


def _name(request: TextRequest, number: int) -> object:
    return number if request.is_plain else request.name
