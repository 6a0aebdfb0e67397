"""An end word is replaced by the synonym on which both models agree."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.transforms.filters.stanzas import SOUNDS
from tests.transforms.tasks.poems import annotated, corrupt
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.annotation.offers import Offered, Offers
from versebench.transforms.tasks.contract import Corruption, NotApplicable
from versebench.transforms.tasks.replace_end_word import ReplaceEndWord
from versebench.transforms.text.draws import Draws

TASK = ReplaceEndWord()
TEXT = "a plan:\nit began,\na day\nthe spray;\nI can."
GOLDEN = {
    0: ("a plan:\nit began,\na day\nthe mist;\nI can.", ((28, 33),), ((28, 32),), ("spray", "mist")),
    1: ("a plan:\nit started,\na day\nthe spray;\nI can.", ((11, 16),), ((11, 18),), ("began", "started")),
}
"""By seed."""


def offered(text: str, word: str, synonym: str, *ranks: int) -> Offered:
    start = text.index(word)
    return Offered(start, start + len(word), synonym, (word, synonym), ranks)


def poem(*found: Offered, reason: str | None = None, task: ReplaceEndWord = TASK) -> AnnotatedPoem:
    return replace(annotated(TEXT), offers={task.offered_as: Offers(found, reason)})


FOUND = (
    offered(TEXT, "plan", "project", 1, 2, 1, 1),
    offered(TEXT, "plan", "programme", 2, 1, 1, 1),
    offered(TEXT, "began", "started", 1, 1, 1, 1),
    offered(TEXT, "spray", "mist", 1, 1, 2, 1),
    offered(TEXT, "can", "tin", 1, 1, 3, 1),
    offered(TEXT, "day", "epoch", 1, 1, 1, 2),
)


def test_what_was_made_once_is_made_again() -> None:
    for seed, (text, originals, corrupted, words) in GOLDEN.items():
        assert corrupt(TASK, poem(*FOUND), seed) == Corruption(text, originals, corrupted, words)


def test_the_label_holds_the_settings_that_change_a_pair() -> None:
    assert TASK.label == "replace_end_word.v1:word_senses=2:synonym_senses=1"
    assert ReplaceEndWord(pairs=3, poems=9).label == TASK.label


def test_the_paper_s_rules_are_part_of_both_names_and_ours_are_not() -> None:
    paper = ReplaceEndWord(rules="paper")
    assert (paper.label, paper.offered_as) == (f"{TASK.label}:rules=paper", f"{TASK.offered_as}:rules=paper")
    assert ReplaceEndWord(rules="strict").offered_as == TASK.offered_as == "replace_end_word.v1:both_ways=True"


def test_every_synonym_that_both_put_first_is_as_likely() -> None:
    asked = poem(*FOUND)
    found = Counter(str(corrupt(TASK, asked, seed)) for seed in range(1000))
    assert len(found) == 2
    assert all(430 < count < 570 for count in found.values())


@pytest.mark.parametrize(
    ("settings", "synonyms"),
    [
        ({"word_senses": 1}, {"started"}),
        ({"word_senses": 3}, {"started", "mist", "tin"}),
        ({"synonym_senses": 2}, {"started", "mist", "epoch"}),
        ({"synonym_senses": None}, {"started", "mist", "epoch"}),
        ({"word_senses": None, "synonym_senses": None}, {"started", "mist", "tin", "epoch"}),
    ],
)
def test_only_usual_senses_count(settings: dict[str, Any], synonyms: set[str]) -> None:
    task = ReplaceEndWord(**settings)
    made = [corrupt(task, poem(*FOUND, task=task), seed) for seed in range(60)]
    assert {one.words[1] for one in made if isinstance(one, Corruption)} == synonyms


def test_a_thesaurus_that_was_not_asked_both_ways_limits_one_sense_alone() -> None:
    task = ReplaceEndWord(synonym_senses=None)
    assert isinstance(corrupt(task, poem(offered(TEXT, "day", "era", 1, 1, 2), task=task)), Corruption)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (annotated(TEXT), "not_tried"),
        (poem(reason="not_tried"), "not_tried"),
        (poem(reason="no_rhyme_known"), "no_rhyme_known"),
        (poem(), "no_synonym"),
        (poem(*FOUND[:2]), "models_disagree"),
        (poem(*FOUND[:2], *FOUND[4:]), "other_sense"),
    ],
)
def test_why_no_word_is_replaced(asked: AnnotatedPoem, reason: str) -> None:
    assert TASK.corrupt(asked, Draws(0, TASK.label, asked.work_id, 0)) == NotApplicable(reason)


def test_the_draws_are_those_of_the_poem() -> None:
    made = [TASK.corrupt(poem(*FOUND), Draws(0, TASK.label, work, 0)) for work in "abcdefgh"]
    assert len({str(one) for one in made}) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TEXT, None),
        ("zorbat\nzorbat\nfnorple\nfnorple\nzorbat", "no_rhyme_known"),
        ("zorbat\nzorbat\nfnorple\nfnorple\ncat", None),
        ("春眠\n春眠\n🎂\n🎂\n春眠", "no_rhyme_known"),
    ],
)
def test_a_poem_without_a_known_sound_is_not_tried(text: str, reason: str | None) -> None:
    assert TASK.refuse(annotated(text), SOUNDS) == reason
