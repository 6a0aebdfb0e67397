"""The recipes of the papers, at their sizes, and the recipe of published models."""

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

RANLP, JCLS, REAL = (str(REPOSITORY / f"recipes/{name}.yaml") for name in ("ranlp2021", "jcls2022", "real"))
PAPERS = {RANLP: "RANLP 2021", JCLS: "JCLS 2022"}
UNPINNED = "models.3"
"""No commit of XLNet is known."""


def loaded(path: str) -> Recipe:
    return load_recipe(path, [f"sources.0.path={SAMPLE}"])


@pytest.mark.parametrize(("path", "paper"), PAPERS.items())
def test_a_paper_s_recipe_has_every_task_of_that_paper_and_no_other(path: str, paper: str) -> None:
    recipe = loaded(path)
    assert {task.task for task in recipe.tasks} == {
        name for name, kind in TASKS.items() if kind.source.startswith(paper)
    }
    assert (recipe.clean.profile, recipe.ear.pronunciations) == (recipe.name, "cmudict")


def test_ranlp_has_its_corpus_its_sizes_and_its_filter() -> None:
    recipe = loaded(RANLP)
    assert recipe.ear.syllables == "character-lstm"
    assert {task.task: task.pairs for task in recipe.tasks} == {
        "swap_end_words.v1": 10_000,
        "swap_lines.v1": 10_000,
        "replace_end_word.v1": 10_000,
    }
    assert recipe.vocabulary_filter == ["replace_end_word.v1"]
    [synonyms] = [task.model_dump() for task in recipe.tasks if task.task == "replace_end_word.v1"]
    assert (synonyms["word_senses"], synonyms["synonym_senses"], synonyms["rules"]) == (None, None, "paper")
    assert recipe.selectors is not None
    assert recipe.selectors.masked.whole_words is False


def test_jcls_has_its_corpus_and_its_sizes() -> None:
    recipe = loaded(JCLS)
    assert recipe.ear.syllables == "pronunciation"
    assert recipe.vocabulary_filter is False
    deletions = Counter(task.task for task in recipe.tasks if task.pairs == 10_000 and task.task.startswith("delete"))
    assert deletions == dict.fromkeys(["delete_words.v1", "delete_rhyming_words.v1", "delete_nonrhyming_words.v1"], 3)
    written = {task.task: task.model_dump() for task in recipe.tasks if task.task.startswith("complete_line")}
    beam, delayed = written["complete_line_beam.v1"], written["complete_line_delayed_beam.v1"]
    assert (beam["poems"], beam["beams"], beam["pairs"], beam["repeated_end_word"]) == (64_872, 500, 10_000, True)
    assert (delayed["poems"], delayed["pairs"], delayed["repeated_end_word"]) == (10_000, 4_014, True)
    assert delayed["end_words_in_thesaurus"] == 3
    assert [delayed[name] for name in ("runs", "beams", "sampled_tokens", "top_p")] == [1000, 5, 3, 0.9]


@pytest.mark.parametrize("path", PAPERS)
def test_the_scorers_are_those_of_the_papers(path: str) -> None:
    assert [(scorer.family, scorer.model) for scorer in loaded(path).models] == [
        ("causal", "openai-community/gpt2-medium"),
        ("masked", "google-bert/bert-large-cased"),
        ("transformer-xl", "transfo-xl/transfo-xl-wt103"),
        ("xlnet", "xlnet/xlnet-large-cased"),
    ]


@pytest.mark.parametrize("path", PAPERS)
def test_all_but_one_commit_and_the_limericks_is_there(path: str) -> None:
    recipe = loaded(path)
    Chain(with_commits(recipe), "nowhere", Runner())
    with pytest.raises(RecipeError, match=rf"{UNPINNED}: .*set its revision to a full commit"):
        Chain(recipe, "nowhere", Runner())
    assert len(list(missing_sources(load_recipe(path, ["sources.0.path=nowhere.json"])))) == 1
    assert [said.split(":")[0] for said in to_do(recipe) if "has no revision" in said] == [UNPINNED]


def test_the_plan_of_jcls_has_the_paper_s_searches(tmp_path: Path) -> None:
    recipe = loaded(JCLS)
    plan = dry_run(recipe, str(tmp_path))
    searches = [step.does for step in plan.steps if step.stage.startswith("candidates")]
    labels = {task.task: task.label for task in recipe.tasks}
    assert f"{labels['complete_line_beam.v1']}: 64,872 poems" in searches
    assert f"{labels['complete_line_delayed_beam.v1']}: 10,000 poems" in searches
    assert sum(task.pairs for task in plan.tasks if task.pairs != "all") == 10 * 10_000 + 4_014


def test_the_recipe_of_published_models_asks_for_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERSEBENCH_CACHE", str(tmp_path / "empty"))
    recipe = loaded(REAL)
    fetched = ("smollm2-135m", "bert-base-uncased")
    assert tuple(scorer.model for scorer in recipe.models) == fetched
    plan = dry_run(recipe, str(tmp_path))
    for place, name in enumerate(fetched):
        said = f"models.{place}: {name} is not on this machine; run: versebench models get {name}"
        assert said in plan.to_do
        assert any(name in step.models for step in plan.steps)
    with pytest.raises(RecipeError, match=r"models\.0: smollm2-135m is not on this machine"):
        Chain(recipe, str(tmp_path), Runner())
