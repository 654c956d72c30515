"""What `language detect` tells of lines."""

import json

from auslese.analyse.language import language_mix as mix
from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.recipes.languages.language_filter import DetectionOptions, answers_to

SURE = "Здравствуйте, как ваши дела сегодня?".encode()


def test_an_answer_does_not_depend_on_the_lines_before_it() -> None:
    hinted = json.dumps({"id": 1, "text": "hotel", "hint": "is"}).encode()
    detecting = DetectionOptions(shipped_recogniser())

    after_sure = answers_to([SURE, hinted], detecting)[1]
    after_unsure = answers_to([b"hotel", hinted], detecting)[1]

    assert after_sure == after_unsure == answers_to([hinted], detecting)[0]


def test_of_a_text_without_end_the_beginning_is_looked_at_for_its_mix() -> None:
    text = "Das ist ein Satz.\n" + "\n" * mix.MOST_LETTERS + "This is not looked at.\n"
    line = json.dumps({"text": text}).encode()

    (told,) = answers_to([line], DetectionOptions(shipped_recogniser(), mix=True))

    assert isinstance(told, dict)
    assert [share[0] for share in told["mix"]] == ["de"]
