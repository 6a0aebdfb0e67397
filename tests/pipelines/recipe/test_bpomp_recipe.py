"""The recipe of the papers' full sizes."""

from collections import Counter
from pathlib import Path

import pytest

from tests.pipelines.running import REPOSITORY, SAMPLE
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.plan.dry_run import dry_run
from versebench.pipelines.plan.models import with_commits
from versebench.pipelines.plan.prerequisites import to_do
from versebench.pipelines.plan.sources import missing_sources
from versebench.pipelines.recipe.recipe import Recipe, load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.transforms.tasks.registry import TASKS

PATH = str(REPOSITORY / "recipes/bpomp.yaml")


@pytest.fixture
def recipe() -> Recipe:
    return load_recipe(PATH, [f"sources.0.path={SAMPLE}"])


def test_it_holds_every_task_of_the_papers_at_the_papers_sizes(recipe: Recipe) -> None:
    papers = [name for name, kind in TASKS.items() if kind.source.startswith(("RANLP 2021", "JCLS 2022"))]
    assert {task.task for task in recipe.tasks} == {*papers, "complete_line_rhyme_constrained.v1"}
    sizes = Counter(task.task for task in recipe.tasks if task.pairs == 10_000)
    assert sizes == {
        **dict.fromkeys(["swap_end_words.v1", "swap_lines.v1", "replace_end_word.v1"], 1),
        **dict.fromkeys(["delete_words.v1", "delete_rhyming_words.v1", "delete_nonrhyming_words.v1"], 3),
    }
    written = {task.task: task.model_dump() for task in recipe.tasks if task.task.startswith("complete_line")}
    beam, delayed = written["complete_line_beam.v1"], written["complete_line_delayed_beam.v1"]
    assert (beam["poems"], beam["beams"], beam["pairs"], beam["repeated_end_word"]) == (64_872, 500, "all", True)
    assert (delayed["poems"], delayed["pairs"], delayed["repeated_end_word"]) == (10_000, 4_014, True)
    assert [delayed[name] for name in ("runs", "beams", "sampled_tokens", "top_p")] == [1000, 5, 3, 0.9]
    assert written["complete_line_rhyme_constrained.v1"]["repeated_end_word"] is False


def test_its_models_are_those_of_the_papers(recipe: Recipe) -> None:
    assert [(scorer.family, scorer.model) for scorer in recipe.models] == [
        ("causal", "openai-community/gpt2-medium"),
        ("masked", "google-bert/bert-large-cased"),
        ("transformer-xl", "transfo-xl/transfo-xl-wt103"),
        ("xlnet", "xlnet/xlnet-large-cased"),
    ]


def test_all_but_the_commits_and_the_limericks_is_there(recipe: Recipe) -> None:
    Chain(with_commits(recipe), "nowhere", Runner())
    with pytest.raises(RecipeError, match=r"models\.1: .*set its revision to a full commit"):
        Chain(recipe, "nowhere", Runner())
    assert len(list(missing_sources(load_recipe(PATH, ["sources.0.path=nowhere.json"])))) == 1
    missing = [said.split(":")[0] for said in to_do(recipe) if "has no revision" in said]
    assert missing == ["models.1", "models.2", "models.3"]


def test_its_plan_has_the_papers_searches(recipe: Recipe, tmp_path: Path) -> None:
    plan = dry_run(recipe, str(tmp_path))
    searches = [step.does for step in plan.steps if step.stage.startswith("candidates")]
    labels = {task.task: task.label for task in recipe.tasks}
    assert f"{labels['complete_line_beam.v1']}: 64,872 poems" in searches
    assert f"{labels['complete_line_delayed_beam.v1']}: 10,000 poems" in searches
    assert sum(task.pairs for task in plan.tasks if task.pairs != "all") == 12 * 10_000 + 2 * 4_014
