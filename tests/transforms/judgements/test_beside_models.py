"""Models beside people on the same items: how often both choose the same, from made-up answers that are known."""

from typing import Any

import pyarrow as pa
import pytest

from tests.transforms.judgements.exports import TASK, Rows, choice, style_choice, style_page
from tests.transforms.judgements.test_analyse import ITEMS, decisions, figures


def test_a_model_agrees_with_judges_who_choose_the_same_text() -> None:
    """Of 30 pairs the model decides 20 rightly; the first judge decides all so, the second none."""
    rows: Rows = {"items": ITEMS, "judgements": []}
    rows["judgements"] += [choice("j0", of, right=True) for of in ITEMS]
    rows["judgements"] += [choice("j1", of, right=False) for of in ITEMS[:15]]
    found = figures(rows, decisions([place >= 10 for place in range(30)]))
    agreement = found[TASK, "agreement_with_model", "m c sum"]
    assert agreement["value"] == pytest.approx((20 + 10) / 45)
    tied = figures(rows, decisions([False] * 30, [0.0] * 30))
    assert tied[TASK, "agreement_with_model", "m c sum"]["value"] == 0


PAGES = [
    style_page(f"s{number:03d}", artist, [each for each in "ABCD" if each != artist])
    for number, artist in enumerate("ABCD" * 3)
]


def answered(chosen: str, items: list[dict[str, Any]]) -> pa.Table:
    """Answers of a model that chooses these artists on the pages."""
    rows = [
        {
            "model": "trigrams.v1",
            "text_ids": [of["text_ids"][0], *reversed(of["text_ids"][1:])],
            "chosen_text_id": of["text_ids"][of["authors"].index(artist, 1)],
            "chosen": artist,
            "evaluated": of["authors"][0],
            "shown": of["authors"][1:],
        }
        for artist, of in zip(chosen, items, strict=True)
    ]
    return pa.Table.from_pylist(rows)


def test_a_model_of_artists_stands_beside_people_on_the_same_pages() -> None:
    people = "ABCD" + "AACD" + "BBDD"
    rows: Rows = {
        "items": PAGES,
        "judgements": [style_choice("j0", of, artist) for of, artist in zip(PAGES, people, strict=True)],
    }
    same = figures(rows, None, answered(people, PAGES))
    assert same["human", "agreement_with_model", "trigrams.v1"]["value"] == 1
    assert same["human", "confusion_pearson", "trigrams.v1"]["value"] == pytest.approx(1)
    other = figures(rows, None, answered("ABCD" * 3, PAGES))
    assert other["human", "agreement_with_model", "trigrams.v1"]["value"] == pytest.approx(9 / 12)
    assert 0 < other["human", "confusion_pearson", "trigrams.v1"]["value"] < 1
    assert other["human", "confusion_spearman", "trigrams.v1"]["value"] < 1


def test_pages_that_a_release_lacks_are_in_no_figure_beside_models() -> None:
    rows: Rows = {"items": PAGES, "judgements": [style_choice("j0", of, of["authors"][0]) for of in PAGES]}
    found = figures(rows, None, answered("BB", PAGES[:2]))
    assert found["human", "agreement_with_model", "trigrams.v1"]["value"] == pytest.approx(1 / 2)
    elsewhere = [style_page(f"t{number}", "A", list("BCD")) for number in range(2)]
    assert ("human", "agreement_with_model", "trigrams.v1") not in figures(rows, None, answered("AA", elsewhere))
