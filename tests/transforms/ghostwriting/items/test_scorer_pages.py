"""A scorer answers pages: only the judged verse counts, after each choice, beside the verse alone."""

import math
from typing import Any

import pytest

from versebench.models.scorers.contract import TextScore
from versebench.transforms.ghostwriting.items.model_answers import answers
from versebench.transforms.ghostwriting.items.scorer_pages import page_scores, texts_of

Row = dict[str, Any]

PAGE: Row = {
    "item": "1",
    "protocol": "match_style.v1",
    "writer": "human",
    "authors": ["B", "A", "B", "C", "D"],
    "texts": ["sea\nsalt", "a town", "the sea", "an oak", "one dune"],
    "text_ids": ["v", "a", "b", "c", "d"],
}


def scored(page: Row, scorer: Any) -> list[Row]:
    """What a scorer says of the texts of a page, as the table of scores has it."""
    texts = texts_of(page)
    (unit,) = scorer.score_units([[text.text for text in texts]], tokens=True)
    return [
        {
            "work_id": text.work_id,
            "text_id": text.text_id,
            "convention": convention,
            "token_ends": [end for _, end in score.spans],
            "token_log_probabilities": score.token_log_probabilities,
        }
        for convention, of in unit.items()
        for text, score in zip(texts, of, strict=True)
    ]


class Recalling:
    """A scorer by letters to which a word that has been before is certain; its tokens are words with the space."""

    def score_units(self, units: Any, *, tokens: bool) -> list[dict[str, list[TextScore]]]:
        return [{"words": [self._score(text) for text in texts]} for texts in units]

    def _score(self, text: str) -> TextScore:
        seen: set[str] = set()
        values, spans, start = [], [], 0
        for word in text.split():
            end = text.index(word, start) + len(word)
            values.append(-0.5 if word in seen else -4.0)
            spans.append((start, end))
            seen.add(word)
            start = end
        return TextScore(tuple(values), tuple(range(len(values))), tuple(spans))


def test_the_texts_are_the_verse_alone_and_after_each_choice_and_a_blank_line() -> None:
    texts = [text.text for text in texts_of(PAGE)]
    assert texts[:2] == ["sea\nsalt", "a town\n\nsea\nsalt"]
    assert [text.text_id for text in texts_of(PAGE)] == PAGE["text_ids"]


def test_the_choice_that_makes_the_verse_more_probable_is_the_answer() -> None:
    rows = page_scores([PAGE], scored(PAGE, Recalling()), "recalling")
    assert [row["artist"] for row in rows] == ["A", "B", "C", "D"]
    assert [row["log_probability"] for row in rows] == [-8.0, -4.5, -8.0, -8.0]
    assert [row["score"] for row in rows] == [0.0, 1.75, 0.0, 0.0]
    assert {(row["model"], row["tokens"]) for row in rows} == {("recalling, words", 2)}
    (answer,) = answers([PAGE], rows)
    assert (answer["chosen"], answer["correct"], answer["margin"]) == ("B", True, 1.75)


class Letters:
    """Gives each of 26 letters the same probability, wherever it stands."""

    def score_units(self, units: Any, *, tokens: bool) -> list[dict[str, list[TextScore]]]:
        return [{"letters": [self._score(text) for text in texts]} for texts in units]

    def _score(self, text: str) -> TextScore:
        places = [place for place, letter in enumerate(text) if "a" <= letter <= "z"]
        spans = tuple((place, place + 1) for place in places)
        return TextScore((-math.log(26),) * len(places), tuple(ord(text[place]) for place in places), spans)


def test_letters_of_the_choice_do_not_count() -> None:
    rows = page_scores([PAGE], scored(PAGE, Letters()), "letters")
    assert {row["tokens"] for row in rows} == {7}
    assert [row["log_probability"] for row in rows] == [pytest.approx(-7 * math.log(26))] * 4
    assert [row["score"] for row in rows] == [pytest.approx(0)] * 4


def test_a_page_with_a_text_that_has_no_score_has_no_row() -> None:
    other = {**PAGE, "item": "2"}
    rows = [*scored(PAGE, Recalling())[:-1], *scored(other, Recalling())]
    assert {row["item"] for row in page_scores([PAGE, other], rows, "recalling")} == {"2"}
