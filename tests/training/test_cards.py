"""Cards of what ships: figures in their tables, and a warning for prose that does not state what is true."""

import logging

import pytest

from training.cards import ACCURACIES, rows, shipped_card, warn_unless_stated, with_accuracies, with_rows
from versebench.models.scorers.identity import SHIPPED

CARD = """# thing

Made of 12 words, in
two parts.

| figure | value |
|---|---|
| size | 3 MB |
| speed | 5 |

| words | all | right |
|---|---|---|
| long | 2 | 1 |

## Limits
None.
"""


def test_a_table_has_its_rows_and_gets_others() -> None:
    assert rows(CARD, "| figure | value |") == {"size": "3 MB", "speed": "5"}
    changed = with_rows(CARD, "| figure | value |", {"size": "4 MB"})
    assert changed == CARD.replace("| size | 3 MB |\n| speed | 5 |\n", "| size | 4 MB |\n")
    assert rows(
        with_rows(changed, "| words | all | right |", {"a": "1 | 2", "b": "3 | 4"}), "| words | all | right |"
    ) == {
        "a": "1 | 2",
        "b": "3 | 4",
    }


def test_a_card_without_the_table_or_the_card_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no table with the head '\| a \| b \|'; add one"):
        with_rows(CARD, "| a | b |", {})
    with pytest.raises(ValueError, match=r"nothing/CARD\.md is missing; write it"):
        shipped_card("nothing")


def test_accuracies_stand_before_the_limits_once() -> None:
    once = with_accuracies(CARD, f"{ACCURACIES}\nGood.\n\n")
    assert once == CARD.replace("## Limits", f"{ACCURACIES}\nGood.\n\n## Limits")
    assert with_accuracies(once, f"{ACCURACIES}\nGood.\n\n") == once
    assert with_accuracies(once, "") == CARD


def test_prose_that_does_not_state_a_fact_is_named(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        warn_unless_stated(CARD, ["12 words, in two parts", "13 words"])
    assert [record.getMessage() for record in caplog.records] == [
        "the prose of the card does not state '13 words'; correct it"
    ]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_cards_of_scorers_have_the_figures_of_a_run(name: str) -> None:
    figures = rows(shipped_card(name), "| | |")
    assert {"parameters", "training data", "tokens read", "schedule", "held-out perplexity per token"} <= figures.keys()
