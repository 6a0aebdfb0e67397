"""End words trade places; marks and capitals stay."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.tasks.poems import annotated, corrupt, every_corruption, generated_poems, last_tokens, made
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.tasks.contract import Corruption, NotApplicable
from versebench.transforms.tasks.swaps import SwapEndWords

SWAP = SwapEndWords()


def swapped(one: str, other: str, tag: str = "NOUN") -> str:
    """Two lines of a couplet after the swap."""
    result = corrupt(SWAP, annotated(f"{one}\n{other}", tag, scheme="AA"))
    assert isinstance(result, Corruption), result
    return result.text.replace("\n", " / ")


def test_all_swaps_of_a_limerick() -> None:
    poem = annotated("a plan:\nit began,\na day\nthe spray;\nI can.")
    assert every_corruption(SWAP, poem) == {
        "a began:\nit plan,\na day\nthe spray;\nI can.",
        "a can:\nit began,\na day\nthe spray;\nI plan.",
        "a plan:\nit can,\na day\nthe spray;\nI began.",
        "a plan:\nit began,\na spray\nthe day;\nI can.",
    }


def test_only_words_of_one_part_of_speech_are_swapped() -> None:
    tags = "DET NOUN PRON VERB DET NOUN DET NOUN PRON AUX".split()
    poem = annotated("a plan:\nit began,\na day\nthe spray;\nI can.", tags)
    assert every_corruption(SWAP, poem) == {"a plan:\nit began,\na spray\nthe day;\nI can."}


def test_every_swap_is_as_likely() -> None:
    poem = annotated("plan\nbegan\nday\nspray\ncan")
    found = Counter(corrupt(SWAP, poem, seed) for seed in range(2_000))
    assert len(found) == 4
    assert all(430 < count < 570 for count in found.values())


@pytest.mark.parametrize(
    ("one", "other", "tag", "expected"),
    [
        ("the Cat,", "a hat!", "NOUN", "the Hat, / a cat!"),
        ("the CAT", "a hat", "NOUN", "the HAT / a cat"),
        ("a “cat,”", "(a hat)", "NOUN", "a “hat,” / (a cat)"),
        ("of Kent", "of Ghent", "PROPN", "of Ghent / of Kent"),
        ("so am I", "to my", "PRON", "so am my / to I"),
        ("as I'm", "of him", "PRON", "as him / of I'm"),
        ("as I’m", "of him", "PRON", "as him / of I’m"),
        ("a McCoy", "a boy", "NOUN", "a Boy / a McCoy"),
        ("an iPad", "the lad", "NOUN", "an lad / the iPad"),
        ("by 'Em", "by gem", "NOUN", "by Gem / by 'em"),
        ("of art—still", "the hill", "NOUN", "of art—hill / the still"),
        ("he said—“Go", "and so", "NOUN", "he said—“So / and go"),
        ("he's walkin',", "a-talkin'", "VERB", "he's a-talkin', / walkin'"),
        ("a TV", "to see", "NOUN", "a SEE / to tv"),
        ("春眠。", "不覺！", "NOUN", "不覺。 / 春眠！"),
        ("STRASSE", "maße", "NOUN", "MASSE / strasse"),
        ("ıt", "A", "NOUN", "a / ıt"),
    ],
)
def test_marks_and_capitals_stay_where_they_are(one: str, other: str, tag: str, expected: str) -> None:
    assert swapped(one, other, tag) == expected


@pytest.mark.parametrize(
    ("text", "tags", "reason"),
    [
        ("cat\nCat\ndog\nDOG\n“cat”", "NOUN", "equal_words"),
        ("don't\ndon’t\ndog\ndog\ndon't", "NOUN", "equal_words"),
        ("🎂\ncat\n🎂\ndog\n🎂", "NOUN", "equal_words"),
        ("cat\nsat\ndog\ndog\nat", ["NOUN", "VERB", "NOUN", "NOUN", "ADP"], "different_parts_of_speech"),
    ],
)
def test_why_nothing_can_be_swapped(text: str, tags: str | list[str], reason: str) -> None:
    assert corrupt(SWAP, annotated(text, tags)) == NotApplicable(reason)


# --- on generated poems


@given(generated_poems(), st.integers(0, 1_000))
def test_the_words_are_the_same_and_differ(poem: AnnotatedPoem, seed: int) -> None:
    result = made(SWAP, poem, seed)
    assert [poem.text[slice(*span)] for span in result.original_spans] == list(result.words)
    new = [result.text[slice(*span)].casefold() for span in result.corrupted_spans]
    old = [word.casefold() for word in result.words]
    assert new == old[::-1]
    assert old[0] != old[1]


@given(generated_poems(), st.integers(0, 1_000))
def test_the_words_end_lines_of_one_group_and_one_part_of_speech(poem: AnnotatedPoem, seed: int) -> None:
    result = made(SWAP, poem, seed)
    tokens = [poem.word_end.index(end) for _, end in result.original_spans]
    assert set(tokens) <= last_tokens(poem)
    one, other = tokens
    assert poem.scheme[poem.token_line[one]] == poem.scheme[poem.token_line[other]]
    assert poem.upos[one] == poem.upos[other]


@given(generated_poems(), st.integers(0, 1_000))
def test_everything_around_the_words_is_the_same(poem: AnnotatedPoem, seed: int) -> None:
    result = made(SWAP, poem, seed)
    (a, b), (c, d) = result.original_spans
    (e, f), (g, h) = result.corrupted_spans
    before = [poem.text[:a], poem.text[b:c], poem.text[d:]]
    assert before == [result.text[:e], result.text[f:g], result.text[h:]]


@given(generated_poems(), st.integers(0, 1_000))
def test_names_and_i_keep_their_capitals(poem: AnnotatedPoem, seed: int) -> None:
    result = made(SWAP, poem, seed)
    tag = poem.upos[poem.word_end.index(result.original_spans[0][1])]
    new = [result.text[slice(*span)] for span in result.corrupted_spans]
    for word, placed in zip(result.words, reversed(new), strict=True):
        if tag == "PROPN" or word == "I" or word.startswith(("I'", "I’")):
            assert placed == word
