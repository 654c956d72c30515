"""Words are learnt from some texts and read again in others as they were."""

import numpy as np

from auslese.analyse.topics.phrases import TextToLabel
from auslese.analyse.topics.text_vectors import bm25, mean_length, plain, plain_worth, rarity
from auslese.analyse.topics.topic_vocabulary import StemColumns, Vocabulary

TEXTS = [
    TextToLabel("Häuser", "Das Haus und die Häuser am Hang", "de"),
    TextToLabel("", "houses near the mill, the mill", "en"),
    TextToLabel("Mill", "", "unknown"),
]


def test_each_text_is_read_with_the_stems_and_stop_words_of_its_language() -> None:
    counted = StemColumns().counted(TEXTS)

    assert {"haus", "hang", "hous", "mill"} <= set(counted.words)
    assert not {"das", "und", "the"} & set(counted.words)
    haus = counted.words.index("haus")
    assert counted.counts[:, [haus]].toarray().ravel().tolist() == [3, 0, 0]
    mill = counted.words.index("mill")
    assert counted.counts[:, [mill]].toarray().ravel().tolist() == [0, 2, 1]


def test_texts_get_the_vectors_they_were_learnt_with() -> None:
    counted = StemColumns().counted(TEXTS)
    for vectors, worth, mean in (
        (bm25(counted), rarity(counted), mean_length(counted)),
        (plain(counted), plain_worth(counted), 0.0),
    ):
        read = Vocabulary.of(counted.words, worth, mean).vectors(TEXTS)
        np.testing.assert_allclose(read.toarray(), vectors.toarray())


def test_words_never_learnt_count_nothing() -> None:
    counted = StemColumns().counted(TEXTS)
    vocabulary = Vocabulary.of(counted.words, rarity(counted), mean_length(counted))

    assert vocabulary.vectors([TextToLabel("", "quokka wombat 1999", "en")]).nnz == 0
