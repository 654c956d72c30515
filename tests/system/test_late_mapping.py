"""A mapping is made when somebody looks into it, and once."""

from auslese.system.late_mapping import LateMapping


def test_a_late_mapping_is_made_once_and_only_if_it_is_needed() -> None:
    calls: list[str] = []

    def make() -> dict[int, str]:
        calls.append("made")
        return {1: "one", 2: "two"}

    late = LateMapping(make)
    assert calls == []

    assert late.get(3) is None
    assert dict(late.items()) == {1: "one", 2: "two"}
    assert len(late) == 2
    assert calls == ["made"]
