from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.ear import syllables as ear_syllables
from benchmarks.ear.syllables import CMUDICT, by_ear, by_espeak, by_g2p, by_lstm, held_out, share_right
from training.ear_data import Counted


def test_a_count_of_any_pronunciation_is_right() -> None:
    words = [Counted("fire", (1, 2), True), Counted("cat", (1,), True)]
    assert share_right(words, lambda asked: [2, 2]) == 0.5


@pytest.mark.parametrize("count", [by_ear, by_g2p, by_lstm])
def test_our_counters(count: ear_syllables.Count) -> None:
    assert list(count(["cat", "yellow", "—"])) == [1, 2, 0]


def test_espeak_is_asked_for_letters_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Sequence[str]] = []

    def answer(worker: str, given: Sequence[str]) -> dict[str, list[str]]:
        asked.append(given)
        return {"ipa": ["j_ˈɛ_l_oʊ"] * len(given)}

    monkeypatch.setattr(ear_syllables, "ask", answer)
    assert by_espeak(["Yellow", "yellow!", "'tis", "—", "42"]) == [2, 2, 2, 0, 0]
    assert asked == [["tis", "yellow"]]


def test_without_wiktionary_only_words_of_cmudict(tmp_path: Path) -> None:
    groups = held_out(tmp_path)
    assert list(groups) == [CMUDICT]
    assert len(groups[CMUDICT]) > 6_000
