"""How near to the topic are texts around pictures? Perplexity, key words and both together."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from auslese.analyse.focus.focus_model import FocusModel
from auslese.analyse.focus.focus_scores import weighted_scores
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.wording.harvest.harvest_sentences import HarvestProblem

MODEL = "focus"
"""The folder in `models` that a harvest takes unless it is given another."""
STEP = 500.0
"""What each step away from a picture counts as distance (Werner 2015, `imgDistanceWeight`)."""
NAME_LETTERS = 12
LOOK_BYTES = 1 << 16  # of each file of a model, for its name


class TextScore(NamedTuple):
    """A text as the model sees it; lower is nearer to the topic, but for `keyword`."""

    length: int
    perplexity: float
    keyword: float
    weighted: float


class TextScorer:
    """Scores texts by a model of the topic; without one nothing has a score."""

    def __init__(self, model: FocusModel | None = None, name: str = "") -> None:
        """`name` goes into the records."""
        self._model = model
        self.name = name

    @property
    def has_model(self) -> bool:
        """Whether anything is scored."""
        return self._model is not None

    def scores(self, texts: Iterable[str]) -> dict[str, TextScore]:
        """The scores of all texts that have letters, each text once."""
        several = [text for text in dict.fromkeys(texts) if text.strip()]
        if self._model is None or not several:
            return {}
        # Captions are no sentences, and the text around a picture is cut anywhere.
        perplexities = self._model.language_model.perplexities(several, fragments=True)
        keywords = self._model.keywords.scores(several)
        weighted = weighted_scores(perplexities, keywords, self._model.options)
        numbers = zip(perplexities.tolist(), keywords.tolist(), weighted.tolist(), strict=True)
        return {
            text: TextScore(len(text), *each) for text, each in zip(several, numbers, strict=True)
        }


def distances(texts: Sequence[str]) -> list[float]:
    """How far each text is: the first that is not empty stands at 0."""
    return [STEP * step for step in range(len(texts))]


def open_scorer(collection: Collection, folder: Path | None) -> TextScorer:
    """The scorer with a model, if one is named or the collection has one."""
    place = folder or collection.models / MODEL
    if not place.is_dir():
        if folder is not None:
            raise NotFoundError(HarvestProblem.NO_MODEL.of(folder=folder))
        return TextScorer()
    return TextScorer(FocusModel.open(place), _name_of(place))


def _name_of(folder: Path) -> str:
    """A short name for what is in a folder: another model has another."""
    name = sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        with path.open("rb") as file:
            name.update(f"{path.relative_to(folder)} {path.stat().st_size}\n".encode())
            name.update(file.read(LOOK_BYTES))
    return name.hexdigest()[:NAME_LETTERS]
