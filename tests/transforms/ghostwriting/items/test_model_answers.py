"""Models of artists answer pages: worked by hand, without the verses that they judge, whatever their sizes."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from versebench.models.styles.registry import STYLE_MODELS, Learnt, Lines, Probability
from versebench.transforms.ghostwriting.items.model_answers import answers, confusions
from versebench.transforms.ghostwriting.items.style_scores import learnt, scores

Row = dict[str, Any]


def page(item: str, evaluated: str, shown: str, text: str = "a b", writer: str = "human") -> Row:
    """A page whose verse is its own work."""
    return {
        "item": item,
        "protocol": "match_style.v1",
        "work_id": f"verse of {item}",
        "writer": writer,
        "authors": [evaluated, *shown],
        "texts": [text] * (1 + len(shown)),
        "text_ids": [f"{item}{place}" for place in range(1 + len(shown))],
    }


def score(item: str, artist: str, value: float, model: str = "trigrams.v1") -> Row:
    return {"item": item, "model": model, "artist": artist, "score": value}


class Fixed:
    """A model that finds verses of some length probable."""

    def __init__(self, share: float) -> None:
        self._share = share

    def probability(self, verse: Lines) -> Probability:
        tokens = sum(map(len, verse))
        return Probability(self._share * tokens - (3.0 if verse[0][0] == "odd" else 0.0), tokens)


def test_the_artist_with_the_largest_score_is_chosen_and_the_first_of_equal_ones() -> None:
    pages = [page("1", "A", "BACD"), page("2", "B", "BACD")]
    given_scores = [
        *(score("1", artist, value) for artist, value in zip("ABCD", (0.5, 0.25, -1.0, 0.0), strict=True)),
        *(score("2", artist, value) for artist, value in zip("ABCD", (0.5, 0.25, -1.0, 0.5), strict=True)),
    ]
    first, second = answers(pages, given_scores)
    assert (first["chosen"], first["correct"], first["margin"], first["chosen_text_id"]) == ("A", True, 0.25, "12")
    assert (second["chosen"], second["correct"], second["margin"]) == ("A", False, 0.0)


def test_a_page_that_a_model_could_not_score_has_no_answer_of_it() -> None:
    pages = [page("1", "A", "ABCD"), page("2", "B", "ABCD")]
    rows = [score(item, artist, 0, model) for item, model in ("1a", "1b", "2b") for artist in "ABCD"]
    assert [(row["item"], row["model"]) for row in answers(pages, rows)] == [("1", "a"), ("1", "b"), ("2", "b")]


def test_confusions_of_models_follow_equation_4() -> None:
    pages = [page(str(number), "A", "ABCD") for number in range(4)]
    values = [(3, 1, 0, 0), (3, 1, 0, 0), (1, 3, 0, 0), (1, 0, 3, 0)]
    rows = [
        score(str(number), artist, value)
        for number, of in enumerate(values)
        for artist, value in zip("ABCD", of, strict=True)
    ]
    cells = {(row["evaluated"], row["chosen"]): row for row in confusions(answers(pages, rows))}
    assert len(cells) == 16
    assert [cells["A", other]["share"] for other in "ABCD"] == [0.5, 0.25, 0.25, 0.0]
    assert cells["B", "A"]["share"] is None
    assert {row["times_shown"] for (evaluated, _), row in cells.items() if evaluated == "A"} == {4}


def test_writers_and_models_have_matrices_of_their_own() -> None:
    pages = [page("1", "A", "ABCD"), page("2", "A", "ABCD", writer="lstm.v1")]
    rows = [score(item, artist, 0, model) for item in "12" for artist in "ABCD" for model in ("a.v1", "b.v1")]
    found = {(row["model"], row["writer"]) for row in confusions(answers(pages, rows))}
    assert found == {(model, writer) for model in ("a.v1", "b.v1") for writer in ("human", "lstm.v1")}


def test_a_model_is_not_made_from_what_it_judges_nor_from_its_work_or_cluster() -> None:
    verses = [
        {"verse_id": name, "work_id": work, "cluster": cluster}
        for name, work, cluster in (("v", "1", "v"), ("w", "1", "w"), ("x", "2", "v"), ("y", "2", "y"), ("z", "3", "z"))
    ]
    assert [row["verse_id"] for row in learnt(verses, {"v"})] == ["y", "z"]
    assert learnt(verses, set()) == verses


@given(st.floats(-5, 0))
def test_a_model_that_finds_every_verse_more_probable_gets_the_same_scores(share: float) -> None:
    pages = [page("1", "B", "ABCD"), page("2", "C", "ABCD", text="odd b c"), page("3", "A", "ABCD", text="odd b")]
    rows = scores("A", "fixed.v1", Fixed(share), pages)
    assert [round(row["score"], 9) for row in rows] == [0.5, -0.5, -1.0]
    assert [row["tokens"] for row in rows] == [2, 3, 2]


def test_trigrams_know_whose_verse_it_is() -> None:
    words = {"A": "sea salt and a grey gull", "B": "town lamp and a loud horn"}
    words |= {"C": "oak leaf and a brown hare", "D": "sand dune and a white sun"}
    pages = [page(artist, artist, "ABCD", text=text) for artist, text in words.items()]
    train = STYLE_MODELS["trigrams.v1"].train
    rows = [
        row
        for artist, text in words.items()
        for row in scores(artist, "trigrams.v1", train(Learnt(artist, [(tuple(reversed(text.split())),)])), pages)
    ]
    assert all(row["correct"] for row in answers(pages, rows))
