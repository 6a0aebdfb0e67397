"""Words go, and everything else stays."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.transforms.tasks.poems import (
    CENTIPEDE,
    annotated,
    corrupt,
    every_corruption,
    generated_poems,
    last_tokens,
    words_of,
)
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.tasks.contract import Corruption, NotApplicable, Task
from versebench.transforms.tasks.deletions import DeleteNonrhymingWords, DeleteRhymingWords, DeleteWords, delete
from versebench.transforms.text.words import letters

TASKS = st.sampled_from(
    [kind(words=words) for kind in (DeleteWords, DeleteRhymingWords, DeleteNonrhymingWords) for words in (1, 2, 3)]
)


def deleted(task: Task, poem: AnnotatedPoem, seed: int) -> Corruption:
    result = corrupt(task, poem, seed)
    assume(isinstance(result, Corruption))
    assert isinstance(result, Corruption)
    return result


def without(line: str, *words: str) -> str:
    poem = annotated(line, scheme="A")
    return delete(poem, sorted(words_of(poem).index(word) for word in words)).text


# --- by hand


def test_the_example_of_the_paper() -> None:
    poem = annotated(CENTIPEDE)
    made = delete(poem, [words_of(poem).index(word) for word in ("it", "The", "insects")])
    assert made.text == (
        "Low to the ground as goes,\ncentipede uses its nose\nTo find to eat,\nWhile an army of feet\n"
        "Moves what looks like a flexible hose."
    )
    assert (made.words, made.words_removed) == (("it", "The", "insects"), 3)


@pytest.mark.parametrize(
    ("line", "words", "left"),
    [
        ("Low to the ground as it goes,", ["goes"], "Low to the ground as it,"),
        ("He came, saw, and left.", ["saw"], "He came,, and left."),
        ('He said "go home" to me', ["go"], 'He said "home" to me'),
        ('He said "go home" to me', ["home"], 'He said "go" to me'),
        ("He (the cook) ate", ["the"], "He (cook) ate"),
        ('"Yes, it is', ["Yes"], '", it is'),
        ("Well, then", ["Well"], ", then"),
        ('"Past the mill', ["Past"], '"the mill'),
        ('he said "home."', ["home"], 'he said "."'),
        ("one two three four", ["two", "three"], "one four"),
        ("one two three four", ["one", "two"], "three four"),
        ("one two three four", ["three", "four"], "one two"),
        ("one two three four", ["one", "three"], "two four"),
        ("one (two) three", ["two"], "one) (three"),
        ("one, two; three", ["one", "two"], ",; three"),
        ("go — home — now", ["home"], "go — — now"),
        ("go — home now", ["go"], "— home now"),
        ("'tis walkin' time", ["walkin'"], "'tis time"),
        ("the the cat", ["the"], "the cat"),
        ("of art—still alive", ["art—still"], "of alive"),
    ],
)
def test_marks_stay_and_one_space_goes(line: str, words: list[str], left: str) -> None:
    assert without(line, *words) == left


def test_a_plain_deletion_leaves_an_empty_span() -> None:
    made = delete(annotated("one two three", scheme="A"), [1])
    assert (made.text, made.original_spans, made.corrupted_spans) == ("one three", ((4, 8),), ((4, 4),))


@pytest.mark.parametrize(("word", "can_go"), [("it", True), ("I", False), ("a", False), ("10", False), ("7th", True)])
def test_a_word_has_at_least_two_letters(word: str, can_go: bool) -> None:
    assert annotated(word, scheme="A").deletable == ([0] if can_go else [])


POEM = "one two\nthree four\nfive six\nseven eight\nnine ten"


def test_rhyming_words_are_the_end_words() -> None:
    ends = every_corruption(DeleteRhymingWords(words=1), annotated(POEM))
    others = every_corruption(DeleteNonrhymingWords(words=1), annotated(POEM))
    both = every_corruption(DeleteWords(words=1), annotated(POEM))
    assert ends == {POEM.replace(f" {word}", "") for word in ("two", "four", "six", "eight", "ten")}
    assert others == {POEM.replace(f"{word} ", "") for word in ("one", "three", "five", "seven", "nine")}
    assert both == ends | others


def test_no_line_loses_its_last_word() -> None:
    poem = annotated("alpha\nbeta\ngamma\ndelta\nepsilon zeta")
    assert every_corruption(DeleteWords(words=1), poem) == {
        poem.text.replace(" zeta", ""),
        poem.text.replace("epsilon ", ""),
    }


def test_every_admissible_set_is_as_likely() -> None:
    poem, task = annotated("one two three", scheme="A"), DeleteWords(words=2, end_words_in_thesaurus=0)
    found = Counter(made.text for seed in range(3_000) if isinstance(made := corrupt(task, poem, seed), Corruption))
    assert set(found) == {"one", "two", "three"}
    assert all(880 < count < 1_120 for count in found.values())


def test_the_sets_for_different_m_are_drawn_independently() -> None:
    poem = annotated(POEM)
    one, two = ([corrupt(DeleteWords(words=m), poem, seed) for seed in range(40)] for m in (1, 2))
    shared = [
        set(a.words) <= set(b.words)
        for a, b in zip(one, two, strict=True)
        if isinstance(a, Corruption) and isinstance(b, Corruption)
    ]
    assert 0 < sum(shared) < 25


@pytest.mark.parametrize(
    ("text", "task", "reason"),
    [
        ("a I\nI a\na b\n1 2\ncat 3", DeleteWords(words=2), "too_few_words"),
        ("cat I\nI a\na b\n1 2\ncat 3", DeleteRhymingWords(words=1), "too_few_words"),
        ("a cat\na dog\nI am\na cat\na dog", DeleteNonrhymingWords(words=1), "too_few_words"),
        ("cat\ndog\nhill\nday\nspray", DeleteWords(words=1), "line_would_be_empty"),
        ("cat —\n— dog\nhill 🎂\nday\nspray", DeleteRhymingWords(words=2), "line_would_be_empty"),
        ("one two\nthree four", DeleteWords(words=3, end_words_in_thesaurus=0), "line_would_be_empty"),
    ],
)
def test_why_nothing_can_be_deleted(text: str, task: DeleteWords, reason: str) -> None:
    assert corrupt(task, annotated(text)) == NotApplicable(reason)


@pytest.mark.parametrize("kind", [DeleteWords, DeleteRhymingWords, DeleteNonrhymingWords])
def test_the_pool_is_of_poems_with_enough_end_words_in_the_thesaurus(
    kind: type[DeleteWords | DeleteRhymingWords | DeleteNonrhymingWords],
) -> None:
    poem = replace(annotated(CENTIPEDE), in_thesaurus=[True, False, True, False, False])
    assert corrupt(kind(words=1), poem) == NotApplicable("end_words_not_in_thesaurus")
    pooled = kind(words=1, end_words_in_thesaurus=2)
    assert isinstance(corrupt(pooled, poem), Corruption)
    assert corrupt(pooled, poem) == corrupt(kind(words=1), annotated(CENTIPEDE)), "the pool changes no pair"
    assert pooled.label == kind(words=1).label


# --- on generated poems


@given(TASKS, generated_poems(), st.integers(0, 1_000))
def test_exactly_m_words_go_and_all_others_stay_as_they_are(task: DeleteWords, poem: AnnotatedPoem, seed: int) -> None:
    made = deleted(task, poem, seed)
    assert made.words_removed == len(made.words) == task.words
    assert all(letters(word) >= 2 for word in made.words)
    gone = _chosen(poem, made)
    assert len(gone) == task.words
    _assert_in_order(made.text, [word for token, word in enumerate(words_of(poem)) if token not in gone])


@given(TASKS, generated_poems(), st.integers(0, 1_000))
def test_every_character_outside_the_words_stays(task: DeleteWords, poem: AnnotatedPoem, seed: int) -> None:
    made = deleted(task, poem, seed)
    before, after = Counter(poem.text), Counter(made.text)
    gone = before - after
    assert 0 <= gone.pop(" ", 0) <= task.words
    assert gone == Counter("".join(made.words))
    assert not after - before


@given(TASKS, generated_poems(), st.integers(0, 1_000))
def test_lines_stay_tidy_and_hold_a_word(task: DeleteWords, poem: AnnotatedPoem, seed: int) -> None:
    made = deleted(task, poem, seed)
    lines = made.text.split("\n")
    assert len(lines) == 5
    for line, before in zip(lines, poem.text.split("\n"), strict=True):
        assert line == line.strip()
        assert "  " not in line
        assert any(map(str.isalnum, line)) == any(map(str.isalnum, before))


@given(generated_poems(), st.integers(0, 1_000))
def test_rhyming_deletion_takes_end_words_and_the_other_none(poem: AnnotatedPoem, seed: int) -> None:
    ends = last_tokens(poem)
    assert _chosen(poem, deleted(DeleteRhymingWords(words=1), poem, seed)) <= ends
    assert not _chosen(poem, deleted(DeleteNonrhymingWords(words=1), poem, seed)) & ends


def _chosen(poem: AnnotatedPoem, made: Corruption) -> set[int]:
    """The tokens that were deleted: those of the recorded words that stand in the edited spans."""
    chosen: set[int] = set()
    words = list(made.words)
    for token, word in enumerate(words_of(poem)):
        inside = any(
            start < poem.word_end[token] and poem.word_start[token] < end for start, end in made.original_spans
        )
        if words and inside and word == words[0]:
            chosen.add(token)
            words.pop(0)
    assert not words
    return chosen


def _assert_in_order(text: str, words: list[str]) -> None:
    place = 0
    for word in words:
        place = text.index(word, place) + len(word)
