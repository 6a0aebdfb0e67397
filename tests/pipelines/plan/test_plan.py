"""The plan of a release: what it counts, what it says of costs, and that a dry run makes nothing."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pipelines.running import REPOSITORY, SAMPLE, files_of, recipe_values, times_of, versebench_here, write_recipe
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.plan.dry_run import dry_run
from versebench.pipelines.plan.models import (
    Measurable,
    lacks_revision,
    measurable,
    model_uses,
    shipped_parameters,
    with_commits,
)
from versebench.pipelines.plan.pace import Measured, Pace, TaskMeasured, not_measured, pace
from versebench.pipelines.plan.plan import Plan, plan
from versebench.pipelines.plan.prerequisites import to_do
from versebench.pipelines.plan.rows import expected_rows, originals, poems_needed
from versebench.pipelines.plan.runs import RunStates, run_states
from versebench.pipelines.plan.sample import sample_of
from versebench.pipelines.plan.sources import Corpus, corpus
from versebench.pipelines.plan.work import candidates_of, hypotheses_of, score_of
from versebench.pipelines.recipe.recipe import Recipe, load_recipe
from versebench.pipelines.runners.runner import Runner

COMMIT = "6dcaa7a952f72f9298047fd5137cd6e4f05f41da"
SELECTORS = {"masked": {"model": "bert-verse"}, "causal": {"model": "gpt2-verse"}}
SECONDS = st.floats(0, 1e4)


def recipe_of(folder: Path, **changes: Any) -> Recipe:
    return load_recipe(str(write_recipe(folder, recipe_values(**changes))), [])


def sample_recipe() -> Recipe:
    return load_recipe(str(REPOSITORY / "recipes/sample.yaml"), [f"sources.0.path={SAMPLE}"])


def measured(recipe: Recipe, unit_s: float = 0.01, **changes: Any) -> Measured:
    """60 poems, 40 kept, of which half give a pair; every piece of work at one pace."""
    found = TaskMeasured(tried=3, pairs=20, poems=20)
    works = ["ingest", "words", "lexicon", "clean", "split", "annotate", "corrupt", "compare", "assemble", "validate"]
    works += [candidates_of(place) for place in range(len(recipe.tasks))]
    works += [score_of(place) for place in range(len(recipe.models))]
    paces = {work: Pace(1.0, unit_s) for work in works}
    return replace(Measured(60, 40, (found,) * len(recipe.tasks), paces, 9.0, "processor time"), **changes)


def plan_of(recipe: Recipe, found: Measured, poems: int | None = 600, states: Mapping[str, str] | None = None) -> Plan:
    models = {use.place: measurable(use) for use in model_uses(recipe)}
    return plan(recipe, Corpus(poems, "exactly", "here", ()), found, models, RunStates(states or {}), [])


@given(few=st.tuples(st.integers(1, 50), SECONDS), many=st.tuples(st.integers(1, 500), SECONDS))
def test_a_pace_explains_the_larger_measurement_and_no_part_of_it_is_below_zero(
    few: tuple[int, float], many: tuple[int, float]
) -> None:
    found = pace(few, many)
    assert found.seconds(many[0]) == pytest.approx(many[1])
    assert found.start_s >= -1e-9
    assert found.unit_s >= 0


def test_what_a_start_costs_is_told_apart() -> None:
    found = pace((10, 3.0), (30, 5.0))
    assert found.start_s == pytest.approx(2.0)
    assert found.unit_s == pytest.approx(0.1)


@given(kept=st.integers(1, 1000), shares=st.lists(st.floats(0, 1), max_size=6))
def test_originals_are_at_least_those_of_the_largest_sample_and_at_most_all(kept: int, shares: list[float]) -> None:
    samples = [round(kept * share) for share in shares]
    found = originals(samples, kept)
    assert max(samples, default=0) <= found <= min(kept, sum(samples))


def test_rows_follow_from_the_sample(tmp_path: Path) -> None:
    tasks = [
        {"task": "swap_lines.v1"},
        {"task": "delete_words.v1", "words": 1, "pairs": 50},
        {"task": "delete_words.v1", "words": 2, "pairs": 80},
    ]
    recipe = recipe_of(tmp_path, tasks=tasks)
    rows = expected_rows(recipe, 600, "exactly", measured(recipe))
    assert (rows.poems, rows.kept, rows.shards) == (600, 400, 7)
    assert [(task.asked, task.expected, task.pairs) for task in rows.tasks] == [
        ("all", 200, 200),
        (50, 200, 50),
        (80, 200, 80),
    ]
    # Half of the poems have a pair of swapped lines, and the 80 of the deletions are a fifth of all.
    assert rows.texts == round(400 * (1 - 0.5 * 0.8)) + 200 + 50 + 80


def test_without_a_source_the_rows_are_those_that_the_tasks_need(tmp_path: Path) -> None:
    tasks = [{"task": "swap_lines.v1", "pairs": 1000}, {"task": "swap_end_words.v1"}]
    recipe = recipe_of(tmp_path, tasks=tasks)
    found = measured(recipe)
    assert poems_needed(recipe.tasks, found) == 2000
    assert expected_rows(recipe, None, "as the recipe asks", found).poems == 3000
    writing = [{"task": "complete_line_beam.v1", "poems": 7000}, *tasks]
    recipe = recipe_of(tmp_path, tasks=writing, generator={"model": "gpt2-writer"})
    assert expected_rows(recipe, None, "as the recipe asks", measured(recipe)).kept == 7000


@pytest.mark.parametrize(
    ("found", "expected"),
    [(TaskMeasured(3, 0, 0), 80), (TaskMeasured(3, 3, 3), 320), (TaskMeasured(3, 4, 2), 480)],
    ids=str,
)
def test_few_poems_that_models_were_asked_about_do_not_stand_for_all(
    tmp_path: Path, found: TaskMeasured, expected: int
) -> None:
    recipe = recipe_of(tmp_path, tasks=[{"task": "complete_line_beam.v1"}], generator={"model": "gpt2-writer"})
    [rows] = expected_rows(recipe, 600, "exactly", measured(recipe, tasks=(found,))).tasks
    assert (rows.tried, rows.expected) == (400, expected)


def test_the_plan_of_the_sample_recipe() -> None:
    recipe = sample_recipe()
    found = plan_of(recipe, measured(recipe), poems=260)
    stages = [step.stage for step in found.steps]
    assert stages[:6] == ["ingest", "words", "lexicon", "clean", "split", "annotate"]
    assert stages[-3:] == ["compare", "assemble", "validate"]
    assert [step.models for step in found.steps if step.stage.startswith("score")] == [
        (scorer.model,) for scorer in recipe.models
    ]
    assert {step.basis for step in found.steps} == {"measured"}
    assert found.unknown == ()
    ingest, score = found.steps[0], found.steps[stages.index("score models.0")]
    assert ingest.units == 260
    assert ingest.seconds == pytest.approx(1 + 2.6)
    assert (score.units, score.unit) == (found.rows.texts, "texts")
    assert score.seconds == pytest.approx(1 + score.units / 100)
    assert found.seconds == pytest.approx(sum(step.seconds or 0 for step in found.steps))


def test_what_is_committed_costs_no_more() -> None:
    recipe = sample_recipe()
    fresh = plan_of(recipe, measured(recipe))
    begun = plan_of(recipe, measured(recipe), states={"ingest": "committed", "words": "1 of 3 shards"})
    assert fresh.seconds - begun.seconds == pytest.approx(fresh.steps[0].seconds)
    assert [step.state for step in begun.steps[:3]] == ["committed", "1 of 3 shards", "to be made"]


def test_too_few_pairs_are_told_before_the_release_is_refused(tmp_path: Path) -> None:
    recipe = recipe_of(tmp_path, tasks=[{"task": "swap_lines.v1", "pairs": 201}])
    [said] = plan_of(recipe, measured(recipe)).to_do
    assert "201 pairs are asked for, and the sample promises about 200" in said
    recipe = recipe_of(tmp_path, tasks=[{"task": "swap_lines.v1", "pairs": 200}])
    assert plan_of(recipe, measured(recipe)).to_do == ()


def test_searches_cost_by_poems_runs_and_beams(tmp_path: Path) -> None:
    delayed = {"task": "complete_line_delayed_beam.v1", "runs": 1000, "beams": 5, "poems": 300}
    synonyms = {"task": "replace_end_word.v1", "poems": 90}
    recipe = recipe_of(tmp_path, tasks=[delayed, synonyms], generator={"model": "gpt2-writer"}, selectors=SELECTORS)
    assert [hypotheses_of(task) for task in recipe.tasks] == [5000, 1]
    steps = {step.stage: step for step in plan_of(recipe, measured(recipe)).steps}
    assert (steps["candidates tasks.0"].units, steps["candidates tasks.0"].unit) == (300 * 5000, "hypotheses")
    assert (steps["candidates tasks.1"].units, steps["candidates tasks.1"].unit) == (90, "poems tried")
    assert steps["candidates tasks.1"].models == ("bert-verse", "gpt2-verse")


def test_a_model_that_is_not_here_costs_what_its_stand_in_does_by_their_parameters(tmp_path: Path) -> None:
    hub = {"model": "openai-community/gpt2-medium", "revision": COMMIT}
    recipe = recipe_of(tmp_path, models=[hub, {"model": "gpt2-verse"}])
    ratio = 355_000_000 / shipped_parameters("gpt2-verse")
    first, second = [step for step in plan_of(recipe, measured(recipe)).steps if step.stage.startswith("score")]
    assert first.seconds == pytest.approx(1 + ratio * first.units / 100)
    assert first.basis == f"scaled: gpt2-verse times {ratio:,.0f}"
    assert second.seconds == pytest.approx(1 + second.units / 100)
    assert second.basis == "measured"


def test_of_an_unknown_model_nothing_is_guessed(tmp_path: Path) -> None:
    recipe = recipe_of(tmp_path, models=[{"model": "somebody/something", "revision": COMMIT}])
    found = plan_of(recipe, measured(recipe))
    [step] = [step for step in found.steps if step.stage.startswith("score")]
    assert step.seconds is None
    assert "somebody/something is not here, nor is the number of its parameters known" in step.basis
    assert found.unknown == ("score models.0",)


def test_two_models_of_one_step_count_by_their_mean(tmp_path: Path) -> None:
    recipe = recipe_of(tmp_path, tasks=[{"task": "replace_end_word.v1"}], selectors=SELECTORS)
    models = {
        "selectors.masked": Measurable("a/b", "bert-verse", 30.0),
        "selectors.causal": Measurable("gpt2-verse", "gpt2-verse", 1.0),
    }
    found = plan(recipe, Corpus(60, "exactly", "here", ()), measured(recipe), models, RunStates({}), [])
    [step] = [step for step in found.steps if step.stage.startswith("candidates")]
    assert step.units == 40
    assert step.seconds == pytest.approx(1 + 15.5 * 40 / 100)
    assert step.basis == "scaled: bert-verse times 16"


def test_where_nothing_was_measured_rows_are_the_most_and_costs_are_not_known() -> None:
    recipe = sample_recipe()
    found = plan_of(recipe, not_measured(len(recipe.tasks)), poems=260)
    assert (found.rows.kept, found.rows.tasks[0].expected, found.seconds) == (260, 260, 0)
    assert len(found.unknown) == len(found.steps)
    assert found.doubts == (
        "Nothing could be measured: the costs are not known, and the rows are the most that there can be.",
    )


def test_commits_and_files_that_are_missing_are_to_be_done(tmp_path: Path) -> None:
    recipe = recipe_of(
        tmp_path,
        models=[
            {"family": "masked", "model": "google-bert/bert-large-cased"},
            {"model": "openai-community/gpt2-medium", "revision": COMMIT},
            {"model": "gpt2-verse"},
        ],
        sources=[{"name": "far", "path": "nowhere.json", "format": "oedilf-json", "licence": "CC0-1.0"}],
    )
    assert [lacks_revision(scorer) for scorer in recipe.models] == [True, False, False]
    assert list(to_do(recipe)) == [
        "source 'far': there is no file nowhere.json; check the path, or --set sources.N.path",
        "models.0: google-bert/bert-large-cased has no revision; set the commit that is meant, as "
        "https://huggingface.co/google-bert/bert-large-cased/commits/main lists them",
        "models.1: openai-community/gpt2-medium is not here; the release fetches it, so let it reach "
        "https://huggingface.co",
    ]


def test_the_key_of_merriam_webster_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MERRIAM_WEBSTER_KEY", raising=False)
    recipe = recipe_of(tmp_path, thesaurus="merriam-webster")
    [said] = to_do(recipe)
    assert "set MERRIAM_WEBSTER_KEY" in said
    monkeypatch.setenv("MERRIAM_WEBSTER_KEY", "k")
    assert not list(to_do(recipe))


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        (
            {
                "tasks": [{"task": "complete_line_beam.v1"}],
                "generator": {"model": "openai-community/gpt2"},
                "models": [{"model": "openai-community/gpt2"}],
            },
            ["generator: openai-community/gpt2 is also the scorer of models.0"],
        ),
        ({"models": [{"model": "./nowhere"}]}, ["models.0: there is no folder ./nowhere"]),
        ({"models": [{"model": "a/b", "revision": "main"}]}, ["models.0: ", "full commit (40 hex digits)"]),
        ({"tagger": "nothing"}, ["tagger: "]),
    ],
    ids=str,
)
def test_all_but_missing_commits_is_checked_as_a_release_does(
    tmp_path: Path, changes: dict[str, Any], parts: list[str]
) -> None:
    with pytest.raises(RecipeError) as raised:
        dry_run(recipe_of(tmp_path, **changes), str(tmp_path / "root"))
    assert all(part in str(raised.value) for part in parts)


def test_a_commit_that_is_made_up_changes_nothing_else(tmp_path: Path) -> None:
    bert = {"family": "masked", "model": "google-bert/bert-large-cased"}
    recipe = recipe_of(tmp_path, models=[bert, {"model": "gpt2-verse"}])
    filled = with_commits(recipe)
    assert filled.models[0].revision is not None
    changed = filled.models[0].model_copy(update={"revision": None})
    assert filled.model_copy(update={"models": [changed, filled.models[1]]}) == recipe


def test_the_sample_asks_shipped_models_for_all_pairs_of_few_poems(tmp_path: Path) -> None:
    delayed = {"task": "complete_line_delayed_beam.v1", "runs": 1000, "poems": 300, "pairs": 50}
    medium = {"model": "openai-community/gpt2-medium", "revision": COMMIT, "line_breaks": "space"}
    recipe = recipe_of(
        tmp_path,
        tasks=[delayed, {"task": "replace_end_word.v1", "pairs": 10}, {"task": "swap_lines.v1", "pairs": 9}],
        models=[medium, {**medium, "model": "gpt2-large"}, {"family": "xlnet", "model": "xlnet-verse"}],
        generator={"model": "openai-community/gpt2", "start_token": "<s>"},
        selectors={"masked": {"model": "google-bert/bert-large-uncased", "layer": -9}, "causal": {"model": "gpt2"}},
        thesaurus="merriam-webster",
    )
    sample = sample_of(recipe, tmp_path / "poems.jsonl", tried=3)
    assert [(task.task, task.pairs) for task in sample.tasks] == [(task.task, "all") for task in recipe.tasks]
    assert sample.tasks[0].model_dump() | {"runs": 1000, "poems": 300, "pairs": 50} == recipe.tasks[0].model_dump()
    assert (sample.tasks[0].label, sample.recipe.thesaurus) == (
        recipe.tasks[0].label.replace("runs=1000", "runs=50"),
        "wordnet",
    )
    assert [scorer.model for scorer in sample.scorers] == ["gpt2-verse", "gpt2-verse", "xlnet-verse"]
    assert sample.scorers[0].conventions == ("bos-given+line-breaks-space",)
    assert [scorer.model for scorer in sample.recipe.models] == ["gpt2-verse", "xlnet-verse"]
    generator, selectors = sample.recipe.generator, sample.recipe.selectors
    assert generator is not None
    assert selectors is not None
    assert (generator.model, generator.start_token) == ("gpt2-writer", None)
    assert (selectors.masked.model, selectors.masked.layer, selectors.causal.model) == ("bert-verse", -1, "gpt2-verse")
    Chain(sample.recipe, str(tmp_path / "root"), Runner())  # a recipe that could be run


def test_poems_are_counted_and_their_first_are_taken(tmp_path: Path) -> None:
    found = corpus(recipe_of(tmp_path), 7)
    assert (found.poems, found.counted, len(found.sample)) == (260, "exactly", 7)
    assert all(poem["text"].count("\n") == 4 for poem in found.sample)


def test_a_large_file_is_counted_by_its_first_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "poems.jsonl"
    path.write_text("".join(json.dumps({"id": str(number), "text": "a poem " * 40}) + "\n" for number in range(5000)))
    source = {"name": "mine", "path": str(path), "format": "jsonl", "licence": "CC0-1.0"}
    recipe = recipe_of(tmp_path, sources=[source])
    assert corpus(recipe, 1).poems == 5000
    monkeypatch.setattr("versebench.pipelines.plan.sources.SMALL_BYTES", 1000)
    monkeypatch.setattr("versebench.pipelines.plan.sources.FIRST_ROWS", 1000)
    found = corpus(recipe, 1)
    assert found.counted == "from the first rows"
    assert found.poems == pytest.approx(5000, rel=0.25)


def test_what_is_committed_is_found_and_nothing_is_made(tmp_path: Path) -> None:
    recipe, root = recipe_of(tmp_path), str(tmp_path / "root")
    assert run_states(recipe, root) == RunStates({"ingest": "to be made"})
    assert not Path(root).exists()
    chain = Chain(recipe, root, Runner())
    cleaned = Path(chain.clean().run.directory)
    before, times = files_of(root), times_of(root)
    states = run_states(recipe, root)
    assert states.found == {
        **dict.fromkeys(["ingest", "words", "lexicon", "clean"], "committed"),
        "annotate": "to be made",
    }
    assert states.of("corrupt") == "to be made"
    assert (files_of(root), times_of(root)) == (before, times)
    (cleaned / "manifest.json").unlink()
    assert run_states(recipe, root).of("clean") == "committed"  # all its shards are
    assert not (cleaned / "manifest.json").exists()
    next(cleaned.glob("shard-*.json")).unlink()
    assert run_states(recipe, root).of("clean") == "2 of 3 shards"
    other = recipe_of(tmp_path, clean={"profile": "jcls2022"})
    assert run_states(other, root).found["clean"] == "to be made"


def test_a_root_on_an_object_store_is_not_looked_into(tmp_path: Path) -> None:
    assert run_states(recipe_of(tmp_path), "s3://bucket/root").of("ingest") == "not looked up"


def test_a_dry_run_of_a_small_recipe(tmp_path: Path) -> None:
    recipe = write_recipe(tmp_path, recipe_values())
    ran = versebench_here("release", recipe, "--root", tmp_path / "root", "--dry-run", "--json")
    assert ran.code == 0, ran.err
    said = json.loads(ran.out)
    assert not (tmp_path / "root").exists()
    assert [step["stage"] for step in said["steps"]][:2] == ["ingest", "words"]
    assert all(step["basis"] == "measured" and step["seconds"] > 0 for step in said["steps"])
    assert (said["rows"]["poems"], said["to_do"], said["unknown"]) == (260, [], [])
    assert [task["asked"] for task in said["rows"]["tasks"]] == [40, 50]
