"""The plan of a release: stages, rows, what is missing, and that a dry run makes nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.running import REPOSITORY, SAMPLE, files_of, recipe_values, times_of, versebench_here, write_recipe
from tests.pipelines.stages.test_registry import SPLITS, corpus_values
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.plan.dry_run import dry_run
from versebench.pipelines.plan.models import lacks_revision, with_commits
from versebench.pipelines.plan.prerequisites import to_do
from versebench.pipelines.plan.runs import RunStates, run_states
from versebench.pipelines.plan.sources import SourceRows, count_rows
from versebench.pipelines.recipe.recipe import Recipe, load_recipe
from versebench.pipelines.runners.runner import Runner

COMMIT = "6dcaa7a952f72f9298047fd5137cd6e4f05f41da"
SELECTORS = {"masked": {"model": "bert-verse"}, "causal": {"model": "gpt2-verse"}}


def recipe_of(folder: Path, **changes: Any) -> Recipe:
    return load_recipe(str(write_recipe(folder, recipe_values(**changes))), [])


def sample_recipe() -> Recipe:
    return load_recipe(str(REPOSITORY / "recipes/sample.yaml"), [f"sources.0.path={SAMPLE}"])


def test_the_plan_of_the_sample_recipe(tmp_path: Path) -> None:
    recipe = sample_recipe()
    plan = dry_run(recipe, str(tmp_path / "root"))
    stages = [step.stage for step in plan.steps]
    assert stages[:6] == ["ingest", "words", "lexicon", "clean", "split", "annotate"]
    assert stages[-5:] == ["compare", "acceptability", "uncontested", "assemble", "validate"]
    assert [step.models for step in plan.steps if step.stage.startswith("score")] == [
        (scorer.model,) for scorer in recipe.models
    ]
    assert {step.state for step in plan.steps} == {"to be made"}
    assert plan.sources == (SourceRows("versebench-sample", "oedilf-json", 260, "exactly"),)
    assert (plan.shards, plan.to_do) == (2, ())
    assert [(task.task, task.pairs) for task in plan.tasks] == [(task.label, task.pairs) for task in recipe.tasks]
    assert not (tmp_path / "root").exists()


def test_the_plan_of_a_corpus_stops_at_the_annotation(tmp_path: Path) -> None:
    recipe = load_recipe(str(write_recipe(tmp_path, corpus_values(splits=SPLITS))), [])
    plan = dry_run(recipe, str(tmp_path / "root"))
    stages = ["ingest", "words", "lexicon", "clean", "split", "annotate", "assemble", "validate"]
    assert [step.stage for step in plan.steps] == stages
    assert (plan.tasks, plan.to_do) == ((), ())
    Chain(recipe, str(tmp_path / "root"), Runner()).ingest()
    assert [step.state for step in dry_run(recipe, str(tmp_path / "root")).steps[:2]] == ["committed", "to be made"]


def test_searches_are_described_by_poems_runs_and_beams(tmp_path: Path) -> None:
    delayed = {"task": "complete_line_delayed_beam.v1", "runs": 1000, "beams": 5, "poems": 300}
    beam = {"task": "complete_line_beam.v1", "beams": 500}
    synonyms = {"task": "replace_end_word.v1", "poems": 90}
    recipe = recipe_of(
        tmp_path, tasks=[delayed, beam, synonyms], generator={"model": "gpt2-writer"}, selectors=SELECTORS
    )
    plan = dry_run(recipe, str(tmp_path / "root"))
    steps = [(step.does, step.models) for step in plan.steps if step.stage.startswith("candidates")]
    labels = [task.label for task in recipe.tasks]
    assert steps == [
        (f"{labels[0]}: 300 poems", ("gpt2-writer",)),
        (f"{labels[1]}: every kept poem", ("gpt2-writer",)),
        (f"{labels[2]}: 90 poems", ("bert-verse", "gpt2-verse")),
    ]
    assert [task.poems for task in plan.tasks] == [300, "all", 90]


def test_a_source_that_is_not_here_has_no_rows_and_is_to_be_fetched(tmp_path: Path) -> None:
    far = {"name": "far", "path": "nowhere.json", "format": "oedilf-json", "licence": "CC0-1.0"}
    plan = dry_run(recipe_of(tmp_path, sources=[*recipe_values()["sources"], far]), str(tmp_path / "root"))
    assert [(source.rows, source.counted) for source in plan.sources] == [(260, "exactly"), (None, "not here")]
    assert plan.shards is None
    assert any("source 'far': there is no file nowhere.json" in message for message in plan.to_do)


def test_a_source_in_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "poems.json"
    path.write_bytes(b"\x00\x01\x02")
    source = {"name": "mine", "path": str(path), "format": "oedilf-json", "licence": "CC0-1.0"}
    with pytest.raises(RecipeError, match="source 'mine'"):
        count_rows(recipe_of(tmp_path, sources=[source]))


def test_a_source_that_is_not_parquet_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "poems.jsonl").write_text('{"text": "x"}')
    source = {"name": "mine", "path": f"{tmp_path}/poems.jsonl", "format": "parquet", "licence": "CC0-1.0"}
    ran = versebench_here("release", write_recipe(tmp_path, recipe_values(sources=[source])), "--dry-run")
    assert ran.code == 2
    assert "source 'mine': poems.jsonl is not a Parquet file, or is damaged; check sources.0.format" in ran.message


def test_a_model_with_nearly_a_shipped_name_is_named(tmp_path: Path) -> None:
    messages = list(to_do(recipe_of(tmp_path, models=[{"model": "gpt3-verse"}])))
    assert len(messages) == 1
    assert messages[0].startswith("models.0: no model 'gpt3-verse' is shipped; did you mean 'gpt2-verse'?")


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
        "models.0: google-bert/bert-large-cased has no revision; set it to a commit, as listed at "
        "https://huggingface.co/google-bert/bert-large-cased/commits/main",
        "models.1: openai-community/gpt2-medium is not on this machine; the release downloads it and must reach "
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
            ["generator: openai-community/gpt2 is also the scorer models.0"],
        ),
        ({"models": [{"model": "./nowhere"}]}, ["models.0: the folder ./nowhere does not exist"]),
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


def test_a_large_file_is_counted_by_its_first_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "poems.jsonl"
    path.write_text("".join(json.dumps({"id": str(number), "text": "a poem " * 40}) + "\n" for number in range(5000)))
    source = {"name": "mine", "path": str(path), "format": "jsonl", "licence": "CC0-1.0"}
    recipe = recipe_of(tmp_path, sources=[source])
    assert count_rows(recipe) == (SourceRows("mine", "jsonl", 5000, "exactly"),)
    monkeypatch.setattr("versebench.pipelines.plan.sources.SMALL_BYTES", 1000)
    monkeypatch.setattr("versebench.pipelines.plan.sources.FIRST_ROWS", 1000)
    [source_rows] = count_rows(recipe)
    assert source_rows.counted == "from the first rows"
    assert source_rows.rows == pytest.approx(5000, rel=0.25)


def test_what_is_committed_is_found_and_nothing_is_made(tmp_path: Path) -> None:
    recipe, root = recipe_of(tmp_path), str(tmp_path / "root")
    assert run_states(recipe, root) == RunStates({"ingest": "to be made"})
    assert not Path(root).exists()
    chain = Chain(recipe, root, Runner())
    cleaned = Path(chain.clean().run.directory)
    before, times = files_of(root), times_of(root)
    states = run_states(recipe, root)
    assert states.states == {
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
    assert run_states(other, root).states["clean"] == "to be made"


def test_a_root_on_an_object_store_is_not_looked_into(tmp_path: Path) -> None:
    assert run_states(recipe_of(tmp_path), "s3://bucket/root").of("ingest") == "not checked"


@pytest.mark.parametrize("as_json", [True, False])
def test_a_dry_run_of_a_small_recipe(tmp_path: Path, as_json: bool) -> None:
    recipe = write_recipe(tmp_path, recipe_values())
    options = ["--json"] if as_json else []
    ran = versebench_here("release", recipe, "--root", tmp_path / "root", "--dry-run", *options)
    assert ran.code == 0, ran.err
    assert not (tmp_path / "root").exists()
    if not as_json:
        assert "To do before the release\n  - nothing" in ran.err
        assert "Shards: " in ran.err
        return
    plan = json.loads(ran.out)
    assert [step["stage"] for step in plan["steps"]][:2] == ["ingest", "words"]
    assert (plan["sources"][0]["rows"], plan["to_do"]) == (260, [])
    assert [task["pairs"] for task in plan["tasks"]] == [40, 50]
