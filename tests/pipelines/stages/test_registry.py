"""The stages of a recipe: what it asks for, what that needs, and nothing else."""

from typing import Any

import pytest

from tests.pipelines.running import recipe_values
from versebench.pipelines.recipe.kinds import KINDS
from versebench.pipelines.recipe.recipe import recipe_of
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.declaration import Stage, Work
from versebench.pipelines.stages.registry import CLEAN, INGEST, STAGES, stages_for, stages_of
from versebench.pipelines.stages.titles import TITLES
from versebench.schemas.registry import TABLES

POEMS = ["ingest", "words", "lexicon", "clean"]
SPLITS = {"train": 0.8, "validation": 0.1, "test": 0.1}
SYNONYMS = {
    "tasks": [{"task": "replace_end_word.v1"}],
    "selectors": {"masked": {"model": "bert-verse"}, "causal": {"model": "gpt2-verse"}},
}


def corpus_values(**changes: Any) -> dict[str, Any]:
    """The small recipe as one of a corpus."""
    values = recipe_values(**{"kind": "corpus", **changes})
    del values["tasks"]
    return values


def names(stages: tuple[Stage[Any], ...]) -> list[str]:
    return [stage.name for stage in stages]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (corpus_values(), [*POEMS, "annotate"]),
        (corpus_values(splits=SPLITS), [*POEMS, "split", "annotate"]),
        (recipe_values(), [*POEMS, "annotate", "corrupt"]),
        (recipe_values(splits=SPLITS), [*POEMS, "split", "annotate", "corrupt"]),
        (recipe_values(**SYNONYMS), [*POEMS, "annotate", "candidates", "corrupt"]),
        (recipe_values(models=[{"model": "gpt2-verse"}]), [*POEMS, "annotate", "corrupt", "score", "compare"]),
    ],
    ids=["corpus", "split corpus", "pairs", "split pairs", "model task", "scores"],
)
def test_a_stage_runs_because_something_that_the_recipe_asks_for_needs_it(
    values: dict[str, Any], expected: list[str]
) -> None:
    assert names(stages_of(recipe_of(values))) == expected


def test_one_stage_is_run_with_what_it_needs_alone() -> None:
    recipe = recipe_of(recipe_values(models=[{"model": "gpt2-verse"}]))
    assert names(stages_for(recipe, CLEAN)) == POEMS
    assert names(stages_for(recipe, STAGES["corrupt"])) == [*POEMS, "annotate", "corrupt"]
    assert stages_for(recipe, STAGES["split"]) == ()


def test_every_stage_stands_after_those_that_it_needs() -> None:
    seen: set[str] = set()
    for name, stage in STAGES.items():
        assert name == stage.name
        assert {need.name for need in stage.needs} <= seen
        seen.add(name)


def test_every_goal_is_a_stage_and_every_released_table_is_known() -> None:
    assert {goal for kind in KINDS.values() for goal in kind.goals} <= STAGES.keys()
    assert {table for stage in STAGES.values() for table in stage.tables} <= TABLES.keys()


def test_a_stage_reads_no_result_that_it_does_not_declare() -> None:
    ingested = object()
    work = Work(recipe_of(recipe_values()), "root", Runner(), None, {"ingest": ingested})
    assert work.of(INGEST) is ingested
    with pytest.raises(KeyError, match="clean"):
        work.of(CLEAN)


def test_every_stage_has_one_title_and_every_title_a_stage() -> None:
    assert list(TITLES) == list(STAGES)
