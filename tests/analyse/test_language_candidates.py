"""A recogniser that knows only some languages, and models that are none."""

from pathlib import Path

import numpy as np
import pytest

from auslese.analyse.language.language_candidates import (
    codes_among,
    open_model,
    restrict_model,
    restrict_recogniser,
)
from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.records.errors import SettingsError

WORDS = ["und", "ikke", "xyzzy", "straße", "det"]


def test_what_a_word_costs_is_the_same_with_fewer_languages() -> None:
    model = shipped_recogniser().model
    fewer = restrict_model(model, ["da", "de", "nb"])

    columns = [model.languages.index(code) for code in fewer.languages]
    assert np.array_equal(fewer.word_costs(WORDS), model.word_costs(WORDS)[:, columns])


def test_only_candidates_are_named() -> None:
    recogniser = restrict_recogniser(shipped_recogniser(), ["fr", "no", "de"])

    assert set(recogniser.languages) == {"de", "fr", "nb", "nn"}
    (said,) = recogniser.recognise(["Det er ikke noget der er bedre end dette på dansk."])
    assert said.language in ("nb", "nn")
    assert {code for code, _ in said.alternatives} <= {"de", "fr", "nb", "nn"}
    assert restrict_recogniser(recogniser, []) is recogniser


def test_an_unknown_code_is_told_with_those_there_are() -> None:
    with pytest.raises(SettingsError, match=r"no language 'xx' in the model; there are a, b"):
        codes_among(["a", "xx"], ["b", "a"])
    with pytest.raises(SettingsError, match="at least two"):
        codes_among(["a"], ["b", "a"])


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"no languages\.json"):
        open_model(tmp_path)
    (tmp_path / "languages.json").write_text('["de"]\n', "utf-8")
    with pytest.raises(SettingsError, match="is no model of languages"):
        open_model(tmp_path)
    (tmp_path / "letters.npy").write_bytes(b"no array")
    with pytest.raises(SettingsError, match="is no model of languages"):
        open_model(tmp_path)


def test_a_model_that_was_saved_is_opened(tmp_path: Path) -> None:
    restrict_model(shipped_recogniser().model, ["da", "de"]).save(tmp_path / "m")

    assert open_model(tmp_path / "m").languages == ("da", "de")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("words.npy", b""),
        ("words.npy", b"\x93NUMPY\x01\x00"),
        ("languages.json", b'["de"]'),
        ("languages.json", b"[]"),
        ("languages.json", b"5"),
    ],
)
def test_a_broken_model_is_told_and_not_opened(tmp_path: Path, name: str, content: bytes) -> None:
    restrict_model(shipped_recogniser().model, ["de", "fr"]).save(tmp_path)
    (tmp_path / name).write_bytes(content)

    with pytest.raises(SettingsError, match="is no model of languages"):
        open_model(tmp_path)


def test_arrays_of_another_model_are_refused(tmp_path: Path) -> None:
    restrict_model(shipped_recogniser().model, ["de", "fr"]).save(tmp_path / "two")
    restrict_model(shipped_recogniser().model, ["de", "fr", "en"]).save(tmp_path / "three")
    (tmp_path / "three" / "word_languages.npy").replace(tmp_path / "two" / "word_languages.npy")

    with pytest.raises(SettingsError, match="do not belong together"):
        open_model(tmp_path / "two")


class _Trap:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


def test_a_pickle_in_a_model_is_not_executed(tmp_path: Path) -> None:
    restrict_model(shipped_recogniser().model, ["de", "fr"]).save(tmp_path)
    trap = np.array([_Trap(tmp_path / "executed")], object)
    np.save(tmp_path / "beyond.npy", trap, allow_pickle=True)

    with pytest.raises(SettingsError, match="is no model of languages"):
        open_model(tmp_path)
    assert not (tmp_path / "executed").exists()
