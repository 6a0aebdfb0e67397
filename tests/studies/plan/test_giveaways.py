"""The check whether the surface of texts tells their classes apart."""

from typing import Any

import numpy as np
import pytest

from versebench.studies.order import number_of
from versebench.studies.plan.giveaways import LEAST_TEXTS, auc, features, giveaways

WORDS = "the a moon river stone light hand night wind door sea road".split()


def poem(*names: str | int) -> str:
    lines = [[WORDS[number_of(*names, line, place) % len(WORDS)] for place in range(5)] for line in range(4)]
    return "\n".join(" ".join(line) for line in lines)


def item(place: int, original: str, corrupted: str, **values: Any) -> dict[str, Any]:
    shared = {"protocol": "choose_original.v1", "gold": False, "practice": False, "title": None}
    texts = {"texts": [original, corrupted], "text_ids": [f"o{place}", f"c{place}"]}
    return {**shared, **texts, "roles": ["original", "corrupted"], "work_id": f"w{place}", **values}


def test_classes_of_the_same_surface_are_not_told_apart() -> None:
    [found] = giveaways(item(place, poem("o", place), poem("c", place)) for place in range(200))
    assert found.texts == 400
    assert found.auc == pytest.approx(0.5, abs=0.08)
    assert not found.is_warning


@pytest.mark.parametrize(
    ("changed", "feature"),
    [
        (str.capitalize, "capitals"),
        (lambda text: text.replace("\n", ",\n"), "marks"),
        (lambda text: text.replace("moon", "moonlights"), "length of words"),
        (lambda text: text.replace("\n", " and the\n"), "words"),
    ],
)
def test_a_surface_that_gives_the_class_away_is_named(changed: Any, feature: str) -> None:
    [found] = giveaways(item(place, poem("o", place), changed(poem("c", place))) for place in range(60))
    assert found.auc is not None
    assert found.auc > 0.8
    assert found.is_warning
    assert any(name.startswith(feature) for name in found.features)


def test_what_only_the_fitted_poems_have_in_common_does_not_count() -> None:
    """With as many features as poems a regression tells its own poems apart, and no others."""
    [found] = giveaways(item(place, poem("o", place), poem("c", place)) for place in range(LEAST_TEXTS))
    assert found.auc is not None
    assert found.auc < 0.85


def test_practice_gold_and_styles_are_left_out_and_few_texts_give_no_figure() -> None:
    few = [item(place, poem(place), poem(-place)) for place in range(LEAST_TEXTS - 1)]
    more = [
        item(99, "x", "y", gold=True),
        item(98, "x", "y", practice=True),
        item(97, "x", "y", roles=["target", "other"]),
    ]
    [found] = giveaways([*few, *more])
    assert (found.texts, found.auc, found.is_warning) == (2 * len(few), None, False)


def test_the_area_is_that_of_all_pairs_with_ties_half() -> None:
    scores, labels = np.array([1.0, 2.0, 2.0, 3.0]), np.array([False, True, False, True])
    assert auc(scores, labels) == pytest.approx((1 + 0.5 + 1 + 1) / 4)


def test_chinese_characters_count_as_words() -> None:
    of = features("鐵軌穿雲去，\n孤燈接夜明。", {"去": 2})
    assert (of["lines"], of["words"], of["words of a line"], of["marks at ends of lines"]) == (2, 10, 5, 1)
    assert of["words of no other poem"] == pytest.approx(0.9)
