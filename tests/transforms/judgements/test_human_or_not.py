"""Scorers as judges of who wrote a text: the rule by hand, and agreement with people beside people's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.judgements.exports import export_tables, judgement, poem_items
from versebench.transforms.judgements.analyse import analyse
from versebench.transforms.judgements.human_or_not import ScorerAnswers, human_probabilities


def scorer(model: str, given_by: dict[str, float]) -> ScorerAnswers:
    """A scorer whose probabilities are in the order of ``given_by``."""
    values = np.array(list(given_by.values()))
    return ScorerAnswers(model, "r1", tuple(given_by), np.full(len(values), 2), -10 * values)


def test_a_less_probable_text_is_more_probably_by_a_human() -> None:
    assert human_probabilities(np.array([-3.0, -1.0, -2.0, -2.0, -4.0])).tolist() == [0.75, 0.0, 0.375, 0.375, 1.0]
    assert human_probabilities(np.array([-3.0])).tolist() == [0.5]
    assert human_probabilities(np.array([])).tolist() == []


@given(st.lists(st.integers(-9, 0), min_size=1, max_size=12))
def test_probabilities_are_even_over_all_texts_and_need_ranks_only(means: list[int]) -> None:
    found = human_probabilities(np.array(means, float))
    assert found.mean() == pytest.approx(0.5)
    assert found.tolist() == human_probabilities(np.exp(np.array(means, float))).tolist()


def test_a_scorer_that_agrees_with_judges_correlates_with_them_and_tells_the_texts_apart() -> None:
    items = poem_items(12, ["human", "gpt"])
    given_by = {of["item"]: place / 100 + 0.5 * (of["writer"] == "human") for place, of in enumerate(items)}
    answers = [
        judgement(f"j{judge:03d}", of, answer="x", probability=min(1.0, given_by[of["item"]] + judge / 100))
        for judge in range(3)
        for of in items
    ]
    scorers = (
        scorer("same", given_by),
        scorer("reversed", {name: 1 - value for name, value in given_by.items()}),
        scorer("even", dict.fromkeys(given_by, 0.5)),
    )
    tables = analyse(export_tables({"items": items, "judgements": answers}), human_answers=scorers)
    rows = tables["human_results"].to_pylist()
    found = {(row["measure"], row["of"]): row for row in rows if not row["with_excluded"]}
    assert found["auc_of_model", "same"]["value"] == 1
    assert found["auc_of_model", "reversed"]["value"] == 0
    assert found["auc_of_model", "even"]["value"] == 0.5
    assert found["correlation_with_model", "same"]["value"] == pytest.approx(1)
    assert found["correlation_with_model", "reversed"]["value"] == pytest.approx(-1)
    assert found["correlation_with_model", "even"]["value"] is None
    assert found["correlation_with_model", "even"]["why_null"]
    assert found["correlation_with_judges", "all"]["value"] == pytest.approx(1)
    given_rows = tables["scorer_judgements"].to_pylist()
    assert len(given_rows) == 3 * len(items)
    assert {row["probability"] for row in given_rows if row["model"] == "even"} == {0.5}
    (least,) = [row for row in given_rows if row["model"] == "same" and row["probability"] == 0]
    assert (least["item"], least["writer"], least["revision"]) == (items[1]["item"], "gpt", "r1")


def test_without_scorers_there_is_no_figure_of_them() -> None:
    items = poem_items(2, ["human", "gpt"])
    answers = [judgement("j000", of, answer="50", probability=0.5) for of in items]
    tables = analyse(export_tables({"items": items, "judgements": answers}))
    rows = tables["human_results"].to_pylist()
    assert not len(tables["scorer_judgements"])
    assert not {row["measure"] for row in rows} & {"auc_of_model", "correlation_with_model", "correlation_with_judges"}
