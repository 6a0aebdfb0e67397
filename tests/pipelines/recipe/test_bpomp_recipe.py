"""The recipe of the papers' full sizes."""

from collections import Counter

import pytest

from tests.pipelines.running import REPOSITORY, SAMPLE
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.plan.models import measurable, model_uses, with_commits
from versebench.pipelines.plan.pace import Measured, Pace, TaskMeasured
from versebench.pipelines.plan.plan import plan
from versebench.pipelines.plan.prerequisites import to_do
from versebench.pipelines.plan.runs import RunStates
from versebench.pipelines.plan.sources import Corpus, missing_sources
from versebench.pipelines.plan.work import candidates_of, score_of
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
    assert all(measurable(use).ratio for use in model_uses(recipe))


def test_all_but_the_commits_and_the_limericks_is_there(recipe: Recipe) -> None:
    Chain(with_commits(recipe), "nowhere", Runner())
    with pytest.raises(RecipeError, match=r"models\.1: .*set its revision to a full commit"):
        Chain(recipe, "nowhere", Runner())
    assert len(missing_sources(load_recipe(PATH, ["sources.0.path=nowhere.json"]))) == 1
    missing = [said.split(":")[0] for said in to_do(recipe) if "has no revision" in said]
    assert missing == ["models.1", "models.2", "models.3"]


def test_its_plan_on_given_measurements(recipe: Recipe) -> None:
    works = ["ingest", "words", "lexicon", "clean", "annotate", "corrupt", "compare", "assemble", "validate"]
    works += [candidates_of(place) for place in range(len(recipe.tasks))]
    works += [score_of(place) for place in range(len(recipe.models))]
    found = TaskMeasured(tried=3, pairs=3, poems=3)
    sample = Measured(
        60, 40, (found,) * len(recipe.tasks), dict.fromkeys(works, Pace(0.0, 1e-4)), 9.0, "processor time"
    )
    models = {use.place: measurable(use) for use in model_uses(recipe)}
    made = plan(recipe, Corpus(None, "as the recipe asks", "here", ()), sample, models, RunStates({}), [])
    assert made.rows.poems == pytest.approx(made.rows.kept / 40 * 60, rel=0.01)
    assert made.rows.kept == pytest.approx(10_000 * 40 / 3, rel=0.01)  # so that a pair of 3 in 40 gives 10,000
    steps = {step.stage: step for step in made.steps}
    by_task = {task.task: f"candidates tasks.{place}" for place, task in enumerate(recipe.tasks)}
    assert steps[by_task["complete_line_beam.v1"]].units == 64_872 * 500
    assert steps[by_task["complete_line_delayed_beam.v1"]].units == 10_000 * 1000 * 5
    assert made.unknown == ()
    assert made.rows.pairs == 12 * 10_000 + round(64_872 * 4 / 5) + 2 * 4_014
