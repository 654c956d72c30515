"""The model of the topics of a collection, where it lies."""

from pathlib import Path
from typing import Any

from auslese.analyse.topics import topic_model
from auslese.analyse.topics.topic_model import TopicModel
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.wording.problem_sentences import PageProblem

FOLDER = "topics"


def model_folder(collection: Collection) -> Path:
    """Where the model lies, once topics were learnt."""
    return collection.models / FOLDER


def model_note(collection: Collection) -> dict[str, Any]:
    """What is noted about the model; nothing if there is none of this version."""
    return topic_model.model_note(model_folder(collection))


def open_model(collection: Collection) -> TopicModel:
    """The model as it lies there; NotFoundError if topics were not looked for yet."""
    model = topic_model.read_model(model_folder(collection))
    if model is None:
        raise NotFoundError(PageProblem.NO_CLUSTERS.of(command="auslese analyse DIR topics"))
    return model
