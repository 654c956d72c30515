"""What search does with the topics of a collection, as its journal of ratings says."""

from auslese.records.topic_use import TopicUse, topic_use
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook


def topic_use_of(collection: Collection) -> TopicUse:
    """What is to be done with the pages of the topics of a collection."""
    return topic_use(RatingBook(collection.path).topics)
