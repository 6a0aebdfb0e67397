"""The lexicon: each distinct word asked once, whatever the shards, and recalled as it was said."""

from collections.abc import Sequence

import pyarrow as pa
import pytest

from tests.transforms.prosody.counting_pronouncer import CountingPronouncer
from versebench.models.pronunciation.contract import Pronouncer, Pronunciation
from versebench.models.pronunciation.g2p import load_g2p
from versebench.models.pronunciation.registry import PRONOUNCERS, load_pronouncer
from versebench.schemas.lexicon import LEXICON, WORDS
from versebench.storage.manifest import Manifest
from versebench.transforms.prosody.lexicon.pronounce_words import lexicon_counts, pronounce
from versebench.transforms.prosody.lexicon.recall import Recall, recall
from versebench.transforms.prosody.rhymes.settings import AMERICAN
from versebench.transforms.prosody.syllables import COUNTERS, count_by_spelling, count_vowels
from versebench.transforms.text.keys import word_id

TEXT = "art—still well-bred walkin' Vloon's !!! 1st Пушкин e\u0301tude o'er " + "a" * 5_000
EMPTY = Manifest("versebench-manifest.v1", "words", "0" * 16, 1, {}, {}, {})


def listed(*words: str, occurrences: int = 1) -> pa.Table:
    ids = [word_id("english", word) for word in words]
    languages = ["english"] * len(words)
    return WORDS.build(
        {"word_id": ids, "language": languages, "word": words, "occurrences": [occurrences] * len(words)}
    )


def settings(pronouncer: str) -> Recall:
    return Recall("", EMPTY, "", pronouncer, "pronunciation", AMERICAN)


def test_a_word_of_several_shards_is_asked_once_and_counted_together() -> None:
    pronouncer = CountingPronouncer(Pronunciation(("AH0",), "counting"))
    lexicon = pronounce(
        pa.concat_tables([listed("b", "a"), listed("a", occurrences=4)]), pronouncer, lambda words, _: [0] * 2
    )
    assert sorted(pronouncer.asked) == ["a", "b"]
    assert dict(zip(lexicon["word"].to_pylist(), lexicon["occurrences"].to_pylist(), strict=True)) == {"a": 5, "b": 1}
    assert lexicon["word_id"].to_pylist() == sorted(lexicon["word_id"].to_pylist())


def test_counting_syllables_asks_for_no_word_again() -> None:
    pronouncer = CountingPronouncer(Pronunciation(("AH0",), "counting"))
    lexicon = pronounce(listed("b", "a"), pronouncer, count_vowels)
    assert sorted(pronouncer.asked) == ["a", "b"]
    assert lexicon["syllables"].to_pylist() == [1, 1]


@pytest.mark.parametrize("pronouncer", PRONOUNCERS)
def test_what_is_recalled_is_what_was_heard(pronouncer: str) -> None:
    words = TEXT.split()
    lexicon = pronounce(listed(*words), load_pronouncer(pronouncer), count_vowels)
    assert lexicon.schema.equals(LEXICON.schema)
    sounds = recall(lexicon, settings(pronouncer), "english")
    assert [sounds.pronunciations(word) for word in words] == load_pronouncer(pronouncer).pronounce(words)
    counts = [count or None for count in count_vowels(words, load_pronouncer(pronouncer))]
    assert [sounds.syllables(word) for word in words] == counts


def test_a_recalled_word_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = pronounce(listed("gromp"), load_pronouncer("verse-ear"), count_vowels)
    pronouncer = CountingPronouncer(Pronunciation(("AH0",), "counting"))
    monkeypatch.setitem(PRONOUNCERS, "counting", lambda: pronouncer)
    sounds = recall(lexicon, settings("counting"), "english")
    assert sounds.pronunciations("gromp")[0].guessed
    assert sounds.syllables("gromp") == 1
    assert not pronouncer.asked
    assert sounds.pronunciations("unlisted")[0].origin == "counting"


def test_guessed_and_silent_words_are_counted_by_word_and_by_occurrence() -> None:
    table = pa.concat_tables([listed("cat", "gromp"), listed("!!!", occurrences=3), listed("gromp", occurrences=6)])
    counts = lexicon_counts(pronounce(table, load_pronouncer("verse-ear"), count_vowels))
    assert counts == {
        "words": 3,
        "guessed": 1,
        "silent": 1,
        "occurrences.words": 11,
        "occurrences.guessed": 7,
        "occurrences.silent": 3,
    }


def test_an_empty_range_has_an_empty_lexicon() -> None:
    lexicon = pronounce(WORDS.empty(), load_pronouncer("verse-ear"), count_vowels)
    assert len(lexicon) == 0
    assert lexicon_counts(lexicon)["words"] == 0


@pytest.mark.parametrize(
    ("pronouncer", "word", "syllables"),
    [
        ("cmudict", "still", 1),
        ("cmudict", "art—still", 2),
        ("cmudict", "well-bred", 2),
        ("cmudict", "gromp", 0),
        ("cmudict", "gromp—still", 0),
        ("cmudict", "!!!", 0),
        ("verse-ear", "art—still", 2),
        ("verse-ear", "gromp—still", 2),
    ],
)
def test_vowels_of_words_and_of_what_is_joined(pronouncer: str, word: str, syllables: int) -> None:
    assert count_vowels(["cat", word], load_pronouncer(pronouncer)) == [1, syllables]


def test_a_guessed_word_has_the_vowels_that_the_model_expects() -> None:
    words = ["brillig", "brillig's", "slithy-tove", "cat"]
    assert count_vowels(words, load_pronouncer("verse-ear")) == [2, 2, 3, 1]
    assert count_vowels(words[:1], load_pronouncer("verse-ear")) == load_g2p().syllables(words[:1])


def test_the_paper_counts_by_the_spelling_alone() -> None:
    class Deaf:
        name = "deaf.v1"

        def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
            raise AssertionError

    pronouncer: Pronouncer = Deaf()
    assert count_by_spelling(["cat", "centipede", "!!!"], pronouncer) == [1, 3, 0]


def test_counters_have_versioned_names() -> None:
    assert all(".v" in name for name, _ in COUNTERS.values())
