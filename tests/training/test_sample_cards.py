"""The cards of the shipped scorers list every task of the sample recipe, and only those.

``python -m training.card_accuracies --check DIR`` compares their figures with a release.
"""

import re
from pathlib import Path

import pytest

from training.card_accuracies import card_of, section
from training.cards import ACCURACIES, with_accuracies
from versebench.pipelines.recipe.recipe import load_recipe

REPOSITORY = Path(__file__).parents[2]
SAMPLE = load_recipe(
    str(REPOSITORY / "recipes" / "sample.yaml"), [f"sources.0.path={REPOSITORY}/samples/limericks.json"]
)
MODELS = [model.model for model in SAMPLE.models]
REMEDY = "run make release, then python -m training.card_accuracies build/releases/bpomp-sample/1.0.0"


@pytest.mark.parametrize("model", MODELS)
def test_a_card_lists_all_tasks(model: str) -> None:
    card = card_of(model).read_text(encoding="utf-8")
    own = card.partition(ACCURACIES)[2].partition("\n## ")[0]
    listed = re.findall(r"^\| ([a-z_]+\.v\d)[^|]* \|", own, re.MULTILINE)
    assert sorted(listed) == sorted(task.task for task in SAMPLE.tasks), REMEDY


@pytest.mark.parametrize("model", MODELS)
def test_a_card_says_in_which_tasks_a_model_is_not_above_chance(model: str) -> None:
    """By the intervals that it lists itself."""
    own = card_of(model).read_text(encoding="utf-8").partition(ACCURACIES)[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\S+) \| \S+ \| \d+ \| [\d.]+ \| ([\d.]+)–", own, re.MULTILINE)
    assert rows
    chance = [task for task, low in rows if float(low) <= 0.5]
    stated = re.search(r"Not above chance, as the interval reaches 0\.5: (.*)\.\n", own)
    assert (stated[1].split(", ") if stated else []) == chance, REMEDY


def test_a_section_is_replaced_and_names_what_is_at_chance() -> None:
    rows = [
        {"task": "a.v1", "reduction": "sum", "pairs": 9, "accuracy": 0.9, "low": 0.7, "high": 0.95},
        {"task": "b.v1", "reduction": "sum", "pairs": 9, "accuracy": 0.1, "low": 0.05, "high": 0.2},
    ]
    card = with_accuracies("# m\n\n## Limits\nSmall.\n", section(rows))
    assert "Not above chance, as the interval reaches 0.5: b.v1." in card
    assert "| a.v1 | sum | 9 | 0.900 | 0.700–0.950 |" in card
    again = with_accuracies(card, section(rows[:1]))
    assert again.count(ACCURACIES) == 1
    assert "Above chance on all." in again
    assert again.endswith("## Limits\nSmall.\n")
