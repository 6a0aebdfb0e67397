"""What tagger, pronouncer, tasks and acceptance make of poems of the sample, with expectations that a person wrote.

Unlike the golden file, nothing here is the code's own output: each value was decided by reading the poem.
"""

import json
from functools import cache
from pathlib import Path

import pyarrow as pa
import pytest

from tests.transforms.tasks.poems import every_corruption
from versebench.models.generators.contract import Hypothesis
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.models.thesaurus.registry import load_thesaurus
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.annotation.annotation import annotate, annotated_poems
from versebench.transforms.annotation.readers import Readers
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.accept import dictionary_finder, last_place
from versebench.transforms.tasks.contract import Task
from versebench.transforms.tasks.deletions import DeleteNonrhymingWords, DeleteRhymingWords
from versebench.transforms.tasks.swaps import SwapEndWords, SwapLines

SAMPLE = Path(__file__).parents[2] / "samples" / "limericks.json"
SWAP = SwapEndWords(articles="agree", uncertain="refused")
ACCEPTED = "accepted"


@cache
def poem(name: str, tagger: str = "verse-tagger.v2") -> AnnotatedPoem:
    texts = {row["id"]: row["limerick"] for row in json.loads(SAMPLE.read_text(encoding="utf-8"))}
    columns = {"work_id": [name], "text": [texts[name]], "language": ["english"], "form": ["limerick"]}
    table = pa.table(columns)
    sounds = SoundMemory(load_pronouncer("verse-ear"))
    (found,) = annotated_poems(table, annotate(table, Readers(load_tagger(tagger), sounds, load_thesaurus("wordnet"))))
    return found


def changed(task: Task, name: str) -> set[tuple[str, ...]]:
    """The lines that differ from the poem's, for each edit that many draws give."""
    original = poem(name).text.split("\n")
    made = (text.split("\n") for text in every_corruption(task, poem(name)))
    return {tuple(new for old, new in zip(original, lines, strict=True) if old != new) for lines in made}


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        ("vb-a-001", "NOUN NOUN NOUN NOUN NOUN"),  # air, care, door, floor, despair
        ("vb-a-034", "NOUN NOUN NOUN NOUN ADJ"),  # fruit, flute, case, space, mute
        ("vb-b-008", "VERB ADJ ADV VERB NOUN"),  # claim, lame, on, gone, name
        ("vb-a-043", "NOUN NOUN NOUN NOUN VERB"),  # friend, end, rain, train, descend
        ("vb-b-050", "NOUN NOUN NOUN NOUN ADV"),  # love, glove, friend, end, above
    ],
)
def test_end_words_have_their_part_of_speech_or_none(name: str, tags: str) -> None:
    """One known mistake, on which both taggers agree, is named here: *claim* of vb-b-008 is a verb."""
    found = [end.upos for end in poem(name).end_words if end]
    wrong = [(one, right) for one, right in zip(found, tags.split(), strict=True) if one not in (right, "X")]
    assert wrong == ([("NOUN", "VERB")] if name == "vb-b-008" else [])
    assert poem(name).scheme == "AABBA"


def test_words_are_pronounced() -> None:
    words = "o'er walkin' lead tear".split()
    said = dict(zip(words, load_pronouncer("verse-ear").pronounce(words), strict=True))
    phones = {word: {" ".join(one.phones) for one in variants} for word, variants in said.items()}
    assert "AO1 R" in phones["o'er"]
    assert phones["walkin'"] == {"W AO1 K IH0 N"}
    assert phones["lead"] == {"L EH1 D", "L IY1 D"}
    assert phones["tear"] == {"T EH1 R", "T IH1 R"}


def test_only_nouns_are_swapped_with_nouns() -> None:
    assert changed(SWAP, "vb-a-034") == {
        ("My neighbor sent over some flute", 'with a note: "We so love when your fruit'),
        ("is at rest in its space.", "What a comfort, that case!"),
    }


def test_articles_stay_right() -> None:
    swapped = ("My sweater was knitted with glove", "By an aunt—with three sleeves and a love;")
    assert changed(SWAP, "vb-b-050") == {swapped}
    assert changed(SWAP, "vb-a-043") == {("of a day without train;", "then it stays on the rain")}


def test_lines_that_are_far_apart_are_swapped() -> None:
    assert changed(SwapLines(neighbours="refused"), "vb-b-008") == set()  # lines 1 and 2 end on a comma and a semicolon
    assert changed(SwapLines(neighbours="refused"), "vb-a-034") == set()


def test_words_that_can_go_are_not_deleted() -> None:
    named = poem("vb-a-034")
    spared = {named.word(token) for token in named.deletable if token in named.optional}
    assert {"over", "so"} <= spared
    assert not {"fruit", "flute", "sent", "with", "your", "case", "plum"} & spared


def test_deletions_of_end_words_and_of_others() -> None:
    lines = {line for lines in changed(DeleteRhymingWords(words=1, optional="kept"), "vb-a-034") for line in lines}
    assert lines == {
        "My neighbor sent over some",
        'with a note: "We so love when your',
        "is at rest in its.",
        "What a comfort, that!",
    }
    others = {line for lines in changed(DeleteNonrhymingWords(words=1, optional="kept"), "vb-a-034") for line in lines}
    assert {"neighbor sent over some fruit", "My sent over some fruit", "My neighbor over some fruit"} <= others
    assert "My neighbor sent some fruit" not in others


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("and the band has gone home in a suit.", ACCEPTED),
        ('and the band has gone home in a suit."', ACCEPTED),
        ('and the band in the hall in a suit."', "no_finite_verb"),
        ('and the band has gone home with a flute."', "repeated_end_word"),
        ('and the band has gone home in a hat."', "no_rhyme"),
        ("and the band has gone home in a suit", "no_final_mark"),
    ],
)
def test_last_lines_are_accepted_if_they_are_well_formed(line: str, verdict: str) -> None:
    """The poem's quotation is open before its last line."""
    finder = dictionary_finder(load_pronouncer("verse-ear"), RhymeSettings())
    place = last_place(poem("vb-a-034"), finder, 20, repeated_end_word=False, well_formed=True)
    (found,) = place.verdicts([Hypothesis(line, (1,), -1.0, ended="final_mark")])
    assert (found if isinstance(found, str) else ACCEPTED) == verdict
    if not isinstance(found, str):
        assert found.line == "A" + line[1:].rstrip('"') + '"', "a capital after the end of a sentence, one closing mark"
