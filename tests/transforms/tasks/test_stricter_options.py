"""Options of tasks that take edits away, and change nothing by default."""

from dataclasses import replace

import pytest

from tests.transforms.tasks.poems import annotated, corrupt, every_corruption
from versebench.transforms.annotation.offers import Offered, Offers
from versebench.transforms.tasks.articles import articles_of
from versebench.transforms.tasks.contract import Corruption, NotApplicable
from versebench.transforms.tasks.deletions import DeleteWords
from versebench.transforms.tasks.replace_end_word import ReplaceEndWord
from versebench.transforms.tasks.swaps import SwapEndWords, SwapLines

AGREE = SwapEndWords(articles="agree")
CERTAIN = SwapEndWords(uncertain="refused")


def test_options_that_only_refuse_are_not_in_the_label() -> None:
    assert SwapEndWords(articles="agree", uncertain="refused").label == "swap_end_words.v1"
    assert SwapLines(neighbours="refused").label == "swap_lines.v1"
    assert DeleteWords(words=2, optional="kept").label == "delete_words.v1:words=2"


def test_a_swap_that_breaks_an_article_is_refused() -> None:
    poem = annotated("He came to an end\nwith a friend", scheme="AA")
    assert corrupt(SwapEndWords(), poem) != NotApplicable("other_article")
    assert corrupt(AGREE, poem) == NotApplicable("other_article")
    assert AGREE.foresee(poem) == NotApplicable("other_article")


def test_a_swap_that_keeps_articles_is_made() -> None:
    made = corrupt(AGREE, annotated("He lost a hat\nto a cat", scheme="AA"))
    assert isinstance(made, Corruption)
    assert made.text == "He lost a cat\nto a hat"


def test_an_article_on_the_line_before_does_not_count() -> None:
    assert isinstance(corrupt(AGREE, annotated("It was a\nend\nfriend", scheme="xAA")), Corruption)


@pytest.mark.parametrize(
    ("word", "articles"),
    [("hour", {"an"}), ("unicorn", {"a"}), ("owl", {"an"}), ("one", {"a"}), ("Zwickelung", {"a"}), ("unpleat", {"an"})],
)
def test_articles_follow_the_sound(word: str, articles: set[str]) -> None:
    assert articles_of(word) == articles


def test_words_of_uncertain_parts_of_speech_are_refused() -> None:
    poem = annotated("the fruit\nwas mute", ["DET", "X", "AUX", "X"], scheme="AA")
    assert isinstance(corrupt(SwapEndWords(), poem), Corruption)
    assert corrupt(CERTAIN, poem) == NotApplicable("uncertain_part_of_speech")
    certain = annotated("the fruit\nwas mute", ["DET", "NOUN", "AUX", "ADJ"], scheme="AA")
    assert corrupt(CERTAIN, certain) == NotApplicable("different_parts_of_speech")


def test_names_are_not_swapped() -> None:
    poem = annotated("She came from Sweden\nand lived in Weedon", ["PRON", "VERB", "ADP", "PROPN"] * 2, scheme="AA")
    assert isinstance(corrupt(SwapEndWords(), poem), Corruption)
    assert corrupt(SwapEndWords(names="refused"), poem) == NotApplicable("names")


def test_words_after_the_same_word_stay() -> None:
    refused = SwapEndWords(after_same_word="refused")
    poem = annotated("He went up the weeds\nwith a look at The seeds", scheme="AA")
    assert isinstance(corrupt(SwapEndWords(), poem), Corruption)
    assert corrupt(refused, poem) == refused.foresee(poem) == NotApplicable("after_same_word")
    for text in ("He went up the weeds\nwith a look at his seeds", "weeds\nseeds"):
        assert isinstance(corrupt(refused, annotated(text, scheme="AA")), Corruption)


def test_lines_that_follow_each_other_stay() -> None:
    poem = annotated("one a.\ntwo a.\nthree b.\nfour b.\nfive a.")
    made = every_corruption(SwapLines(neighbours="refused"), poem)
    assert made == {"five a.\ntwo a.\nthree b.\nfour b.\none a.", "one a.\nfive a.\nthree b.\nfour b.\ntwo a."}
    couplet = annotated("one a.\ntwo a.", scheme="AA")
    assert corrupt(SwapLines(neighbours="refused"), couplet) == NotApplicable("neighbouring_lines")


def test_words_that_a_sentence_can_spare_are_not_deleted() -> None:
    poem = annotated(
        "And very tall old tea cups fell off",
        ["CCONJ", "ADV", "ADJ", "ADJ", "NOUN", "NOUN", "VERB", "ADP"],
        scheme="x",
    )
    task = DeleteWords(words=1, optional="kept", end_words_in_thesaurus=0)
    assert every_corruption(task, poem) == {"And very tall old tea fell off", "And very tall old tea cups off"}
    assert task.all_needs == {"tagger"}


def test_a_synonym_that_no_model_could_choose_is_refused() -> None:
    alone = Offered(2, 6, "project", ("plan", "project"), (1, 1, 1, 1))
    first, second = (
        Offered(14, 19, word, ("began", word), (rank, rank, 1, 1)) for rank, word in ((1, "started"), (2, "opened"))
    )
    taken, refused = ReplaceEndWord(), ReplaceEndWord(only_candidate="refused")
    assert taken.label == refused.label

    def words(task: ReplaceEndWord, *offered: Offered) -> set[str | NotApplicable]:
        poem = replace(annotated("a plan\nand it began"), offers={task.offered_as: Offers(offered, None)})
        made = [corrupt(task, poem, seed) for seed in range(20)]
        return {one.words[1] if isinstance(one, Corruption) else one for one in made}

    assert words(taken, alone, first, second) == {"project", "started"}
    assert words(refused, alone, first, second) == {"started"}
    assert words(refused, alone) == {NotApplicable("only_candidate")}
