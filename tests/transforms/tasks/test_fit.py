"""Which tasks the poems of a form in a language can have."""

from typing import ClassVar

import pytest

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.sampling.eligibility import refusal_reasons
from versebench.transforms.sources.source import PlacedSource, Source
from versebench.transforms.tasks.completions.beam import CompleteLineBeam
from versebench.transforms.tasks.contract import Task
from versebench.transforms.tasks.deletions import DeleteRhymingWords, DeleteWords
from versebench.transforms.tasks.fit import Verse, check_fit, language_misfit, misfit, verses_of
from versebench.transforms.tasks.registry import TASKS
from versebench.transforms.tasks.replace_end_word import ReplaceEndWord
from versebench.transforms.tasks.swaps import SwapEndWords, SwapLines

LACKS = {
    "tagger": "no tagger reads it",
    "thesaurus": "there is none",
    "phones": "it has readings",
    "stress": "it has tones",
}
ENGLISH_ONLY = "supports english only, but the poems are in classical-chinese"
LIMERICKS = Verse("limerick", rhymes=True, language="english", lacks={})
BLANK_VERSE = Verse("blank-verse", rhymes=False, language="english", lacks={})
JUEJU = Verse("jueju", rhymes=True, language="classical-chinese", lacks=LACKS)


class BeamOfAnyLanguage(CompleteLineBeam):
    """A task of another package that completes lines in any language with phones."""

    languages: ClassVar[frozenset[str] | None] = None


def test_limericks_can_have_every_task() -> None:
    check_fit([kind.model_validate(kind.example) for kind in list(TASKS.values())[:9]], [LIMERICKS])


@pytest.mark.parametrize(
    ("task", "verse", "reason"),
    [
        (SwapLines(), BLANK_VERSE, "needs lines that rhyme, but lines of the form blank-verse do not"),
        (DeleteRhymingWords(words=1), BLANK_VERSE, "needs lines that rhyme, but lines of the form blank-verse do not"),
        (DeleteWords(words=1), BLANK_VERSE, None),
        (SwapLines(), JUEJU, None),
        (SwapEndWords(), JUEJU, "needs a tagger, but classical-chinese has none: no tagger reads it"),
        (DeleteWords(words=1, end_words_in_thesaurus=0), JUEJU, ENGLISH_ONLY),
        (BeamOfAnyLanguage(), JUEJU, "needs phones, but classical-chinese has none: it has readings"),
        (BeamOfAnyLanguage(), LIMERICKS, None),
        (CompleteLineBeam(), JUEJU, "supports english only, but the poems are in classical-chinese"),
        (ReplaceEndWord(), JUEJU, "supports english only, but the poems are in classical-chinese"),
    ],
)
def test_why_a_task_does_not_fit(task: Task, verse: Verse, reason: str | None) -> None:
    assert misfit(task, verse) == reason


def test_the_message_names_the_nearest_valid_choice() -> None:
    with pytest.raises(ValueError, match="swap_end_words") as caught:
        check_fit([SwapLines(), SwapEndWords()], [JUEJU])
    assert str(caught.value) == (
        "swap_end_words.v1 (Swapped end words) needs a tagger, but classical-chinese has none: no tagger reads it; "
        "did you mean swap_lines.v1?"
    )


def source(form: str, **changes: object) -> PlacedSource:
    values = {"name": form, "path": "poems.jsonl", "format": "jsonl", "licence": "CC0-1.0", "form": form, **changes}
    return Source.model_validate(values).of_form("verse")


def test_form_and_language_are_those_of_the_sources() -> None:
    verses = verses_of(
        [source("limerick"), source("blank-verse"), source("verse", language="english"), source("jueju")]
    )
    assert [(verse.form, verse.rhymes, verse.language) for verse in verses] == [
        ("limerick", True, "english"),
        ("blank-verse", False, "english"),
        ("verse", True, "english"),
        ("jueju", True, "classical-chinese"),
    ]
    assert {"tagger", "thesaurus"} <= set(verses[3].lacks)


def test_a_task_must_fit_one_of_the_sources() -> None:
    check_fit([SwapLines()], verses_of([source("limerick"), source("blank-verse")]))
    with pytest.raises(ValueError, match=r"^swap_lines.v1 \(Swapped lines\) needs lines that rhyme.* mean delete_"):
        check_fit([SwapLines()], verses_of([source("blank-verse")]))


def test_a_source_that_gives_forms_row_by_row_can_have_every_form_of_its_language() -> None:
    verses = verses_of([source("blank-verse", fields={"text": "text", "form": "kind"})])
    assert {"limerick", "sonnet", "blank-verse"} < {verse.form for verse in verses}
    assert {verse.language for verse in verses} == {"english"}
    chinese = source("jueju", fields={"text": "text", "form": "kind"})
    with pytest.raises(ValueError, match="no part-of-speech tagger"):
        check_fit([SwapEndWords()], verses_of([chinese]))


@pytest.mark.parametrize(
    ("task", "reason"),
    [
        (SwapEndWords(), "no_tagger"),
        (DeleteWords(words=1), "other_language"),
        (CompleteLineBeam(), "other_language"),
        (BeamOfAnyLanguage(), "no_phones"),
        (SwapLines(), None),
    ],
)
def test_a_poem_of_a_corpus_of_several_languages_has_the_tasks_of_its_own(task: Task, reason: str | None) -> None:
    starts, ends = [0, 1, 3, 4, 6, 7, 9, 10], [1, 2, 4, 5, 7, 8, 10, 11]
    poem = AnnotatedPoem(
        work_id="0" * 20,
        text="山水\n花水\n日月\n風水",
        scheme="xAxA",
        lines=[(0, 2), (3, 5), (6, 8), (9, 11)],
        token_line=[0, 0, 1, 1, 2, 2, 3, 3],
        token_start=starts,
        word_start=starts,
        word_end=ends,
        token_end=ends,
        upos=["X"] * 8,
        in_thesaurus=[False] * 4,
        language="classical-chinese",
    )
    [found] = refusal_reasons(task, poem, seed=0)
    assert found == reason or (
        reason is None and found not in ("no_phones", "no_tagger", "no_thesaurus", "other_language")
    )
    assert [None if (misfit := language_misfit(task, "english")) is None else misfit.reason] == [None]
