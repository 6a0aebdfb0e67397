"""Candidates have the sounds of the language of each poem."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest

pytest.importorskip("torch")

from tests.transforms.candidates.stand_in import StandIn
from tests.transforms.tasks.completions.corpus import SEED, Corpus, corpus
from versebench.models.generators.settings import GeneratorSettings
from versebench.models.pronunciation.contract import Pronouncer, Pronunciation
from versebench.models.scorers.identity import identify
from versebench.transforms.candidates.complete_shard import CompleteShard
from versebench.transforms.prosody.languages.english import ENGLISH, English
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.tasks.completions.beam import CompleteLineBeam
from versebench.transforms.text.keys import work_id

ONE_SOUND = Pronunciation(("AE1", "N"), "monotone")
IN_ENGLISH = """There was a young man with a sloon
Who dreamt he was eating a vloon;
He woke up at night
In a terrible fright,
And howled like a dog at the moon."""
IN_MONOTONE = IN_ENGLISH.replace("night", "noon")
WORKS = {text: work_id("sample", None, text) for text in (IN_ENGLISH, IN_MONOTONE)}


class _Monotone:
    """A pronouncer that gives all words one sound."""

    name = "monotone.v1"

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        return [(ONE_SOUND,)] * len(words)


class Monotone(English):
    """A language in which all words sound alike."""

    name = "monotone"
    title = "Monotone"

    def pronouncer(self, pronunciations: str) -> Pronouncer:
        return _Monotone()


class BeamOfAnyLanguage(CompleteLineBeam):
    """The beam search, for any language with phones."""

    languages: ClassVar[frozenset[str] | None] = None


@pytest.fixture
def mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    assert ENGLISH.name in LANGUAGES
    monkeypatch.setitem(LANGUAGES._things, "monotone", (__name__, Monotone()))
    return corpus(tmp_path, 1, list(WORKS), {IN_MONOTONE: "monotone"})


def test_lines_are_completed_with_the_sounds_of_the_language_of_the_poem(
    mixed: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("versebench.transforms.candidates.complete_shard.load_generator", lambda *_: StandIn())
    task, generator = BeamOfAnyLanguage(beams=40), GeneratorSettings(model="gpt2-writer")
    identity = identify(generator.model, None)
    made = CompleteShard(mixed.source, mixed.recall, task, generator, identity, SEED, mixed.tried(task))(0)
    attempts = {row["work_id"]: row for row in made.tables["attempts"].to_pylist()}
    # No dictionary of English has these end words; in the other language every word is known, and rhymes.
    assert attempts[WORKS[IN_ENGLISH]]["reason"] == "end_words_not_in_dictionary"
    asked = attempts[WORKS[IN_MONOTONE]]
    assert asked["reason"] is None
    assert asked["kept"] > 0
    assert not {"no_rhyme", "no_rhyme_known"} & set(asked["refused_reasons"])
    completions = made.tables["completions"].to_pylist()
    assert [row["completion"] for row in completions] == list(range(asked["kept"]))
    # One syllable for each word, by the only sound that there is.
    assert all(row["syllables"] == row["words"] for row in completions)
